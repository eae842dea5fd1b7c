//! Where the workspace is, as `cargo metadata` tells it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run;

/// The workspace's folders.
pub(crate) struct Workspace {
    /// The folder of the root `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// Where cargo builds; `CARGO_TARGET_DIR` is heeded.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Asks cargo about the workspace around the current directory.
    pub(crate) fn find() -> Result<Self> {
        let mut command = run::cargo(Path::new("."));
        command.args(["metadata", "--no-deps", "--format-version", "1"]);
        let output = command.output().context("starting cargo metadata")?;
        anyhow::ensure!(
            output.status.success(),
            "cargo metadata: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        let told: Value =
            serde_json::from_slice(&output.stdout).context("reading what cargo metadata says")?;
        Self::from_metadata(&told).context("cargo metadata lacks a field that it documents")
    }

    fn from_metadata(told: &Value) -> Option<Self> {
        let root = PathBuf::from(told["workspace_root"].as_str()?);
        let target = PathBuf::from(told["target_directory"].as_str()?);
        Some(Self { root, target })
    }

    /// A file that the gate's profile builds.
    pub(crate) fn built(&self, name: &str) -> PathBuf {
        self.target.join("gate").join(name)
    }

    /// The folder of the browser tests and of the independent judge.
    pub(crate) fn e2e(&self) -> PathBuf {
        self.root.join("e2e")
    }

    /// Builds the program as the gate tests it, and says where it lies.
    pub(crate) fn build_grille(&self) -> Result<PathBuf> {
        run::run(self.cargo().args(["build", "--profile", "gate", "--package", "grille"]))?;
        Ok(self.built("grille"))
    }

    /// Cargo, at the workspace's root.
    pub(crate) fn cargo(&self) -> Command {
        run::cargo(&self.root)
    }
}
