//! What can fail in a ledger. What a ledger *declines* is a [`crate::Refusal`], not an error.

use std::path::PathBuf;

use game::{AbovePayList, UnitsError};

/// A failure of the disk, of the database or of a block's records.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file could not be opened.
    #[error("the ledger {} cannot be opened", path.display())]
    Open {
        /// The ledger's file.
        path: PathBuf,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// The file was written by a program that knows more than this one.
    #[error(
        "the ledger {} has schema {found}, and this program knows schemas up to {known}: \
         it was written by a newer grille; use that one, or another data directory",
        path.display()
    )]
    Newer {
        /// The ledger's file.
        path: PathBuf,
        /// The schema it has.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// A migration failed; the file is as it was before.
    #[error("the ledger {} cannot be brought to schema {version}", path.display())]
    Migrate {
        /// The ledger's file.
        path: PathBuf,
        /// The schema that was being made.
        version: i64,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// A statement failed; its transaction was rolled back.
    #[error("the ledger failed while {doing}")]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// A unit's record could not be read. Nothing was sold.
    #[error("unit {index} of block {block} cannot be read, so it is not sold")]
    Unit {
        /// The block.
        block: String,
        /// The unit, from 0.
        index: u64,
        /// What the block's keeper said.
        source: UnitsError,
    },
    /// The judge has no amount for a unit. Nothing was sold.
    #[error("unit {index} of block {block} has no amount, so it is not sold")]
    Unjudged {
        /// The block.
        block: String,
        /// The unit, from 0.
        index: u64,
        /// What the judge said.
        source: AbovePayList,
    },
    /// A block is already known with other facts.
    #[error("block {block} is in the ledger as {known}, and was now given as {given}")]
    OtherBlock {
        /// The block.
        block: String,
        /// Its game and size in the ledger.
        known: String,
        /// Its game and size as given.
        given: String,
    },
}

impl StoreError {
    /// For `map_err`: a statement failed while `doing`.
    pub(crate) fn sql(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> Self {
        move |source| Self::Sql { doing, source }
    }
}
