//! What a press and the central system are given of a block: the tickets as data, the validation
//! file, books as PDF.
//!
//! A directory is made as a block's is: under another name, which it loses when all of it is on
//! disk. A run that was stopped leaves nothing that looks whole, and the next one begins anew.

use std::io::Write;
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::score;
use ticket::{Language, Printing, Skin, State, Ticket};
use vault::{
    Block, Chunk, PRINT_MARK, Part, PrintMark, Progress, SUMS, Summed, VALIDATION_FILE,
    VALIDATION_RECORD, named, validation_record,
};

use crate::PressError;
use crate::draw::pdf;
use crate::field::{Fields, csv_head, csv_lines};
use crate::sort::Buckets;
use crate::table::Table;
use crate::ticket_row::{columns, fields, line};

/// For the press alone, and for the central system alone.
const PRESS: &str = "press";
const VALIDATION: &str = "validation";

/// Writes the tickets of a whole block as data for the press, in three formats, and the validation
/// file, into the new directory `dir`.
///
/// # Errors
///
/// When the block is not printed, a record is damaged, or a file cannot be written. No directory is
/// left then.
pub fn print_data(
    block: &Block,
    dir: &Path,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(), PressError> {
    let printing = printing(block)?;
    let books = printing.first_book()..=last_book(block, &printing);
    print_data_of(block, books, dir, threads, progress)
}

/// The same for some of its books alone, for a small printing.
///
/// # Errors
///
/// As of [`print_data`], and when the block has no such book.
pub fn print_data_of(
    block: &Block,
    books: RangeInclusive<u32>,
    dir: &Path,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(), PressError> {
    let printing = checked(block, &books)?;
    let (first, size) = (printing.first_book(), u64::from(printing.book_tickets()));
    let tickets =
        u64::from(books.start() - first) * size..u64::from(books.end() - first + 1) * size;
    let part = Part::begin(dir)?;
    let (press, validation) = (part.path().join(PRESS), part.path().join(VALIDATION));
    for dir in [&press, &validation] {
        std::fs::create_dir(dir).map_err(named("making", dir))?;
    }
    let columns = columns(block.commitment().game().crossword().grids.into());
    let mut csv = Summed::create(&press.join("tickets.csv"))?;
    csv.write_all(&csv_head(&columns))?;
    let mut jsonl = Summed::create(&press.join("tickets.jsonl"))?;
    let parquet = Summed::create(&press.join("tickets.parquet"))?;
    let mut table = Table::new(parquet, "ticket", columns)?;
    let mut buckets = Buckets::new(&validation.join("sorting"))?;
    block.scan_around(
        tickets.clone(),
        threads,
        progress,
        |chunk| Portion::of(block, chunk, &tickets),
        |portion: Portion| {
            csv.write_all(&portion.csv)?;
            jsonl.write_all(&portion.jsonl)?;
            table.add(portion.rows)?;
            Ok(buckets.add(&portion.records)?)
        },
    )?;
    let sums = [csv.finish()?, jsonl.finish()?, table.finish()?.finish()?].concat();
    part.write(&format!("{PRESS}/{SUMS}"), sums.as_bytes())?;
    let mut sorted = Summed::create(&part.path().join(VALIDATION_FILE))?;
    progress.next("sorting the validation file", tickets.end - tickets.start);
    buckets.drain(|records| {
        progress.advance((records.len() / VALIDATION_RECORD) as u64);
        sorted.write_all(records)
    })?;
    part.write(&format!("{VALIDATION}/{SUMS}"), sorted.finish()?.as_bytes())?;
    progress.next("putting it on disk", 1);
    finish(part, block, &printing, books)
}

/// Writes books as PDF, each as it is sold, half scratched and bare, into the new directory `dir`.
///
/// # Errors
///
/// When the block is not printed or has no such book, a record is damaged, or a file cannot be
/// written. No directory is left then.
pub fn print_books(
    block: &Block,
    books: RangeInclusive<u32>,
    language: Language,
    dir: &Path,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(), PressError> {
    let printing = checked(block, &books)?;
    let skin = Skin::new(block.commitment().game().clone(), language)?;
    let part = Part::begin(dir)?;
    let works: Vec<(u32, State)> =
        books.clone().flat_map(|book| State::ALL.map(|state| (book, state))).collect();
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let work = || {
        while let Some(&(book, state)) = works.get(next.fetch_add(1, Ordering::Relaxed)) {
            match print_book(block, &printing, &skin, (book, state), &part) {
                Ok(()) => progress.advance(printing.book_tickets().into()),
                Err(error) => {
                    next.store(works.len(), Ordering::Relaxed);
                    failed.lock().expect("no thread panics").get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| (0..threads.get()).for_each(|_| drop(scope.spawn(work))));
    match failed.into_inner().expect("no thread panics") {
        Some(error) => Err(error),
        None => {
            progress.next("putting it on disk", 1);
            finish(part, block, &printing, books)
        }
    }
}

/// Writes one book in one state.
fn print_book(
    block: &Block,
    printing: &Printing,
    skin: &Skin,
    (book, state): (u32, State),
    part: &Part,
) -> Result<(), PressError> {
    let size = u64::from(printing.book_tickets());
    let first = u64::from(book - printing.first_book()) * size;
    let ticket = |index| {
        let number = printing.identification(index);
        let read = block.ticket(index);
        let read = read.map_err(|source| PressError::Ticket { number, source })?;
        read.ok_or(PressError::NotPrinted)
    };
    let tickets = (first..first + size).map(ticket).collect::<Result<Vec<_>, _>>()?;
    let name = match state {
        State::Covered => "covered",
        State::Half => "half",
        State::Bare => "bare",
    };
    let title = skin.title(&format!("{}-{book:07}", printing.game_code()), state);
    let scenes = tickets.iter().flat_map(|ticket| skin.sides(ticket, state));
    let bytes = pdf(scenes, skin, &title)?;
    Ok(part.write(&format!("book-{book:07}-{name}.pdf"), &bytes)?)
}

/// How the block is printed, if it has these books.
fn checked(block: &Block, books: &RangeInclusive<u32>) -> Result<Printing, PressError> {
    let printing = printing(block)?;
    let (first, last) = (printing.first_book(), last_book(block, &printing));
    if books.is_empty() || *books.start() < first || *books.end() > last {
        return Err(PressError::NoBook { first, last });
    }
    Ok(printing)
}

/// How the block is printed.
fn printing(block: &Block) -> Result<Printing, PressError> {
    block.commitment().manifest().sources.printing.ok_or(PressError::NotPrinted)
}

fn last_book(block: &Block, printing: &Printing) -> u32 {
    printing.identification(block.commitment().units() - 1).place.book
}

/// Writes what the whole directory is known by.
fn finish(
    part: Part,
    block: &Block,
    printing: &Printing,
    books: RangeInclusive<u32>,
) -> Result<(), PressError> {
    let mark = PrintMark::new(block.commitment().block(), printing, books);
    Ok(part.finish(PRINT_MARK, &mark.bytes())?)
}

/// What becomes of one chunk of tickets.
struct Portion {
    csv: Vec<u8>,
    jsonl: Vec<u8>,
    rows: Vec<Fields>,
    records: Vec<u8>,
}

impl Portion {
    /// Those of its tickets that are asked for.
    fn of(block: &Block, chunk: &Chunk<'_>, asked: &Range<u64>) -> Result<Self, PressError> {
        let (mut jsonl, mut rows, mut records) = (Vec::new(), Vec::new(), Vec::new());
        for (index, ticket) in chunk.tickets().filter(|(index, _)| asked.contains(index)) {
            let ticket: Ticket = ticket.map_err(|_| PressError::Damaged { index })?;
            let score = score(block.commitment().game(), &ticket.unit);
            let lot = score.map_err(|source| PressError::Judge { index, source })?.lot;
            jsonl.extend_from_slice(line(index, &ticket).as_bytes());
            jsonl.push(b'\n');
            rows.push(fields(index, &ticket));
            let record = validation_record(&ticket.code, ticket.identification, lot);
            records.extend_from_slice(&record);
        }
        Ok(Self { csv: csv_lines(&rows), jsonl, rows, records })
    }
}
