//! Hexadecimal, lower case, as the formats write it.

use alloc::string::String;
use alloc::vec::Vec;

/// Two digits a byte.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).expect("a nibble is a digit");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The bytes that `text` writes, or nothing when a character is not one of 0–9 and a–f, or one is
/// left over.
#[must_use]
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?));
    if rest.is_empty() { bytes.collect() } else { None }
}

/// As [`bytes`], when they are 32.
#[must_use]
pub fn bytes32(text: &str) -> Option<[u8; 32]> {
    bytes(text)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{bytes, bytes32, hex};

    #[test]
    fn there_and_back() {
        assert_eq!(hex(&[0, 0x0f, 0xa0, 0xff]), "000fa0ff");
        assert_eq!(bytes("000fa0ff"), Some(vec![0, 0x0f, 0xa0, 0xff]));
        assert_eq!(bytes(""), Some(vec![]));
        for wrong in ["0", "0g", "0F", "é0", " 00"] {
            assert_eq!(bytes(wrong), None, "{wrong:?}");
        }
        assert_eq!(bytes32("00"), None);
    }
}
