//! How bytes and numbers are written, and how much of a file is read (docs/spec/README.md).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// The hash of some bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// Bytes as lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text is hexadecimal of exactly so many digits.
#[must_use]
pub fn is_hex(text: &[u8], digits: usize) -> bool {
    text.len() == digits && text.iter().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
}

/// The bytes of a hexadecimal text of any even length.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !is_hex(text.as_bytes(), text.len()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// A decimal number without sign and without leading zero.
#[must_use]
pub fn decimal(text: &[u8]) -> Option<u64> {
    let plain = text.iter().all(u8::is_ascii_digit) && (text == b"0" || !text.starts_with(b"0"));
    if plain { std::str::from_utf8(text).ok()?.parse().ok() } else { None }
}

/// The bytes of a canonical base64 text: the reader refuses unused bits that are not zero.
#[must_use]
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    Base64::decode_vec(text).ok()
}

/// Reads a file of at most `limit` bytes into `bytes`, whose old content goes away.
///
/// # Errors
/// What the system says, or that the file is too large.
pub fn read_into(path: &Path, limit: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.clear();
    File::open(path)?.take(limit as u64 + 1).read_to_end(bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::other(format!("more than {limit} bytes")));
    }
    Ok(())
}

/// As [`read_into`], for a file of the directory that is judged: what is no plain file (a link, a
/// pipe that never ends) is not even opened.
///
/// # Errors
/// As [`read_into`].
pub fn read_plain(path: &Path, limit: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.clear();
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("not a plain file"));
    }
    read_into(path, limit, bytes)
}
