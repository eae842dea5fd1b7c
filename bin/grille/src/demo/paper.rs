//! The demo's block on paper: it is dealt while the first visitor plays already, ten books of it are
//! printed, and the counter gets them. A second start finds all of it.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Instant;

use access::{Access, Policy};
use anyhow::Context;
use store::Store;
use ticket::Language;
use vault::{Block, Progress};
use web::Papers;

use super::{counter, dealing};
use crate::site::Then;

/// So many books are printed, from the first on, where there are as many.
pub(super) const BOOKS: u32 = 10;

/// Where the books lie that a person looks at.
fn books(data: &Path) -> PathBuf {
    data.join("paper/books")
}

/// What is said of tickets to try: nothing while there are none.
pub(super) fn told(data: &Path) -> String {
    let book = |state: &str| books(data).join(format!("book-0000001-{state}.pdf"));
    match book("bare").exists() {
        true => format!(
            "  its tickets as they are sold:     {}\n  with numbers and codes laid bare: {}\n",
            book("covered").display(),
            book("bare").display()
        ),
        false => String::new(),
    }
}

/// What is made: a block of `game` in `data`, for a site that is at `address`.
#[derive(Clone)]
pub(super) struct Making {
    pub(super) data: PathBuf,
    /// A shipped game's id, or the path of a game's file.
    pub(super) game: String,
    pub(super) address: SocketAddr,
}

impl Making {
    /// Makes what is lacking, on a thread of its own, and brings it to the site that is served. It keeps
    /// no hand on the ledger meanwhile, so that a stop need not wait for it.
    pub(super) fn follow(self, store: Weak<Store>, papers: Papers) -> Then {
        Box::new(move || {
            let making = match dealing::has_paper(&self.data) {
                true => "some books of its block are printed",
                false => "a whole block of it is dealt, and some books of that are printed",
            };
            eprintln!("\nThe site is open. The paper game follows in a minute or so: {making}.");
            std::thread::spawn(move || {
                if let Err(error) = self.make(&store, &papers) {
                    eprintln!("The paper game is not there: {error:#}");
                }
            });
        })
    }

    /// Makes what is lacking; what a start before this one has made is not made again.
    pub(super) fn make(&self, store: &Weak<Store>, papers: &Papers) -> anyhow::Result<()> {
        let data = &self.data;
        let block = dealing::open_or_deal_paper(data, &self.game)?;
        let books = first_books(&block)?;
        draw(data, &block, books.clone())?;
        print(data, &block, books)?;
        let key = dealing::verifier_key(data)?;
        let printed = counter::load(data, &key)?.context("what was printed is gone")?;
        // Nobody is there any more who could be served.
        let Some(store) = store.upgrade() else { return Ok(()) };
        store.publish(&counter::stock(&printed)).context("making the block on paper known")?;
        let counters = Access::of_counters_on_sqlite(data, Policy::default())?;
        let at = counter::open(&store, &counters, &printed, self.address)?;
        papers.bring(Arc::clone(&printed));
        let (first, last) = printed.books().into_inner();
        eprint!(
            "The paper game is there: books {first} to {last} are on sale.\n{at}{}",
            told(data)
        );
        Ok(())
    }
}

/// The books of a block that are printed.
pub(super) fn first_books(block: &Block) -> anyhow::Result<RangeInclusive<u32>> {
    let printing = block.commitment().manifest().sources.printing;
    let printing = printing.context("the block in paper/block is not of paper")?;
    let first = printing.first_book();
    let last = printing.identification(block.commitment().units() - 1).place.book;
    Ok(first..=last.min(first + BOOKS - 1))
}

/// Draws books to be looked at.
pub(super) fn draw(data: &Path, block: &Block, wanted: RangeInclusive<u32>) -> anyhow::Result<()> {
    let (dir, threads) = (books(data), dealing::all_but_one());
    if dir.exists() {
        return Ok(());
    }
    press::print_books(block, wanted, Language::French, &dir, threads, &Silent)
        .context("drawing books")
}

/// Prints their tickets, for the press and the server. Last, since with it everything is there.
pub(super) fn print(data: &Path, block: &Block, wanted: RangeInclusive<u32>) -> anyhow::Result<()> {
    let (dir, threads, began) = (data.join("paper/print"), dealing::all_but_one(), Instant::now());
    if dir.exists() {
        return Ok(());
    }
    let count = wanted.end() - wanted.start() + 1;
    press::print_data_of(block, wanted, &dir, threads, &Silent)
        .context("printing the tickets of some books")?;
    eprintln!("Printed {count} books in {:.1} s.", began.elapsed().as_secs_f64());
    Ok(())
}

/// A bar would stand between the lines of whoever plays.
pub(super) struct Silent;

impl Progress for Silent {
    fn advance(&self, _: u64) {}
}
