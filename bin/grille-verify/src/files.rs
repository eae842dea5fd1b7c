//! How bytes and numbers are written, and how much of a file is read (docs/spec/README.md).

use std::fs::{File, symlink_metadata};
use std::io::{ErrorKind, Read};
use std::path::Path;

use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};

pub(crate) type Hash = [u8; 32];

pub(crate) fn sha256(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn is_hex(text: &[u8], digits: usize) -> bool {
    text.len() == digits && text.iter().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
}

pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !is_hex(text.as_bytes(), text.len()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// The bytes of a canonical base64 text: the reader refuses unused bits that are not zero.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    Base64::decode_vec(text).ok()
}

pub(crate) fn decimal(text: &[u8]) -> Option<u64> {
    let plain = text.iter().all(u8::is_ascii_digit) && (text == b"0" || !text.starts_with(b"0"));
    if plain { std::str::from_utf8(text).ok()?.parse().ok() } else { None }
}

/// Reads a file of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(error.to_string()),
        Ok(length) if length > limit => Err(format!("more than {limit} bytes")),
        Ok(_) => Ok(bytes),
    }
}

/// Reads a file of the directory that is judged: what is no plain file (a link, a pipe that never
/// ends) is not even opened.
pub(crate) fn read_plain(path: &Path, limit: usize) -> Result<Vec<u8>, String> {
    match symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Err("missing".to_owned()),
        Ok(data) if !data.is_file() => Err("not a plain file".to_owned()),
        _ => read(path, limit),
    }
}
