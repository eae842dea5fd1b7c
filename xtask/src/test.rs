//! `cargo xtask test`: everything that a change must pass, in one command, from an empty machine.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::workspace::Workspace;
use crate::{browser, conformance, data, judge, postgres, randomness, run, setup, tidy};

/// How much to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// What takes longer too: the tests see GRILLE_LONG=1 and deal whole blocks, try more seeds,
    /// kill more often
    #[arg(long)]
    long: bool,
}

/// Runs every step in turn and stops at the first that fails.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let long = options.long;
    let grille = workspace.built("grille");
    let mut gate = Gate { passed: Vec::new() };
    gate.step("setup", || setup::machine(workspace))?;
    gate.step("format", || run::run(workspace.cargo().args(["fmt", "--all", "--check"])))?;
    gate.step("tidy", || tidy::run(workspace))?;
    gate.step("lints", || lints(workspace))?;
    gate.step("docs", || docs(workspace))?;
    gate.step("build", || run::run(in_gate(workspace.cargo().arg("build"))))?;
    gate.step("tests", || tests(workspace, long))?;
    if long {
        gate.step("goldens", || goldens(workspace))?;
        gate.step("randomness", || randomness::run(workspace))?;
    }
    gate.step("conformance", || conformance::run(workspace))?;
    gate.step("judge", || judge::check(workspace, &grille, long))?;
    gate.step("data", || data::check(workspace, &grille, long))?;
    gate.step("browser", || browser::check(workspace, &grille, long))?;
    gate.close();
    Ok(())
}

fn in_gate(command: &mut Command) -> &mut Command {
    command.args(["--workspace", "--profile", "gate"])
}

fn lints(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.cargo();
    in_gate(cargo.arg("clippy")).args(["--all-targets", "--keep-going", "--", "-D", "warnings"]);
    run::run(&mut cargo)
}

fn docs(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.cargo();
    in_gate(cargo.arg("doc")).args(["--no-deps", "--document-private-items", "--keep-going"]);
    run::run(cargo.env("RUSTDOCFLAGS", "-D warnings"))
}

fn tests(workspace: &Workspace, long: bool) -> Result<()> {
    let mut cargo = workspace.cargo();
    in_gate(cargo.arg("test"));
    if long {
        cargo.env("GRILLE_LONG", "1");
    }
    // Without it the tests leave PostgreSQL out; here it must be there.
    let server = postgres::Server::start()?;
    server.tell(&mut cargo);
    run::run(&mut cargo)
}

/// The golden units again, however they are compiled: with and without optimisation, for the oldest
/// and for this processor, and without the processor's own instructions for the ciphers.
fn goldens(workspace: &Workspace) -> Result<()> {
    const SOFT: &str = "--cfg chacha20_backend=\"soft\" --cfg sha2_backend=\"soft\"";
    let ways = [
        ("dev", "-C target-cpu=x86-64"),
        ("release", "-C target-cpu=x86-64"),
        ("release", "-C target-cpu=native"),
        ("release", SOFT),
    ];
    for (profile, flags) in ways {
        println!("-- {profile}, {flags}");
        let mut cargo = workspace.cargo();
        cargo.args(["test", "--package", "block", "--test", "golden", "--profile", profile]);
        cargo.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", workspace.target.join("golden"));
        run::run(cargo.env("INSTA_UPDATE", "no"))?;
    }
    Ok(())
}

/// The steps that have passed so far, with the time that each took.
struct Gate {
    passed: Vec<(&'static str, Duration)>,
}

impl Gate {
    /// Runs one step, and ends whatever it leaves running.
    fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let result = work();
        let elapsed = start.elapsed();
        let left = run::sweep();
        if left > 0 {
            println!("== {name} left {left} processes running; they were ended");
        }
        match result {
            Ok(()) => {
                println!("== {name} passed in {}", seconds(elapsed));
                self.passed.push((name, elapsed));
                Ok(())
            }
            Err(error) => {
                self.table(Some((name, elapsed)));
                bail!(error.context(format!("the step `{name}` failed")))
            }
        }
    }

    fn close(&self) {
        self.table(None);
    }

    fn table(&self, failed: Option<(&'static str, Duration)>) {
        println!();
        let passed = self.passed.iter().map(|&(name, elapsed)| (name, elapsed, "passed"));
        let failed = failed.map(|(name, elapsed)| (name, elapsed, "FAILED"));
        for (name, elapsed, state) in passed.chain(failed) {
            println!("  {name:<12} {state} {:>9}", seconds(elapsed));
        }
        println!("\nsteps: {} passed, {} failed", self.passed.len(), usize::from(failed.is_some()));
    }
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}
