//! Brings the machine what the gate needs: Debian's packages, the browser tests' npm packages, and
//! Python packages that look at us from outside.
//!
//! Where it may install (root, with `apt-get`) it does; elsewhere it says what to install and
//! stops.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run;
use crate::workspace::Workspace;

/// What must be there, and the Debian package that brings it. A `*` stands for a folder of any
/// name.
const NEEDED: &[(&str, &str)] = &[
    ("/usr/bin/chromium", "chromium"),
    ("/usr/bin/chromium-headless-shell", "chromium-headless-shell"),
    ("/usr/lib/postgresql/*/bin/initdb", "postgresql"),
    ("/usr/bin/python3", "python3"),
    ("/usr/lib/python3/dist-packages/pip", "python3-pip"),
    // Without it `python3 -m venv` makes an environment that can install nothing.
    ("/usr/share/doc/python3-venv", "python3-venv"),
];

/// What only the long tests need.
const SPREADSHEET: &[(&str, &str)] = &[("/usr/bin/soffice", "libreoffice-calc")];

/// What renders printed pages and reads what is on them.
const SYMBOLS: &[(&str, &str)] = &[
    ("/usr/bin/pdftoppm", "poppler-utils"),
    ("/usr/bin/dmtxread", "dmtx-utils"),
    ("/usr/bin/zbarimg", "zbar-tools"),
];

const DIEHARDER: &[(&str, &str)] = &[("/usr/bin/dieharder", "dieharder")];

/// Says that no server is to be started for the machine: the tests start their own.
const NO_CLUSTER: (&str, &str) =
    ("/etc/postgresql-common/createcluster.d/grille.conf", "create_main_cluster = false\n");

/// The oldest PostgreSQL that the ledger is kept on.
const POSTGRES_MAJOR: u32 = 15;

/// The oldest Node that the judge and the browser tests run on.
const NODE_MAJOR: u32 = 20;

/// Debian's packages and Node.
pub(crate) fn machine(workspace: &Workspace) -> Result<()> {
    bring(workspace, NEEDED)?;
    node(workspace)
}

/// What turns a table into a workbook and back.
pub(crate) fn spreadsheet(workspace: &Workspace) -> Result<()> {
    bring(workspace, SPREADSHEET)
}

/// What reads printed tickets.
pub(crate) fn symbols(workspace: &Workspace) -> Result<()> {
    bring(workspace, SYMBOLS)
}

/// What tests streams of random bytes.
pub(crate) fn dieharder(workspace: &Workspace) -> Result<()> {
    bring(workspace, DIEHARDER)
}

/// Installs what is not there.
fn bring(workspace: &Workspace, needed: &[(&str, &str)]) -> Result<()> {
    let lacking = needed.iter().filter(|(path, _)| found(path).is_none());
    let lacking: Vec<&str> = lacking.map(|&(_, package)| package).collect();
    if lacking.is_empty() {
        return Ok(());
    }
    install(workspace, &lacking)?;
    for (path, package) in needed {
        anyhow::ensure!(found(path).is_some(), "the package {package} did not bring {path}");
    }
    Ok(())
}

fn install(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    if !is_root() || !Path::new("/usr/bin/apt-get").exists() {
        bail!(
            "this machine lacks what these Debian packages bring: {}\n\
             Install them, or run this as root on Debian, where it installs them itself.",
            packages.join(" ")
        );
    }
    let apt = || {
        let mut apt = run::program("apt-get", &workspace.root);
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-qq", "-o", "Dpkg::Use-Pty=0"]);
        apt
    };
    let (path, text) = NO_CLUSTER;
    let folder = Path::new(path).parent().expect("it lies in a folder");
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    fs::write(path, text).with_context(|| format!("writing {path}"))?;
    run::run_quietly(apt().arg("update"))?;
    run::run_quietly(apt().args(["install", "-y", "--no-install-recommends"]).args(packages))
}

/// The file that `path` names; where a `*` stands for a version, the newest.
fn found(path: &str) -> Option<PathBuf> {
    let Some((before, after)) = path.split_once("/*/") else {
        return Some(PathBuf::from(path)).filter(|path| path.exists());
    };
    let version = |name: &str| name.parse::<u32>().ok();
    let names = fs::read_dir(before).ok()?;
    let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let there = names.filter(|name| Path::new(before).join(name).join(after).exists());
    let newest = there.max_by_key(|name| version(name))?;
    Some(Path::new(before).join(newest).join(after))
}

/// The folder of PostgreSQL's server programs, if they are new enough.
pub(crate) fn postgres_programs() -> Option<PathBuf> {
    let (path, _) = NEEDED.iter().find(|(_, package)| *package == "postgresql")?;
    let programs = found(path)?.parent()?.to_owned();
    let version = programs.parent()?.file_name()?.to_str()?.parse().ok();
    Some(programs).filter(|_| version.is_some_and(|version: u32| version >= POSTGRES_MAJOR))
}

/// Whether we may install, and must not run a database server.
pub(crate) fn is_root() -> bool {
    let answer = Command::new("id").arg("-u").output();
    answer.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn node(workspace: &Workspace) -> Result<()> {
    let wanted = format!("Node {NODE_MAJOR} or later, with npm: install it and start again");
    let output = run::program("node", &workspace.root).arg("--version").output();
    let output =
        output.with_context(|| format!("node cannot be started; the gate needs {wanted}"))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major =
        version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    if major.is_none_or(|major: u32| major < NODE_MAJOR) {
        bail!("this is Node {version:?}; the gate needs {wanted}");
    }
    Ok(())
}

/// The browser tests' npm packages, exactly those of `package-lock.json`.
///
/// A copy of the lock file inside `node_modules` says what was installed; npm empties the folder
/// before it installs, so that a half-done installation has no copy.
pub(crate) fn npm_packages(workspace: &Workspace) -> Result<()> {
    let folder = workspace.e2e();
    let lock = folder.join("package-lock.json");
    let lock = fs::read(&lock).with_context(|| format!("reading {}", lock.display()))?;
    let copy = folder.join("node_modules").join(".installed-lock.json");
    if fs::read(&copy).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let mut npm = run::program("npm", &folder);
    npm.args(["ci", "--no-audit", "--no-fund"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    run::run(&mut npm)?;
    fs::write(&copy, lock).with_context(|| format!("writing {}", copy.display()))
}

/// A Python for the task `task`, with exactly the packages of `xtask/{task}/requirements.txt`.
///
/// As with npm's, a copy of the list inside says that the installation was finished.
pub(crate) fn python(workspace: &Workspace, task: &str) -> Result<PathBuf> {
    let folder = workspace.root.join("target/python").join(task);
    let python = folder.join("bin/python3");
    let list = workspace.root.join(format!("xtask/{task}/requirements.txt"));
    let wanted = fs::read(&list).with_context(|| format!("reading {}", list.display()))?;
    let copy = folder.join("installed.txt");
    if fs::read(&copy).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let mut make = run::program("python3", &workspace.root);
    run::run_quietly(make.args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = run::program(&python.to_string_lossy(), &workspace.root);
    run::run_quietly(pip.args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(&list))?;
    fs::write(&copy, wanted).with_context(|| format!("writing {}", copy.display()))?;
    Ok(python)
}
