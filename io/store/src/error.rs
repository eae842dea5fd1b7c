//! What can fail in a ledger. What a ledger *declines* is a [`ledger::Refusal`], not an error.

use std::error::Error;
use std::path::PathBuf;

/// A failure of the disk or the database, or a ledger that is not as this program left it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The ledger could not be opened.
    #[error("the ledger {ledger} cannot be opened")]
    Open {
        /// Where it is.
        ledger: String,
        /// What the database said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The ledger was written by a program that knows more than this one.
    #[error(
        "the ledger {ledger} has schema {found}, and this program knows schemas up to {known}: \
         it was written by a newer grille; use that one, or another ledger"
    )]
    Newer {
        /// Where it is.
        ledger: String,
        /// The schema it has.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// A migration failed; the ledger is as it was before.
    #[error("the ledger {ledger} cannot be brought to schema {version}")]
    Migrate {
        /// Where it is.
        ledger: String,
        /// The schema that was being made.
        version: i64,
        /// What the database said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A ledger's file is not sound.
    #[error("the ledger {ledger} is not sound: {what}")]
    Broken {
        /// Where it is.
        ledger: String,
        /// What is wrong with it.
        what: String,
    },
    /// Something is where a file was to be made.
    #[error("{} exists already, and nothing is overwritten: move it aside first", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A file could not be read or made.
    #[error("{doing} {}", path.display())]
    File {
        /// What was being done: `copying`, `naming`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
    /// A statement failed; its transaction was rolled back.
    #[error("the ledger failed while {doing}")]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// What the database said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A row would break a rule of the books.
    #[error("the ledger refused a row: {rule}")]
    Constraint {
        /// The rule.
        rule: String,
    },
    /// A row says what this program never writes.
    #[error("the ledger's table `{table}` holds what this program never wrote")]
    Corrupt {
        /// The table.
        table: &'static str,
    },
    /// A block is already known with other facts.
    #[error(
        "block {block} is in the ledger as {known}, and was now given as {given}: give it as the \
         ledger has it, or open another ledger"
    )]
    OtherBlock {
        /// The block.
        block: String,
        /// Its game and size in the ledger.
        known: String,
        /// Its game and size as given.
        given: String,
    },
    /// A block's place in its emission is another one's.
    #[error(
        "block {given} was given as number {number} of emission {emission} of {game}, and in the \
         ledger that is {known}: give it the number that it was announced with"
    )]
    NumberTaken {
        /// The game.
        game: String,
        /// The emission.
        emission: u16,
        /// The number in it.
        number: u32,
        /// The block that has it in the ledger.
        known: String,
        /// The block that was given.
        given: String,
    },
    /// The ledger sells a block whose files this program was not given.
    #[error("block {block} is on sale, and its files are not here")]
    NoFiles {
        /// The block.
        block: String,
    },
    /// Deciding a command broke an assertion: a bug. Nothing of it was saved.
    #[error("a command could not be decided: {bug}")]
    Bug {
        /// What the assertion said.
        bug: String,
    },
    /// A test asked for it.
    #[error("a fault that was asked for: {0}")]
    Injected(&'static str),
}

impl StoreError {
    /// For `map_err`: a statement failed while `doing`.
    pub(crate) fn sql<E: Into<Box<dyn Error + Send + Sync>>>(
        doing: &'static str,
    ) -> impl Fn(E) -> Self {
        move |source| Self::Sql { doing, source: source.into() }
    }

    /// For `ok_or_else`: a row of `table` is not as it was written.
    pub(crate) fn corrupt(table: &'static str) -> impl Fn() -> Self {
        move || Self::Corrupt { table }
    }
}
