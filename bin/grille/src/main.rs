//! `grille`: makes, seals, sells, prints, pays and proves crossword instant-lottery games.
//!
//! One file a subcommand; each parses its arguments, calls the libraries and prints. Exit codes:
//! 0 yes, 1 looked and the answer is no, 2 could not look.

mod block;
mod config;
mod courier;
mod database;
mod dealt;
mod demo;
mod format;
mod game;
mod key;
mod ledger;
mod logs;
mod money;
mod operate;
mod password;
mod progress;
mod serve;
mod shipped;
mod site;
mod socket;
mod trial;
mod unit;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Makes, seals, sells, prints, pays and proves crossword instant-lottery games.
#[derive(Parser)]
#[command(name = "grille", version = shipped::VERSION, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The rules: list, show, check.
    #[command(subcommand)]
    Game(game::Command),
    /// Make loose units of a game.
    Unit(unit::Args),
    /// Make keys: shares, a signing key, a block's selling key, an operator's password.
    #[command(subcommand)]
    Key(key::Command),
    /// A block: deal it, audit it, prove its units, mend it, disclose it.
    #[command(subcommand)]
    Block(block::Command),
    Serve(serve::Args),
    Operate(operate::Args),
    /// The ledger of a server: look at its events, back it up, restore it, go on after that.
    #[command(subcommand)]
    Ledger(ledger::Command),
    Demo(demo::Args),
}

/// What a command that could look has seen.
enum Answer {
    /// Yes: exit code 0.
    Yes,
    /// No: exit code 1.
    No,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let answer = match cli.command {
        Command::Game(command) => game::run(command),
        Command::Unit(args) => unit::run(&args),
        Command::Key(command) => key::run(command),
        Command::Block(command) => block::run(command),
        Command::Serve(args) => serve::run(&args),
        Command::Operate(args) => operate::run(&args),
        Command::Ledger(command) => ledger::run(command),
        Command::Demo(args) => demo::run(&args),
    };
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // A reader that closed its end (`grille unit … | head`) has had enough: no fault.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grille: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
