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

/// A kind of trial: a column of the page.
struct Trial {
    /// The test programs' name; two crates may have one of it.
    program: &'static str,
    /// What its line of figures begins with.
    told: &'static str,
    /// What there are many of.
    of: Of,
    game: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Seeds,
    Kills,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Online,
    Paper,
}

const fn online(program: &'static str, told: &'static str, of: Of) -> Trial {
    Trial { program, told, of, game: Kind::Online }
}

const fn paper(program: &'static str, told: &'static str, of: Of) -> Trial {
    Trial { program, told, of, game: Kind::Paper }
}

/// The trials, in the order of the page's columns.
const TRIALS: &[Trial] = &[
    online("simulation", "simulation, memory", Of::Seeds),
    online("simulation", "simulation, sqlite", Of::Seeds),
    online("simulation", "simulation, postgres", Of::Seeds),
    paper("retail", "paper, memory", Of::Seeds),
    paper("retail", "paper, sqlite", Of::Seeds),
    paper("retail", "paper, postgres", Of::Seeds),
    online("kill", "kills of the process, SQLite", Of::Kills),
    online("kill", "kills of the process, PostgreSQL", Of::Kills),
    paper("claims", "kills of the process that pays, SQLite", Of::Kills),
    paper("claims", "kills of the process that pays, PostgreSQL", Of::Kills),
    online("server", "kills of PostgreSQL itself", Of::Kills),
    online("kill", "kills of the server with HTTP, SQLite", Of::Kills),
    online("kill", "kills of the server with HTTP, PostgreSQL", Of::Kills),
];

/// How much to try.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Seeds of each simulation on memory; a twentieth of them on SQLite, a fortieth on PostgreSQL
    #[arg(long, value_name = "N", default_value_t = 0)]
    seeds: u32,
    /// Kills of the processes that sell and that pay, of the server with HTTP, each on SQLite and on
    /// PostgreSQL, and of PostgreSQL itself
    #[arg(long, value_name = "N", default_value_t = 0)]
    kills: u32,
    /// Only what is tried of the paper game: the line leaves the other columns empty
    #[arg(long)]
    paper: bool,
}

impl Options {
    fn ask_for(&self, trial: &Trial) -> bool {
        let count = match trial.of {
            Of::Seeds => self.seeds,
            Of::Kills => self.kills,
        };
        count > 0 && (trial.game == Kind::Paper || !self.paper)
    }
}

/// Runs every trial; if nothing is wrong, adds a line to the page.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let trials: Vec<&Trial> = TRIALS.iter().filter(|trial| options.ask_for(trial)).collect();
    ensure!(!trials.is_empty(), "nothing to try: give --seeds, --kills or both");
    setup::machine(workspace)?;
    let commit = commit(workspace)?;
    let server = postgres::Server::start()?;
    let (began, mut figures) = (Instant::now(), Vec::new());
    let mut programs: Vec<_> = trials.iter().map(|trial| trial.program).collect();
    programs.sort_unstable();
    programs.dedup();
    for program in programs {
        let mut cargo = workspace.cargo();
        cargo.args(["test", "--workspace", "--profile", "gate", "--test", program]);
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
    let line = row(&trials, &figures, &today()?, &commit, minutes)?;
    let path = workspace.root.join(PAGE);
    let page = OpenOptions::new().append(true).open(&path);
    let written = page.and_then(|mut page| writeln!(page, "{line}"));
    written.with_context(|| format!("adding a line to {}", path.display()))?;
    println!("{PAGE}: {line}");
    Ok(())
}

/// The page's line: what each trial told, and the sums; a dash for what was not tried.
fn row(
    trials: &[&Trial],
    figures: &[String],
    day: &str,
    commit: &str,
    minutes: f64,
) -> Result<String> {
    let (mut cells, mut online, mut paper) = (Vec::new(), 0, 0);
    for trial in TRIALS {
        if !trials.iter().any(|asked| asked.told == trial.told) {
            cells.push("–".to_owned());
            continue;
        }
        let told = figures.iter().find_map(|told| numbers(told.strip_prefix(trial.told)?));
        let (count, given) = told.with_context(|| format!("no figures of: {}", trial.told))?;
        cells.push(count.to_string());
        match trial.game {
            Kind::Online => online += given,
            Kind::Paper => paper += given,
        }
    }
    let cells = cells.join(" | ");
    Ok(format!("| {day} | {commit} | {cells} | {online} | {paper} | 0 | {minutes:.1} |"))
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
        let told = |trial: &&Trial| format!("{}: 2 rounds, 5 commands", trial.told);
        let all: Vec<&Trial> = TRIALS.iter().collect();
        let mut figures: Vec<String> = all.iter().map(told).collect();
        figures.insert(0, "kills, SQLite: 25 of 200 rounds".to_owned());
        let line = row(&all, &figures, "2026-01-02", "abc+", 1.25).expect("all have told");
        let paper = all.iter().filter(|trial| trial.game == Kind::Paper).count();
        let (online, paper) = (5 * (all.len() - paper), 5 * paper);
        let twos = vec!["2"; all.len()].join(" | ");
        assert_eq!(line, format!("| 2026-01-02 | abc+ | {twos} | {online} | {paper} | 0 | 1.2 |"));
        figures.pop();
        let error = row(&all, &figures, "2026-01-02", "abc", 0.0).expect_err("one has not");
        assert!(error.to_string().starts_with("no figures of: "), "{error}");
    }

    /// What was not tried is not said to be.
    #[test]
    fn a_line_of_the_paper_game_alone_says_so() {
        let options = Options { seeds: 40, kills: 0, paper: true };
        let trials: Vec<&Trial> = TRIALS.iter().filter(|it| options.ask_for(it)).collect();
        let figures = ["memory", "sqlite", "postgres"]
            .map(|engine| format!("paper, {engine}: 7 seeds, 100 commands"));
        let line = row(&trials, &figures, "2026-01-02", "abc", 0.5).expect("all have told");
        let (before, after) = (["–"; 3].join(" | "), ["–"; 7].join(" | "));
        assert_eq!(
            line,
            format!("| 2026-01-02 | abc | {before} | 7 | 7 | 7 | {after} | 0 | 300 | 0 | 0.5 |")
        );
    }

    #[test]
    fn the_page_has_a_column_for_each_trial() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/soak.md");
        let page = fs::read_to_string(page).expect("the page is there");
        let head = page.lines().find(|line| line.starts_with("| day |")).expect("a table");
        // Day, commit, commands, paper commands, wrong, minutes; and what is before the first bar
        // and after the last.
        let rows = page.lines().filter(|line| line.starts_with("| 2"));
        for line in rows.chain([head]) {
            assert_eq!(line.split('|').count(), TRIALS.len() + 6 + 2, "{line}");
        }
        assert!(page.trim_end().ends_with('|'), "lines are added below the table");
    }
}
