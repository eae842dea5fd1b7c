//! `grille key`: the keys of a block and of its operator.

pub(crate) mod operator;
mod selling;
mod share;
pub(crate) mod signing;

use clap::Subcommand;

use crate::Answer;

#[derive(Subcommand)]
pub(crate) enum Command {
    Share(share::Args),
    Signing(signing::Args),
    Selling(selling::Args),
    Operator(operator::Args),
}

pub(crate) fn run(command: Command) -> anyhow::Result<Answer> {
    match command {
        Command::Share(args) => share::run(&args),
        Command::Signing(args) => signing::run(&args),
        Command::Selling(args) => selling::run(&args),
        Command::Operator(args) => operator::run(&args),
    }
}
