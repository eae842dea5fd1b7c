//! `grille block print`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Instant;

use crate::Answer;
use crate::dealt::{Readable, Threads};
use crate::progress::{Bar, report};
use crate::ticket::Tongue;

/// Write what a press and the central system need: tickets as data, the validation file, books.
///
/// Without --books: press/ (CSV, JSON Lines, Parquet, a ticket a record) for the press, and
/// validation/ for the system that pays tickets, each with its checksums. With --books: these books
/// as PDF, as they are sold, half scratched and bare. Whoever has the press's files can tell every
/// winner; whoever has only the validation file, none.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Readable,
    /// The directory to write; nothing is overwritten.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Books as PDF instead, by number: 12 or 12-15.
    #[arg(long, value_name = "BOOKS", value_parser = parse_books)]
    books: Option<RangeInclusive<u32>>,
    /// The language of the books.
    #[arg(long, value_enum, default_value_t = Tongue::Fr)]
    language: Tongue,
    #[command(flatten)]
    threads: Threads,
}

fn parse_books(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let books = first.parse().ok().zip(last.parse().ok());
    let books = books.filter(|(first, last)| first <= last).map(|(first, last)| first..=last);
    books.ok_or_else(|| "books are a number, or two with a hyphen between them".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let block = args.block.open()?;
    let (began, threads) = (Instant::now(), args.threads.count());
    let manifest = block.commitment().manifest();
    let size = manifest.sources.printing.map_or(0, |printing| printing.book_tickets().into());
    let tickets = match &args.books {
        // Each book is drawn in three states.
        Some(books) => (u64::from(*books.end() - *books.start()) + 1) * size,
        None => block.commitment().units(),
    };
    let bar = Bar::new(if args.books.is_some() { 3 * tickets } else { tickets });
    let done = match &args.books {
        Some(books) => {
            let language = args.language.language();
            press::print_books(&block, books.clone(), language, &args.out, threads, &bar)
        }
        None => press::print_data(&block, &args.out, threads, &bar),
    };
    bar.clear();
    done?;
    report("Printed", tickets, began.elapsed());
    Ok(Answer::Yes)
}
