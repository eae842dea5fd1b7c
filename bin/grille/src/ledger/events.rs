//! `grille ledger events`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{ArgGroup, ValueEnum};
use store::{Engine, Entry, Head, LEDGER_FILE, Sqlite, told};

use crate::config::Config;
use crate::{Answer, database};

/// Print the significant events of a ledger, or check their chain.
///
/// The check names the first entry that was changed, taken out, put in or moved. It prints the
/// number and the hash of the last entry: kept elsewhere, that hash shows with --head whether the
/// chain was cut off or written anew. The service may run meanwhile.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("ledger").required(true).args(["data", "config"])))]
pub(crate) struct Args {
    /// The data directory of a ledger on SQLite.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The configuration of a server.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Work the chain out again, and print where it ends.
    #[arg(long)]
    check: bool,
    /// A hash that was kept: the chain must hold, and one of its entries have this hash.
    #[arg(long, value_name = "HASH")]
    head: Option<String>,
    #[arg(long, value_enum, default_value = "text", conflicts_with_all = ["check", "head"])]
    format: Format,
}

/// How events are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, with times as in Paris.
    Text,
    /// A JSON object a line.
    Jsonl,
    /// With a line of names first.
    Csv,
}

/// How many events are read at a time.
const PART: u32 = 1000;

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut engine = open(args)?;
    if args.check || args.head.is_some() {
        return check(engine.as_mut(), args.head.as_deref());
    }
    print(engine.as_mut(), args.format)?;
    Ok(Answer::Yes)
}

fn open(args: &Args) -> anyhow::Result<Box<dyn Engine>> {
    let data = match (&args.data, &args.config) {
        (Some(data), _) => data.clone(),
        (None, Some(file)) => {
            let config = Config::load(file)?;
            match database::look(&config)? {
                Some(engine) => return Ok(engine),
                None => config.data,
            }
        }
        (None, None) => unreachable!("the parser asks for one of them"),
    };
    let file = data.join(LEDGER_FILE);
    ensure!(file.exists(), "there is no ledger {}", file.display());
    Ok(Box::new(Sqlite::open(&data)?))
}

/// Gives each event to `with`, in order.
fn each(
    engine: &mut dyn Engine,
    mut with: impl FnMut(Entry) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut last = i64::MIN;
    loop {
        let part = engine.events(last, PART)?;
        let Some(entry) = part.last() else { return Ok(()) };
        last = entry.number;
        part.into_iter().try_for_each(&mut with)?;
    }
}

fn check(engine: &mut dyn Engine, kept: Option<&str>) -> anyhow::Result<Answer> {
    let mut head = Head::default();
    let mut broken = None;
    let mut found = None;
    each(engine, |entry| {
        if broken.is_none() {
            broken = head.check(&entry).err();
            if broken.is_none() && kept == Some(entry.hash.as_str()) {
                found = Some(entry.number);
            }
        }
        Ok(())
    })?;
    if let Some(broken) = broken {
        eprintln!("grille: the chain is broken: {broken}");
        return Ok(Answer::No);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "events {}\nhead {head}", head.number())?;
    let Some(kept) = kept else { return Ok(Answer::Yes) };
    match found {
        Some(number) => writeln!(out, "kept {number}")?,
        None => {
            eprintln!(
                "grille: no entry has the hash {kept}: the chain was cut off or written anew, or \
                 this is another ledger"
            );
            return Ok(Answer::No);
        }
    }
    Ok(Answer::Yes)
}

fn print(engine: &mut dyn Engine, format: Format) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if format == Format::Csv {
        let mut csv = csv::Writer::from_writer(&mut out);
        csv.write_record(["number", "at_ms", "kind", "by", "second", "subject", "detail", "hash"])?;
        each(engine, |it| {
            let (number, at) = (it.number.to_string(), it.at_ms.to_string());
            let texts = [&it.kind, &it.by, &it.second, &it.subject, &it.detail, &it.hash];
            csv.write_record([&number, &at].into_iter().chain(texts))?;
            Ok(())
        })?;
        return csv.flush().context("writing");
    }
    each(engine, |it| {
        if format == Format::Jsonl {
            let line = serde_json::json!({
                "number": it.number, "at_ms": it.at_ms, "kind": it.kind, "by": it.by,
                "second": it.second, "subject": it.subject, "detail": it.detail, "hash": it.hash,
            });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        let time = told(ledger::Millis(it.at_ms));
        write!(out, "{:>5}  {time}  {:<20}", it.number, it.kind)?;
        let signed = [it.by, it.second].into_iter().filter(|name| !name.is_empty());
        let signed = signed.collect::<Vec<_>>().join(" with ");
        let words = [signed, it.subject, it.detail].into_iter().filter(|word| !word.is_empty());
        writeln!(out, "  {}", words.collect::<Vec<_>>().join(" · "))?;
        Ok(())
    })
}
