//! Where the workspace is and what it is made of, as `cargo metadata` tells it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run;

/// The workspace: its folders and its crates.
pub(crate) struct Workspace {
    /// The folder of the root `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// Where cargo builds; `CARGO_TARGET_DIR` is heeded.
    pub(crate) target: PathBuf,
    /// The workspace's own crates, in cargo's order.
    pub(crate) crates: Vec<Crate>,
}

/// One crate of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Its folder below the workspace's root, with `/` between names: `pure/game`.
    pub(crate) folder: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What a crate imports.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// Whether only tests, benchmarks and examples see it.
    pub(crate) for_tests: bool,
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
        let packages = told["packages"].as_array()?.iter();
        let crates =
            packages.map(|package| Crate::from_metadata(&root, package)).collect::<Option<_>>()?;
        Some(Self { root, target, crates })
    }

    /// A file that the gate's profile builds.
    pub(crate) fn built(&self, name: &str) -> PathBuf {
        self.target.join("gate").join(name)
    }

    /// A file that the release profile builds.
    pub(crate) fn released(&self, name: &str) -> PathBuf {
        self.target.join("release").join(name)
    }

    /// The folder of the browser tests and of the independent judge.
    pub(crate) fn e2e(&self) -> PathBuf {
        self.root.join("e2e")
    }

    /// Builds the program as the gate tests it, and says where it lies; the verifier lies beside it.
    pub(crate) fn build_grille(&self) -> Result<PathBuf> {
        let programs = ["--package", "grille", "--package", "grille-verify"];
        run::run(self.cargo().args(["build", "--profile", "gate"]).args(programs))?;
        // The point of sale with tickets whose codes are known, and a clock that a test moves.
        let example = ["--package", "web", "--example", "counter"];
        run::run(self.cargo().args(["build", "--profile", "gate"]).args(example))?;
        Ok(self.built("grille"))
    }

    /// Cargo, at the workspace's root.
    pub(crate) fn cargo(&self) -> Command {
        run::cargo(&self.root)
    }
}

impl Crate {
    fn from_metadata(root: &Path, package: &Value) -> Option<Self> {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        let folder = manifest.parent()?.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
        let dependencies = package["dependencies"].as_array()?.iter();
        Some(Self {
            name: package["name"].as_str()?.to_owned(),
            folder,
            dependencies: dependencies.map(Dependency::from_metadata).collect::<Option<_>>()?,
        })
    }
}

impl Dependency {
    fn from_metadata(told: &Value) -> Option<Self> {
        let name = told["name"].as_str()?.to_owned();
        Some(Self { name, for_tests: told["kind"].as_str() == Some("dev") })
    }
}
