//! `grille ticket`: one paper ticket.

mod show;

use clap::{Subcommand, ValueEnum};
use ticket::Language;

use crate::Answer;

#[derive(Subcommand)]
pub(crate) enum Command {
    Show(show::Args),
}

pub(crate) fn run(command: Command) -> anyhow::Result<Answer> {
    match command {
        Command::Show(args) => show::run(&args),
    }
}

/// The language of what is printed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tongue {
    /// French.
    Fr,
    /// English.
    En,
}

impl Tongue {
    pub(crate) fn language(self) -> Language {
        match self {
            Self::Fr => Language::French,
            Self::En => Language::English,
        }
    }
}
