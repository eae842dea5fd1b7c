//! The door's book on PostgreSQL, beside the ledger: several servers have one door.

use std::borrow::Cow;

use ledger::Millis;
use postgres::Client;
use postgres::types::ToSql;

use crate::engine::{Engine, Row, Session};
use crate::error::AccessError;
use crate::holder::{Book, Holder};
use crate::policy::Policy;
use crate::token::TokenHash;

/// The migrations; the first one makes schema 1. The table `access_schema` says how many were seen.
const MIGRATIONS: [&str; 1] = [include_str!("../migrations/postgres_0001_logins.sql")];

/// Any number: servers that start at once take turns by it.
const TURN: i64 = 0x6163_6365_7373;

/// Reaches the server: where it is and who vouches for it is its giver's to know.
pub(crate) type Connect = dyn Fn() -> Result<Client, postgres::Error> + Send;

pub(crate) struct Postgres {
    connect: Box<Connect>,
    client: Client,
    book: Book,
}

impl Postgres {
    /// Opens a book on the server that `connect` reaches, making its tables when there are none.
    pub(crate) fn open(connect: Box<Connect>, book: Book) -> Result<Self, AccessError> {
        let client = connected(&connect)?;
        let mut it = Self { connect, client, book };
        it.bring_up_to_date()?;
        Ok(it)
    }

    fn bring_up_to_date(&mut self) -> Result<(), AccessError> {
        let failed = AccessError::sql::<postgres::Error>("bringing the schema up to date");
        let known = i64::try_from(MIGRATIONS.len()).expect("there are few migrations");
        let book = self.book;
        let mut transaction = self.client.transaction().map_err(&failed)?;
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&TURN]).map_err(&failed)?;
        let table = "SET client_min_messages = warning;
            CREATE TABLE IF NOT EXISTS access_schema (version BIGINT NOT NULL)";
        transaction.batch_execute(&of(book, table)).map_err(&failed)?;
        let row = transaction.query_opt(&*of(book, "SELECT version FROM access_schema"), &[]);
        let found: Option<i64> = row.map_err(&failed)?.map(|row| row.get(0));
        let seen = found.unwrap_or(0);
        if seen > known {
            let book = "on PostgreSQL".to_owned();
            return Err(AccessError::Newer { book, found: seen, known });
        }
        for sql in &MIGRATIONS[usize::try_from(seen).unwrap_or(0)..] {
            transaction.batch_execute(&of(book, sql)).map_err(&failed)?;
        }
        let sql = match found {
            None => "INSERT INTO access_schema (version) VALUES ($1)",
            Some(_) => "UPDATE access_schema SET version = $1",
        };
        transaction.execute(&*of(book, sql), &[&known]).map_err(&failed)?;
        transaction.commit().map_err(&failed)
    }

    /// The connection; a new one when the old one is gone.
    fn client(&mut self) -> Result<&mut Client, AccessError> {
        if self.client.is_closed() {
            self.client = connected(&self.connect)?;
        }
        Ok(&mut self.client)
    }

    fn run(&mut self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, AccessError> {
        let book = self.book;
        self.client()?.execute(&*of(book, sql), params).map_err(AccessError::sql("saving"))
    }

    fn row(
        &mut self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, AccessError> {
        let book = self.book;
        let row = self
            .client()?
            .query_opt(&*of(book, sql), params)
            .map_err(AccessError::sql("reading"))?;
        Ok(row.map(|row| Row { player: Holder(row.get(0)), login: row.get(1), hash: row.get(2) }))
    }
}

/// The names of what players' logins are kept in.
const NAMES: [&str; 4] = ["access_schema", "logins", "sessions", "resets"];

/// A statement about players' logins, as one about those of `book`, whose tables are others.
fn of(book: Book, sql: &str) -> Cow<'_, str> {
    match book {
        Book::Players => Cow::Borrowed(sql),
        Book::Counters => Cow::Owned(
            NAMES
                .iter()
                .fold(sql.to_owned(), |sql, name| sql.replace(name, &format!("counter_{name}"))),
        ),
    }
}

fn connected(connect: &Connect) -> Result<Client, AccessError> {
    connect().map_err(|source| AccessError::Open {
        book: "on PostgreSQL".to_owned(),
        source: source.into(),
    })
}

impl Engine for Postgres {
    fn add(&mut self, row: &Row) -> Result<bool, AccessError> {
        let sql = "INSERT INTO logins (player, login, password, misses, missed_at_ms)
            VALUES ($1, $2, $3, 0, 0) ON CONFLICT DO NOTHING";
        Ok(self.run(sql, &[&row.player.0, &row.login, &row.hash])? == 1)
    }

    fn row_of(&mut self, player: Holder) -> Result<Option<Row>, AccessError> {
        self.row("SELECT player, login, password FROM logins WHERE player = $1", &[&player.0])
    }

    fn attempt(
        &mut self,
        login: &str,
        at: Millis,
        policy: &Policy,
    ) -> Result<Option<(Row, u32)>, AccessError> {
        let sql = "UPDATE logins SET misses = misses + 1, missed_at_ms = $2
            WHERE login = $1 AND (misses < $3 OR missed_at_ms <= $4)
            RETURNING player, login, password, misses";
        let (misses, unlocked) = (i64::from(policy.misses), at.before(policy.lock).0);
        let params: [&(dyn ToSql + Sync); 4] = [&login, &at.0, &misses, &unlocked];
        let book = self.book;
        let row = self
            .client()?
            .query_opt(&*of(book, sql), &params)
            .map_err(AccessError::sql("reading"))?;
        Ok(row.map(|row| {
            let misses = u32::try_from(row.get::<_, i64>(3)).unwrap_or(u32::MAX);
            let (player, login, hash) = (Holder(row.get(0)), row.get(1), row.get(2));
            (Row { player, login, hash }, misses)
        }))
    }

    fn erase(&mut self, player: Holder) -> Result<(), AccessError> {
        let failed = AccessError::sql::<postgres::Error>("erasing a login");
        let book = self.book;
        let mut transaction = self.client()?.transaction().map_err(&failed)?;
        for sql in [
            "DELETE FROM sessions WHERE player = $1",
            "DELETE FROM resets WHERE player = $1",
            "DELETE FROM logins WHERE player = $1",
        ] {
            transaction.execute(&*of(book, sql), &[&player.0]).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)
    }

    fn begin(&mut self, hash: &TokenHash, player: Holder, at: Millis) -> Result<(), AccessError> {
        let failed = AccessError::sql::<postgres::Error>("beginning a session");
        let book = self.book;
        let mut transaction = self.client()?.transaction().map_err(&failed)?;
        let sql = "UPDATE logins SET misses = 0 WHERE player = $1";
        transaction.execute(&*of(book, sql), &[&player.0]).map_err(&failed)?;
        let sql = "INSERT INTO sessions (token, player, began_at_ms, seen_at_ms)
            VALUES ($1, $2, $3, $3)";
        transaction
            .execute(&*of(book, sql), &[&hash.as_slice(), &player.0, &at.0])
            .map_err(&failed)?;
        transaction.commit().map_err(&failed)
    }

    fn session(&mut self, hash: &TokenHash) -> Result<Option<Session>, AccessError> {
        let sql = "SELECT player, began_at_ms, seen_at_ms FROM sessions WHERE token = $1";
        let book = self.book;
        let row = self.client()?.query_opt(&*of(book, sql), &[&hash.as_slice()]);
        Ok(row.map_err(AccessError::sql("reading"))?.map(|row| Session {
            player: Holder(row.get(0)),
            began_at: Millis(row.get(1)),
            seen_at: Millis(row.get(2)),
        }))
    }

    fn seen(&mut self, hash: &TokenHash, at: Millis) -> Result<(), AccessError> {
        let sql = "UPDATE sessions SET seen_at_ms = greatest(seen_at_ms, $2) WHERE token = $1";
        self.run(sql, &[&hash.as_slice(), &at.0]).map(drop)
    }

    fn end(&mut self, hash: &TokenHash) -> Result<(), AccessError> {
        self.run("DELETE FROM sessions WHERE token = $1", &[&hash.as_slice()]).map(drop)
    }

    fn set(&mut self, row: &Row) -> Result<(), AccessError> {
        let failed = AccessError::sql::<postgres::Error>("setting a password");
        let book = self.book;
        let mut transaction = self.client()?.transaction().map_err(&failed)?;
        let sql = "INSERT INTO logins (player, login, password, misses, missed_at_ms)
            VALUES ($1, $2, $3, 0, 0)
            ON CONFLICT (player) DO UPDATE SET password = excluded.password, misses = 0";
        let params: [&(dyn ToSql + Sync); 3] = [&row.player.0, &row.login, &row.hash];
        transaction.execute(&*of(book, sql), &params).map_err(&failed)?;
        let sql = "DELETE FROM sessions WHERE player = $1";
        transaction.execute(&*of(book, sql), &[&row.player.0]).map_err(&failed)?;
        transaction.commit().map_err(&failed)
    }

    fn end_all(&mut self, player: Holder) -> Result<(), AccessError> {
        self.run("DELETE FROM sessions WHERE player = $1", &[&player.0]).map(drop)
    }

    fn promise(
        &mut self,
        login: &str,
        hash: &TokenHash,
        until: Millis,
    ) -> Result<bool, AccessError> {
        let sql = "INSERT INTO resets (player, token, until_ms)
            SELECT player, $2, $3 FROM logins WHERE login = $1
            ON CONFLICT (player) DO UPDATE SET token = excluded.token, until_ms = excluded.until_ms";
        Ok(self.run(sql, &[&login, &hash.as_slice(), &until.0])? == 1)
    }

    fn redeem(
        &mut self,
        hash: &TokenHash,
        password: &str,
        at: Millis,
    ) -> Result<Option<Holder>, AccessError> {
        let failed = AccessError::sql::<postgres::Error>("setting a password");
        let book = self.book;
        let mut transaction = self.client()?.transaction().map_err(&failed)?;
        let sql = "DELETE FROM resets WHERE token = $1 AND until_ms > $2 RETURNING player";
        let row =
            transaction.query_opt(&*of(book, sql), &[&hash.as_slice(), &at.0]).map_err(&failed)?;
        let player: Option<i64> = row.map(|row| row.get(0));
        if let Some(player) = player {
            let sql = "UPDATE logins SET password = $2, misses = 0 WHERE player = $1";
            transaction.execute(&*of(book, sql), &[&player, &password]).map_err(&failed)?;
            let sql = "DELETE FROM sessions WHERE player = $1";
            transaction.execute(&*of(book, sql), &[&player]).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)?;
        Ok(player.map(Holder))
    }

    fn sweep(&mut self, idle: Millis, longest: Millis, now: Millis) -> Result<u64, AccessError> {
        let idle = self.run("DELETE FROM sessions WHERE seen_at_ms <= $1", &[&idle.0])?;
        let long = self.run("DELETE FROM sessions WHERE began_at_ms <= $1", &[&longest.0])?;
        let resets = self.run("DELETE FROM resets WHERE until_ms <= $1", &[&now.0])?;
        Ok(idle + long + resets)
    }
}
