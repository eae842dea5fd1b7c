//! The demo's block on paper: it is dealt while the first visitor plays already, ten books of it are
//! printed, and the counter gets them. A second start finds all of it.

use std::net::SocketAddr;
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

/// So many books are printed, from the first on.
const BOOKS: u32 = 10;

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

/// Makes what is lacking, on a thread of its own, and brings it to the site that is served. It keeps
/// no hand on the ledger meanwhile, so that a stop need not wait for it.
pub(super) fn follow(data: PathBuf, store: Weak<Store>, papers: Papers) -> Then {
    Box::new(move |address| {
        let making = match dealing::has_paper(&data) {
            true => "ten books of its block are printed",
            false => {
                "a whole block of Maxi Mots Croisés, 3 000 000 tickets, is dealt, and ten books of \
                 it are printed"
            }
        };
        eprintln!("\nThe site is open. The paper game follows in a minute or so: {making}.");
        std::thread::spawn(move || {
            if let Err(error) = make(&data, &store, &papers, address) {
                eprintln!("The paper game is not there: {error:#}");
            }
        });
    })
}

fn make(
    data: &Path,
    store: &Weak<Store>,
    papers: &Papers,
    address: SocketAddr,
) -> anyhow::Result<()> {
    let block = dealing::open_or_deal_paper(data)?;
    print(data, &block)?;
    let key = dealing::verifier_key(data)?;
    let printed = counter::load(data, &key)?.context("what was printed is gone")?;
    // Nobody is there any more who could be served.
    let Some(store) = store.upgrade() else { return Ok(()) };
    store.publish(&counter::stock(&printed)).context("making the block on paper known")?;
    let counters = Access::of_counters_on_sqlite(data, Policy::default())?;
    let counter = counter::open(&store, &counters, &printed)?;
    papers.bring(Arc::clone(&printed));
    let at = counter.replace(" at /", &format!(" at http://{address}/"));
    eprint!("The paper game is there: books 1 to {BOOKS} are on sale.\n{at}{}", told(data));
    Ok(())
}

/// Prints the first books: for the press and the server, and to be looked at.
fn print(data: &Path, block: &Block) -> anyhow::Result<()> {
    let printing = block.commitment().manifest().sources.printing;
    let first = printing.context("the block in paper/block is not of paper")?.first_book();
    let (wanted, began) = (first..=first + BOOKS - 1, Instant::now());
    let (dir, threads) = (data.join("paper/print"), dealing::all_but_one());
    if !books(data).exists() {
        let pdf = books(data);
        press::print_books(block, wanted.clone(), Language::French, &pdf, threads, &Silent)
            .context("printing books")?;
    }
    // Last, since with it everything is there.
    if !dir.exists() {
        press::print_data_of(block, wanted, &dir, threads, &Silent)
            .context("printing the tickets of ten books")?;
        eprintln!("Printed {BOOKS} books in {:.1} s.", began.elapsed().as_secs_f64());
    }
    Ok(())
}

/// A bar would stand between the lines of whoever plays.
pub(super) struct Silent;

impl Progress for Silent {
    fn advance(&self, _: u64) {}
}
