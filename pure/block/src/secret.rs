//! From a block's shares to the keys of its streams.

use alloc::vec::Vec;
use core::fmt;

use chance::StreamKey;
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

/// What a stream is for. Each purpose has a key of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The order of the amounts in the block; stream 0.
    Deal,
    /// The pool of shapes; stream k draws shape k.
    Shape,
    /// The grids; stream i draws those of unit i, an attempt a stream.
    Face,
    /// The letters and their order; stream i draws those of unit i.
    Letters,
    /// The amounts of loose units, drawn in the table's proportions; stream i draws that of unit i.
    Amount,
    /// The salts; stream i gives that of unit i.
    Salt,
    /// The validation codes of a paper block; stream i gives that of unit i.
    Code,
}

impl Purpose {
    fn label(self) -> &'static [u8] {
        match self {
            Self::Deal => b"deal",
            Self::Shape => b"shape",
            Self::Face => b"face",
            Self::Letters => b"letters",
            Self::Amount => b"amount",
            Self::Salt => b"salt",
            Self::Code => b"code",
        }
    }
}

/// A block's secret: from it, the rules and the word list, everything in the block follows.
///
/// It prints nothing of itself.
pub struct Secret {
    extract: Hkdf<Sha256>,
    game_hash: [u8; 32],
    lexicon_hash: [u8; 32],
}

impl Secret {
    /// The secret of these shares and this beacon value, for this game file and this word list
    /// (SHA-256 of each file's bytes).
    ///
    /// HKDF-SHA-256 (RFC 5869): the input key is the shares one after the other, smallest first as
    /// bytes, so their order does not matter; the salt is the beacon, empty when there is none.
    ///
    /// # Panics
    ///
    /// When there is no share.
    #[must_use]
    pub fn new(
        shares: &[[u8; 32]],
        beacon: &[u8],
        game_hash: [u8; 32],
        lexicon_hash: [u8; 32],
    ) -> Self {
        assert!(!shares.is_empty(), "a secret needs a share");
        let mut sorted = Zeroizing::new(shares.to_vec());
        sorted.sort_unstable();
        let extract = Hkdf::new(Some(beacon), sorted.as_flattened());
        Self { extract, game_hash, lexicon_hash }
    }

    /// The key of the streams for one purpose: HKDF-Expand with the information
    /// `grille/v1/` purpose `/` game hash, word list hash.
    ///
    /// One key for each purpose, and the unit's index in the stream's nonce, gives streams as
    /// independent as one key for each unit would, and saves a hash a stream. Keys that are handed
    /// out one by one, as sealing keys are, are another matter.
    #[must_use]
    pub fn streams(&self, purpose: Purpose) -> StreamKey {
        StreamKey::new(*self.key(purpose.label()))
    }

    /// The selling key: from it follow the keys of the sealed records, and nothing else.
    #[must_use]
    pub fn selling_key(&self) -> Zeroizing<[u8; 32]> {
        self.key(b"seal")
    }

    fn key(&self, label: &[u8]) -> Zeroizing<[u8; 32]> {
        let parts: [&[u8]; 5] = [b"grille/v1/", label, b"/", &self.game_hash, &self.lexicon_hash];
        let info: Vec<u8> = parts.concat();
        let mut key = Zeroizing::new([0; 32]);
        self.extract.expand(&info, key.as_mut()).expect("32 bytes can be expanded");
        key
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}
