//! What a developer of Grille runs: the whole gate that a change must pass, and each of its parts.
//!
//! One file a subcommand. Nothing here ships: it starts cargo, Node and Debian's package manager,
//! and reads the repository. It is the first thing a newcomer compiles, so it leans on few crates.

mod test;

mod api;
mod bench;
mod browser;
mod conformance;
mod data;
mod faces;
mod fairness;
mod judge;
mod lexicon;
mod postgres;
mod randomness;
mod screens;
mod soak;
mod tidy;

mod run;
mod setup;
mod source;
mod tree;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};

use crate::workspace::Workspace;

/// What a developer of Grille runs.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", disable_help_subcommand = true)]
enum Task {
    /// Everything that a change must pass, from an empty machine to the browser tests
    Test(test::Options),
    /// The rules of the house, as far as a machine can check them
    Tidy,
    /// What the games and their regulators ask, and which tests show it
    Conformance,
    /// Units from the program, judged by a judge that shares no code with it
    Judge(judge::Options),
    /// A block's exports, read by DuckDB, pandas and a spreadsheet
    Data(data::Options),
    /// A player's life through the API, and the API's document tried out call by call
    Api(api::Options),
    /// Units for the leak test, made as the product makes them or, as a control, the wrong way
    Fairness(fairness::Options),
    /// The stream of all draws, tested by dieharder
    Randomness,
    /// The stream of all draws itself, as bytes without end
    #[command(hide = true)]
    Stream(randomness::Options),
    /// The browser tests, on the real program and a real Chromium
    Browser,
    /// Pictures of every page, for one's own eyes
    Screens,
    /// How fast units and whole blocks are made, by stage; with `web`, how fast the page is
    Bench(bench::Options),
    /// The ledger's faults, as often as there is time for
    Soak(soak::Options),
    /// Many faces of a game: their figures, and a sheet of a hundred
    Faces(faces::Options),
    /// The French word list, made again from its sources
    Lexicon(lexicon::Options),
}

/// The names of the tasks.
fn task_names() -> Vec<String> {
    let command = Task::command();
    command.get_subcommands().map(|task| task.get_name().to_owned()).collect()
}

fn main() -> ExitCode {
    let result = perform(&Task::parse());
    run::sweep();
    let Err(error) = result else { return ExitCode::SUCCESS };
    eprintln!("xtask: {error:#}");
    ExitCode::FAILURE
}

fn perform(task: &Task) -> Result<()> {
    let workspace = Workspace::find()?;
    match task {
        Task::Test(options) => test::run(&workspace, options),
        Task::Tidy => tidy::run(&workspace),
        Task::Conformance => conformance::run(&workspace),
        Task::Judge(options) => judge::run(&workspace, options),
        Task::Data(options) => data::run(&workspace, options),
        Task::Api(options) => api::run(&workspace, options),
        Task::Fairness(options) => fairness::run(&workspace, options),
        Task::Randomness => randomness::run(&workspace),
        Task::Stream(options) => {
            randomness::stream(options);
            Ok(())
        }
        Task::Browser => browser::run(&workspace),
        Task::Screens => screens::run(&workspace),
        Task::Bench(options) => bench::run(&workspace, options),
        Task::Soak(options) => soak::run(&workspace, options),
        Task::Faces(options) => faces::run(&workspace, options),
        Task::Lexicon(options) => lexicon::run(&workspace, options),
    }
}
