//! `cargo xtask soak`: the faults that the gate causes a few times, as often as there is time for,
//! and a line in `docs/soak.md` that says how often it was.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::run;
use crate::workspace::Workspace;
use crate::{postgres, setup};

const PAGE: &str = "docs/soak.md";

/// What a test prints before what it tells.
const MARK: &str = "soak: ";

/// The trials, in the order of the page's columns: the crate, its test program, what the line of
/// figures begins with.
const TRIALS: &[(&str, &str, &str)] = &[
    ("store", "simulation", "simulation, memory"),
    ("store", "simulation", "simulation, sqlite"),
    ("store", "simulation", "simulation, postgres"),
    ("store", "kill", "kills of the process, SQLite"),
    ("store", "kill", "kills of the process, PostgreSQL"),
    ("store", "server", "kills of PostgreSQL itself"),
    ("grille", "kill", "kills of the server with HTTP, SQLite"),
    ("grille", "kill", "kills of the server with HTTP, PostgreSQL"),
];

/// How much to try.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Seeds of the simulation on memory; a twentieth of them on SQLite, a fortieth on PostgreSQL
    #[arg(long, value_name = "N")]
    seeds: u32,
    /// Kills of the process that sells, of its server with HTTP, each on SQLite and on PostgreSQL,
    /// and of PostgreSQL itself
    #[arg(long, value_name = "N")]
    kills: u32,
}

/// Runs every trial; if nothing is wrong, adds a line to the page.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    ensure!(options.seeds > 0 && options.kills > 0, "nothing to try");
    setup::machine(workspace)?;
    let commit = commit(workspace)?;
    let server = postgres::Server::start()?;
    let (began, mut figures) = (Instant::now(), Vec::new());
    let mut programs: Vec<_> = TRIALS.iter().map(|(name, program, _)| (*name, *program)).collect();
    programs.dedup();
    for (name, program) in programs {
        let mut cargo = workspace.cargo();
        cargo.args(["test", "--profile", "gate", "--package", name, "--test", program]);
        // One after the other, so that what they tell can be read.
        cargo.args(["--", "--nocapture", "--test-threads", "1"]);
        cargo.env("GRILLE_SEEDS", options.seeds.to_string());
        cargo.env("GRILLE_KILLS", options.kills.to_string());
        server.tell(&mut cargo);
        run::follow(&mut cargo, |line| {
            // A test's first line stands behind its name.
            if let Some((_, told)) = line.split_once(MARK) {
                println!("{told}");
                figures.push(told.to_owned());
            } else if line.contains("panicked") || line.starts_with("test ") {
                println!("{line}");
            }
        })
        .context("something is wrong: the lines above say what")?;
    }
    let minutes = began.elapsed().as_secs_f64() / 60.0;
    let line = row(&figures, &today()?, &commit, minutes)?;
    let path = workspace.root.join(PAGE);
    let page = OpenOptions::new().append(true).open(&path);
    let written = page.and_then(|mut page| writeln!(page, "{line}"));
    written.with_context(|| format!("adding a line to {}", path.display()))?;
    println!("{PAGE}: {line}");
    Ok(())
}

/// The page's line: what each trial told, and the sums.
fn row(figures: &[String], day: &str, commit: &str, minutes: f64) -> Result<String> {
    let (mut cells, mut commands) = (Vec::new(), 0);
    for (_, _, trial) in TRIALS {
        let told = figures.iter().find_map(|told| numbers(told.strip_prefix(trial)?));
        let (count, given) = told.with_context(|| format!("no figures of: {trial}"))?;
        cells.push(count.to_string());
        commands += given;
    }
    let cells = cells.join(" | ");
    Ok(format!("| {day} | {commit} | {cells} | {commands} | 0 | {minutes:.1} |"))
}

/// `: 200 seeds, 13412 commands`.
fn numbers(told: &str) -> Option<(u64, u64)> {
    let (count, commands) = told.strip_prefix(": ")?.split_once(", ")?;
    let first = |text: &str| text.split(' ').next()?.parse().ok();
    Some((first(count)?, first(commands.strip_suffix(" commands")?)?))
}

/// Which commit is tried; with a `+` when files differ from it, the page aside.
fn commit(workspace: &Workspace) -> Result<String> {
    let git = |arguments: &[&str]| said(run::program("git", &workspace.root).args(arguments));
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--", ".", &format!(":!{PAGE}")])?;
    Ok(if changed.is_empty() { commit } else { format!("{commit}+") })
}

fn today() -> Result<String> {
    said(Command::new("date").args(["-u", "+%Y-%m-%d"]))
}

/// What a short program says, without the end of its line.
fn said(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("starting {}", run::shown(command)))?;
    ensure!(output.status.success(), "{} ended with {}", run::shown(command), output.status);
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_line_has_what_the_trials_told() {
        let told = |trial: &&str| format!("{trial}: 2 rounds, 5 commands");
        let mut figures: Vec<String> = TRIALS.iter().map(|(_, _, trial)| told(trial)).collect();
        figures.insert(0, "kills, SQLite: 25 of 200 rounds".to_owned());
        let line = row(&figures, "2026-01-02", "abc+", 1.25).expect("all have told");
        let commands = 5 * TRIALS.len();
        let twos = vec!["2"; TRIALS.len()].join(" | ");
        assert_eq!(line, format!("| 2026-01-02 | abc+ | {twos} | {commands} | 0 | 1.2 |"));
        figures.pop();
        let error = row(&figures, "2026-01-02", "abc", 0.0).expect_err("one has not");
        assert!(error.to_string().starts_with("no figures of: "), "{error}");
    }

    #[test]
    fn the_page_has_a_column_for_each_trial() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/soak.md");
        let page = fs::read_to_string(page).expect("the page is there");
        let head = page.lines().find(|line| line.starts_with("| day |")).expect("a table");
        // Day, commit, commands, wrong, minutes; and what is before the first bar and after the last.
        assert_eq!(head.split('|').count(), TRIALS.len() + 5 + 2);
        assert!(page.trim_end().ends_with('|'), "lines are added below the table");
    }
}
