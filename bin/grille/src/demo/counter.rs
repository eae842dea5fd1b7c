//! The demo's counter: where its data has a block on paper and what was printed of it, the emission is
//! announced and open, and a counter sells its books and pays its tickets.

use std::path::Path;
use std::sync::Arc;

use access::{Access, Password};
use anyhow::Context;
use block::note::VerifierKey;
use game::Cents;
use ledger::{
    Act, Amount, BlockId, BlockState, BookId, BookRange, Correction, CounterAct, CounterId,
    CounterName, EmissionId, GameCode, LegalDay, OperatorAct, Remark, RetailAct,
};
use store::{Stock, Store};
use vault::{Commitment, Printed};

use super::opening::{give, operator, written};
use crate::site;

/// The one counter of the demo.
const COUNTER: CounterId = CounterId(1);
/// What it signs in with: no secret, since whoever reaches the demo may look at it.
const PASSWORD: &str = "mots-croises";
/// What it has paid in: enough for the books of a small printing.
const PAID_IN: Cents = Cents(10_000_000);
/// So many books at most are put on sale.
const BOOKS: u32 = 10;

/// The block on paper in `data`, if there is one: `paper/block` has its public files, `paper/print`
/// what was printed of it.
pub(super) fn load(data: &Path, key: &VerifierKey) -> anyhow::Result<Option<Arc<Printed>>> {
    let (dir, print) = (data.join("paper/block"), data.join("paper/print"));
    if !dir.exists() || !print.exists() {
        return Ok(None);
    }
    let commitment = Commitment::open(&dir)?;
    commitment.check_signature(key)?;
    let printed = Printed::open(commitment, &print);
    let printed = printed.with_context(|| format!("opening {}", print.display()))?;
    Ok(Some(Arc::new(printed)))
}

/// The block as the ledger is told of it.
pub(super) fn stock(printed: &Arc<Printed>) -> Stock {
    let game = Arc::new(printed.commitment().game().clone());
    Stock { game, units: Arc::clone(printed) as Arc<dyn game::Units>, emission: 1, number: 1 }
}

/// Brings a new ledger to where the counter can be used, and lets it sign in; what was done stays as it
/// is. Answers a line for the person at the terminal.
pub(super) fn open(
    store: &Store,
    counters: &Access<CounterId>,
    printed: &Printed,
) -> anyhow::Result<String> {
    let block = written(BlockId::new(printed.commitment().block().as_str()));
    let known = store.block(&block)?.context("the block on paper is not in the ledger")?;
    if known.state == BlockState::Published {
        begin(store, printed, &block)?;
        counters.set_password(COUNTER, &written(Password::new(PASSWORD)))?;
    }
    Ok(format!("Counter {COUNTER}, password {PASSWORD}, at /point-de-vente\n"))
}

fn begin(store: &Store, printed: &Printed, block: &BlockId) -> anyhow::Result<()> {
    let printing = printed.printing();
    let code = written(GameCode::parse(&printing.game_code().to_string()));
    let today = store::day_of(site::now()).and_then(LegalDay::new);
    let today = today.context("the clock shows no day")?;
    let game = printed.commitment().game().id.clone();
    let (first_book, book_tickets) = (printing.first_book(), printing.book_tickets());
    let first = *printed.books().start();
    let last = (*printed.books().end()).min(first + BOOKS - 1);
    let book = |number| written(BookId::new(code, number));
    let books = written(BookRange::new(book(first), book(last)));
    let reason = written(Remark::new("the demo"));
    let acts = [
        RetailAct::Announce { code, emission: EmissionId { game, number: 1 }, planned: today },
        RetailAct::Print { code, block: block.clone(), first_book, book_tickets },
        RetailAct::Open { code, day: today },
        RetailAct::RegisterCounter {
            counter: COUNTER,
            name: written(CounterName::new("Tabac de la Gare")),
            is_centre: false,
        },
        RetailAct::SettleCounter {
            counter: COUNTER,
            way: Correction::Credit,
            amount: written(Amount::new(PAID_IN)),
            reason,
        },
        RetailAct::Deliver { books, counter: COUNTER },
    ];
    for (number, act) in acts.into_iter().enumerate() {
        give(store, &format!("demo-paper-{number}"), operator(OperatorAct::Retail(act)))?;
    }
    for book in books.iter() {
        let act = Act::Counter(COUNTER, CounterAct::Activate { book });
        give(store, &format!("demo-activate-{}", book.number()), act)?;
    }
    Ok(())
}
