//! Schema migrations: numbered files, each applied once, in order. The table `schema` says how
//! many a ledger has seen; one that has seen more than this program knows is refused.

use postgres::Client;

use crate::error::StoreError;

/// The migrations; the first one makes schema 1.
const MIGRATIONS: [&str; 7] = [
    include_str!("../../migrations/postgres/0001_ledger.sql"),
    include_str!("../../migrations/postgres/0002_operate.sql"),
    include_str!("../../migrations/postgres/0003_payments.sql"),
    include_str!("../../migrations/postgres/0004_closing.sql"),
    include_str!("../../migrations/postgres/0005_retail.sql"),
    include_str!("../../migrations/postgres/0006_running.sql"),
    include_str!("../../migrations/postgres/0007_place.sql"),
];

/// Any number: servers that start at once take turns by it.
const TURN: i64 = 0x6772_696c_6c65;

/// Applies what the ledger has not seen yet, all of it in one transaction.
pub(super) fn bring_up_to_date(client: &mut Client) -> Result<(), StoreError> {
    let known = i64::try_from(MIGRATIONS.len()).expect("there are few migrations");
    let ledger = || "on PostgreSQL".to_owned();
    let migrating = |source: postgres::Error| StoreError::Migrate {
        ledger: ledger(),
        version: known,
        source: source.into(),
    };
    let mut transaction = client.transaction().map_err(migrating)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&TURN]).map_err(migrating)?;
    let table = "SET client_min_messages = warning;
        CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)";
    transaction.batch_execute(table).map_err(migrating)?;
    let row = transaction.query_opt("SELECT version FROM schema", &[]).map_err(migrating)?;
    let found: i64 = row.as_ref().map_or(0, |row| row.get(0));
    if found > known {
        return Err(StoreError::Newer { ledger: ledger(), found, known });
    }
    let seen = usize::try_from(found).unwrap_or(0);
    for sql in &MIGRATIONS[seen..] {
        transaction.batch_execute(sql).map_err(migrating)?;
    }
    let sql = match row {
        None => "INSERT INTO schema (version) VALUES ($1)",
        Some(_) => "UPDATE schema SET version = $1",
    };
    if found < known {
        transaction.execute(sql, &[&known]).map_err(migrating)?;
    }
    transaction.commit().map_err(migrating)
}
