//! `grille-verify`: checks a disclosed block, or the proof of one unit.
//!
//! Exit codes: 0 every step held and something published was compared, 1 a step failed, 2 could not
//! look, or nothing published was given and nobody said that this is enough.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use grille_verify::note::{self, Checkpoint, Key, Published};
use grille_verify::{block, notation, proof};

/// Checks a disclosed block, or the proof of one unit, against what was published before the sale.
#[derive(Parser)]
#[command(name = "grille-verify", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a disclosed block.
    Block {
        /// The block's directory.
        dir: PathBuf,
        #[command(flatten)]
        against: Against,
    },
    /// Check the proof of one unit, and show the unit.
    Proof {
        /// The proof.
        file: PathBuf,
        #[command(flatten)]
        against: Against,
    },
}

#[derive(Args)]
struct Against {
    /// The checkpoint that was published before the sale.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The operator's verifier key, as published before the first block.
    #[arg(long)]
    vkey: Option<String>,
    /// Be content with a block or proof that is sound in itself.
    #[arg(long)]
    in_itself: bool,
}

fn main() -> ExitCode {
    let answer = match Cli::parse().command {
        Command::Block { dir, against } => run(&against, |published| {
            std::fs::read_dir(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
            Ok(block::verify(&dir, published))
        }),
        Command::Proof { file, against } => {
            run(&against, |published| Ok(proof::verify(&read(&file, proof::LIMIT)?, published)))
        }
    };
    answer.unwrap_or_else(|why| {
        // That nobody reads it does not change the answer.
        let _ = writeln!(std::io::stderr(), "grille-verify: {why}");
        ExitCode::from(2)
    })
}

fn run(
    against: &Against,
    verify: impl FnOnce(&Published) -> Result<(grille_verify::report::Report, String), String>,
) -> Result<ExitCode, String> {
    let mut published = Published::default();
    if let Some(path) = &against.checkpoint {
        let read = Checkpoint::read(&read(path, note::LIMIT)?);
        let read = read.map_err(|faults| format!("{}: {}", path.display(), faults.join("; ")))?;
        published.checkpoint = Some(read);
    }
    if let Some(text) = &against.vkey {
        published.key = Some(Key::read(text).map_err(|why| format!("--vkey: {why}"))?);
    }
    let (report, summary) = verify(&published)?;
    let sound = report.failed() == 0 && report.unchecked() == usize::from(published.is_empty());
    let verdict = match report.failed() {
        _ if sound => published.meaning().to_owned(),
        1 => "NOT SOUND: 1 step failed".to_owned(),
        failed => format!("NOT SOUND: {failed} steps failed"),
    };
    // A reader that closed its end has had enough: the exit code still tells.
    let _ = writeln!(std::io::stdout(), "{}\n{summary}\n{verdict}", report.text());
    Ok(match (sound, published.is_empty() && !against.in_itself) {
        (false, _) => ExitCode::from(1),
        (true, true) => ExitCode::from(2),
        (true, false) => ExitCode::SUCCESS,
    })
}

fn read(path: &Path, limit: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = notation::read_into(path, limit, &mut bytes);
    read.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(bytes)
}
