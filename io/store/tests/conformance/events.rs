//! Significant events (row G-8): saved with what they tell or not at all, in a chain to which one
//! can only add.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::scope;

use ledger::{Dated, Event, EventKind, Mode, OperatorAct, Parameters, Refusal, RulesVersion};
use store::{Break, Entry, Head, Settings, Store, Unanswered};

use crate::world::faulty::{Faulty, Mishap};
use crate::world::{
    Shop, block, each_engine, losers, postgres, postgres_address, settings, sqlite, sure, wish,
};

/// The chain, checked as it is read.
fn checked(store: &Store) -> Result<(Vec<Entry>, Head), Break> {
    let (mut head, mut entries) = (Head::default(), Vec::new());
    // Read as the program reads it: a part at a time.
    loop {
        let part = store.events(head.number(), 3).expect("the ledger works");
        if part.is_empty() {
            return Ok((entries, head));
        }
        for entry in part {
            head.check(&entry)?;
            entries.push(entry);
        }
    }
}

fn kinds(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.kind.as_str()).collect()
}

fn note(kind: EventKind, subject: &str) -> Event {
    Event::new(kind, None, subject, "a test")
}

#[test]
fn every_engine_keeps_the_same_chain() {
    let mut all = Vec::new();
    each_engine(|name, engine| {
        let (stock, units) = block("b1", 1, &[7, 2, 0]);
        let shop = Shop::open(engine, &[stock]);
        let alice = shop.player(1, 50);
        let held = shop.bought(alice, "held");
        shop.operate("confirm", OperatorAct::ConfirmGain { play: held.id.clone() });
        units.damaged.store(1, Ordering::SeqCst);
        shop.refused("two", wish(alice, Mode::Auto), Refusal::UnitDamaged);
        shop.store.note(note(EventKind::SignInFailed, "operator/otto")).unwrap();
        // A command that is given again leaves no second event.
        shop.operate("confirm", OperatorAct::ConfirmGain { play: held.id.clone() });
        shop.refused("two", wish(alice, Mode::Auto), Refusal::UnitDamaged);
        let (entries, head) = checked(&shop.store).unwrap();
        let expected = [
            "parameters_changed",
            "block_on_sale",
            "identity_confirmed",
            "gain_held",
            "gain_confirmed",
            "block_damaged",
            "sign_in_failed",
        ];
        assert_eq!(kinds(&entries), expected, "{name}");
        let signed = |it: &Entry| format!("{}+{} {}", it.by, it.second, it.subject);
        assert_eq!(signed(&entries[1]), "olga+oscar b1");
        assert_eq!(signed(&entries[4]), format!("olga+oscar {}", held.id));
        assert_eq!(signed(&entries[5]), "+ b1");
        all.push((entries, head));
    });
    assert!(all.iter().all(|it| *it == all[0]), "{all:#?}");
}

/// A transaction that breaks leaves no event; one whose answer is lost leaves its own.
#[test]
fn an_event_is_saved_with_what_it_tells_or_not_at_all() {
    each_engine(|name, engine| {
        let mishap = Arc::new(Mutex::new(Mishap::None));
        let plan = {
            let mishap = Arc::clone(&mishap);
            move |_: &[ledger::Decision]| {
                std::mem::replace(&mut *mishap.lock().expect("no panic"), Mishap::None)
            }
        };
        let shop = {
            let engine = Box::new(Faulty { engine, plan: Arc::new(Mutex::new(plan)) });
            Shop::open(engine, &[block("b1", 1, &losers(9)).0])
        };
        let id = crate::world::block_id("b1");
        let suspend = || crate::world::operator(OperatorAct::Suspend { block: id.clone() });
        *mishap.lock().expect("no panic") = Mishap::Before;
        assert_eq!(shop.give("stop", suspend()), Err(Unanswered::Failed), "{name}");
        assert!(!kinds(&checked(&shop.store).unwrap().0).contains(&"block_suspended"), "{name}");
        *mishap.lock().expect("no panic") = Mishap::After;
        assert_eq!(shop.give("stop", suspend()), Err(Unanswered::Unknown), "{name}");
        let told = |shop: &Shop| {
            let entries = checked(&shop.store).unwrap().0;
            kinds(&entries).iter().filter(|kind| **kind == "block_suspended").count()
        };
        assert_eq!(told(&shop), 1, "{name}");
        shop.give("stop", suspend()).unwrap();
        assert_eq!(told(&shop), 1, "{name}: given again, it is answered and not done again");
    });
}

#[test]
fn other_parameters_are_told_once_at_a_start_and_when_they_begin_to_hold() {
    each_engine(|name, engine| {
        let twins = [engine.twin().unwrap(), engine.twin().unwrap(), engine.twin().unwrap()];
        let shop = Shop::open(engine, &[block("b1", 1, &losers(9)).0]);
        let told = |store: &Store| {
            let entries = checked(store).unwrap().0;
            let told = entries.iter().filter(|it| it.kind == "parameters_changed");
            told.map(|it| it.detail.split(' ').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
        };
        let rules = |version| {
            let parameters = (*settings(&shop.clock).parameters.at(ledger::Millis(0))).clone();
            Parameters { rules: RulesVersion(version), ..parameters }
        };
        let later = ledger::Millis(crate::world::NOON + 5);
        let sets = [
            (Dated::from(rules(1)), vec!["rules=1"]),
            (Dated::from(rules(2)), vec!["rules=1", "rules=2"]),
            (Dated::from(rules(2)).then(later, rules(3)), vec!["rules=1", "rules=2", "rules=3"]),
        ];
        for (twin, (parameters, expected)) in twins.into_iter().zip(sets) {
            let settings = Settings { parameters, ..settings(&shop.clock) };
            let store = Store::start(twin, &[], settings).unwrap();
            // Queues are served in order: once this is there, the start is over.
            store.note(note(EventKind::ServerStarted, "")).unwrap();
            if expected.len() == 3 {
                assert_eq!(told(&store), expected[..2], "{name}: not before its time");
                shop.wait(5);
                store.note(note(EventKind::ServerStopped, "")).unwrap();
            }
            // Every teller has met them.
            store.ping().unwrap();
            assert_eq!(told(&store), expected, "{name}");
        }
    });
}

/// Several servers at one head, and several threads at each.
#[test]
fn two_servers_make_one_chain() {
    each_engine(|name, engine| {
        let other = engine.twin().unwrap();
        let one = Shop::open(engine, &[block("b1", 1, &losers(9)).0]);
        let two = Store::start(other, &[], settings(&one.clock)).unwrap();
        let before = checked(&one.store).unwrap().1.number();
        let is_stopped = AtomicBool::new(false);
        scope(|scope| {
            for store in [&one.store, &two] {
                for thread in 0..3 {
                    scope.spawn(move || {
                        for number in 0..20 {
                            let subject = format!("{thread}/{number}");
                            store.note(note(EventKind::SignInFailed, &subject)).unwrap();
                        }
                    });
                }
            }
            // Whoever reads meanwhile sees a chain too.
            let reading = scope.spawn(|| {
                while !is_stopped.load(Ordering::SeqCst) {
                    checked(&one.store).unwrap();
                }
            });
            while checked(&two).unwrap().1.number() < before + 120 {
                std::thread::yield_now();
            }
            is_stopped.store(true, Ordering::SeqCst);
            reading.join().expect("the chain holds at every moment");
        });
        let (entries, head) = checked(&two).unwrap();
        assert_eq!(head.number(), before + 120, "{name}");
        let own = |subject: &str| entries.iter().filter(|it| it.subject == subject).count();
        assert_eq!((own("0/0"), own("2/19")), (2, 2), "{name}");
    });
}

/// What can be done to the table once its triggers are gone, and which entry the check names.
const HARMS: [(&str, Break); 6] = [
    ("UPDATE events SET subject = 'b2' WHERE number = 2", Break::Altered(2)),
    ("UPDATE events SET at_ms = at_ms - 1 WHERE number = 4", Break::Altered(4)),
    ("DELETE FROM events WHERE number = 3", Break::Missing(3)),
    (
        "DELETE FROM events WHERE number = 3;
         UPDATE events SET number = number - 1 WHERE number > 3",
        Break::Altered(3),
    ),
    (
        "UPDATE events SET number = 100 WHERE number = 3;
         UPDATE events SET number = 3 WHERE number = 4;
         UPDATE events SET number = 4 WHERE number = 100",
        Break::Altered(3),
    ),
    (
        "UPDATE events SET number = number + 100 WHERE number > 3;
         INSERT INTO events SELECT 4, at_ms, kind, signed_by, second, subject, detail, hash
            FROM events WHERE number = 3;
         UPDATE events SET number = number - 99 WHERE number > 100",
        Break::Altered(4),
    ),
];

/// Fills a ledger with events.
fn fill(shop: &Shop) {
    for number in 0..5 {
        let event = note(EventKind::SignInFailed, &format!("operator/{number}"));
        shop.store.note(event).expect("it is saved");
    }
}

/// Does each harm to a ledger of its own; `sql` runs a statement there.
fn check_harms(mut with: impl FnMut(&dyn Fn(&Shop, &mut dyn FnMut(&str) -> bool))) {
    for (harm, expected) in HARMS {
        with(&|shop, sql| {
            fill(shop);
            let whole = checked(&shop.store).expect("the chain holds");
            // The tables themselves refuse it.
            for part in ["UPDATE events SET detail = ''", "DELETE FROM events WHERE number = 7"] {
                assert!(!sql(part), "{part}");
            }
            assert_eq!(checked(&shop.store), Ok(whole));
            assert!(sql("-- triggers away"));
            assert!(sql(harm), "{harm}");
            assert_eq!(checked(&shop.store).map(|it| it.1), Err(expected), "{harm}");
        });
    }
}

#[test]
fn a_changed_chain_is_found_on_sqlite() {
    check_harms(|test| {
        let folder = tempfile::tempdir().unwrap();
        let shop = Shop::open(sqlite(folder.path()), &[block("b1", 1, &losers(9)).0]);
        let raw = rusqlite::Connection::open(folder.path().join(store::LEDGER_FILE)).unwrap();
        raw.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
        test(&shop, &mut |sql| match sql {
            "-- triggers away" => raw
                .execute_batch(
                    "DROP TRIGGER events_are_not_changed; DROP TRIGGER events_are_not_removed",
                )
                .is_ok(),
            sql => raw.execute_batch(sql).is_ok(),
        });
    });
}

#[test]
fn a_changed_chain_is_found_on_postgres() {
    if postgres_address().is_none() {
        println!("GRILLE_POSTGRES is not set: PostgreSQL is left out");
        return;
    }
    check_harms(|test| {
        let address = sure(postgres_address());
        let shop = Shop::open(postgres(&address), &[block("b1", 1, &losers(9)).0]);
        let mut raw = ::postgres::Client::connect(&address, ::postgres::NoTls).unwrap();
        assert!(raw.batch_execute("TRUNCATE events").is_err());
        test(&shop, &mut |sql| match sql {
            "-- triggers away" => {
                raw.batch_execute("DROP TRIGGER events_are_only_added ON events").is_ok()
            }
            sql => raw.batch_execute(sql).is_ok(),
        });
    });
}

/// What is cut off at the end is found by whoever has kept the last hash, and by nobody else.
#[test]
fn a_shortened_chain_has_another_head() {
    let folder = tempfile::tempdir().unwrap();
    let shop = Shop::open(sqlite(folder.path()), &[block("b1", 1, &losers(9)).0]);
    fill(&shop);
    let kept = checked(&shop.store).unwrap().1;
    let raw = rusqlite::Connection::open(folder.path().join(store::LEDGER_FILE)).unwrap();
    raw.execute_batch("DROP TRIGGER events_are_not_removed; DELETE FROM events WHERE number > 5")
        .unwrap();
    let left = checked(&shop.store).expect("what is left holds in itself").1;
    assert_ne!(left.to_string(), kept.to_string());
}
