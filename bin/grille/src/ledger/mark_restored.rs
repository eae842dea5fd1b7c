//! `grille ledger mark-restored`.

use anyhow::Context;

use super::Configured;
use crate::config::Config;
use crate::serve::stock;
use crate::{Answer, database};

/// Suspend every block that may have been sold from since the ledger was backed up.
///
/// To be run after a ledger was restored by other means than grille ledger restore, and before any
/// server starts on it.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    ledger: Configured,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.ledger.config)?;
    let stock = stock::open(&config)
        .with_context(|| format!("opening the blocks of {}", args.ledger.config.display()))?;
    let (_turn, mut engine) = database::open(&config)?;
    // A block that the ledger does not know may have been published and sold since, too.
    for (it, _) in &stock {
        engine.publish(&it.offer(), &it.block())?;
    }
    engine.suspend_restored()?;
    super::note_restored(engine.as_mut())?;
    super::show(engine.as_mut())?;
    Ok(Answer::Yes)
}
