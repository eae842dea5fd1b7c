//! Passwords, and what is kept of them.

use std::fmt;
use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use unicode_normalization::UnicodeNormalization;

use crate::error::AccessError;

/// A password as it was typed: 10 to 200 letters, whatever they are. It is never shown.
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

    /// What is kept: Argon2id with 19 MiB, two passes and a salt of its own (RFC 9106; the memory
    /// and the passes are OWASP's), as a PHC string.
    pub(crate) fn hash(&self) -> Result<String, AccessError> {
        let hash = Argon2::default().hash_password(self.0.as_bytes());
        let hash = hash.map_err(|error| AccessError::Hash { reason: error.to_string() })?;
        Ok(hash.to_string())
    }

    /// Whether `hash` was made from it.
    pub(crate) fn matches(&self, hash: &str) -> bool {
        let hash = PasswordHash::new(hash);
        hash.is_ok_and(|hash| Argon2::default().verify_password(self.0.as_bytes(), &hash).is_ok())
    }

    /// The work of [`Self::matches`], for a login that is not there: who is refused cannot tell
    /// from the time whether it exists.
    pub(crate) fn matches_nothing(&self) {
        static NOTHING: LazyLock<Option<String>> =
            LazyLock::new(|| Password("nobody's password".to_owned()).hash().ok());
        if let Some(hash) = NOTHING.as_ref() {
            std::hint::black_box(self.matches(hash));
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
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
        let password = Password::new("une grille de mots").expect("long enough");
        let (one, two) = (password.hash().expect("a hash"), password.hash().expect("a hash"));
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        assert!(password.matches(&one) && password.matches(&two));
        let other = Password::new("une grille de maux").expect("long enough");
        assert!(!other.matches(&one) && !password.matches("no hash"));
        let composed = Password::new("caf\u{e9} cr\u{e8}me").expect("long enough");
        let apart = Password::new("cafe\u{301} cre\u{300}me").expect("long enough");
        assert!(apart.matches(&composed.hash().expect("a hash")));
        assert_eq!(format!("{password:?}"), "Password(…)");
    }
}
