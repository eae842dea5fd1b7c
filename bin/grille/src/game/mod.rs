//! `grille game`: the rules of the games.

mod check;
mod list;
mod show;

use clap::Subcommand;

use crate::Answer;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The games that ship with the program.
    List,
    /// A game's prize table, odds and return, and the sums that can and cannot occur.
    Show(show::Args),
    /// Every fault in a game file, with line and key.
    Check(check::Args),
}

pub(crate) fn run(command: Command) -> anyhow::Result<Answer> {
    match command {
        Command::List => list::run(),
        Command::Show(args) => show::run(&args),
        Command::Check(args) => check::run(&args),
    }
}
