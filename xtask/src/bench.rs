//! `cargo xtask bench`: how fast units are made, by stage, beside a maker that is fixed for good.
//!
//! The benchmarks themselves lie in `bin/grille/benches/` and are compiled as the product is.
//! Nothing here or there says what is fast enough: `docs/performance.md` does.

use anyhow::Result;

use crate::run;
use crate::workspace::Workspace;

/// Compiles the benchmarks and runs them on one core.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    run::run(workspace.cargo().args([
        "bench",
        "--quiet",
        "--package",
        "grille",
        "--bench",
        "units",
    ]))
}
