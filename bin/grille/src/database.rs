//! The ledger that a configuration names.

use std::fs::{File, TryLockError};
use std::path::Path;

use access::{Access, Policy};
use anyhow::{Context, bail};
use ledger::CounterId;
use store::{Engine, Postgres, Server, Sqlite};

use crate::config::{Config, Database};

/// The name of the file in the data directory that is locked while a program has its ledger.
const TURN: &str = "ledger.lock";

/// Held by the one program that may change a SQLite ledger. It ends with its holder, however that
/// ends. PostgreSQL needs none: there several programs take turns by each transaction's locks.
pub(crate) struct Turn(#[expect(dead_code, reason = "held, not read")] Option<File>);

/// Opens the ledger of `config`, and makes one where there is none.
///
/// Fails when another program has it, it cannot be reached, or a newer program wrote it.
pub(crate) fn open(config: &Config) -> anyhow::Result<(Turn, Box<dyn Engine>)> {
    match &config.database {
        Some(database) => Ok((Turn(None), Box::new(Postgres::open_on(server(database)?)?))),
        None => {
            let turn = take(&config.data)?;
            Ok((turn, Box::new(Sqlite::open(&config.data)?)))
        }
    }
}

/// Opens the logins beside the ledger of `config`.
pub(crate) fn open_access(config: &Config) -> anyhow::Result<Access> {
    let policy = Policy::default();
    Ok(match &config.database {
        Some(database) => {
            let server = server(database)?;
            Access::on_postgres(move || server.connect(), policy)?
        }
        None => Access::on_sqlite(&config.data, policy)?,
    })
}

/// Opens the logins of counters beside it.
pub(crate) fn open_counters(config: &Config) -> anyhow::Result<Access<CounterId>> {
    let policy = Policy::default();
    Ok(match &config.database {
        Some(database) => {
            let server = server(database)?;
            Access::of_counters_on_postgres(move || server.connect(), policy)?
        }
        None => Access::of_counters_on_sqlite(&config.data, policy)?,
    })
}

/// The ledger of `config`, to look at while a server may have it; nothing where it is on SQLite,
/// whose directory the caller looks into.
pub(crate) fn look(config: &Config) -> anyhow::Result<Option<Box<dyn Engine>>> {
    match &config.database {
        Some(database) => Ok(Some(Box::new(Postgres::open_on(server(database)?)?))),
        None => Ok(None),
    }
}

/// Makes sure that no other program changes the SQLite ledger in `data`, which is made when there
/// is no such directory.
pub(crate) fn take(data: &Path) -> anyhow::Result<Turn> {
    std::fs::create_dir_all(data)
        .with_context(|| format!("making the data directory {}", data.display()))?;
    let path = data.join(TURN);
    let file = File::options().create(true).append(true).open(&path);
    let file = file.with_context(|| format!("opening {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Turn(Some(file))),
        Err(TryLockError::WouldBlock) => {
            bail!("another grille has the ledger in {}: stop it first", data.display())
        }
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("locking {}", path.display()))
        }
    }
}

/// How to reach the server, and who vouches for it.
fn server(database: &Database) -> anyhow::Result<Server> {
    let address = address(database)?;
    let Some(path) = &database.authorities_file else { return Ok(Server::in_the_clear(&address)) };
    let text = std::fs::read(path)
        .with_context(|| format!("reading authorities_file {}", path.display()))?;
    let server = Server::certified(&address, &text);
    server.with_context(|| format!("authorities_file {} is no use", path.display()))
}

/// The secret in its file.
fn address(database: &Database) -> anyhow::Result<String> {
    let path = &database.postgres_file;
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading postgres_file {}", path.display()))?;
    Ok(text.trim().to_owned())
}
