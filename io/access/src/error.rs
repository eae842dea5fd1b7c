//! What can fail at the door. A wrong password is no failure.

use std::error::Error;

/// A failure of the disk, the database or the operating system.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The book could not be opened.
    #[error("the logins {book} cannot be opened")]
    Open {
        /// Where they are.
        book: String,
        /// What the database said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The book was written by a program that knows more than this one.
    #[error(
        "the logins {book} have schema {found}, and this program knows schemas up to {known}: \
         they were written by a newer grille; use that one"
    )]
    Newer {
        /// Where they are.
        book: String,
        /// The schema they have.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// A statement failed; nothing of it was kept.
    #[error("the logins failed while {doing}")]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// What the database said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A password could not be hashed.
    #[error("a password could not be hashed: {reason}")]
    Hash {
        /// What the hash function said.
        reason: String,
    },
    /// The operating system gives no randomness.
    #[error("the operating system has no randomness")]
    Random {
        /// What it said.
        source: getrandom::Error,
    },
}

impl AccessError {
    /// For `map_err`: a statement failed while `doing`.
    pub(crate) fn sql<E: Into<Box<dyn Error + Send + Sync>>>(
        doing: &'static str,
    ) -> impl Fn(E) -> Self {
        move |source| Self::Sql { doing, source: source.into() }
    }
}
