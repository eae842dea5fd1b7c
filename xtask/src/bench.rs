//! `cargo xtask bench`: how fast units and whole blocks are made, by stage, and plays made
//! durable, in the ledger alone and over HTTP. `cargo xtask bench web`: how fast the game's page is
//! in a browser.
//!
//! The benchmarks themselves lie in `bin/grille/benches/` and are compiled as the product is.
//! Nothing here or there says what is fast enough: `docs/performance.md` does.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{postgres, run, setup};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// One subject alone; without it, everything that needs no browser
    #[arg(value_enum)]
    subject: Option<Subject>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Subject {
    /// The game's page, in Chromium, on the program as it ships
    Web,
}

/// Compiles what is to be measured and runs it.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    setup::machine(workspace)?;
    match options.subject {
        Some(Subject::Web) => web(workspace),
        None => programs(workspace),
    }
}

/// The page, served by the released program's demonstration.
fn web(workspace: &Workspace) -> Result<()> {
    setup::npm_packages(workspace)?;
    run::run(workspace.cargo().args(["build", "--release", "--package", "grille"]))?;
    let grille = workspace.released("grille");
    run::run(run::program("node", &workspace.e2e()).arg("bench.mjs").env("GRILLE_BIN", grille))
}

/// The benchmarks of `bin/grille/benches/`, one after the other.
fn programs(workspace: &Workspace) -> Result<()> {
    let server = postgres::Server::start()?;
    for name in ["units", "blocks", "ledger", "http"] {
        let arguments = ["bench", "--quiet", "--package", "grille", "--bench", name];
        let mut cargo = workspace.cargo();
        server.tell(cargo.args(arguments));
        run::run(&mut cargo)?;
    }
    Ok(())
}
