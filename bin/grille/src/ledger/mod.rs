//! `grille ledger`: a ledger looked at from outside of the service, its copies, and what is done with
//! one that was restored.

mod backup;
mod events;
mod mark_restored;
mod restore;

use std::path::PathBuf;

use clap::Subcommand;
use ledger::{BlockState, Event, EventKind};
use store::{Engine, StoreError};

use crate::{Answer, site};

#[derive(Subcommand)]
pub(crate) enum Command {
    Events(events::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    MarkRestored(mark_restored::Args),
}

pub(crate) fn run(command: Command) -> anyhow::Result<Answer> {
    match command {
        Command::Events(args) => events::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::MarkRestored(args) => mark_restored::run(&args),
    }
}

// Which ledger. (No doc comment: clap would take it for the command's.)
#[derive(clap::Args)]
struct Configured {
    /// The server's configuration, which names the ledger.
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
}

/// Keeps that the ledger was restored, and how many blocks wait for someone to say how far they were
/// sold. Nobody signs: whoever may do this has the ledger itself in his hands.
fn note_restored(engine: &mut dyn Engine) -> Result<(), StoreError> {
    let restored = BlockState::Suspended(ledger::Suspension::Restored);
    let waiting = engine.blocks()?.iter().filter(|block| block.state == restored).count();
    let papers = engine.paper()?.printings.iter().filter(|it| it.is_restored).count();
    let papers = if papers == 0 { String::new() } else { format!(", {papers} on paper") };
    let detail = format!("{waiting} blocks wait{papers}");
    let event = Event::new(EventKind::LedgerRestored, None, "", &detail);
    store::note(engine, &event, site::now())
}

/// Prints where each block stands: its name, its state, and how many of its units are sold.
fn show(engine: &mut dyn Engine) -> Result<(), StoreError> {
    let mut waits = false;
    for block in engine.blocks()? {
        println!("{} {} {} of {}", block.id, block.state.code(), block.next.0, block.units);
        waits |= block.state == BlockState::Suspended(ledger::Suspension::Restored);
    }
    if waits {
        eprintln!(
            "Start the server; each suspended block goes on with grille operate resume, once it is known how far it \
             was sold: take them in the order of their numbers."
        );
    }
    if engine.paper()?.printings.iter().any(|it| it.is_restored) {
        eprintln!(
            "Blocks on paper pay nothing: enter the payments that are lacking with grille operate books enter-payment, \
             then grille operate emission resume-payments."
        );
    }
    Ok(())
}
