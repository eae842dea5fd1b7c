//! Passwords, and what is kept of them.

use std::fmt;
use std::sync::LazyLock;

use argon2::password_hash::phc;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use unicode_normalization::UnicodeNormalization;

use crate::error::AccessError;

/// A player's password as it was typed: 10 to 200 letters, whatever they are. It is never shown.
///
/// Only the length is asked for: rules about kinds of letters make passwords worse (NIST SP
/// 800-63B, 3.1.1.2). The two ways to write é are one password.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// How many letters it has at least.
    pub const LEAST: usize = 10;
    /// How many letters it has at most.
    pub const MOST: usize = 200;

    /// The password that `text` is, if it is long enough and no longer than anybody types.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        if text.len() > Self::MOST * 4 {
            return None;
        }
        let letters = text.nfc().count();
        (Self::LEAST..=Self::MOST).contains(&letters).then(|| Self(text.nfc().collect()))
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> Result<PasswordHash, AccessError> {
        PasswordHash::of(&self.0)
    }

    /// Whether `hash`, as text, was made from it.
    pub(crate) fn matches(&self, hash: &str) -> bool {
        PasswordHash::parse(hash).is_some_and(|hash| hash.is_of(&self.0))
    }

    /// The work of [`Self::matches`], for a login that is not there: who is refused cannot tell
    /// from the time whether it exists.
    pub(crate) fn matches_nothing(&self) {
        static NOTHING: LazyLock<Option<PasswordHash>> =
            LazyLock::new(|| PasswordHash::of("nobody's password").ok());
        if let Some(hash) = NOTHING.as_ref() {
            std::hint::black_box(hash.is_of(&self.0));
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// What a password is compared with, a player's or an operator's: Argon2id with 19 MiB, two passes
/// and a salt of its own (RFC 9106; the memory and the passes are OWASP's), as a PHC string. It is
/// not shown, not even to who debugs.
#[derive(Clone)]
pub struct PasswordHash(phc::PasswordHash);

impl PasswordHash {
    /// What to keep of `password`.
    ///
    /// # Errors
    ///
    /// When the machine has no randomness to give.
    pub fn of(password: &str) -> Result<Self, AccessError> {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(Self).map_err(|error| AccessError::Hash { reason: error.to_string() })
    }

    /// Reads `$argon2id$…`; nothing when it is not that.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let hash = phc::PasswordHash::new(text).ok()?;
        (hash.algorithm.as_str() == "argon2id").then_some(Self(hash))
    }

    /// Whether `password` is the one. It takes some hundredths of a second, by design.
    #[must_use]
    pub fn is_of(&self, password: &str) -> bool {
        Argon2::default().verify_password(password.as_bytes(), &self.0).is_ok()
    }

    /// As text, to keep.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.to_string()
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_enough_and_not_too_long() {
        for (text, expected) in [
            ("neuf1234 ".to_owned(), false),
            ("dix45678 0".to_owned(), true),
            ("é".repeat(10), true),
            ("e\u{301}".repeat(9), false),
            ("a".repeat(200), true),
            ("a".repeat(201), false),
            ("a".repeat(1_000_000), false),
        ] {
            assert_eq!(Password::new(&text).is_some(), expected, "{}", text.len());
        }
    }

    #[test]
    fn a_hash_is_salted_argon2id_and_tells_passwords_apart() {
        let [one, two] = ["right horse"; 2].map(|text| PasswordHash::of(text).expect("a hash"));
        assert_ne!(one.reveal(), two.reveal(), "each has a salt of its own");
        let text = one.reveal();
        assert!(text.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{text}");
        let read = PasswordHash::parse(&text).expect("its own text");
        assert!(read.is_of("right horse") && two.is_of("right horse"));
        assert!(!read.is_of("right horse ") && !read.is_of(""));
        assert_eq!(format!("{read:?}"), "PasswordHash(…)");
        for text in ["", "secret", "$argon2id$", "$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2g"] {
            assert!(PasswordHash::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_two_ways_to_write_a_letter_are_one_password() {
        let composed = Password::new("caf\u{e9} cr\u{e8}me").expect("long enough");
        let apart = Password::new("cafe\u{301} cre\u{300}me").expect("long enough");
        let hash = composed.hash().expect("a hash").reveal();
        assert!(apart.matches(&hash) && !apart.matches("no hash"));
        assert_eq!(format!("{apart:?}"), "Password(…)");
    }
}
