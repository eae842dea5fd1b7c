//! The door's book in a SQLite file of its own.

use std::path::Path;
use std::time::Duration;

use ledger::Millis;
use rusqlite::{Connection, OptionalExtension, Params, Transaction, TransactionBehavior};

use crate::engine::{Engine, Row, Session};
use crate::error::AccessError;
use crate::holder::{Book, Holder};
use crate::policy::Policy;
use crate::token::TokenHash;

/// The file's name inside a data directory.
pub const ACCESS_FILE: &str = "access.sqlite";
/// The name of the file of counters' logins.
pub const COUNTERS_FILE: &str = "counters.sqlite";

/// The migrations; the first one makes schema 1. `PRAGMA user_version` says how many a file has
/// seen.
const MIGRATIONS: [&str; 1] = [include_str!("../migrations/sqlite_0001_logins.sql")];

pub(crate) struct Sqlite {
    connection: Connection,
}

impl Sqlite {
    /// Opens a book in `directory`, making it when there is none.
    pub(crate) fn open(directory: &Path, book: Book) -> Result<Self, AccessError> {
        let path = directory.join(match book {
            Book::Players => ACCESS_FILE,
            Book::Counters => COUNTERS_FILE,
        });
        let book = path.display().to_string();
        let opening = |source: rusqlite::Error| AccessError::Open {
            book: book.clone(),
            source: source.into(),
        };
        let connection = Connection::open(&path).map_err(opening)?;
        configure(&connection).map_err(opening)?;
        let mut it = Self { connection };
        it.bring_up_to_date(&book)?;
        Ok(it)
    }

    fn bring_up_to_date(&mut self, book: &str) -> Result<(), AccessError> {
        let known = i64::try_from(MIGRATIONS.len()).expect("there are few migrations");
        let transaction = self.begin_writing("bringing the schema up to date")?;
        let failed = AccessError::sql("bringing the schema up to date");
        let found: i64 = transaction
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(failed)?;
        if found > known {
            return Err(AccessError::Newer { book: book.to_owned(), found, known });
        }
        for sql in &MIGRATIONS[usize::try_from(found).unwrap_or(0)..] {
            let failed = AccessError::sql("bringing the schema up to date");
            transaction.execute_batch(sql).map_err(failed)?;
        }
        let failed = AccessError::sql::<rusqlite::Error>("bringing the schema up to date");
        transaction.pragma_update(None, "user_version", known).map_err(&failed)?;
        transaction.commit().map_err(&failed)
    }

    fn begin_writing(&mut self, doing: &'static str) -> Result<Transaction<'_>, AccessError> {
        let behavior = TransactionBehavior::Immediate;
        self.connection.transaction_with_behavior(behavior).map_err(AccessError::sql(doing))
    }

    fn run(&self, sql: &str, params: impl Params) -> Result<usize, AccessError> {
        run(&self.connection, sql, params)
    }

    fn row(&self, sql: &str, params: impl Params) -> Result<Option<Row>, AccessError> {
        one(&self.connection, sql, params, |row| {
            Ok(Row { player: Holder(row.get(0)?), login: row.get(1)?, hash: row.get(2)? })
        })
    }
}

/// A sign-in that was answered may be lost with the power: it is asked for again.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn run(connection: &Connection, sql: &str, params: impl Params) -> Result<usize, AccessError> {
    let done = connection.prepare_cached(sql).and_then(|mut it| it.execute(params));
    done.map_err(AccessError::sql("saving"))
}

fn one<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, AccessError> {
    let found = connection.prepare_cached(sql);
    let found = found.and_then(|mut it| it.query_row(params, read).optional());
    found.map_err(AccessError::sql("reading"))
}

impl Engine for Sqlite {
    fn add(&mut self, row: &Row) -> Result<bool, AccessError> {
        let sql = "INSERT INTO logins (player, login, password, misses, missed_at_ms)
            VALUES (?1, ?2, ?3, 0, 0) ON CONFLICT DO NOTHING";
        Ok(self.run(sql, (row.player.0, &row.login, &row.hash))? == 1)
    }

    fn row_of(&mut self, player: Holder) -> Result<Option<Row>, AccessError> {
        self.row("SELECT player, login, password FROM logins WHERE player = ?1", [player.0])
    }

    fn attempt(
        &mut self,
        login: &str,
        at: Millis,
        policy: &Policy,
    ) -> Result<Option<(Row, u32)>, AccessError> {
        let sql = "UPDATE logins SET misses = misses + 1, missed_at_ms = ?2
            WHERE login = ?1 AND (misses < ?3 OR missed_at_ms <= ?4)
            RETURNING player, login, password, misses";
        let params = (login, at.0, policy.misses, at.before(policy.lock).0);
        one(&self.connection, sql, params, |row| {
            let (player, login, hash) = (Holder(row.get(0)?), row.get(1)?, row.get(2)?);
            Ok((Row { player, login, hash }, row.get(3)?))
        })
    }

    fn erase(&mut self, player: Holder) -> Result<(), AccessError> {
        let transaction = self.begin_writing("erasing a login")?;
        for sql in [
            "DELETE FROM sessions WHERE player = ?1",
            "DELETE FROM resets WHERE player = ?1",
            "DELETE FROM logins WHERE player = ?1",
        ] {
            run(&transaction, sql, [player.0])?;
        }
        transaction.commit().map_err(AccessError::sql("erasing a login"))
    }

    fn begin(&mut self, hash: &TokenHash, player: Holder, at: Millis) -> Result<(), AccessError> {
        let transaction = self.begin_writing("beginning a session")?;
        run(&transaction, "UPDATE logins SET misses = 0 WHERE player = ?1", [player.0])?;
        let sql = "INSERT INTO sessions (token, player, began_at_ms, seen_at_ms)
            VALUES (?1, ?2, ?3, ?3)";
        run(&transaction, sql, (hash, player.0, at.0))?;
        transaction.commit().map_err(AccessError::sql("beginning a session"))
    }

    fn session(&mut self, hash: &TokenHash) -> Result<Option<Session>, AccessError> {
        let sql = "SELECT player, began_at_ms, seen_at_ms FROM sessions WHERE token = ?1";
        one(&self.connection, sql, [hash], |row| {
            let (began_at, seen_at) = (Millis(row.get(1)?), Millis(row.get(2)?));
            Ok(Session { player: Holder(row.get(0)?), began_at, seen_at })
        })
    }

    fn seen(&mut self, hash: &TokenHash, at: Millis) -> Result<(), AccessError> {
        let sql = "UPDATE sessions SET seen_at_ms = max(seen_at_ms, ?2) WHERE token = ?1";
        self.run(sql, (hash, at.0)).map(drop)
    }

    fn end(&mut self, hash: &TokenHash) -> Result<(), AccessError> {
        self.run("DELETE FROM sessions WHERE token = ?1", [hash]).map(drop)
    }

    fn set(&mut self, row: &Row) -> Result<(), AccessError> {
        let transaction = self.begin_writing("setting a password")?;
        let sql = "INSERT INTO logins (player, login, password, misses, missed_at_ms)
            VALUES (?1, ?2, ?3, 0, 0)
            ON CONFLICT (player) DO UPDATE SET password = excluded.password, misses = 0";
        run(&transaction, sql, (row.player.0, &row.login, &row.hash))?;
        run(&transaction, "DELETE FROM sessions WHERE player = ?1", [row.player.0])?;
        transaction.commit().map_err(AccessError::sql("setting a password"))
    }

    fn end_all(&mut self, player: Holder) -> Result<(), AccessError> {
        self.run("DELETE FROM sessions WHERE player = ?1", [player.0]).map(drop)
    }

    fn promise(
        &mut self,
        login: &str,
        hash: &TokenHash,
        until: Millis,
    ) -> Result<bool, AccessError> {
        let sql = "INSERT INTO resets (player, token, until_ms)
            SELECT player, ?2, ?3 FROM logins WHERE login = ?1
            ON CONFLICT (player) DO UPDATE SET token = excluded.token, until_ms = excluded.until_ms";
        Ok(self.run(sql, (login, hash, until.0))? == 1)
    }

    fn redeem(
        &mut self,
        hash: &TokenHash,
        password: &str,
        at: Millis,
    ) -> Result<Option<Holder>, AccessError> {
        let transaction = self.begin_writing("setting a password")?;
        let sql = "DELETE FROM resets WHERE token = ?1 AND until_ms > ?2 RETURNING player";
        let player: Option<i64> = one(&transaction, sql, (hash, at.0), |row| row.get(0))?;
        if let Some(player) = player {
            let sql = "UPDATE logins SET password = ?2, misses = 0 WHERE player = ?1";
            run(&transaction, sql, (player, password))?;
            run(&transaction, "DELETE FROM sessions WHERE player = ?1", [player])?;
        }
        transaction.commit().map_err(AccessError::sql("setting a password"))?;
        Ok(player.map(Holder))
    }

    fn sweep(&mut self, idle: Millis, longest: Millis, now: Millis) -> Result<u64, AccessError> {
        let idle = self.run("DELETE FROM sessions WHERE seen_at_ms <= ?1", [idle.0])?;
        let long = self.run("DELETE FROM sessions WHERE began_at_ms <= ?1", [longest.0])?;
        let resets = self.run("DELETE FROM resets WHERE until_ms <= ?1", [now.0])?;
        Ok((idle + long + resets) as u64)
    }
}
