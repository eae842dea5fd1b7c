//! A ledger of before: what was on sale goes on, and what was sold is still there.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use game::Cents;
use ledger::{Millis, Mode, Refusal, RulesVersion};
use store::{Engine, LEDGER_FILE, Stock, Store};

use crate::world::{
    NOON, Shop, block, command_id, losers, postgres, postgres_address, settings, sqlite, sure, wish,
};

/// When the block was put on sale.
const BEFORE: i64 = NOON - 86_400_000;

/// The rows of a ledger that has sold one unit of `stock` to player 1, in the SQL of both.
fn rows(stock: &Stock) -> String {
    let block = stock.block();
    let (id, units, prizes) = (&block.id, block.units, block.prizes);
    format!(
        "INSERT INTO players (id, name, born, registered_at_ms, rules, stakes_cents, deposited_cents)
            VALUES (1, 'alice', '1980-01-01', {BEFORE}, 1, 100000, 900);
         INSERT INTO blocks (id, game, emission, number, units, prizes_cents, state, next_index, lost)
            VALUES ('{id}', 'mots-croises', 1, 1, {units}, {prizes}, 'on_sale', 1, 0);
         INSERT INTO offers (game, price_cents, current) VALUES ('mots-croises', 300, '{id}');
         INSERT INTO plays (player, command, game, block, unit_index, mode, stake_cents, gain_cents,
                is_held, unit, balance_before_cents, balance_after_cents, at_ms, finished_at_ms)
            VALUES (1, 'command-old', 'mots-croises', '{id}', 0, 'auto', 300, 0, FALSE,
                'ABCDEFGHIJKLMN\nYZ.\n', 900, 600, {BEFORE}, {BEFORE});
         INSERT INTO transfers (actor, command, number, from_account, to_account, cents, reason, at_ms)
            VALUES ('operator/olga', 'command-put', 0, 'operator', 'prizes/{id}', {prizes},
                'prizes', {BEFORE}),
            ('player/1', 'command-old', 0, 'player/1', 'stakes/{id}', 300, 'stake', {BEFORE});
         INSERT INTO accounts (account, cents) VALUES ('prizes/{id}', {prizes}),
            ('operator', -{prizes}), ('player/1', 600), ('stakes/{id}', 300), ('payments', -900);"
    )
}

fn check(name: &str, mut engine: Box<dyn Engine>, stock: Stock) {
    let clock = Arc::new(AtomicI64::new(NOON));
    let mut reader = engine.twin().expect("the ledger opens");
    let offers = engine.register().expect("the ledger works").offers;
    assert_eq!(offers[0].on_sale_at, Some(Millis(BEFORE)), "{name}");
    let shop = Shop {
        store: Store::start(engine, &[stock], settings(&clock)).expect("the teller starts"),
        clock,
    };
    let alice = ledger::PlayerId(1);
    let old = ledger::PlayId { player: alice, command: command_id("old") };
    let sold = reader.play(&old).expect("the ledger works").expect("it was sold");
    assert_eq!(sold.facts.play.rules, RulesVersion(1), "{name}");
    assert_eq!(sold.facts.play.staked, Cents(300), "{name}");
    let new = shop.bought(alice, "new");
    assert_eq!((new.index.0, new.staked), (1, Cents(600)), "{name}: the sale goes on");
    shop.give(
        "limit",
        ledger::Act::Player(
            alice,
            ledger::PlayerAct::ExcludeSelf { period: ledger::Span::hours(24) },
        ),
    )
    .expect("a receipt");
    shop.refused("excluded", wish(alice, Mode::Auto), Refusal::PlayerExcluded);
    let price = sure(ledger::Amount::new(Cents(300)));
    assert_eq!(shop.account("player/1"), 600 - i64::try_from(price.cents().0).expect("small"));
}

#[test]
fn a_ledger_of_before_goes_on_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let stock = block("b1", 1, &losers(9)).0;
    let raw = rusqlite::Connection::open(folder.path().join(LEDGER_FILE)).unwrap();
    for migration in [
        include_str!("../../migrations/sqlite/0001_thin.sql"),
        include_str!("../../migrations/sqlite/0002_ledger.sql"),
        &rows(&stock),
    ] {
        raw.execute_batch(migration).unwrap();
    }
    raw.pragma_update(None, "user_version", 2).unwrap();
    drop(raw);
    check("sqlite", sqlite(folder.path()), stock);
}

#[test]
fn a_ledger_of_before_goes_on_on_postgres() {
    let Some(address) = postgres_address() else {
        println!("GRILLE_POSTGRES is not set: PostgreSQL is left out");
        return;
    };
    let stock = block("b1", 1, &losers(9)).0;
    let mut raw = ::postgres::Client::connect(&address, ::postgres::NoTls).unwrap();
    raw.batch_execute(include_str!("../../migrations/postgres/0001_ledger.sql")).unwrap();
    raw.batch_execute(&rows(&stock)).unwrap();
    let version = "CREATE TABLE schema (version BIGINT NOT NULL); INSERT INTO schema VALUES (1)";
    raw.batch_execute(version).unwrap();
    check("postgres", postgres(&address), stock);
}
