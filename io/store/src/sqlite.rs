//! The embedded engine: SQLite in one file.
//!
//! A commit is on the disk when it returns (`WAL`, `synchronous=FULL`), also when the machine loses
//! power; readers do not stop the writer.

mod backup;
mod load;
mod migrate;
mod read;
mod report;
mod retail;
mod save;
mod statement;
mod windows;

use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::{
    Block, BlockId, CounterId, Deposit, EventKind, GameCode, Millis, Needs, Offer, Payment, PlayId,
    PlayerId, PlayerName, Provider, Reference, RetailFacts, RetailNeeds, Withdrawal, WithdrawalId,
};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::chain::Entry;
use crate::engine::{Books, Engine, Fault, Frame, Purse, Work};
use crate::error::StoreError;
use crate::known::check_known;
use crate::lapsed::Lapsed;
use crate::register::{Hour, Register};
use crate::retail::{Asking, Paper, Sales};
use crate::sold::{History, PlayPlace, Sold};
use crate::statement::{Before, Outstanding, Statement};

/// The file's name inside a data directory.
pub const LEDGER_FILE: &str = "ledger.sqlite";

/// How many statements are kept prepared: more than there are.
const STATEMENTS: usize = 64;
/// How much of the file a connection keeps in memory at most: the upper pages of every index, and
/// what was written last. With SQLite's own 2 MiB a fifth of the teller's time went into reading pages
/// again that it had just had.
const CACHE_KIB: i64 = 32 * 1024;
/// After how many pages the log is copied back into the file: 64 MiB. The pages that every batch
/// changes, the upper ones of the indexes and the accounts, are copied once for all batches since
/// the last time; with SQLite's own 4 MiB they were copied every few of them.
const LOG_PAGES: i64 = 16 * 1024;

/// A ledger in a file.
pub struct Sqlite {
    path: PathBuf,
    connection: Connection,
}

impl Sqlite {
    /// Opens the ledger in `directory`, making the file when there is none and bringing an older
    /// one up to date.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or was written by a newer program.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        Self::open_file(directory.join(LEDGER_FILE))
    }

    fn open_file(path: PathBuf) -> Result<Self, StoreError> {
        let mut connection = Connection::open(&path).map_err(opening(&path))?;
        configure(&connection).map_err(opening(&path))?;
        migrate::bring_up_to_date(&mut connection, &path)?;
        Ok(Self { path, connection })
    }
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    waiting(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Negative numbers are KiB.
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // A plan does not depend on the values that are bound. Otherwise a statement that compares with
    // one is parsed and planned again each time that it is given another: half of all the work.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Waits while another connection has a lock, as none does for long.
fn waiting(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))
}

/// For `map_err`: the file at `path` could not be opened.
fn opening(path: &Path) -> impl Fn(rusqlite::Error) -> StoreError {
    let ledger = path.display().to_string();
    move |source| StoreError::Open { ledger: ledger.clone(), source: source.into() }
}

/// For `map_err`.
fn failed(doing: &'static str) -> impl Fn(rusqlite::Error) -> StoreError {
    StoreError::sql(doing)
}

impl Engine for Sqlite {
    fn twin(&self) -> Result<Box<dyn Engine>, StoreError> {
        Ok(Box::new(Self::open_file(self.path.clone())?))
    }

    fn transact(
        &mut self,
        needs: &Needs,
        frame: Frame<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Fault> {
        let beginning = failed("beginning a transaction");
        // The write lock is held from the start: what is read stays true until the commit.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(beginning)?;
        let facts = load::facts(&transaction, needs, frame)?;
        let changes = work(facts)?;
        if changes.is_empty() {
            return Ok(());
        }
        save::changes(&transaction, &changes)?;
        transaction.commit().map_err(|error| {
            // There was a lock, or no room: the page that makes the transaction whole comes last,
            // so that it is not there.
            let is_undone = matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DiskFull)
            );
            let error = failed("committing")(error);
            // Any other failure, of the disk, may come after the last byte was written.
            if is_undone { Fault::Failed(error) } else { Fault::Unknown(error) }
        })
    }

    fn publish(&mut self, offer: &Offer, block: &Block) -> Result<(), StoreError> {
        let doing = failed("publishing a block");
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&doing)?;
        if !check_known(&load::named_or_numbered(&transaction, block)?, block)? {
            save::new_block(&transaction, block)?;
        }
        save::price(&transaction, offer)?;
        transaction.commit().map_err(&doing)
    }

    fn suspend_restored(&mut self) -> Result<(), StoreError> {
        let doing = failed("suspending the blocks of a restored ledger");
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&doing)?;
        for block in load::blocks(&transaction)? {
            save::state(&transaction, &block.id, block.state.restored())?;
        }
        retail::suspend_restored(&transaction)?;
        transaction.commit().map_err(&doing)
    }

    fn latest(&mut self) -> Result<Millis, StoreError> {
        read::latest(&self.connection)
    }

    fn player(&mut self, id: PlayerId) -> Result<Option<Purse>, StoreError> {
        read::purse(&self.connection, id)
    }

    fn play(&mut self, id: &PlayId) -> Result<Option<Sold>, StoreError> {
        load::play(&self.connection, id.player.0, id.command.as_str())
    }

    fn history(
        &mut self,
        player: PlayerId,
        before: Option<PlayPlace>,
        limit: u16,
    ) -> Result<History, StoreError> {
        read::history(&self.connection, player, before, limit)
    }

    fn block(&mut self, id: &BlockId) -> Result<Option<Block>, StoreError> {
        load::block(&self.connection, id.as_str())
    }

    fn blocks(&mut self) -> Result<Vec<Block>, StoreError> {
        load::blocks(&self.connection)
    }

    fn books(&mut self) -> Result<Books, StoreError> {
        read::books(&self.connection)
    }

    fn events(&mut self, after: i64, limit: u32) -> Result<Vec<Entry>, StoreError> {
        report::events(&self.connection, after, limit)
    }

    fn last_event(&mut self, kind: EventKind) -> Result<Option<Entry>, StoreError> {
        report::last_event(&self.connection, kind)
    }

    fn register(&mut self) -> Result<Register, StoreError> {
        report::register(&self.connection)
    }

    fn turnover(&mut self) -> Result<Vec<Hour>, StoreError> {
        report::turnover(&self.connection)
    }

    fn named(&mut self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError> {
        report::named(&self.connection, name)
    }

    fn lapsed(&mut self, by: Millis, limit: u32) -> Result<Lapsed, StoreError> {
        report::lapsed(&self.connection, by, limit)
    }

    fn statement(
        &mut self,
        player: PlayerId,
        before: &Before,
        limit: u16,
    ) -> Result<Statement, StoreError> {
        statement::page(&self.connection, player, before, limit)
    }

    fn deposit(
        &mut self,
        provider: &Provider,
        reference: &Reference,
    ) -> Result<Option<Deposit>, StoreError> {
        load::deposit(&self.connection, provider, reference)
    }

    fn withdrawal(&mut self, id: &WithdrawalId) -> Result<Option<Withdrawal>, StoreError> {
        load::withdrawal(&self.connection, id)
    }

    fn outstanding(&mut self, limit: u32) -> Result<Outstanding, StoreError> {
        statement::outstanding(&self.connection, limit)
    }

    fn retail(&mut self, needs: &RetailNeeds) -> Result<RetailFacts, StoreError> {
        retail::facts(&self.connection, needs)
    }

    fn paper(&mut self) -> Result<Paper, StoreError> {
        retail::paper(&self.connection)
    }

    fn paid(
        &mut self,
        counter: CounterId,
        within: (Millis, Millis),
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        retail::paid(&self.connection, counter, within, limit)
    }

    fn asking(&mut self, within: (Millis, Millis)) -> Result<Vec<Asking>, StoreError> {
        retail::asking(&self.connection, within)
    }

    fn sales(&mut self, code: GameCode) -> Result<Vec<Sales>, StoreError> {
        retail::sales(&self.connection, code)
    }
}

#[cfg(test)]
mod tests;
