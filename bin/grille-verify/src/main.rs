//! `grille-verify`: checks a disclosed block, or the proof of one unit.
//!
//! Written from docs/spec alone. It shares no code with the programs that make a block, so that a
//! fault of theirs is not a fault of the verifier too.
//!
//! Exit codes: 0 every step held and something published was compared, 1 a step failed, 2 could not
//! look, or nothing published was given and nobody said that this is enough.

mod block;
mod proof;

mod note;
mod report;

mod layout;
mod manifest;
mod rules;

mod entries;
mod table;
mod unit;

mod files;
mod tree;

#[cfg(test)]
#[path = "../../../fuzz/verifier.rs"]
mod verifier;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::note::{Checkpoint, Key, Published};

/// Checks a disclosed block, or the proof of one unit, against what was published before the sale.
#[derive(Parser)]
#[command(name = "grille-verify", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The checkpoint that was published before the sale.
    #[arg(long, global = true, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The operator's verifier key, as published before the first block.
    #[arg(long, global = true)]
    vkey: Option<String>,
    /// Be content with a block or proof that is sound in itself.
    #[arg(long, global = true)]
    in_itself: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Check a disclosed block.
    Block {
        /// The block's directory.
        dir: PathBuf,
    },
    /// Check the proof of one unit, and show the unit.
    Proof {
        /// The proof.
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    run(Cli::parse()).unwrap_or_else(|why| {
        // That nobody reads it does not change the answer.
        let _ = writeln!(std::io::stderr(), "grille-verify: {why}");
        ExitCode::from(2)
    })
}

fn run(cli: Cli) -> Result<ExitCode, String> {
    let mut published = Published::default();
    if let Some(path) = &cli.checkpoint {
        let read = Checkpoint::read(&read(path, note::LIMIT)?);
        published.checkpoint = Some(read.map_err(|fault| format!("{}: {fault}", path.display()))?);
    }
    if let Some(text) = &cli.vkey {
        published.key = Some(Key::read(text).map_err(|fault| format!("--vkey: {fault}"))?);
    }
    let (report, summary) = match cli.command {
        Command::Proof { file } => proof::verify(&read(&file, proof::LIMIT)?, &published),
        Command::Block { dir } => {
            std::fs::read_dir(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
            block::verify(&dir, &published)
        }
    };
    let (text, failed, unchecked) = report.finish();
    let sound = failed == 0 && unchecked == usize::from(published.is_empty());
    let verdict = match failed {
        _ if sound => published.meaning().to_owned(),
        1 => "NOT SOUND: 1 step failed".to_owned(),
        _ => format!("NOT SOUND: {failed} steps failed"),
    };
    // A reader that closed its end has had enough: the exit code still tells.
    let _ = writeln!(std::io::stdout(), "{text}\n{summary}\n{verdict}");
    Ok(match (sound, published.is_empty() && !cli.in_itself) {
        (false, _) => ExitCode::from(1),
        (true, true) => ExitCode::from(2),
        (true, false) => ExitCode::SUCCESS,
    })
}

fn read(path: &Path, limit: usize) -> Result<Vec<u8>, String> {
    files::read(path, limit).map_err(|error| format!("{}: {error}", path.display()))
}
