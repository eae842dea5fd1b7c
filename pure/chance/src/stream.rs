//! A stream of draws from a key: ChaCha20 (RFC 8439), read as 32-bit little-endian words.

use core::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

use crate::draw::Chance;

/// A 256-bit key from which many independent streams are opened.
///
/// It prints nothing of itself.
#[derive(Clone)]
pub struct StreamKey([u8; 32]);

impl StreamKey {
    /// The key with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Stream number `index`, attempt number `attempt`.
    ///
    /// The nonce is `attempt` as 32 bits, then `index` as 64 bits, little-endian, and the block
    /// counter begins at 0: two streams of one key never share a byte of keystream.
    #[must_use]
    pub fn stream(&self, index: u64, attempt: u32) -> Stream {
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&attempt.to_le_bytes());
        nonce[4..].copy_from_slice(&index.to_le_bytes());
        Stream {
            cipher: ChaCha20::new(&self.0.into(), &nonce.into()),
            words: [0; BUFFER_BYTES],
            used: BUFFER_BYTES,
        }
    }
}

impl fmt::Debug for StreamKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StreamKey(secret)")
    }
}

/// Four ChaCha20 blocks at a time, since vector units make four in little more time than one.
const BUFFER_BYTES: usize = 256;

/// One stream of draws.
pub struct Stream {
    cipher: ChaCha20,
    words: [u8; BUFFER_BYTES],
    used: usize,
}

impl Stream {
    /// The next 32 bits of keystream, as a little-endian word.
    #[inline]
    fn word(&mut self) -> u32 {
        if self.used == BUFFER_BYTES {
            self.refill();
        }
        let bytes = self.words[self.used..self.used + 4].try_into().expect("four bytes");
        self.used += 4;
        u32::from_le_bytes(bytes)
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        self.words = [0; BUFFER_BYTES];
        self.cipher.apply_keystream(&mut self.words);
        self.used = 0;
    }

    /// Fills `bytes` from whole words of keystream; the rest of the last word is dropped.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(4) {
            let word = self.word().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}

impl Chance for Stream {
    /// The high half of `word × n`; a word whose low half falls below `2³² mod n` is thrown away
    /// and the next one taken, so that each number has as many words as the others (Lemire, "Fast
    /// random integer generation in an interval", 2019).
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below zero");
        let mut product = u64::from(self.word()) * u64::from(n);
        if (product as u32) < n {
            let uneven = n.wrapping_neg() % n;
            while (product as u32) < uneven {
                product = u64::from(self.word()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(secret)")
    }
}
