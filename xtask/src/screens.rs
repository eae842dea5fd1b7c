//! `cargo xtask screens`: a picture of every page, to be looked at.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;
use crate::{run, setup};

/// Brings what is needed, builds the program and takes the pictures.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    ensure!(workspace.e2e().join("screens.mjs").exists(), "e2e/screens.mjs is missing");
    setup::machine(workspace)?;
    setup::npm_packages(workspace)?;
    let grille = workspace.build_grille()?;
    run::run(run::program("node", &workspace.root).arg("e2e/screens.mjs").env("GRILLE_BIN", grille))
}
