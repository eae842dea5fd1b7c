//! Schema migrations: numbered files, each applied once, in order, each in one transaction.
//!
//! `PRAGMA user_version` says how many of them a file has seen. A file that has seen more than
//! this program knows is refused: an older program would read it wrongly.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::StoreError;

/// The migrations; the first one makes schema 1.
const MIGRATIONS: [&str; 8] = [
    include_str!("../../migrations/sqlite/0001_thin.sql"),
    include_str!("../../migrations/sqlite/0002_ledger.sql"),
    include_str!("../../migrations/sqlite/0003_operate.sql"),
    include_str!("../../migrations/sqlite/0004_payments.sql"),
    include_str!("../../migrations/sqlite/0005_closing.sql"),
    include_str!("../../migrations/sqlite/0006_retail.sql"),
    include_str!("../../migrations/sqlite/0007_running.sql"),
    include_str!("../../migrations/sqlite/0008_place.sql"),
];

/// Whether `connection`'s file is a ledger that this program can read, now or once it is brought up
/// to date.
pub(super) fn check_known(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let ledger = || path.display().to_string();
    let found: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(super::opening(path))?;
    let known = known();
    match found {
        ..=0 => Err(StoreError::Broken { ledger: ledger(), what: "it is no ledger".to_owned() }),
        _ if found > known => Err(StoreError::Newer { ledger: ledger(), found, known }),
        _ => Ok(()),
    }
}

fn known() -> i64 {
    i64::try_from(MIGRATIONS.len()).expect("there are few migrations")
}

/// Applies what `connection`'s file has not seen yet.
pub(crate) fn bring_up_to_date(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let known = known();
    let ledger = || path.display().to_string();
    loop {
        // The version is read under the write lock: two programs that start at once take turns.
        let migrating = |version| {
            move |source: rusqlite::Error| StoreError::Migrate {
                ledger: path.display().to_string(),
                version,
                source: source.into(),
            }
        };
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(migrating(known))?;
        let found: i64 = transaction
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(migrating(known))?;
        if found > known {
            return Err(StoreError::Newer { ledger: ledger(), found, known });
        }
        let Some(sql) = usize::try_from(found).ok().and_then(|seen| MIGRATIONS.get(seen)) else {
            return Ok(());
        };
        let version = found + 1;
        transaction.execute_batch(sql).map_err(migrating(version))?;
        transaction.pragma_update(None, "user_version", version).map_err(migrating(version))?;
        transaction.commit().map_err(migrating(version))?;
    }
}
