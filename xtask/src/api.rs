//! `cargo xtask api`: the API as its clients see it, on the real program.
//!
//! A player's life is led through the API alone (`e2e/api/life.test.mjs`), and schemathesis tries
//! every call of the API's own document with what fits it and with what does not.

use std::path::Path;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{run, setup};

/// How much to try.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fifteen times as many examples a call
    #[arg(long)]
    long: bool,
}

/// How many examples a call in the gate.
const EXAMPLES: u32 = 40;

/// Builds the programs and has the API tried.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    setup::machine(workspace)?;
    let grille = workspace.build_grille()?;
    check(workspace, &grille, options.long)
}

/// `grille`, and the verifier beside it, must have been built.
pub(crate) fn check(workspace: &Workspace, grille: &Path, long: bool) -> Result<()> {
    let python = setup::python(workspace, "api")?;
    let node = || {
        let mut node = run::program("node", &workspace.root);
        node.env("GRILLE_BIN", grille);
        node
    };
    run::run(node().args(["--test", "e2e/api/life.test.mjs"]))?;
    let examples = if long { EXAMPLES * 15 } else { EXAMPLES };
    run::run(node().arg("e2e/api/fuzz.mjs").arg(python).arg(examples.to_string()))
}
