//! `cargo xtask browser`: the site in a real Chromium, served by the real program.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::workspace::Workspace;
use crate::{run, setup};

/// Brings what is needed, builds the program and runs the tests.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    setup::machine(workspace)?;
    let grille = workspace.build_grille()?;
    check(workspace, &grille, false)
}

/// The types of the pages' scripts, then the tests; `grille` must have been built.
pub(crate) fn check(workspace: &Workspace, grille: &Path, long: bool) -> Result<()> {
    let folder = workspace.e2e();
    ensure!(
        folder.join("package.json").exists(),
        "e2e/package.json is missing: there are no browser tests"
    );
    setup::npm_packages(workspace)?;
    run::run(run::program("npm", &folder).args(["run", "check"]))?;
    let mut tests = run::program("npm", &folder);
    tests.arg("test").env("GRILLE_BIN", grille);
    if long {
        tests.env("GRILLE_LONG", "1");
    }
    run::run(&mut tests)
}
