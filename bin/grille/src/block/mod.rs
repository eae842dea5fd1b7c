//! `grille block`: a block's life, from its deal to its disclosure.

mod audit;
mod deal;
mod disclose;
mod export;
mod print;
mod prove;
mod repair;

use clap::Subcommand;

use crate::Answer;

#[derive(Subcommand)]
pub(crate) enum Command {
    Deal(deal::Args),
    Audit(audit::Args),
    Prove(prove::Args),
    Repair(repair::Args),
    Export(export::Args),
    Print(print::Args),
    Disclose(disclose::Args),
}

pub(crate) fn run(command: Command) -> anyhow::Result<Answer> {
    match command {
        Command::Deal(args) => deal::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Repair(args) => repair::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Print(args) => print::run(&args),
        Command::Disclose(args) => disclose::run(&args),
    }
}
