//! A PostgreSQL server for the tests, of its own: in a temporary folder, on a socket there and on
//! no port, and gone afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{run, setup};

/// A running server. Dropping it stops it and removes its folder.
pub(crate) struct Server {
    programs: PathBuf,
    folder: PathBuf,
}

impl Server {
    /// Makes a new and empty server.
    pub(crate) fn start() -> Result<Self> {
        let programs = setup::postgres_programs().context("PostgreSQL's server is not here")?;
        // Not below the target folder: a socket's path is at most 107 bytes long.
        let folder = std::env::temp_dir().join(format!("grille-postgres-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("making {}", folder.display()))?;
        let server = Self { programs, folder };
        if setup::is_root() {
            // The server refuses to run as root.
            let mut chown = run::program("chown", Path::new("/"));
            run::run_quietly(chown.arg("postgres").arg(&server.folder))?;
        }
        let mut initdb = server.program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync"]);
        run::run_quietly(initdb.arg("-D").arg(server.data()))?;
        let options = format!("-k {} -c listen_addresses=''", server.folder.display());
        let mut start = server.program("pg_ctl");
        start.args(["start", "--silent", "--wait", "-o", &options]);
        start.arg("-D").arg(server.data()).arg("-l").arg(server.folder.join("log"));
        run::run(&mut start)?;
        Ok(server)
    }

    /// Tells tests how to reach it, and with which programs they may run one of their own.
    pub(crate) fn tell(&self, tests: &mut Command) {
        let address = format!("host={} user=postgres dbname=postgres", self.folder.display());
        tests.env("GRILLE_POSTGRES", address).env("GRILLE_POSTGRES_PROGRAMS", &self.programs);
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// One of PostgreSQL's programs, as a user who may run it.
    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        if !setup::is_root() {
            return run::program(&path.to_string_lossy(), &self.folder);
        }
        let mut command = run::program("setpriv", &self.folder);
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(path);
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "--silent", "--mode=immediate"]).arg("-D").arg(self.data());
        if let Err(error) = run::run_quietly(&mut stop) {
            eprintln!("xtask: {error:#}");
        }
        // What is left of it lies in the temporary folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
