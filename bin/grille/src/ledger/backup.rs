//! `grille ledger backup`.

use std::path::PathBuf;

use anyhow::bail;
use store::Sqlite;

use super::Configured;
use crate::Answer;
use crate::config::Config;

/// Copy the ledger into a new file, as it stands at one moment; the server may go on selling.
///
/// The copy is checked before it gets its name. For SQLite; docs/backup.md says what PostgreSQL has
/// for this.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    ledger: Configured,
    /// The copy; nothing is overwritten.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.ledger.config)?;
    if config.database.is_some() {
        bail!(
            "the ledger is on PostgreSQL: back it up with its own programs, as docs/backup.md says"
        );
    }
    Sqlite::back_up(&config.data, &args.out)?;
    Ok(Answer::Yes)
}
