//! `cargo xtask bench`: how fast units and whole blocks are made, by stage.
//!
//! The benchmarks themselves lie in `bin/grille/benches/` and are compiled as the product is.
//! Nothing here or there says what is fast enough: `docs/performance.md` does.

use anyhow::Result;

use crate::run;
use crate::workspace::Workspace;

/// Compiles the benchmarks and runs them, one after the other.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    for name in ["units", "blocks", "ledger"] {
        let arguments = ["bench", "--quiet", "--package", "grille", "--bench", name];
        run::run(workspace.cargo().args(arguments))?;
    }
    Ok(())
}
