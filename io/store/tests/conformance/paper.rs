//! The paper game: emissions, books, counters, and tickets that are paid once.

use std::sync::{Arc, Barrier, Mutex};
use std::thread::scope;

use ledger::{
    Account, Act, Actor, BlockState, BookState, CommandKey, CounterId, Dated, Done, KeeperAct,
    Millis, Needs, Receipt, Report, RetailAct, RetailDone, RetailNeeds, Span,
};
use store::{Changes, Engine, Frame, Memory, Stock, Store};

use crate::world::faulty::{Faulty, Mishap};
use crate::world::paper::{
    TODAY, activate, book, books, claim, code, day, inquire, pay, reason, told,
};
use crate::world::{
    NOON, Shop, block, block_id, command_id, each_engine, postgres, postgres_address, settings,
};

/// Ten tickets in two books: 3 €, 150 €, 500 € and 30 000 € among them.
fn tickets() -> Stock {
    block("b1", 1, &[2, 0, 6, 0, 7, 0, 1, 9, 0, 2]).0
}

/// Midnight after the last day of payment of an emission that closes today: 29 December 2026 is a
/// Tuesday, and over when 30 December begins in Paris (`date -d '2026-12-30T00:00:00+0100' +%s`).
const OVER: i64 = 1_798_585_200_000;

/// What is kept of a counter's command.
fn kept(engine: &mut dyn Engine, counter: u32, id: &str) -> Option<String> {
    let key = CommandKey { actor: Actor::Counter(CounterId(counter)), id: command_id(id) };
    let needs = Needs { keys: [key.clone()].into(), ..Needs::default() };
    let parameters = Dated::default();
    let frame = Frame { now: Millis(NOON), parameters: &parameters };
    let mut found = None;
    engine
        .transact(&needs, frame, &mut |facts| {
            found = facts.known.get(&key).map(|it| format!("{}: {}", it.content, it.receipt));
            Ok(Changes::default())
        })
        .expect("the ledger works");
    found
}

/// Rows B-1, T-2, T-3: from the first notice to the last day of payment, and not a cent is left.
#[test]
fn an_emission_lives_and_ends_with_its_prizes_at_zero() {
    each_engine(|name, engine| {
        let mut reader = engine.twin().expect("the ledger opens");
        let stock = tickets();
        let shop = Shop::paper(engine, std::slice::from_ref(&stock));
        let ticket = |index| claim(&stock, 1, index);
        let total = i64::try_from(stock.block().prizes.cents().0).expect("small");
        assert_eq!((shop.account("prizes/b1"), shop.account("operator")), (total, -total));
        assert_eq!(
            shop.told("early", inquire(1, ticket(0))),
            "told 31701-0000001-000 book_not_active"
        );
        shop.sell(1, 1, 1);
        assert_eq!(
            (shop.account("counter/1"), shop.account("stakes/b1")),
            (98_500, 1500),
            "{name}"
        );
        assert_eq!(shop.told("ask", inquire(2, ticket(0))), "told 31701-0000001-000 pays_here 300");
        // What is kept of the question does not tell that it won.
        assert_eq!(
            kept(reader.as_mut(), 2, "ask").as_deref(),
            Some("inquire 31701-0000001-000: told 31701-0000001-000 withheld"),
            "{name}"
        );
        shop.wait(1000);
        assert_eq!(shop.told("pay", pay(2, vec![ticket(0)], None)), "paid 300");
        assert_eq!(shop.told("pay", pay(2, vec![ticket(0)], None)), "paid 300");
        let when = NOON + 1000;
        let elsewhere = format!("not_paid 31701-0000001-000 paid_elsewhere {when}");
        assert_eq!(shop.told("late", pay(1, vec![ticket(0)], None)), elsewhere, "{name}");
        let here = format!("told 31701-0000001-000 paid_here {when}");
        assert_eq!(shop.told("ask", inquire(2, ticket(0))), here, "{name}");
        // Above what a counter pays, and at a centre with a name.
        let above = "not_paid 31701-0000001-004 pays_at_centre 50000";
        assert_eq!(shop.told("above", pay(1, vec![ticket(4)], None)), above, "{name}");
        assert_eq!(kept(reader.as_mut(), 1, "above"), None, "{name}");
        let both = || vec![ticket(4), ticket(2)];
        assert_eq!(shop.told("both", pay(9, both(), None)), "refused identity_missing", "{name}");
        assert_eq!(
            shop.told("both", pay(9, both(), Some("passport 12AB"))),
            "paid 65000",
            "{name}"
        );
        let paid = shop.store.paid(CounterId(9), (Millis(NOON), Millis(OVER)), 10).unwrap();
        let bearers: Vec<_> = paid.iter().map(|it| it.bearer.as_ref().unwrap().as_str()).collect();
        assert_eq!(bearers, ["passport 12AB", "passport 12AB"], "{name}");
        assert!(
            shop.store.paid(CounterId(9), (Millis(NOON), Millis(when)), 10).unwrap().is_empty()
        );
        check_second_book(name, &shop, &stock);
        check_end(name, &shop, &stock);
        check_bearers(name, &shop, when);
    });
}

/// Who was paid is erased as long after the payment as a closed account's data are kept, not a
/// millisecond earlier; the payments stay.
fn check_bearers(name: &str, shop: &Shop, paid_at: i64) {
    let retention = Span::days(1827);
    let bearers = || {
        let paid = shop.store.paid(CounterId(9), (Millis(NOON), Millis(i64::MAX)), 10);
        let paid = paid.expect("the ledger works");
        let bearers = paid.iter().map(|it| it.bearer.as_ref().expect("recorded").to_string());
        bearers.collect::<Vec<_>>()
    };
    let lapsed = |at: i64| {
        let lapsed = shop.store.lapsed(Millis(at).before(retention), 10);
        lapsed.expect("the ledger works").bearers
    };
    let due = paid_at + i64::try_from(retention.0).expect("small");
    for (at, kept, bearer) in [(due - 1, 0, "passport 12AB"), (due, 2, "ERASED")] {
        shop.clock.store(at, std::sync::atomic::Ordering::SeqCst);
        assert_eq!(lapsed(at), kept, "{name}");
        let erased = shop.give(&format!("erase-{at}"), Act::Keeper(KeeperAct::EraseBearers));
        assert_eq!(erased, Ok(Receipt::Done(Done::DataErased)), "{name}");
        assert_eq!(bearers(), [bearer, bearer], "{name}");
    }
    assert_eq!(lapsed(due), 0, "{name}");
}

/// The second book is stolen, found, put on sale, and its unsold end comes back.
fn check_second_book(name: &str, shop: &Shop, stock: &Stock) {
    let ticket = |index| claim(stock, 1, index);
    let deliver = RetailAct::Deliver { books: books(2, 2), counter: CounterId(1) };
    shop.retail("deliver", deliver);
    let report = Report::Stolen;
    shop.retail("stolen", RetailAct::Report { books: books(2, 2), report, reason: reason() });
    assert_eq!(shop.told("no", activate(1, 2)), "refused book_reported", "{name}");
    shop.retail("found", RetailAct::Release { books: books(2, 2), reason: reason() });
    assert_eq!(shop.told("yes", activate(1, 2)), "activated 97000", "{name}");
    let back = RetailAct::Return { books: books(2, 2), counter: CounterId(1), from: 3 };
    assert_eq!(shop.retail("back", back).to_string(), "returned 600", "{name}");
    assert_eq!(
        shop.told("unsold", inquire(1, ticket(9))),
        "told 31701-0000002-004 book_returned",
        "{name}"
    );
}

/// The emission closes, its last day of payment ends, and what is left is nobody's.
fn check_end(name: &str, shop: &Shop, stock: &Stock) {
    let ticket = |index| claim(stock, 1, index);
    let close = RetailAct::Close { code: code(), day: day(TODAY) };
    let closed = RetailDone::EmissionClosed { claims_end: day("2026-12-29") };
    assert_eq!(shop.retail("close", close), closed, "{name}");
    shop.clock.store(OVER - 1, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(
        shop.told("last", inquire(9, ticket(7))),
        "told 31701-0000002-002 pays_here 3000000",
        "{name}"
    );
    shop.wait(1);
    assert_eq!(
        shop.told("over", inquire(9, ticket(7))),
        "told 31701-0000002-002 too_late 2026-11-29 2026-12-29",
        "{name}"
    );
    // 30 000 € and the 3 € of the ticket that came back.
    let expired = shop.retail("expire", RetailAct::Expire { block: block_id("b1") });
    assert_eq!(expired.to_string(), "expired 3000300", "{name}");
    let holds = ["prizes/b1", "unclaimed/31701", "stakes/b1", "counter/1", "counter/9"];
    let holds = holds.map(|account| shop.account(account));
    assert_eq!(holds, [0, 3_000_300, 2400, 97_600, 65_000], "{name}");
    let row = shop.store.block(&block_id("b1")).expect("the ledger works").expect("it is known");
    assert_eq!(row.state, BlockState::Closed, "{name}");
}

/// Every engine loads what the one in memory has, whatever is asked for.
#[test]
fn every_engine_keeps_the_same_rows() {
    let run = |engine: Box<dyn Engine>| {
        let mut reader = engine.twin().expect("the ledger opens");
        let stock = tickets();
        let shop = Shop::paper(engine, std::slice::from_ref(&stock));
        shop.sell(1, 1, 1);
        shop.told("pay", pay(2, vec![claim(&stock, 1, 0)], None));
        let report =
            RetailAct::Report { books: books(2, 2), report: Report::Lost, reason: reason() };
        shop.retail("lost", report);
        shop.retail("close", RetailAct::Close { code: code(), day: day("2026-12-24") });
        let rows = [
            RetailNeeds {
                counters: [CounterId(1), CounterId(9), CounterId(5)].into(),
                ..RetailNeeds::default()
            },
            RetailNeeds {
                codes: [code()].into(),
                books: [books(1, 9)].into(),
                tickets: [0, 1].map(|index| claim(&stock, 1, index).ticket).into(),
                ..RetailNeeds::default()
            },
            RetailNeeds {
                blocks: [block_id("b1"), block_id("b2")].into(),
                ..RetailNeeds::default()
            },
            RetailNeeds { emissions: [stock.block().emission].into(), ..RetailNeeds::default() },
            RetailNeeds::default(),
        ]
        .map(|needs| reader.retail(&needs).expect("the ledger works"));
        assert_eq!(rows[1].books[&book(1)].state, BookState::Activated);
        assert_eq!((rows[1].books.len(), rows[1].payments.len()), (2, 1));
        assert_eq!((rows[2].printings.len(), rows[3].emissions.len()), (1, 1));
        (rows, reader.paper().expect("the ledger works"))
    };
    let expected = run(Box::new(Memory::new()));
    each_engine(|name, engine| assert_eq!(run(engine), expected, "{name}"));
}

/// Row T-3: many counters pay one ticket at once; one does, and the others are told when and by
/// whom.
#[test]
fn a_ticket_that_many_pay_at_once_is_paid_once() {
    each_engine(|name, engine| {
        let stock = tickets();
        let shop = Shop::paper(engine, std::slice::from_ref(&stock));
        shop.sell(1, 1, 1);
        let shops = [&shop; 2];
        check_paid_once(name, &shops, &stock);
    });
}

/// The same at two servers on one PostgreSQL.
#[test]
fn two_servers_pay_a_ticket_once() {
    let Some(address) = postgres_address() else { return };
    let stock = tickets();
    let one = Shop::paper(postgres(&address), std::slice::from_ref(&stock));
    let clock = Arc::clone(&one.clock);
    let store = Store::start(postgres(&address), std::slice::from_ref(&stock), settings(&clock));
    let two = Shop { store: store.expect("the teller starts"), clock };
    one.sell(1, 1, 1);
    check_paid_once("postgres", &[&one, &two], &stock);
}

/// Counters 1 and 2, each at a server of its own.
fn check_paid_once(name: &str, shops: &[&Shop; 2], stock: &Stock) {
    let barrier = Barrier::new(40);
    let answers: Vec<(u32, String)> = scope(|scope| {
        let threads: Vec<_> = (0..40)
            .map(|turn: u32| {
                let (barrier, counter) = (&barrier, 1 + turn % 2);
                scope.spawn(move || {
                    let act = pay(counter, vec![claim(stock, 1, 0)], None);
                    barrier.wait();
                    let shop = shops[usize::try_from(turn % 2).expect("small")];
                    (counter, shop.told(&format!("pay-{turn}"), act))
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let paid: Vec<_> = answers.iter().filter(|(_, told)| told == "paid 300").collect();
    assert_eq!(paid.len(), 1, "{name}: {answers:?}");
    let payer = paid[0].0;
    for (counter, told) in &answers {
        let place = if *counter == payer { "paid_here" } else { "paid_elsewhere" };
        let other = format!("not_paid 31701-0000001-000 {place} {NOON}");
        assert!(told == "paid 300" && *counter == payer || *told == other, "{name}: {told}");
    }
    let before = if payer == 1 { 98_500 } else { 100_000 };
    let account = Account::Counter(CounterId(payer)).to_string();
    assert_eq!(shops[1].account(&account), before + 300, "{name}");
}

/// Questions about tickets that nobody then pays are counted, those about no ticket too.
#[test]
fn who_asks_much_and_pays_little_is_seen() {
    each_engine(|name, engine| {
        let stock = tickets();
        let shop = Shop::paper(engine, std::slice::from_ref(&stock));
        shop.sell(1, 1, 1);
        let asking = |from, to| {
            let found = shop.store.asking((Millis(from), Millis(to))).expect("the ledger works");
            found.iter().map(|it| (it.counter.0, it.asked, it.unpaid)).collect::<Vec<_>>()
        };
        assert_eq!(asking(NOON, OVER), [], "{name}");
        for index in 0..7 {
            shop.told(&format!("ask-{index}"), inquire(2, claim(&stock, 1, index)));
        }
        shop.told("again", inquire(2, claim(&stock, 1, 0)));
        // No block has a book 11.
        let none = shop.told("none", inquire(2, claim(&stock, 11, 0)));
        assert_eq!(none, "refused book_unknown", "{name}");
        shop.wait(10);
        shop.told("ask", inquire(1, claim(&stock, 1, 0)));
        shop.told("pay", pay(1, vec![claim(&stock, 1, 0)], None));
        assert_eq!(asking(NOON, OVER), [(1, 1, 0), (2, 8, 7)], "{name}");
        assert_eq!(asking(NOON, NOON + 10), [(2, 8, 7)], "{name}");
        assert_eq!(asking(NOON + 10, NOON + 11), [(1, 1, 0)], "{name}");
    });
}

/// Whatever breaks between the decision and the answer, the ticket is paid once, and the same
/// command, sent again, says so.
#[test]
fn a_payment_whose_answer_is_lost_is_paid_once() {
    for (mishap, answer) in [
        (Mishap::Before, "the command failed"),
        (Mishap::After, "whether the command was carried out is not known"),
    ] {
        each_engine(|name, engine| {
            let next = Arc::new(Mutex::new(Mishap::None));
            let plan = {
                let next = Arc::clone(&next);
                move |_: &[ledger::Decision]| {
                    std::mem::replace(&mut *next.lock().expect("no panic"), Mishap::None)
                }
            };
            let engine = Box::new(Faulty { engine, plan: Arc::new(Mutex::new(plan)) });
            let stock = tickets();
            let shop = Shop::paper(engine, std::slice::from_ref(&stock));
            shop.sell(1, 1, 1);
            *next.lock().expect("no panic") = mishap;
            let act = || pay(2, vec![claim(&stock, 1, 0)], None);
            assert_eq!(told(&shop.give("pay", act())), answer, "{name}");
            assert_eq!(shop.told("pay", act()), "paid 300", "{name}");
            assert_eq!(shop.account("counter/2"), 100_300, "{name}");
            let other = format!("not_paid 31701-0000001-000 paid_here {NOON}");
            assert_eq!(shop.told("again", act()), other, "{name}");
            let paid = shop.store.paid(CounterId(2), (Millis(NOON), Millis(OVER)), 10).unwrap();
            assert_eq!(paid.len(), 1, "{name}");
        });
    }
}
