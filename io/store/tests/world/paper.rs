//! Tickets of a handmade block, and the counters that sell and pay them.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use game::UnitIndex;
use ledger::{
    Act, Amount, Bearer, BlockId, BookId, BookRange, Claim, Claims, Correction, CounterAct,
    CounterId, CounterName, Done, EmissionId, GameCode, LegalDay, Lot, Receipt, Remark, RetailAct,
    RetailDone, TicketId,
};
use store::{Engine, Settings, Stock, Store, Unanswered};

use super::{NOON, Shop, settings, sure};

/// How many tickets a book has here.
pub(crate) const SIZE: u16 = 5;

/// The day of [`NOON`] in Paris.
pub(crate) const TODAY: &str = "2026-11-29";

pub(crate) fn code() -> GameCode {
    sure(GameCode::parse("31701"))
}

pub(crate) fn day(text: &str) -> LegalDay {
    sure(LegalDay::parse(text))
}

pub(crate) fn book(number: u32) -> BookId {
    sure(BookId::new(code(), number))
}

pub(crate) fn books(first: u32, last: u32) -> BookRange {
    sure(BookRange::new(book(first), book(last)))
}

pub(crate) fn reason() -> Remark {
    sure(Remark::new("a reason"))
}

pub(crate) fn announce() -> RetailAct {
    let game = sure(game::GameId::new("mots-croises"));
    let (emission, planned) = (EmissionId { game, number: 1 }, day(TODAY));
    RetailAct::Announce { code: code(), emission, planned }
}

pub(crate) fn print(block: BlockId, first_book: u32) -> RetailAct {
    RetailAct::Print { code: code(), block, first_book, book_tickets: SIZE }
}

/// A counter, or a payment centre.
pub(crate) fn register(counter: u32, is_centre: bool) -> RetailAct {
    let name = sure(CounterName::new(&format!("counter {counter}")));
    RetailAct::RegisterCounter { counter: CounterId(counter), name, is_centre }
}

pub(crate) fn pay_in(counter: u32, cents: u64) -> RetailAct {
    RetailAct::SettleCounter {
        counter: CounterId(counter),
        way: Correction::Credit,
        amount: sure(Amount::new(game::Cents(cents))),
        reason: reason(),
    }
}

/// The ticket of a block whose first book is `first`, at an index, with its lot.
pub(crate) fn claim(stock: &Stock, first: u32, index: u64) -> Claim {
    let number = first + u32::try_from(index / u64::from(SIZE)).expect("a small block");
    let place = u16::try_from(index % u64::from(SIZE)).expect("a small book");
    let ticket = sure(TicketId::new(book(number), place));
    let unit = stock.units.unit(UnitIndex(index)).expect("the record is sound");
    let lot = game::score(&stock.game, &unit).expect("in the table").lot;
    Claim { ticket, lot: Lot(lot) }
}

pub(crate) fn pay(counter: u32, claims: Vec<Claim>, bearer: Option<&str>) -> Act {
    let bearer = bearer.map(|name| sure(Bearer::new(name)));
    let claims = sure(Claims::new(claims));
    Act::Counter(CounterId(counter), CounterAct::Pay { claims, bearer })
}

pub(crate) fn inquire(counter: u32, claim: Claim) -> Act {
    Act::Counter(CounterId(counter), CounterAct::Inquire { claim })
}

pub(crate) fn activate(counter: u32, number: u32) -> Act {
    Act::Counter(CounterId(counter), CounterAct::Activate { book: book(number) })
}

impl Shop {
    /// A shop over blocks of which none is on sale yet.
    pub(crate) fn closed(engine: Box<dyn Engine>, stock: &[Stock]) -> Self {
        let clock = Arc::new(AtomicI64::new(NOON));
        let store = Store::start(engine, stock, settings(&clock)).expect("the tellers start");
        Self { store, clock }
    }

    /// The same with one teller, who decides all commands in the order in which they come.
    pub(crate) fn of_one_teller(engine: Box<dyn Engine>, stock: &[Stock]) -> Self {
        let clock = Arc::new(AtomicI64::new(NOON));
        let settings = Settings { tellers: 1, ..settings(&clock) };
        let store = Store::start(engine, stock, settings).expect("the teller starts");
        Self { store, clock }
    }

    /// A shop whose blocks are on paper, in books of [`SIZE`] numbered on from block to block, and on
    /// sale today; counters 1 and 2 have 1 000 € each, and 9 is a payment centre.
    pub(crate) fn paper(engine: Box<dyn Engine>, stock: &[Stock]) -> Self {
        Self::closed(engine, stock).on_paper(stock)
    }

    /// A closed shop, made so.
    pub(crate) fn on_paper(self, stock: &[Stock]) -> Self {
        let shop = self;
        shop.retail("announce", announce());
        let mut first = 1;
        for it in stock {
            let block = it.block();
            let books = u32::try_from(block.units).expect("a small block") / u32::from(SIZE);
            shop.retail(&format!("print-{first}"), print(block.id, first));
            first += books;
        }
        shop.retail("open", RetailAct::Open { code: code(), day: day(TODAY) });
        for (counter, is_centre) in [(1, false), (2, false), (9, true)] {
            shop.retail(&format!("register-{counter}"), register(counter, is_centre));
            if !is_centre {
                shop.retail(&format!("pay-in-{counter}"), pay_in(counter, 100_000));
            }
        }
        shop
    }

    /// What Olga wants in the paper game, and Oscar signs with her.
    pub(crate) fn retail(&self, id: &str, act: RetailAct) -> RetailDone {
        match self.operate(id, ledger::OperatorAct::Retail(act)) {
            Done::Retail(done) if !done.is_in_vain() => done,
            other => panic!("{id}: {other:?}"),
        }
    }

    /// What a counter is told.
    #[track_caller]
    pub(crate) fn told(&self, id: &str, act: Act) -> String {
        told(&self.give(id, act))
    }

    /// Delivers and activates books at a counter.
    pub(crate) fn sell(&self, counter: u32, first: u32, last: u32) {
        let deliver = RetailAct::Deliver { books: books(first, last), counter: CounterId(counter) };
        self.retail(&format!("deliver-{first}"), deliver);
        for number in first..=last {
            let told = self.told(&format!("activate-{number}"), activate(counter, number));
            assert!(told.starts_with("activated "), "{told}");
        }
    }
}

/// An answer in a line.
pub(crate) fn told(answer: &Result<Receipt, Unanswered>) -> String {
    match answer {
        Ok(receipt) => receipt.to_string(),
        Err(unanswered) => unanswered.to_string(),
    }
}
