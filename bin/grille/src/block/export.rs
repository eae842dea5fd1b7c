//! `grille block export`.

use std::io::{BufWriter, stdout};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::ValueEnum;
use vault::Block;

use crate::Answer;
use crate::progress::{Bar, report, threads};

/// Write all units of a block as data: JSON Lines, CSV or Parquet.
///
/// In index order, whatever the size in flat memory. Whoever has it knows every unit.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The block's directory.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The selling key, or a share; once for each of the block's shares.
    #[arg(long, value_name = "FILE", required = true)]
    key_file: Vec<PathBuf>,
    /// How.
    #[arg(long, value_enum)]
    format: Format,
    /// The file to write, nothing is overwritten; on stdout unless said.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many threads; as many as there are cores unless said.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
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
    let block = Block::open_dir(&args.dir, &args.key_file)?;
    let (units, began) = (block.commitment().units(), Instant::now());
    let (bar, threads) = (Bar::new(units), threads(args.threads));
    let done = match &args.out {
        Some(path) => press::export_to(&block, format, path, threads, &bar),
        None => press::export(&block, format, BufWriter::new(stdout()), threads, &bar),
    };
    bar.clear();
    done?;
    report("Wrote", units, began.elapsed());
    Ok(Answer::Yes)
}
