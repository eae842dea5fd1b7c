//! Keeps the ledger: who has what, which units were sold to whom, and what they won.
//!
//! A purchase is one transaction: the stake leaves the balance, the block's next unit is assigned,
//! the judge reads it, the result is recorded and the gain paid, or nothing of all this happens.
//! What a screen shows afterwards is a *view* ([`Store::save_view`]), which can change nothing.
//!
//! The engine is embedded SQLite, in one file. Every call here blocks until the disk has it; an
//! async caller wraps it. The store reads no clock: times come in, as [`Millis`].
//!
//! This crate knows nothing of HTTP, of how a block is dealt or kept, or of who may be which
//! player.

mod buy;
mod error;
mod migrate;
mod play;
mod player;
mod sale;
mod unit_text;
mod view;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, TransactionBehavior};

pub use buy::{BuyCommand, CommandId, CommandIdError, Receipt, Refusal};
pub use error::StoreError;
pub use play::{History, Mode, Play, PlayId};
pub use player::{Player, PlayerId};
pub use sale::Books;

/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

/// The file's name inside a data directory.
pub const LEDGER_FILE: &str = "ledger.sqlite";

/// The ledger.
pub struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the ledger in `directory`, making the file when there is none and bringing an older
    /// one up to date.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or was written by a newer program.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        let path = directory.join(LEDGER_FILE);
        let opening = |source| StoreError::Open { path: path.clone(), source };
        let mut connection = Connection::open(&path).map_err(opening)?;
        configure(&connection).map_err(opening)?;
        migrate::bring_up_to_date(&mut connection, &path)?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    /// The connection. A caller that panicked left no open transaction behind: dropping one rolls
    /// it back, so a poisoned lock is still a sound connection.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` in one transaction that holds the write lock from its start.
    fn transact<T>(
        &self,
        doing: &'static str,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let failed = |source| StoreError::Sql { doing, source };
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let result = work(&transaction)?;
        transaction.commit().map_err(failed)?;
        Ok(result)
    }
}

/// Durable at each commit, also when the machine loses power; readers do not stop the writer.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}
