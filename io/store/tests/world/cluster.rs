//! A PostgreSQL server of a test's own, which it may kill.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::{spawn, yield_now};

/// A server in a temporary folder, on a socket there and on no port. Dropping it stops it.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: tempfile::TempDir,
    server: Option<Child>,
    options: Vec<String>,
}

impl Cluster {
    /// Makes a new and empty server with the programs in the folder that
    /// `GRILLE_POSTGRES_PROGRAMS` names; nothing, and a line that says so, when it names none.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(&[], &[])
    }

    /// The same, which is started with more options and to which these files are given.
    pub(crate) fn start_with(options: &[String], files: &[&Path]) -> Option<Self> {
        let Some(programs) = std::env::var_os("GRILLE_POSTGRES_PROGRAMS") else {
            println!("GRILLE_POSTGRES_PROGRAMS is not set: a server of its own is left out");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut cluster =
            Self { programs: programs.into(), folder, server: None, options: options.to_vec() };
        if is_root() {
            // The server refuses to run as root.
            cluster.own(cluster.folder.path());
            files.iter().for_each(|file| cluster.own(file));
        }
        let mut initdb = cluster.program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync"]);
        let made = initdb.arg("-D").arg(cluster.data()).status();
        assert!(made.expect("initdb starts").success(), "initdb makes a server");
        cluster.boot();
        Some(cluster)
    }

    /// How to reach it.
    pub(crate) fn address(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.folder.path().display())
    }

    /// Ends it and every process of it at once, as a loss of power would, but for the disk's cache.
    pub(crate) fn kill(&mut self) {
        let mut server = self.server.take().expect("it runs");
        server.kill().expect("it can be killed");
        server.wait().expect("it has ended");
        // What it had started works in the same folder, and nothing starts more.
        loop {
            let left = self.processes();
            if left.is_empty() {
                return;
            }
            // One that has ended by itself meanwhile is no fault.
            let _ = Command::new("kill").arg("-9").args(left).stderr(Stdio::null()).status();
            yield_now();
        }
    }

    /// Starts it on the data that it left, and waits until it answers.
    pub(crate) fn boot(&mut self) {
        let mut server = self.program("postgres");
        server.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        server.args(["-c", "listen_addresses=", "-c", "lc_messages=C"]).args(&self.options);
        server.stderr(Stdio::piped());
        let mut server = server.spawn().expect("the server starts");
        let said = BufReader::new(server.stderr.take().expect("a pipe")).lines();
        self.server = Some(server);
        let (ready, is_ready) = channel();
        // It is read to its end, so that the server never waits for a reader.
        spawn(move || {
            let mut all = String::new();
            for line in said.map_while(Result::ok) {
                if line.contains("ready to accept connections") {
                    let _ = ready.send(Ok(()));
                }
                all.push_str(&line);
                all.push('\n');
            }
            let _ = ready.send(Err(all));
        });
        is_ready.recv().expect("the reader goes on until the server ends").expect("it is up");
    }

    /// Gives a folder to the user under whom the server runs.
    pub(crate) fn own(&self, folder: &Path) {
        let owned = Command::new("chown").arg("postgres").arg(folder).status();
        assert!(owned.expect("chown starts").success(), "the folder is given away");
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The processes that work in the data folder, by number.
    fn processes(&self) -> Vec<String> {
        let data = self.data();
        let names = fs::read_dir("/proc").expect("Linux shows its processes");
        names
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| fs::read_link(format!("/proc/{name}/cwd")).is_ok_and(|cwd| cwd == data))
            .collect()
    }

    /// One of PostgreSQL's programs, as a user who may run it.
    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        command.current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        // It takes its shared memory with it when it is asked to stop.
        let _ = Command::new("kill").arg("-INT").arg(server.id().to_string()).status();
        let _ = server.wait();
    }
}

/// Whether a database server cannot be run as who we are.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
}
