//! The reference: PostgreSQL's own benchmark, which is like TPC-B, on the same server.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// PostgreSQL's `pgbench`, and where its server is.
pub(crate) struct Pgbench {
    program: PathBuf,
    folder: String,
}

impl Pgbench {
    /// What the two variables name; nothing when they do not.
    pub(crate) fn find() -> Option<Self> {
        let program = PathBuf::from(env::var_os("GRILLE_POSTGRES_PROGRAMS")?).join("pgbench");
        let address = env::var("GRILLE_POSTGRES").ok()?;
        let host = address.split(' ').find_map(|part| part.strip_prefix("host="))?;
        Some(Self { program, folder: host.to_owned() })
    }

    /// Makes its tables: a hundred branches, ten million accounts.
    pub(crate) fn fill(&self) {
        self.answer(&["-i", "-q", "-s", "100"]);
    }

    /// Sixteen clients for ten seconds; returns the transactions a second.
    pub(crate) fn run(&self) -> f64 {
        let said = self.answer(&["-c", "16", "-j", "2", "-M", "prepared", "-T", "10", "-n"]);
        let line = said.lines().find_map(|line| line.strip_prefix("tps = ")).expect("a speed");
        let number = line.split(' ').next().expect("a number");
        number.parse().expect("a number")
    }

    fn answer(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(&self.program);
        command.args(["-h", &self.folder, "-U", "postgres"]).args(arguments).arg("postgres");
        let output = command.stderr(Stdio::inherit()).output().expect("pgbench starts");
        assert!(output.status.success(), "pgbench ended with {}", output.status);
        String::from_utf8(output.stdout).expect("text")
    }
}
