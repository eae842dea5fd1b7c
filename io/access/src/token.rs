//! Tokens: who shows one is let in.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::error::AccessError;

/// 256 bits from the operating system, as 64 hexadecimal digits. It is never kept and never shown
/// in a log; what is kept is its hash, from which it cannot be made again.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// What is kept of a token: SHA-256 of its digits.
pub(crate) type TokenHash = [u8; 32];

impl Token {
    /// A new one.
    pub(crate) fn draw() -> Result<Self, AccessError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|source| AccessError::Random { source })?;
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let digit = |digit: u8| char::from_digit(digit.into(), 16).expect("four bits");
        Ok(Self(digits.map(digit).collect()))
    }

    /// The token that `text` writes, if it could be one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let is_sound = text.len() == 64 && text.bytes().all(|b| b"0123456789abcdef".contains(&b));
        is_sound.then(|| Self(text.to_owned()))
    }

    /// As text, for the one who is to have it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_read_back() {
        let (one, two) = (Token::draw().expect("randomness"), Token::draw().expect("randomness"));
        assert_ne!(one, two);
        assert_eq!(Token::new(one.reveal()), Some(one.clone()));
        assert_ne!(one.hash(), two.hash());
        assert_eq!(format!("{one:?}"), "Token(…)");
        for text in ["", "abc", &"A".repeat(64), &"g".repeat(64), &"a".repeat(65)] {
            assert_eq!(Token::new(text), None, "{text}");
        }
    }
}
