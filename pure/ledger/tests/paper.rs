//! Whatever is asked of the paper game, in whatever order and however often, the books stand.

use std::collections::{BTreeMap, BTreeSet};

use game::{Cents, GameId};
use ledger::{
    Account, Act, Amount, Bearer, Block, BlockId, BookId, BookRange, BookState, Claim, Claims,
    Command, CommandId, Correction, CounterAct, CounterId, CounterName, Decision, EmissionId,
    Facts, GameCode, LegalDay, Lot, Millis, Needs, Offer, OperatorAct, OperatorName, Parameters,
    Receipt, Record, Refusal, Remark, Report, RetailAct, RetailRecord, Signed, TicketId, decide,
};
use proptest::prelude::*;

/// Two blocks of two books of three tickets.
const LOTS: [[u64; 6]; 2] = [[0, 500, 0, 40_000, 1000, 0], [250_000, 0, 0, 500, 0, 29_500]];
const SIZE: u16 = 3;
const BOOKS: u32 = 4;
const PRICE: i64 = 500;
const DAYS: [&str; 3] = ["2001-01-02", "2001-04-01", "2001-05-02"];

/// What this file writes is what it says.
fn sure<T>(it: Option<T>) -> T {
    it.expect("it is written down here, and right")
}

fn code() -> GameCode {
    sure(GameCode::parse("31702"))
}

fn day(text: &str) -> LegalDay {
    sure(LegalDay::parse(text))
}

fn book(number: u32) -> BookId {
    sure(BookId::new(code(), number))
}

fn block_id(block: usize) -> BlockId {
    sure(BlockId::new(&format!("b{block}")))
}

/// A ticket with its lot, by its place among all.
fn claim(place: u16) -> Claim {
    let number = 1 + u32::from(place / SIZE);
    let ticket = sure(TicketId::new(book(number), place % SIZE));
    let lots: Vec<u64> = LOTS.concat();
    Claim { ticket, lot: Lot(Cents(lots[usize::from(place)])) }
}

/// One command to come.
#[derive(Clone, Debug)]
struct Step {
    wait: u32,
    name: u8,
    kind: u8,
    counter: u32,
    book: u32,
    ticket: u16,
    other: u16,
}

fn steps(count: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0_u32..2, 0_u8..250, 0_u8..20, 1_u32..4, 1..=BOOKS, 0_u16..12, 0_u16..12);
    let step = step.prop_map(|(wait, name, kind, counter, book, ticket, other)| Step {
        wait,
        name,
        kind,
        counter,
        book,
        ticket,
        other,
    });
    proptest::collection::vec(step, 0..count)
}

struct World {
    facts: Facts,
    now: Millis,
    count: u32,
}

impl World {
    fn new() -> Self {
        let now = day(DAYS[0]).begins();
        let mut world = Self { facts: Facts::new(Parameters::default()), now, count: 0 };
        let game = sure(GameId::new("maxi"));
        let price = sure(Amount::new(Cents(PRICE.unsigned_abs())));
        world.facts.offer(Offer::new(game.clone(), price, None));
        let emission = EmissionId { game, number: 2 };
        let planned = day(DAYS[0]);
        world.must(RetailAct::Announce { code: code(), emission: emission.clone(), planned });
        for (block, lots) in LOTS.iter().enumerate() {
            let prizes = sure(Amount::new(Cents(lots.iter().sum())));
            let number = u32::try_from(block).expect("two");
            let row = Block::published(block_id(block), emission.clone(), number, 6, prizes);
            world.facts.publish(row);
            let (block, first_book) = (block_id(block), 1 + 2 * number);
            world.must(RetailAct::Print { code: code(), block, first_book, book_tickets: SIZE });
        }
        world.must(RetailAct::Open { code: code(), day: planned });
        for number in 1..=3 {
            let (counter, name) = (CounterId(number), sure(CounterName::new("a counter")));
            world.must(RetailAct::RegisterCounter { counter, name, is_centre: number == 3 });
            let amount = sure(Amount::new(Cents(4000)));
            let (way, reason) = (Correction::Credit, sure(Remark::new("paid in")));
            world.must(RetailAct::SettleCounter { counter, way, amount, reason });
        }
        world
    }

    fn must(&mut self, act: RetailAct) {
        self.count += 1;
        let id = sure(CommandId::new(&format!("must-{:06}", self.count)));
        let command = Command { id, at: self.now, act: both(act) };
        let receipt = self.carry_out(&command).receipt;
        assert!(matches!(receipt, Receipt::Done(_)), "{command:?}: {receipt}");
    }

    fn carry_out(&mut self, command: &Command) -> Decision {
        let decision = decide(&self.facts, command);
        self.facts.apply(&decision);
        decision
    }

    fn command(&mut self, step: &Step) -> Command {
        self.now.0 += i64::from(step.wait);
        let id = sure(CommandId::new(&format!("command-{}", step.name)));
        Command { id, at: self.now, act: act(step) }
    }

    /// Closes the emission, waits until nothing is paid any more, and ends both blocks.
    fn end(&mut self) {
        self.must(RetailAct::Close { code: code(), day: day(DAYS[1]) });
        self.now = day(DAYS[2]).ends();
        (0..LOTS.len()).for_each(|block| self.must(RetailAct::Expire { block: block_id(block) }));
    }
}

/// An act of Olga's that Oscar signs with her.
fn both(act: RetailAct) -> Act {
    let name = |text| sure(OperatorName::new(text));
    Act::Operator(Signed::both(name("olga"), name("oscar")), OperatorAct::Retail(act))
}

fn act(step: &Step) -> Act {
    let counter = CounterId(step.counter);
    let book = book(step.book);
    let is_first = !step.book.is_multiple_of(2);
    let two = if is_first && step.other.is_multiple_of(2) { step.book + 1 } else { step.book };
    let books = sure(BookRange::new(book, sure(BookId::new(code(), two))));
    let report = if step.other.is_multiple_of(2) { Report::Lost } else { Report::Stolen };
    let reason = sure(Remark::new("a reason"));
    let own = |act| Act::Counter(counter, act);
    match step.kind {
        0..=2 => both(RetailAct::Deliver { books, counter }),
        3..=5 => own(CounterAct::Activate { book }),
        6 => own(CounterAct::SellOut { book }),
        7 | 8 => both(RetailAct::Return { books, counter, from: step.other % SIZE }),
        9 => own(CounterAct::Report { book, report }),
        10 => both(RetailAct::Report { books, report, reason }),
        11 | 12 => both(RetailAct::Release { books: book.into(), reason }),
        13 => own(CounterAct::Inquire { claim: claim(step.ticket) }),
        14 => {
            let (way, amount) = (Correction::Debit, sure(Amount::new(Cents(700))));
            both(RetailAct::SettleCounter { counter, way, amount, reason })
        }
        kind => {
            let mut claims = vec![claim(step.ticket)];
            if kind == 15 && step.other != step.ticket {
                claims.push(claim(step.other));
            }
            let bearer = step.other.is_multiple_of(3).then(|| sure(Bearer::new("someone")));
            own(CounterAct::Pay { claims: sure(Claims::new(claims)), bearer })
        }
    }
}

/// What an auditor notes for himself from the decisions alone.
#[derive(Default)]
struct Auditor {
    balances: BTreeMap<Account, i64>,
    paid: BTreeSet<TicketId>,
    states: BTreeMap<BookId, BookState>,
}

impl Auditor {
    fn note(&mut self, before: &Facts, decision: &Decision) {
        for transfer in &decision.transfers {
            let cents = i64::try_from(transfer.amount.cents().0).expect("small sums");
            *self.balances.entry(transfer.from.clone()).or_default() -= cents;
            *self.balances.entry(transfer.to.clone()).or_default() += cents;
        }
        for (account, balance) in &self.balances {
            assert!(*balance >= 0 || !account.is_guarded(), "{account} stands at {balance}");
        }
        assert_eq!(self.balances.values().sum::<i64>(), 0);
        for record in &decision.records {
            match record {
                Record::Retail(RetailRecord::Payment(payment)) => {
                    let ticket = payment.ticket;
                    assert!(self.paid.insert(ticket), "{ticket} was paid before");
                    let book = before.retail.book(ticket.book);
                    let is_active = match book.state {
                        BookState::Activated | BookState::SoldOut => true,
                        BookState::Returned(from) => ticket.index() < from,
                        BookState::Printed | BookState::Delivered => false,
                    };
                    assert!(is_active && book.report.is_none(), "{ticket} was paid of {book:?}");
                }
                Record::Retail(RetailRecord::Book(book)) => {
                    let known = self.states.insert(book.id, book.state);
                    let known = known.unwrap_or(BookState::Printed);
                    assert!(follows(known, book.state), "{known:?} became {:?}", book.state);
                }
                // Nothing that is kept tells the lot of a ticket that is not paid.
                Record::Known(_, known) => {
                    let text = known.receipt.to_string();
                    let tells = ["pays_", "not_a_winner", "identity", "exhausted"];
                    assert!(tells.iter().all(|word| !text.contains(word)), "{text} is kept");
                }
                _ => {}
            }
        }
        if matches!(decision.receipt, Receipt::Refused(_)) {
            assert!(decision.transfers.is_empty() && decision.records.len() <= 1);
        }
    }
}

/// Whether a book goes on so: never back.
fn follows(from: BookState, to: BookState) -> bool {
    use BookState::{Activated, Delivered, Printed, Returned, SoldOut};
    from == to
        || matches!(
            (from, to),
            (Printed, Delivered)
                | (Delivered, Activated | Returned(0))
                | (Activated, SoldOut | Returned(_))
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn the_books_stand_after_any_commands(steps in steps(240)) {
        let mut world = World::new();
        let mut auditor = Auditor { balances: world.facts.balances.clone(), ..Auditor::default() };
        let mut given: Vec<(Command, Receipt)> = Vec::new();
        for step in steps {
            let command = world.command(&step);
            let before = world.facts.clone();
            let decision = world.carry_out(&command);
            auditor.note(&before, &decision);
            let is_final = !decision.receipt.is_told()
                && decision.receipt.kept().as_ref() == Some(&decision.receipt);
            if is_final && decision.receipt != Receipt::Refused(Refusal::IdReused) {
                given.push((command, decision.receipt));
            }
        }
        prop_assert_eq!(&auditor.balances, &world.facts.balances);
        // Every command that was given, sent again: the receipt is the stored one, nothing moves.
        for (command, receipt) in &given {
            let again = decide(&world.facts, &Command { at: Millis(i64::MAX), ..command.clone() });
            prop_assert_eq!(&again.receipt, receipt);
            prop_assert!(again.transfers.is_empty() && again.records.is_empty());
        }
        world.end();
        let mut left = 0;
        for (block, lots) in LOTS.iter().enumerate() {
            prop_assert_eq!(world.facts.balance(&Account::Prizes(block_id(block))), 0);
            left += i64::try_from(lots.iter().sum::<u64>()).expect("small sums");
        }
        let paid = (0..12).map(claim).filter(|it| auditor.paid.contains(&it.ticket));
        left -= paid.map(|it| i64::try_from(it.lot.0.0).expect("small sums")).sum::<i64>();
        prop_assert_eq!(world.facts.balance(&Account::Unclaimed(code())), left);
    }

    /// A batch on loaded facts gives what one command after another gives on the books.
    #[test]
    fn a_batch_is_its_commands_in_order(before in steps(60), batch in steps(40)) {
        let mut world = World::new();
        for step in before {
            let command = world.command(&step);
            world.carry_out(&command);
        }
        let commands: Vec<_> = batch.iter().map(|step| world.command(step)).collect();
        let mut loaded = world.facts.pick(&Needs::of(&commands));
        for command in &commands {
            let decision = decide(&loaded, command);
            loaded.apply(&decision);
            prop_assert_eq!(decision, world.carry_out(command));
        }
        for (account, balance) in &loaded.balances {
            if account.is_guarded() {
                prop_assert_eq!(*balance, world.facts.balance(account), "{}", account);
            }
        }
    }
}

/// What can be said of a ticket, each at least once.
#[test]
fn every_verdict_stands_in_a_table() {
    let tables =
        [include_str!("tickets.txt"), include_str!("books.txt"), include_str!("emissions.txt")];
    for code in [
        "pays_here",
        "pays_at_centre",
        "not_a_winner",
        "too_late",
        "book_not_active",
        "book_returned",
        "book_lost",
        "book_stolen",
        "paid_elsewhere",
        "paid_here",
    ] {
        let is_there = |table: &&str| {
            table.lines().any(|line| {
                let receipt = line.split_once("=> told ").or(line.split_once("=> not_paid "));
                receipt.is_some_and(|(_, told)| told.split(' ').nth(1) == Some(code))
            })
        };
        assert!(tables.iter().any(is_there), "no line shows {code}");
    }
}
