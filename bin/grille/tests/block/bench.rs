//! A folder of a test's own, and the programs that are run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A folder of a test's own, in which the program runs.
pub(crate) struct Bench(TempDir);

impl Bench {
    /// With `game.toml`: the rules of Mots Croisés over so many units, of which ten win.
    pub(crate) fn new(units: u32) -> Self {
        Self::with(include_str!("../../../../games/mots-croises.toml"), units, [600, 300])
    }

    /// The same by the rules of Maxi Mots Croisés, for paper.
    pub(crate) fn on_paper(units: u32) -> Self {
        Self::with(include_str!("../../../../games/maxi-mots-croises.toml"), units, [1_000, 500])
    }

    fn with(shipped: &str, units: u32, [rare, common]: [u32; 2]) -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        let rules = &shipped[..shipped.find("[[prize]]").unwrap()];
        let size = rules.lines().find(|line| line.starts_with("block_units")).unwrap();
        let rules = rules.replace(size, &format!("block_units = {units}"));
        let line = |count, cents| format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
        let table = line(4, rare) + &line(6, common);
        fs::write(bench.path("game.toml"), rules + &table).unwrap();
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn command(&self, program: impl AsRef<Path>, arguments: &str) -> Command {
        let mut command = Command::new(program.as_ref());
        command.args(arguments.split(' ')).current_dir(self.0.path());
        command
    }

    pub(crate) fn run(&self, program: impl AsRef<Path>, arguments: &str) -> Answer {
        let output = self.command(program, arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().expect("it ends by itself");
        Answer { code, out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub(crate) fn yes(&self, arguments: &str) -> String {
        let Answer { code, out, err } = self.run(GRILLE, arguments);
        assert_eq!(code, 0, "grille {arguments}: {err}");
        out
    }

    /// The answer is this code, and the message on stderr says this.
    #[track_caller]
    pub(crate) fn no(&self, arguments: &str, code: i32, says: &str) {
        let answer = self.run(GRILLE, arguments);
        assert_eq!(answer.code, code, "grille {arguments}: {}", answer.err);
        assert!(answer.err.contains(says), "grille {arguments}: {}", answer.err);
    }

    pub(crate) fn files(&self, name: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let dir = self.path(name);
        let mut found = BTreeMap::new();
        let mut open = vec![dir.clone()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(&next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap();
                    found.insert(path.strip_prefix(&dir).unwrap().to_owned(), bytes);
                }
            }
        }
        found
    }
}

pub(crate) const GRILLE: &str = env!("CARGO_BIN_EXE_grille");

/// The verifier lies beside the program when the whole workspace is built.
pub(crate) fn verifier() -> PathBuf {
    let path = Path::new(GRILLE).with_file_name("grille-verify");
    assert!(path.exists(), "build the workspace first: cargo build --workspace, same profile");
    path
}
