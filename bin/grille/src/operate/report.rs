//! `grille operate report`.

use std::io::Write;

use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Value, json};

/// Give a report: performance, liability, alterations, or what became of an emission of tickets.
/// Amounts are in cents, days are those of Paris.
///
/// Of a block that is not over, nothing is told that says what is left in it; of an emission of
/// tickets nothing before its last day of payment is over.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Which.
    report: Kind,
    /// The code jeu, for the report of an emission.
    #[arg(required_if_eq("report", "emission"))]
    code: Option<String>,
    /// The first day: 2011-11-28.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// The last day.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Plays, stakes and gains, by day and to date, of blocks that are over.
    Performance,
    /// What is owed to players at this moment.
    Liability,
    /// What was changed of the sale, of who may play and of the parameters, by whom.
    Alterations,
    /// What was sold, paid, returned and left of an emission of tickets that has ended.
    Emission,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    let kind = match args.report {
        Kind::Performance => "performance",
        Kind::Liability => "liability",
        Kind::Alterations => "alterations",
        Kind::Emission => "emission",
    };
    let (code, from, to) = (&args.code, &args.from, &args.to);
    ("/report", json!({ "report": kind, "code": code, "from": from, "to": to }))
}

pub(super) fn show(args: &Args, report: &Value) -> anyhow::Result<()> {
    let tables = report["tables"].as_array().context("the service gave no tables")?;
    let texts = |value: &Value| -> Vec<String> {
        let cells = value.as_array().into_iter().flatten();
        cells.map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
    };
    let mut out = std::io::stdout().lock();
    for table in tables {
        let columns = texts(&table["columns"]);
        let rows: Vec<Vec<String>> =
            table["rows"].as_array().into_iter().flatten().map(texts).collect();
        match args.format {
            Format::Csv => {
                // The table's name is the first column, so that the tables are one file.
                let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(&mut out);
                let name = table["name"].as_str().unwrap_or_default().to_owned();
                let named = |rest: Vec<String>| [vec![name.clone()], rest].concat();
                csv.write_record([vec!["table".to_owned()], columns].concat())?;
                rows.into_iter().try_for_each(|row| csv.write_record(named(row)))?;
                csv.flush()?;
            }
            Format::Text => {
                writeln!(out, "{}", table["name"].as_str().unwrap_or_default())?;
                write_text(&mut out, &columns, &rows)?;
            }
        }
    }
    let notes = texts(&report["notes"]);
    match args.format {
        Format::Csv => notes.iter().for_each(|note| eprintln!("{note}")),
        Format::Text => notes.iter().try_for_each(|note| writeln!(out, "{note}"))?,
    }
    Ok(())
}

/// Columns as wide as their widest cell.
fn write_text(
    out: &mut impl Write,
    columns: &[String],
    rows: &[Vec<String>],
) -> std::io::Result<()> {
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).chain(columns.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    for row in std::iter::once(columns).chain(rows.iter().map(Vec::as_slice)) {
        let cells = row.iter().enumerate().map(|(at, cell)| format!("{cell:<0$}", width(at)));
        writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
