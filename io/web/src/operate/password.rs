//! Operators' passwords: Argon2id (RFC 9106), in the PHC text form.

use argon2::password_hash::phc;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

/// What a password is compared with. It is not shown, not even to who debugs.
#[derive(Clone)]
pub struct PasswordHash(phc::PasswordHash);

impl PasswordHash {
    /// Reads `$argon2id$…`, as [`hash_password`] writes it; nothing when it is not that.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let hash = phc::PasswordHash::new(text).ok()?;
        (hash.algorithm.as_str() == "argon2id").then_some(Self(hash))
    }

    /// Whether `password` is the one. It takes some hundredths of a second, by design.
    #[must_use]
    pub(super) fn is_of(&self, password: &str) -> bool {
        Argon2::default().verify_password(password.as_bytes(), &self.0).is_ok()
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// What to keep of `password`: Argon2id with 19 MiB, two passes, and a salt of its own.
///
/// # Panics
///
/// When the machine has no randomness to give.
#[must_use]
pub fn hash_password(password: &str) -> String {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.expect("the parameters are sound, and machines have randomness").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_of_its_password_and_no_other() {
        let [one, two] = ["right horse", "right horse"].map(hash_password);
        assert_ne!(one, two, "each has a salt of its own");
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        let hash = PasswordHash::parse(&one).unwrap();
        assert!(hash.is_of("right horse"));
        assert!(!hash.is_of("right horse ") && !hash.is_of(""));
        assert_eq!(format!("{hash:?}"), "PasswordHash(…)");
    }

    #[test]
    fn what_is_no_argon2id_is_refused() {
        for text in ["", "secret", "$argon2id$", "$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2g"] {
            assert!(PasswordHash::parse(text).is_none(), "{text}");
        }
    }
}
