//! A seeded world of paper: books that are delivered, put on sale, sold out, lost, found and taken
//! back, tickets that are asked about and paid at several counters at once, retries, breaks before
//! and after any commit, two servers; and an auditor with books of his own. It ends after the last
//! day of payment, and then the blocks' prize accounts stand at exactly zero.
//!
//! A failure prints its seed; `GRILLE_SEED=N` runs that one alone, `GRILLE_SEEDS=N` so many on
//! memory, and a share of them on the databases.

mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use game::UnitIndex;
use ledger::{
    Act, Book, BookRange, BookState, Claim, Correction, CounterAct, CounterId, Done, EventKind,
    Lot, OperatorAct, Receipt, Report, RetailAct, RetailDone, RetailNeeds, TicketId, Verdict,
};
use store::{Engine, Order};

use world::dice::Dice;
use world::paper::{
    SIZE, TODAY, activate, announce, book, books, claim, code, day, inquire, pay, pay_in, print,
    reason, register,
};
use world::servers::{Keeper, Ran, Receipts, Servers, each_seed, has_postgres};
use world::{block, block_id, operator, sure};

/// Books 1 to 4 are of the first block, 5 to 8 of the second.
const BOOKS: u32 = 8;
const BLOCK_BOOKS: u32 = 4;
/// The last one is a payment centre.
const COUNTERS: [u32; 3] = [1, 2, 9];
const PRICE: i64 = 300;
/// The date in the closing notice, and thirty days later: a Saturday, which is a working day.
const CLOSING: &str = "2027-01-28";
const CLAIMS_END: &str = "2027-02-27";

/// What the auditor has been told, and what must follow from it.
#[derive(Default)]
struct Auditor {
    receipts: Receipts,
    /// What each counter should have, in cents.
    counters: BTreeMap<u32, i64>,
    activated: BTreeSet<u32>,
    /// Books that came back, from which ticket on.
    returned: BTreeMap<u32, u16>,
    /// What was said to be credited for which books.
    credits: Vec<(BookRange, u16, i64)>,
    /// Who was paid what, by ticket.
    paid: BTreeMap<TicketId, (u32, i64)>,
    /// Which tickets were said to be paid already, to whom, whether there, and when.
    told: Vec<(TicketId, u32, bool, i64)>,
    /// How many acts left an event.
    events: BTreeMap<EventKind, usize>,
}

impl Auditor {
    fn note(&mut self, order: &Order, receipt: &Receipt, lots: &BTreeMap<TicketId, i64>) {
        if let Act::Counter(counter, _) = &order.act {
            self.note_told(counter.0, receipt);
        }
        // A question is answered anew, and so is what was refused for a lot's sake.
        let is_kept = !receipt.is_told() && receipt.kept().as_ref() == Some(receipt);
        if !is_kept || !self.receipts.is_first(order, receipt) {
            return;
        }
        let Receipt::Done(Done::Retail(done)) = receipt else { return };
        match &order.act {
            Act::Counter(counter, act) => self.note_counter(counter.0, act, *done, lots),
            Act::Operator(_, OperatorAct::Retail(act)) => self.note_operator(act, *done),
            _ => {}
        }
    }

    fn note_told(&mut self, counter: u32, receipt: &Receipt) {
        let Receipt::Done(Done::Retail(done)) = receipt else { return };
        let (RetailDone::Told { ticket, verdict } | RetailDone::NotPaid { ticket, verdict }) = done
        else {
            return;
        };
        match verdict {
            Verdict::PaidHere(at) => self.told.push((*ticket, counter, true, at.0)),
            Verdict::PaidElsewhere(at) => self.told.push((*ticket, counter, false, at.0)),
            _ => {}
        }
    }

    fn note_counter(
        &mut self,
        counter: u32,
        act: &CounterAct,
        done: RetailDone,
        lots: &BTreeMap<TicketId, i64>,
    ) {
        match (act, done) {
            (CounterAct::Activate { book }, RetailDone::Activated { .. }) => {
                assert!(self.activated.insert(book.number()), "{book} was put on sale twice");
                self.move_by(counter, -PRICE * i64::from(SIZE));
            }
            (CounterAct::Pay { claims, .. }, RetailDone::Paid { sum }) => {
                let mut all = 0;
                for Claim { ticket, .. } in claims.as_slice() {
                    let lot = lots[ticket];
                    let before = self.paid.insert(*ticket, (counter, lot));
                    assert_eq!(before, None, "{ticket} was paid twice");
                    all += lot;
                    if lot >= 200_000 {
                        self.count(EventKind::TicketLarge);
                    }
                }
                assert_eq!(signed(sum.cents().0), all);
                self.move_by(counter, all);
            }
            (CounterAct::Report { report, .. }, RetailDone::Reported) => self.count(kind(*report)),
            _ => {}
        }
    }

    fn note_operator(&mut self, act: &RetailAct, done: RetailDone) {
        match (act, done) {
            (RetailAct::SettleCounter { counter, way, amount, .. }, _) => {
                let cents = signed(amount.cents().0);
                let sign = if *way == Correction::Credit { 1 } else { -1 };
                self.move_by(counter.0, sign * cents);
            }
            (RetailAct::Return { books, counter, from }, RetailDone::Returned { credited }) => {
                for book in books.iter() {
                    let before = self.returned.insert(book.number(), *from);
                    assert_eq!(before, None, "{book} came back twice");
                }
                self.credits.push((*books, *from, signed(credited.0)));
                self.move_by(counter.0, signed(credited.0));
                self.count(EventKind::BooksReturned);
            }
            (RetailAct::Deliver { .. }, RetailDone::Delivered) => {
                self.count(EventKind::BooksDelivered);
            }
            (RetailAct::Report { report, .. }, RetailDone::Reported) => self.count(kind(*report)),
            (RetailAct::Release { .. }, RetailDone::Released) => {
                self.count(EventKind::BooksReleased);
            }
            _ => {}
        }
    }

    fn move_by(&mut self, counter: u32, cents: i64) {
        *self.counters.entry(counter).or_default() += cents;
    }

    fn count(&mut self, kind: EventKind) {
        *self.events.entry(kind).or_default() += 1;
    }
}

fn kind(report: Report) -> EventKind {
    match report {
        Report::Lost => EventKind::BooksLost,
        Report::Stolen => EventKind::BooksStolen,
    }
}

fn signed(cents: u64) -> i64 {
    i64::try_from(cents).expect("a small world has small sums")
}

/// Counters at the servers of one ledger.
struct World {
    servers: Servers,
    /// What every ticket won: the auditor's own look at the units.
    lots: BTreeMap<TicketId, i64>,
    auditor: Auditor,
}

impl World {
    fn new(seed: u64, engine: Box<dyn Engine>) -> Self {
        let mut dice = Dice(seed);
        let mut make = |name, number| {
            let words = 1..SIZE * u16::try_from(BLOCK_BOOKS).expect("few");
            let words = words.map(|_| [0, 1, 0, 2, 3, 4, 6, 7, 8][dice.roll(9) as usize]);
            block(name, number, &words.chain([2]).collect::<Vec<u8>>()).0
        };
        let stock = vec![make("b1", 1), make("b2", 2)];
        let mut lots = BTreeMap::new();
        for (stock, first) in stock.iter().zip([1, 1 + BLOCK_BOOKS]) {
            for index in 0..stock.units.count() {
                let unit = stock.units.unit(UnitIndex(index)).expect("the record is sound");
                let score = game::score(&stock.game, &unit).expect("in the table");
                lots.insert(claim(stock, first, index).ticket, signed(score.lot.0));
            }
        }
        let servers = Servers::new(dice, engine, stock);
        let mut world = Self { servers, lots, auditor: Auditor::default() };
        for act in [
            announce(),
            print(block_id("b1"), 1),
            print(block_id("b2"), 1 + BLOCK_BOOKS),
            RetailAct::Open { code: code(), day: day(TODAY) },
        ] {
            world.must(retail(act));
        }
        for counter in COUNTERS {
            world.must(retail(register(counter, counter == 9)));
            // Enough for two books or three: what is put on sale hangs on what is paid.
            let cents = 3_000 + world.servers.dice.roll(3_000);
            world.must(retail(pay_in(counter, cents)));
        }
        world
    }

    fn settle(&mut self, order: &Order) -> Receipt {
        let receipt = self.servers.settle(order);
        self.auditor.note(order, &receipt, &self.lots);
        receipt
    }

    fn must(&mut self, act: Act) -> RetailDone {
        let order = self.servers.new_order(act);
        match self.settle(&order) {
            Receipt::Done(Done::Retail(done)) => done,
            receipt => panic!("{order:?}: {receipt}"),
        }
    }

    /// Some commands at once.
    fn step(&mut self) {
        let orders = (0..=self.servers.dice.roll(12)).map(|_| self.order()).collect();
        for (order, receipt) in self.servers.give(orders) {
            self.auditor.note(&order, &receipt, &self.lots);
        }
    }

    fn order(&mut self) -> Order {
        if let Some(order) = self.servers.old_order() {
            return order;
        }
        let act = self.act();
        self.servers.new_order(act)
    }

    fn act(&mut self) -> Act {
        let counter = *sure(self.servers.dice.pick(&COUNTERS));
        let number = 1 + u32::try_from(self.servers.dice.roll(BOOKS.into())).expect("few");
        match self.servers.dice.roll(18) {
            0..=2 => retail(RetailAct::Deliver {
                books: self.range(number),
                counter: CounterId(counter),
            }),
            3 | 4 => activate(counter, number),
            5 => Act::Counter(CounterId(counter), CounterAct::SellOut { book: book(number) }),
            6 | 7 => {
                let from = u16::try_from(self.servers.dice.roll(SIZE.into())).expect("few");
                let (books, counter) = (self.range(number), CounterId(counter));
                retail(RetailAct::Return { books, counter, from })
            }
            8 => {
                let report =
                    if self.servers.dice.roll(2) == 0 { Report::Lost } else { Report::Stolen };
                if self.servers.dice.roll(2) == 0 {
                    let act = CounterAct::Report { book: book(number), report };
                    return Act::Counter(CounterId(counter), act);
                }
                let books = self.range(number);
                retail(RetailAct::Report { books, report, reason: reason() })
            }
            9 => retail(RetailAct::Release { books: book(number).into(), reason: reason() }),
            10 => inquire(counter, self.claim()),
            11 => {
                let way = Correction::Debit;
                let amount = self.servers.stock[0].offer().price;
                let counter = CounterId(counter);
                retail(RetailAct::SettleCounter { counter, way, amount, reason: reason() })
            }
            roll => {
                let first = self.claim();
                let second = self.claim();
                let is_both = roll == 12 && first.ticket != second.ticket;
                let claims = if is_both { vec![first, second] } else { vec![first] };
                let bearer = (self.servers.dice.roll(2) == 0).then_some("passport 12AB");
                pay(counter, claims, bearer)
            }
        }
    }

    /// One book, or two of one block.
    fn range(&mut self, number: u32) -> BookRange {
        let is_last = number.is_multiple_of(BLOCK_BOOKS);
        if is_last || self.servers.dice.roll(2) == 0 {
            book(number).into()
        } else {
            books(number, number + 1)
        }
    }

    fn claim(&mut self) -> Claim {
        let tickets: Vec<_> = self.lots.keys().copied().collect();
        let ticket = *sure(self.servers.dice.pick(&tickets));
        self.claim_of(ticket)
    }

    fn claim_of(&self, ticket: TicketId) -> Claim {
        let lot = self.lots[&ticket];
        Claim { ticket, lot: Lot(game::Cents(lot.unsigned_abs())) }
    }

    fn books(&mut self) -> BTreeMap<u32, Book> {
        let needs = RetailNeeds { books: [books(1, BOOKS)].into(), ..RetailNeeds::default() };
        let rows = self.servers.engine.retail(&needs).expect("the ledger works").books;
        rows.into_iter().map(|(id, book)| (id.number(), book)).collect()
    }

    /// Closes the emission, pays most of what can be paid until the last moment, and ends it.
    fn close(&mut self) {
        for order in self.servers.calm() {
            self.settle(&order);
        }
        self.must(retail(RetailAct::Close { code: code(), day: day(CLOSING) }));
        self.servers.clock.store(day(CLAIMS_END).ends().0 - 1, Ordering::SeqCst);
        let books = self.books();
        let tickets: Vec<_> = self.lots.keys().copied().collect();
        let mut left = Vec::new();
        for ticket in tickets {
            let expected = self.expected(&books, ticket);
            let told = self.must(inquire(9, self.claim_of(ticket)));
            let RetailDone::Told { verdict, .. } = told else { panic!("{told}") };
            assert_eq!(verdict.code(), expected, "{ticket}");
            if expected == "pays_here" && self.servers.dice.roll(3) > 0 {
                self.must(pay(9, vec![self.claim_of(ticket)], Some("passport 12AB")));
            } else if expected == "pays_here" {
                left.push(ticket);
            }
        }
        self.servers.clock.fetch_add(1, Ordering::SeqCst);
        for ticket in left {
            let told = self.must(pay(9, vec![self.claim_of(ticket)], Some("passport 12AB")));
            assert_eq!(
                told.to_string(),
                format!("not_paid {ticket} too_late {CLOSING} {CLAIMS_END}")
            );
        }
        for name in ["b1", "b2"] {
            self.must(retail(RetailAct::Expire { block: block_id(name) }));
        }
        self.audit(&books);
    }

    /// What must be said of a ticket at the payment centre, from the books as they stand and the
    /// auditor's own.
    fn expected(&self, books: &BTreeMap<u32, Book>, ticket: TicketId) -> &'static str {
        let number = ticket.book.number();
        if let Some((counter, _)) = self.auditor.paid.get(&ticket) {
            return if *counter == 9 { "paid_here" } else { "paid_elsewhere" };
        }
        let report = books.get(&number).and_then(|book| book.report);
        let returned = self.auditor.returned.get(&number);
        match report {
            Some(Report::Lost) => "book_lost",
            Some(Report::Stolen) => "book_stolen",
            None if returned.is_some_and(|from| ticket.index() >= *from) => "book_returned",
            None if !self.auditor.activated.contains(&number) => "book_not_active",
            None if self.lots[&ticket] == 0 => "not_a_winner",
            None => "pays_here",
        }
    }

    fn audit(&mut self, rows: &BTreeMap<u32, Book>) {
        let auditor = &self.auditor;
        let books = self.servers.engine.books().expect("the ledger works");
        assert_eq!(books.balances.values().sum::<i64>(), 0);
        let account = |name: &str| books.balances.get(name).copied().unwrap_or(0);
        for (counter, cents) in &auditor.counters {
            assert_eq!(account(&format!("counter/{counter}")), *cents, "counter {counter}");
        }
        let (mut stakes, mut table) = (0, 0);
        for stock in &self.servers.stock {
            let id = stock.block().id;
            assert_eq!(account(&format!("prizes/{id}")), 0, "the prizes of {id}");
            stakes += account(&format!("stakes/{id}"));
            table += signed(stock.block().prizes.cents().0);
        }
        let paid: i64 = auditor.paid.values().map(|(_, lot)| lot).sum();
        assert_eq!(account(&format!("unclaimed/{}", code())), table - paid);
        assert_eq!(account("operator"), -table);
        let sold = signed(auditor.activated.len() as u64) * i64::from(SIZE) * PRICE;
        let credits: i64 = auditor.credits.iter().map(|(_, _, cents)| cents).sum();
        assert_eq!(stakes, sold - credits);
        for (range, from, cents) in &auditor.credits {
            let active = range.iter().filter(|book| auditor.activated.contains(&book.number()));
            let unsold = signed(active.count() as u64) * i64::from(SIZE - from);
            assert_eq!(*cents, unsold * PRICE, "{range} from {from}");
        }
        for ticket in auditor.paid.keys() {
            let number = ticket.book.number();
            assert!(auditor.activated.contains(&number), "{ticket} was paid and never on sale");
            let is_back = auditor.returned.get(&number).is_some_and(|from| ticket.index() >= *from);
            assert!(!is_back, "{ticket} was paid and came back");
        }
        for number in 1..=BOOKS {
            let state = rows.get(&number).map_or(BookState::Printed, |book| book.state);
            let returned = auditor.returned.get(&number).copied();
            assert_eq!(state.returned_from(), returned, "book {number}");
            let is_active = matches!(state, BookState::Activated | BookState::SoldOut);
            let was_active = returned.is_none() && auditor.activated.contains(&number);
            assert_eq!(is_active, was_active, "book {number}");
        }
        self.audit_answers();
        self.audit_events();
    }

    /// Whoever was told that a ticket is paid was told the truth: when, and whether by him.
    fn audit_answers(&mut self) {
        let tickets = self.lots.keys().copied().collect();
        let needs = RetailNeeds { tickets, ..RetailNeeds::default() };
        let payments = self.servers.engine.retail(&needs).expect("the ledger works").payments;
        let found =
            payments.values().map(|it| (it.ticket, (it.counter.0, signed(it.amount.cents().0))));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), self.auditor.paid);
        for (ticket, counter, is_here, at) in &self.auditor.told {
            let payment = &payments[ticket];
            assert_eq!((payment.counter.0 == *counter, payment.at.0), (*is_here, *at), "{ticket}");
        }
    }

    /// The chain holds, and has one event for each thing that deserves one, whatever broke.
    fn audit_events(&mut self) {
        let events = self.servers.events();
        let count = |kind| events.count(kind);
        assert_eq!((count(EventKind::BlockPrinted), count(EventKind::ClaimsExpired)), (2, 2));
        assert_eq!((count(EventKind::EmissionOpened), count(EventKind::EmissionClosed)), (1, 1));
        for kind in [
            EventKind::BooksDelivered,
            EventKind::BooksReturned,
            EventKind::BooksLost,
            EventKind::BooksStolen,
            EventKind::BooksReleased,
            EventKind::TicketLarge,
        ] {
            let told = self.auditor.events.get(&kind).copied().unwrap_or(0);
            assert_eq!(count(kind), told, "{kind}");
        }
    }
}

fn retail(act: RetailAct) -> Act {
    operator(OperatorAct::Retail(act))
}

/// How much happened in the worlds of an engine.
#[derive(Default)]
struct Tally {
    commands: u64,
    activated: usize,
    returned: usize,
    paid: usize,
    told_paid: usize,
}

fn simulate(keeper: Keeper) {
    let mut tally = Tally::default();
    let ran = each_seed("retail", keeper, |seed, engine| {
        let mut world = World::new(seed, engine);
        (0..30).for_each(|_| world.step());
        world.close();
        tally.commands += world.servers.commands();
        tally.activated += world.auditor.activated.len();
        tally.returned += world.auditor.returned.len();
        tally.paid += world.auditor.paid.len();
        tally.told_paid += world.auditor.told.len();
    });
    let Ran::All(seeds) = ran else { return };
    let (name, Tally { commands, activated, returned, paid, told_paid }) = (keeper.name(), tally);
    println!("soak: paper, {name}: {seeds} seeds, {commands} commands");
    println!(
        "soak: paper on {name}: {activated} books on sale, {returned} back, {paid} tickets paid, \
         {told_paid} said to be paid already"
    );
    // Worlds in which nothing happens show nothing; a few of them may be without a rare thing.
    assert!(activated > 0 && paid > 0);
    assert!(seeds < 100 || (returned > 0 && told_paid > 0));
}

#[test]
fn memory() {
    simulate(Keeper::Memory);
}

#[test]
fn sqlite() {
    simulate(Keeper::Sqlite);
}

#[test]
fn postgres() {
    if has_postgres() {
        simulate(Keeper::Postgres);
    }
}
