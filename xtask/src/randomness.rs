//! `cargo xtask randomness`: the stream that every draw comes from, tested by dieharder.
//!
//! A cipher's stream tells nothing of its quality by passing; by failing it would tell that ours is
//! not that cipher's, or is put together wrongly. So it is tested both ways that a block uses it:
//! one stream on and on, and the beginnings of many streams one after the other, as the units of a
//! block have them. The key is fixed: an answer comes again.
//!
//! What comes out at the end, the order of lots, letters and faces, is tested in each block's audit
//! (`docs/audit.md`).

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use chance::StreamKey;

use crate::workspace::Workspace;
use crate::{run, setup};

/// Any key serves.
const KEY: [u8; 32] = *b"grille: the stream of all draws.";

/// So many bytes of each stream, when there are many: what a face takes, about.
const BEGINNING: usize = 256;

/// dieharder's tests by number, but for those that it calls suspect or not to be used, and its
/// lagged sums, permutations and generalized distances, which repeat others and take an hour.
const TESTS: &[&str] = &[
    "0", "1", "2", "3", "4", "8", "9", "10", "11", "12", "13", "15", "16", "17", "100", "101",
    "102", "204", "205", "206", "207", "208", "209",
];

/// What is written to stdout.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The beginnings of many streams, not one stream
    #[arg(long)]
    many: bool,
}

/// Writes the stream, until nobody reads it any more.
pub(crate) fn stream(options: &Options) {
    let key = StreamKey::new(KEY);
    let mut one = key.stream(0, 0);
    let mut bytes = [0; 1 << 16];
    let mut out = std::io::stdout().lock();
    for round in 0_u64.. {
        if options.many {
            for (number, bytes) in (0..).zip(bytes.chunks_exact_mut(BEGINNING)) {
                key.stream(round << 8 | number, 0).fill(bytes);
            }
        } else {
            one.fill(&mut bytes);
        }
        if out.write_all(&bytes).is_err() {
            return;
        }
    }
}

/// Every test on both; one that fails fails the step.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    setup::dieharder(workspace)?;
    for many in [false, true] {
        println!("-- {}", if many { "the beginnings of many streams" } else { "one stream" });
        TESTS.iter().try_for_each(|test| check(workspace, test, many))?;
    }
    Ok(())
}

/// One test; when its answer is `WEAK`, once more with eight times as many samples.
fn check(workspace: &Workspace, test: &str, many: bool) -> Result<()> {
    let lines = answers(workspace, test, many, "1")?;
    lines.iter().for_each(|line| println!("{}", line.text));
    if lines.iter().any(|line| line.verdict == Verdict::Weak) {
        println!("   weak: again, with eight times as many samples");
        let again = answers(workspace, test, many, "8")?;
        again.iter().for_each(|line| println!("{}", line.text));
        ensure!(
            again.iter().all(|line| line.verdict == Verdict::Passed),
            "dieharder's test {test} stays weak, or fails"
        );
    }
    ensure!(
        lines.iter().all(|line| line.verdict != Verdict::Failed),
        "dieharder's test {test} fails"
    );
    Ok(())
}

/// A line of dieharder's answer.
struct Line {
    text: String,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Passed,
    Weak,
    Failed,
}

/// What a line says, if it is one of an answer.
fn verdict(line: &str) -> Option<Verdict> {
    match line.rsplit('|').next()?.trim() {
        "PASSED" => Some(Verdict::Passed),
        "WEAK" => Some(Verdict::Weak),
        "FAILED" => Some(Verdict::Failed),
        _ => None,
    }
}

fn answers(workspace: &Workspace, test: &str, many: bool, factor: &str) -> Result<Vec<Line>> {
    let us = std::env::current_exe().context("finding this program")?;
    let mut stream = run::program(&us.to_string_lossy(), &workspace.root);
    stream.arg("stream").args(many.then_some("--many")).stdout(Stdio::piped());
    let mut stream = stream.spawn().context("starting the stream")?;
    let output = stream.stdout.take().expect("its output was asked for as a pipe");
    let mut dieharder = run::program("dieharder", &workspace.root);
    // Generator 200 is raw bytes from stdin.
    dieharder.args(["-g", "200", "-d", test, "-m", factor]).stdin(output);
    let answer = dieharder.output().context("starting dieharder");
    // The reader of the pipe is gone with it, and so the stream ends.
    drop(dieharder);
    stream.wait().context("waiting for the stream")?;
    let answer = answer?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let line = |text: &str| verdict(text).map(|verdict| Line { text: text.to_owned(), verdict });
    let lines: Vec<Line> = text.lines().filter_map(line).collect();
    ensure!(
        answer.status.success() && !lines.is_empty(),
        "{} gave no answer; it said:\n{text}",
        run::shown(Command::new("dieharder").args(["-g", "200", "-d", test]))
    );
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::{Verdict, verdict};

    #[test]
    fn answers_of_dieharder_are_read() {
        let check = |line, expected| assert_eq!(verdict(line), expected, "{line}");
        let passed = "   diehard_birthdays|   0|       100|     100|0.70167228|  PASSED  ";
        check(passed, Some(Verdict::Passed));
        let weak = "         sts_monobit|   1|    100000|     100|0.99803038|   WEAK   ";
        check(weak, Some(Verdict::Weak));
        let failed = "  diehard_rank_32x32|   0|     40000|     100|0.00000000|  FAILED  ";
        check(failed, Some(Verdict::Failed));
        check("        test_name   |ntup| tsamples |psamples|  p-value |Assessment", None);
        check("#=====================================================#", None);
    }
}
