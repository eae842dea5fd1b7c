//! `grille operate check`.

use std::io::Write;

use serde_json::{Value, json};

use crate::Answer;

/// Compare the program, every block's public files and the newest events with what was signed, now.
///
/// What is not as it was signed is an event, and its block is suspended. The service does this once
/// a day by itself. Exit code 1 when something is wrong.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn call() -> (&'static str, Value) {
    ("/check", json!({}))
}

pub(super) fn show(answer: &Value) -> anyhow::Result<Answer> {
    let mut out = std::io::stdout().lock();
    let faults = answer["faults"].as_array().map_or(&[][..], Vec::as_slice);
    for fault in faults {
        writeln!(out, "{}", fault.as_str().unwrap_or_default())?;
    }
    if faults.is_empty() {
        writeln!(out, "nothing is wrong")?;
        return Ok(Answer::Yes);
    }
    Ok(Answer::No)
}
