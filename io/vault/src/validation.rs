//! The validation file: what the central system is given to pay tickets by. Whoever steals it does
//! not learn where the winners are.
//!
//! It has one record for every ticket, losers too, all of one size, in the order of their keys. A
//! record can be found and opened only with the code that lies under the ticket's cover
//! (`docs/spec/ticket.md`, rules 10 to 13). Nothing in it leads from a ticket to its place in the
//! block.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use game::Cents;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use ticket::{Identification, ValidationCode};

use crate::summed::{named, sum_beside};

const KEY: usize = 32;
const LOT: usize = 8;
const TAG: usize = 16;
/// So many bytes has a record.
pub const VALIDATION_RECORD: usize = KEY + LOT + TAG;

/// What stands before the number where the key of the lot is derived.
const PURPOSE: &[u8; 14] = b"grille/v1/lot/";

/// The record of one ticket.
#[must_use]
pub fn validation_record(
    code: &ValidationCode,
    ticket: Identification,
    lot: Cents,
) -> [u8; VALIDATION_RECORD] {
    let keys = hmac::Key::new(hmac::HMAC_SHA256, code.bytes());
    let mut record = [0; VALIDATION_RECORD];
    let (key, value) = record.split_at_mut(KEY);
    key.copy_from_slice(&record_key(&keys, ticket));
    let (lot_bytes, tag_bytes) = value.split_at_mut(LOT);
    lot_bytes.copy_from_slice(&lot.0.to_be_bytes());
    let tag = lot_key(&keys, ticket)
        .seal_in_place_separate_tag(zero(), Aad::from(&*key), lot_bytes)
        .expect("a lot is short");
    tag_bytes.copy_from_slice(tag.as_ref());
    record
}

fn record_key(keys: &hmac::Key, ticket: Identification) -> [u8; KEY] {
    let mut context = hmac::Context::with_key(keys);
    context.update(ticket.game_code.to_string().as_bytes());
    context.update(&ticket.digits());
    context.sign().as_ref().try_into().expect("SHA-256 has 32 bytes")
}

fn lot_key(keys: &hmac::Key, ticket: Identification) -> LessSafeKey {
    let mut context = hmac::Context::with_key(keys);
    context.update(PURPOSE);
    context.update(&ticket.digits());
    let key = UnboundKey::new(&CHACHA20_POLY1305, context.sign().as_ref());
    LessSafeKey::new(key.expect("32 bytes are a key"))
}

/// Each ticket has a key of its own, used once.
fn zero() -> Nonce {
    Nonce::assume_unique_for_key([0; 12])
}

/// A validation file on disk.
pub struct ValidationFile {
    path: PathBuf,
    file: File,
    records: u64,
    sum: String,
}

/// Why a validation file could not be used.
#[derive(Debug, thiserror::Error)]
pub enum ValidationError {
    /// It could not be read.
    #[error("reading the validation file")]
    Read(#[from] io::Error),
    /// It is not what its checksum says, or no whole number of records: it was cut off or changed.
    #[error("{} is not the validation file that its SHA256SUMS names", .0.display())]
    NotWhole(PathBuf),
    /// The ticket's record does not open: it was changed.
    #[error("the record of the ticket {0} in the validation file is damaged")]
    Damaged(Identification),
}

impl ValidationFile {
    /// Opens it. It is read once, whole, and compared with the checksum that stands beside it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, has no checksum or another one: what a printing that was stopped
    /// leaves behind is refused.
    pub fn open(path: &Path) -> Result<Self, ValidationError> {
        let file = File::open(path).map_err(named("opening", path))?;
        let length = file.metadata().map_err(named("reading", path))?.len();
        let not_whole = || ValidationError::NotWhole(path.to_owned());
        if !length.is_multiple_of(VALIDATION_RECORD as u64) {
            return Err(not_whole());
        }
        let sum = sum_beside(path)?.ok_or_else(not_whole)?;
        Ok(Self { path: path.to_owned(), file, records: length / VALIDATION_RECORD as u64, sum })
    }

    /// The line of its checksum.
    pub(crate) fn sum(&self) -> &str {
        &self.sum
    }

    /// How many records it has.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The lot of a ticket, by the code that was under its cover; nothing where code and number do
    /// not belong together.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or the record was changed.
    pub fn lot(
        &self,
        code: &ValidationCode,
        ticket: Identification,
    ) -> Result<Option<Cents>, ValidationError> {
        let keys = hmac::Key::new(hmac::HMAC_SHA256, code.bytes());
        let key = record_key(&keys, ticket);
        let (mut low, mut high) = (0, self.records);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut record = [0; VALIDATION_RECORD];
            let read = self.file.read_exact_at(&mut record, middle * VALIDATION_RECORD as u64);
            read.map_err(named("reading", &self.path))?;
            match record[..KEY].cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let lot = lot_key(&keys, ticket);
                    let plain = lot.open_in_place(zero(), Aad::from(key), &mut record[KEY..]);
                    let plain = plain.map_err(|_| ValidationError::Damaged(ticket))?;
                    let bytes = <[u8; LOT]>::try_from(&*plain).expect("a lot has eight bytes");
                    return Ok(Some(Cents(u64::from_be_bytes(bytes))));
                }
            }
        }
        Ok(None)
    }
}
