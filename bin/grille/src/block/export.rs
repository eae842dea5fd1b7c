//! `grille block export`.

use std::io::{BufWriter, stdout};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::ValueEnum;

use crate::Answer;
use crate::dealt::{Readable, Threads};
use crate::progress::{Bar, report};

/// Write all units of a block as data: JSON Lines, CSV or Parquet.
///
/// In index order, whatever the size in flat memory. Whoever has it knows every unit.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Readable,
    /// How.
    #[arg(long, value_enum)]
    format: Format,
    /// The file to write, nothing is overwritten; on stdout unless said.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A unit a line, as `grille unit --format json` writes it.
    Jsonl,
    /// A unit a line, identifiers as quoted text.
    Csv,
    /// Columns, compressed; read as it is by DuckDB, Spark and pandas.
    Parquet,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    if let Some(out) = args.out.as_ref().filter(|out| out.exists()) {
        bail!("{} exists already; nothing is overwritten", out.display());
    }
    let format = match args.format {
        Format::Jsonl => press::Format::Jsonl,
        Format::Csv => press::Format::Csv,
        Format::Parquet => press::Format::Parquet,
    };
    let block = args.block.open()?;
    let (units, began) = (block.commitment().units(), Instant::now());
    let (bar, threads) = (Bar::new(units), args.threads.count());
    let done = match &args.out {
        Some(path) => press::export_to(&block, format, path, threads, &bar),
        None => press::export(&block, format, BufWriter::new(stdout()), threads, &bar),
    };
    bar.clear();
    done?;
    report("Wrote", units, began.elapsed());
    Ok(Answer::Yes)
}
