//! Sealing records: encrypted and authenticated, each with a key of its own.
//!
//! `docs/spec/block.md`, rules 17 to 19.

use std::io::Write;

use block::BlockId;
use hkdf::Hkdf;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::keys::SellingKey;

/// So many bytes longer is a record than its plain text.
pub(crate) const TAG: usize = 16;

const INFO: &[u8; 17] = b"grille/v1/record/";

/// Seals and opens the records of one block.
pub(crate) struct Sealer {
    keys: Hkdf<Sha256>,
    block: BlockId,
}

impl Sealer {
    pub(crate) fn new(key: &SellingKey) -> Self {
        let keys = Hkdf::from_prk(key.bytes()).expect("32 bytes are a key");
        Self { keys, block: key.block().clone() }
    }

    fn key(&self, index: u64) -> LessSafeKey {
        let mut info = [0; INFO.len() + 8];
        info[..INFO.len()].copy_from_slice(INFO);
        info[INFO.len()..].copy_from_slice(&index.to_le_bytes());
        let mut key = Zeroizing::new([0; 32]);
        self.keys.expand(&info, key.as_mut()).expect("32 bytes can be expanded");
        LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &*key).expect("32 bytes are a key"))
    }

    /// Appends the record of unit `index`.
    pub(crate) fn seal(&self, index: u64, plain: &[u8], records: &mut Vec<u8>) {
        let begin = records.len();
        records.extend_from_slice(plain);
        let associated = Aad::from(Place::new(&self.block, index));
        let tag = self
            .key(index)
            .seal_in_place_separate_tag(zero(), associated, &mut records[begin..])
            .expect("a record is short");
        records.extend_from_slice(tag.as_ref());
    }

    /// Opens the record of unit `index` where it lies; nothing when it is not what was sealed.
    pub(crate) fn open<'record>(
        &self,
        index: u64,
        record: &'record mut [u8],
    ) -> Option<&'record [u8]> {
        let associated = Aad::from(Place::new(&self.block, index));
        let plain = self.key(index).open_in_place(zero(), associated, record);
        plain.ok().map(|plain| &*plain)
    }
}

/// What a record's tag binds it to: its block and its index, as text.
struct Place {
    text: [u8; 80],
    length: usize,
}

impl Place {
    fn new(block: &BlockId, index: u64) -> Self {
        let mut text = [0; 80];
        let mut rest = &mut text[..];
        write!(rest, "{block}/{index}").expect("a block's id has at most 57 characters");
        let length = 80 - rest.len();
        Self { text, length }
    }
}

impl AsRef<[u8]> for Place {
    fn as_ref(&self) -> &[u8] {
        &self.text[..self.length]
    }
}

/// Every record has a key of its own, used once.
fn zero() -> Nonce {
    Nonce::assume_unique_for_key([0; 12])
}
