//! `grille ledger`: a ledger, looked at from outside of the service.

mod events;

use clap::Subcommand;

use crate::Answer;

#[derive(Subcommand)]
pub(crate) enum Command {
    Events(events::Args),
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Answer> {
    match command {
        Command::Events(args) => events::run(args),
    }
}
