//! A process that is killed while it works: this test program again, told by `GRILLE_KILL` which
//! round it is and where its ledger is.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use store::Engine;

use super::{postgres, postgres_address, rounds, sqlite, sure};

/// The variable that makes this program the one to be killed.
const CHILD: &str = "GRILLE_KILL";
/// What stands around a line that the process tells. A kill may cut the last one.
const MARKS: (&str, &str) = ("told ", " .");
/// So many rounds on one ledger, then on the next: what there is to sell is never sold out.
pub(crate) const ROUNDS_A_LEDGER: usize = 25;

/// The round and the ledger, in the process that is to be killed.
pub(crate) fn to_be_killed() -> Option<(usize, String)> {
    let told = std::env::var(CHILD).ok()?;
    let (round, ledger) = told.split_once(' ').expect("a round and a ledger");
    Some((round.parse().expect("a number"), ledger.to_owned()))
}

/// Tells whoever will kill this process a line.
pub(crate) fn tell(line: &str) {
    println!("\n{}{line}{}", MARKS.0, MARKS.1);
}

/// Starts this program's `test` as the process, kills it after so many lines, and returns all that it
/// told.
pub(crate) fn killed(test: &str, round: usize, ledger: &str, after: usize) -> Vec<String> {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env(CHILD, format!("{round} {ledger}"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut told = Vec::new();
    for line in lines {
        let line = line.expect("text");
        let Some(line) = line.strip_prefix(MARKS.0).and_then(|it| it.strip_suffix(MARKS.1)) else {
            continue;
        };
        told.push(line.to_owned());
        if told.len() == after {
            child.kill().expect("it runs");
        }
    }
    child.wait().expect("it has ended");
    assert!(told.len() >= after, "the process ended by itself");
    told
}

/// The engine on a ledger of [`on_sqlite`] or [`on_postgres`].
pub(crate) fn engine(ledger: &str) -> Box<dyn Engine> {
    match ledger.strip_prefix("folder ") {
        Some(folder) => sqlite(folder.as_ref()),
        None => postgres(ledger),
    }
}

/// All rounds of a trial on new ledgers of SQLite: `part` does some of them on one ledger, and
/// returns how many commands that were.
pub(crate) fn on_sqlite(trial: &str, part: impl FnMut(&str, &[usize]) -> usize) {
    let mut folder = None;
    let ledger = || {
        let new = folder.insert(tempfile::tempdir().expect("a folder can be made"));
        format!("folder {}", new.path().display())
    };
    in_parts(trial, "SQLite", ledger, part);
}

/// The same on PostgreSQL, where there is one.
pub(crate) fn on_postgres(trial: &str, part: impl FnMut(&str, &[usize]) -> usize) {
    match postgres_address() {
        Some(_) => in_parts(trial, "PostgreSQL", || sure(postgres_address()), part),
        None => println!("GRILLE_POSTGRES is not set: PostgreSQL is left out"),
    }
}

fn in_parts(
    trial: &str,
    engine: &str,
    mut ledger: impl FnMut() -> String,
    mut part: impl FnMut(&str, &[usize]) -> usize,
) {
    let (each, mut commands) = ((0..rounds()).collect::<Vec<_>>(), 0);
    for rounds in each.chunks(ROUNDS_A_LEDGER) {
        commands += part(&ledger(), rounds);
        println!(
            "soak: {trial}, {engine}: {} of {} rounds",
            rounds[rounds.len() - 1] + 1,
            each.len()
        );
    }
    println!("soak: {trial}, {engine}: {} rounds, {commands} commands", each.len());
}
