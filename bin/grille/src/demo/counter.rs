//! The demo's counter: where its data has a block on paper and what was printed of it, the emission is
//! announced and open, and a counter sells its books and pays its tickets.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use access::{Access, Login, Password};
use anyhow::Context;
use block::note::VerifierKey;
use game::Cents;
use ledger::{
    Act, Amount, BlockId, Book, BookId, BookRange, BookState, Correction, CounterAct, CounterId,
    CounterName, EmissionId, GameCode, LegalDay, Millis, OperatorAct, Remark, RetailAct,
    RetailNeeds,
};
use store::{Stock, Store};
use vault::{Commitment, Printed};

use super::opening::{give, operator, written};
use super::paper::BOOKS;
use crate::site;

/// The one counter of the demo.
pub(super) const COUNTER: CounterId = CounterId(1);
/// What it signs in with: no secret, since whoever reaches the demo may look at it.
pub(super) const PASSWORD: &str = "mots-croises";
/// What it has paid in: enough for the books of a small printing.
pub(super) const PAID_IN: Cents = Cents(10_000_000);

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

/// Brings the ledger to where the counter can be used, and lets it sign in: whatever of that is lacking
/// is done, since the start before this one may have been stopped anywhere. Answers a line for the person
/// at the terminal; the site is at `address`.
pub(super) fn open(
    store: &Store,
    counters: &Access<CounterId>,
    printed: &Printed,
    address: SocketAddr,
) -> anyhow::Result<String> {
    for (id, act) in lacking(store, printed, site::now())? {
        give(store, &id, act)?;
    }
    // It may have another password by now.
    counters.enrol(COUNTER, &Login::of_counter(COUNTER), &written(Password::new(PASSWORD)))?;
    Ok(format!("Counter {COUNTER}, password {PASSWORD}, at http://{address}/point-de-vente\n"))
}

/// The acts that are lacking at `now` for the books to be on sale, in their order, each with its name.
///
/// A name is one act's for good, so that what was done is not done again. But some acts name the day, and
/// a person may have done others himself meanwhile: so each is asked for only where the ledger does not
/// show it.
pub(super) fn lacking(
    store: &Store,
    printed: &Printed,
    now: Millis,
) -> anyhow::Result<Vec<(String, Act)>> {
    let printing = printed.printing();
    let code = written(GameCode::parse(&printing.game_code().to_string()));
    let block = written(BlockId::new(printed.commitment().block().as_str()));
    let book = |number| written(BookId::new(code, number));
    let (first, last) = printed.books().into_inner();
    let books = written(BookRange::new(book(first), book(last.min(first + BOOKS - 1))));
    let (counters, codes) = ([COUNTER].into(), [code].into());
    let needs = RetailNeeds { counters, codes, books: [books].into(), ..RetailNeeds::default() };
    let known = store.retail(&needs)?;
    let emission = known.emissions.get(&code);
    if emission.is_some_and(|it| it.closing.is_some()) {
        return Ok(Vec::new());
    }
    let day = store::day_of(now).and_then(LegalDay::new).context("the clock shows no day")?;
    let opens = emission.and_then(|it| it.opens);
    let mut acts = Vec::new();
    if emission.is_none() {
        let emission = EmissionId { game: printed.commitment().game().id.clone(), number: 1 };
        acts.push(operate("0", RetailAct::Announce { code, emission, planned: day }));
    }
    if known.printing(&block).is_none() {
        let (first_book, book_tickets) = (printing.first_book(), printing.book_tickets());
        acts.push(operate("1", RetailAct::Print { code, block, first_book, book_tickets }));
    }
    if opens.is_none() {
        acts.push(operate("2", RetailAct::Open { code, day }));
    }
    if !known.counters.contains_key(&COUNTER) {
        let name = written(CounterName::new("Tabac de la Gare"));
        let act = RetailAct::RegisterCounter { counter: COUNTER, name, is_centre: false };
        acts.push(operate("3", act));
    }
    if opens.is_none_or(|opens| opens.begins() <= now) {
        let books: Vec<Book> = books.iter().map(|id| known.book(id)).collect();
        acts.extend(lacking_of(&books));
    }
    Ok(acts)
}

/// What is lacking for these books to be on sale; those that a person took elsewhere stay there.
fn lacking_of(books: &[Book]) -> Vec<(String, Act)> {
    let is_in_stock = |book: &&Book| book.state == BookState::Printed && book.report.is_none();
    let is_here = |book: &&Book| {
        let is_delivered = book.state == BookState::Delivered && book.report.is_none();
        is_in_stock(book) || is_delivered && book.counter == Some(COUNTER)
    };
    let to_sell: Vec<BookId> = books.iter().filter(is_here).map(|book| book.id).collect();
    if to_sell.is_empty() {
        return Vec::new();
    }
    // The ledger knows by this name that it has paid in.
    let (way, amount) = (Correction::Credit, written(Amount::new(PAID_IN)));
    let reason = written(Remark::new("the demo"));
    let settle = RetailAct::SettleCounter { counter: COUNTER, way, amount, reason };
    let deliver = books.iter().filter(is_in_stock).map(|book| {
        let act = RetailAct::Deliver { books: BookRange::from(book.id), counter: COUNTER };
        operate(&format!("book-{}", book.id.number()), act)
    });
    let activate = to_sell.iter().map(|&book| {
        let act = Act::Counter(COUNTER, CounterAct::Activate { book });
        (format!("demo-activate-{}", book.number()), act)
    });
    std::iter::once(operate("4", settle)).chain(deliver).chain(activate).collect()
}

fn operate(name: &str, act: RetailAct) -> (String, Act) {
    (format!("demo-paper-{name}"), operator(OperatorAct::Retail(act)))
}
