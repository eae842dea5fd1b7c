//! `grille ledger restore`.

use std::path::PathBuf;

use anyhow::{Context, bail};
use store::Sqlite;

use super::Configured;
use crate::config::Config;
use crate::serve::stock;
use crate::{Answer, database};

/// Put a copy of the ledger in the place of one that is lost.
///
/// It may lack sales: every block that may have been sold from since is suspended, and goes on with
/// grille operate resume. For SQLite; for PostgreSQL restore with its own programs, then run grille
/// ledger mark-restored.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The copy, from grille ledger backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    ledger: Configured,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.ledger.config)?;
    if config.database.is_some() {
        bail!(
            "the ledger is on PostgreSQL: restore it with its own programs, as docs/backup.md \
             says, then run grille ledger mark-restored before any server starts"
        );
    }
    let opened = stock::open(&config)
        .with_context(|| format!("opening the blocks of {}", args.ledger.config.display()))?;
    let stock: Vec<_> = opened.into_iter().map(|(stock, _)| stock).collect();
    let _turn = database::take(&config.data)?;
    Sqlite::restore(&args.file, &config.data, &stock)?;
    let mut engine = Sqlite::open(&config.data)?;
    super::note_restored(&mut engine)?;
    super::show(&mut engine)?;
    Ok(Answer::Yes)
}
