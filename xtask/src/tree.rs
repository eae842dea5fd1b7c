//! What the repository holds: its files as git lists them, and its crates.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::run;
use crate::source;
use crate::workspace::{Crate, Workspace};

/// The files that are committed or would be, and the workspace's crates.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
    pub(crate) crates: Vec<Crate>,
}

/// A text file.
pub(crate) struct File {
    /// From the repository's root, with `/` between names.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Tree {
    /// Reads every file that git knows or does not ignore, pictures and fonts left out.
    pub(crate) fn read(workspace: &Workspace) -> Result<Self> {
        let mut git = run::program("git", &workspace.root);
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let output = git.output().context("starting git")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "git ls-files: {}", said.trim());
        let listing = String::from_utf8(output.stdout).context("reading git's list of files")?;
        let mut files = Vec::new();
        for path in listing.split_terminator('\0') {
            let place = workspace.root.join(path);
            // What was deleted and not yet committed is still listed.
            if !place.is_file() {
                continue;
            }
            let bytes = fs::read(&place).with_context(|| format!("reading {path}"))?;
            if !bytes.contains(&0)
                && let Ok(text) = String::from_utf8(bytes)
            {
                files.push(File { path: path.to_owned(), text });
            }
        }
        Ok(Self { files, crates: workspace.crates.clone() })
    }

    /// The file at a path, if there is one.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.has_ending(&["rs"]))
    }

    /// The identifiers of the shipped games: the names of `games/*.toml`, not of folders below.
    pub(crate) fn games(&self) -> impl Iterator<Item = &str> {
        let names = self.files.iter().filter_map(|file| file.path.strip_prefix("games/"));
        names.filter_map(|name| name.strip_suffix(".toml")).filter(|name| !name.contains('/'))
    }

    /// A tree of so many files and no crate.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files =
            files.iter().map(|&(path, text)| File { path: path.to_owned(), text: text.to_owned() });
        Self { files: files.collect(), crates: Vec::new() }
    }
}

impl File {
    /// Whether the name ends in a dot and one of these.
    pub(crate) fn has_ending(&self, endings: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
    }

    /// Rust without comments and texts.
    pub(crate) fn code(&self) -> String {
        source::code(&self.text)
    }

    /// Whether it is made of tests alone.
    pub(crate) fn is_tests(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }
}
