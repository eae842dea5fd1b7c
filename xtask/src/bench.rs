//! `cargo xtask bench`: how fast units and whole blocks are made, by stage, and plays made
//! durable, in the ledger alone and over HTTP.
//!
//! The benchmarks themselves lie in `bin/grille/benches/` and are compiled as the product is.
//! Nothing here or there says what is fast enough: `docs/performance.md` does.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{postgres, run, setup};

/// Compiles the benchmarks and runs them, one after the other.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    setup::machine(workspace)?;
    let server = postgres::Server::start()?;
    for name in ["units", "blocks", "ledger", "http"] {
        let arguments = ["bench", "--quiet", "--package", "grille", "--bench", name];
        let mut cargo = workspace.cargo();
        server.tell(cargo.args(arguments));
        run::run(&mut cargo)?;
    }
    Ok(())
}
