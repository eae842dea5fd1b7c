//! What breaks.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Barrier, Mutex};

use ledger::{BlockState, Mode, OperatorAct, Receipt, Record, Refusal, Suspension};
use store::{LEDGER_FILE, Memory, Order, Postgres, Sqlite, Store, StoreError, Unanswered};

use crate::world::faulty::{Faulty, Mishap};
use crate::world::{
    NOON, Shop, block, command_id, each_engine, losers, postgres, postgres_address, settings, slow,
    sqlite, wish,
};

#[test]
fn a_failing_save_harms_one_command_only() {
    each_engine(|name, engine| {
        // Whatever would save a play of the third player breaks.
        let plan = |decisions: &[ledger::Decision]| {
            let of_third = |record: &Record| match record {
                Record::Play(play) => play.id.player.0 == 3,
                _ => false,
            };
            let mut records = decisions.iter().flat_map(|decision| &decision.records);
            if records.any(of_third) { Mishap::Before } else { Mishap::None }
        };
        let engine = Box::new(Faulty { engine, plan: Arc::new(Mutex::new(plan)) });
        let shop = Shop::open(engine, &[block("b1", 1, &losers(9)).0]);
        let buyers: Vec<_> = (1..=5).map(|number| shop.player(number, 3)).collect();
        let order = |buyer| Order { id: command_id("one"), act: wish(buyer, Mode::Auto) };
        let answers: Vec<_> = buyers.iter().map(|buyer| shop.store.ask(order(*buyer))).collect();
        for (number, answer) in (1..).zip(answers) {
            let answer = answer.expect("there is room").blocking_recv().expect("an answer");
            let is_sold = matches!(answer, Ok(Receipt::Done(_)));
            assert_eq!(is_sold, number != 3, "{name}: {number}: {answer:?}");
        }
        let balances: Vec<_> = buyers.iter().map(|buyer| shop.balance(*buyer)).collect();
        assert_eq!(balances, [0, 0, 300, 0, 0]);
        assert_eq!(shop.store.books().unwrap().sold, 4);
    });
}

#[test]
fn an_answer_lost_at_the_commit_is_unknown_and_the_retry_finds_out() {
    each_engine(|_, engine| {
        let armed = Arc::new(AtomicI64::new(0));
        let plan = {
            let armed = Arc::clone(&armed);
            move |_: &[ledger::Decision]| match armed.swap(0, Ordering::SeqCst) {
                0 => Mishap::None,
                _ => Mishap::After,
            }
        };
        let engine = Box::new(Faulty { engine, plan: Arc::new(Mutex::new(plan)) });
        let shop = Shop::open(engine, &[block("b1", 1, &losers(2)).0]);
        let alice = shop.player(1, 3);
        armed.store(1, Ordering::SeqCst);
        assert_eq!(shop.buy(alice, "one"), Err(Unanswered::Unknown));
        assert_eq!(shop.bought(alice, "one").index.0, 0);
        assert_eq!(shop.balance(alice), 0);
    });
}

/// A ledger on PostgreSQL whose first connection that saves a play is ended by the server: at
/// once, or, where the trigger is deferred, in the middle of the commit.
fn ended_by_server(trigger: &str) -> Option<Shop> {
    let address = postgres_address()?;
    let engine = postgres(&address);
    let client = ::postgres::Client::connect(&address, ::postgres::NoTls);
    let mut client = client.expect("the server is there");
    // What a sequence has counted stays counted, whatever becomes of the transaction.
    let sql = format!(
        "CREATE SEQUENCE plays_saved;
         CREATE FUNCTION end_the_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF nextval('plays_saved') = 1 THEN
                 PERFORM pg_terminate_backend(pg_backend_pid());
             END IF;
             RETURN NULL;
         END $$;
         {trigger} FOR EACH ROW EXECUTE FUNCTION end_the_first()"
    );
    client.batch_execute(&sql).expect("the trigger is sound");
    Some(Shop::open(engine, &[block("b1", 1, &losers(2)).0]))
}

#[test]
fn a_connection_lost_before_the_commit_costs_nobody_anything() {
    let Some(shop) = ended_by_server("CREATE TRIGGER ends AFTER INSERT ON plays") else { return };
    let alice = shop.player(1, 3);
    assert_eq!(shop.bought(alice, "one").index.0, 0);
    assert_eq!(shop.balance(alice), 0);
}

#[test]
fn a_connection_lost_at_the_commit_is_unknown_and_the_retry_finds_out() {
    let trigger = "CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON plays INITIALLY DEFERRED";
    let Some(shop) = ended_by_server(trigger) else { return };
    let alice = shop.player(1, 3);
    assert_eq!(shop.buy(alice, "one"), Err(Unanswered::Unknown));
    assert_eq!(shop.bought(alice, "one").index.0, 0);
    assert_eq!((shop.balance(alice), shop.store.books().unwrap().sold), (0, 1));
}

/// The server ends all connections of a ledger while nobody uses them: those of its two tellers, and the
/// one for questions.
#[test]
fn connections_lost_while_idle_cost_nobody_anything() {
    let Some(address) = postgres_address() else { return };
    let name = format!("idle{}", std::process::id());
    let named = format!("{address} application_name={name}");
    let shop = Shop::open(postgres(&named), &[block("b1", 1, &losers(2)).0]);
    let alice = shop.player(1, 3);
    let mut client = ::postgres::Client::connect(&address, ::postgres::NoTls).unwrap();
    let ended = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE application_name = $1";
    assert_eq!(client.query(ended, &[&name]).unwrap().len(), 3);
    assert_eq!(shop.balance(alice), 300);
    assert_eq!(shop.bought(alice, "one").index.0, 0);
}

#[test]
fn a_full_queue_turns_away_at_once_and_loses_nothing() {
    let (stock, _) = block("b1", 1, &losers(9));
    let gate = Arc::new(Barrier::new(2));
    let stock = [slow(stock, &gate, |index| index == 0)];
    let clock = Arc::new(AtomicI64::new(NOON));
    let settings = store::Settings { queue: 4, ..settings(&clock) };
    let store = Store::start(Box::new(Memory::new()), &stock, settings).unwrap();
    let shop = Shop { store, clock };
    shop.operate("put-on-sale", OperatorAct::PutOnSale { block: stock[0].block().id });
    let alice = shop.player(1, 50);
    let ask = |id: &str| shop.store.ask(Order { id: command_id(id), act: wish(alice, Mode::Auto) });
    let first = ask("first").expect("there is room");
    gate.wait();
    let waiting: Vec<_> = (0..4).map(|number| ask(&format!("{number}")).expect("room")).collect();
    assert_eq!(ask("late").err(), Some(Unanswered::Busy));
    gate.wait();
    for answer in std::iter::once(first).chain(waiting) {
        let answer = answer.blocking_recv().expect("an answer");
        assert!(matches!(answer, Ok(Receipt::Done(_))), "{answer:?}");
    }
    assert_eq!(shop.bought(alice, "late").index.0, 5);
}

#[test]
fn a_damaged_record_suspends_the_block_and_debits_nobody() {
    each_engine(|_, engine| {
        let (stock, units) = block("b1", 1, &[0, 2, 0]);
        let id = stock.block().id;
        let shop = Shop::open(engine, &[stock]);
        let alice = shop.player(1, 50);
        shop.bought(alice, "one");
        units.damaged.store(1, Ordering::SeqCst);
        shop.refused("two", wish(alice, Mode::Auto), Refusal::UnitDamaged);
        shop.refused("three", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        let state = shop.store.block(&id).unwrap().unwrap().state;
        assert_eq!(state, BlockState::Suspended(Suspension::Damaged));
        assert_eq!(shop.balance(alice), 5_000 - 300);
        units.damaged.store(-1, Ordering::SeqCst);
        shop.operate("resume", OperatorAct::Resume { block: id, sold: None });
        assert_eq!(shop.bought(alice, "four").index.0, 1);
    });
}

#[test]
fn a_block_that_is_not_here_is_not_sold_and_not_suspended() {
    each_engine(|_, engine| {
        let other = engine.twin().unwrap();
        let (stock, _) = block("b1", 1, &losers(2));
        let id = stock.block().id;
        let one = Shop::open(engine, &[stock]);
        let alice = one.player(1, 50);
        let store = Store::start(other, &[], settings(&one.clock)).unwrap();
        let two = Shop { store, clock: Arc::clone(&one.clock) };
        assert_eq!(two.buy(alice, "one"), Err(Unanswered::Failed));
        assert_eq!(one.store.block(&id).unwrap().unwrap().state, BlockState::OnSale);
        one.bought(alice, "one");
    });
}

#[test]
fn a_block_that_changed_is_refused() {
    each_engine(|_, mut engine| {
        let stock = block("b1", 1, &losers(2)).0;
        engine.publish(&stock.offer(), &stock.block()).unwrap();
        engine.publish(&stock.offer(), &stock.block()).unwrap();
        let shorter = block("b1", 1, &losers(1)).0;
        let error = engine.publish(&shorter.offer(), &shorter.block()).unwrap_err();
        assert!(matches!(error, StoreError::OtherBlock { .. }), "{error:?}");
    });
}

#[test]
fn a_newer_ledger_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    drop(sqlite(folder.path()));
    let file = rusqlite::Connection::open(folder.path().join(LEDGER_FILE)).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    let mut errors = vec![Sqlite::open(folder.path()).err()];
    if let Some(address) = postgres_address() {
        drop(Postgres::open(&address).unwrap());
        let mut client = ::postgres::Client::connect(&address, ::postgres::NoTls).unwrap();
        client.execute("UPDATE schema SET version = 99", &[]).unwrap();
        errors.push(Postgres::open(&address).err());
    }
    for error in errors {
        let error = error.expect("it is refused");
        assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error:?}");
        assert!(error.to_string().contains("written by a newer grille"), "{error}");
    }
}

#[test]
fn a_file_that_is_no_ledger_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(LEDGER_FILE), "not a database, by far").unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::Open { .. })));
}

#[test]
fn a_ledger_opened_again_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let stock = [block("b1", 1, &[4, 0]).0];
    let shop = Shop::open(sqlite(folder.path()), &stock);
    let alice = shop.player(1, 50);
    let first = shop.bought(alice, "one");
    drop(shop);
    let clock = Arc::new(AtomicI64::new(0));
    let store = Store::start(sqlite(folder.path()), &stock, settings(&clock)).unwrap();
    let shop = Shop { store, clock };
    assert_eq!(shop.bought(alice, "one"), first);
    let second = shop.bought(alice, "two");
    // The clock has gone back; time has not.
    assert_eq!((second.index.0, second.at.0), (1, NOON));
    assert_eq!(shop.balance(alice), 5_000 - 600 + 1_300);
}
