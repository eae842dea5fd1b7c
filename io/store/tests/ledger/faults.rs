//! What breaks: the program stops, the file is newer, a record has rotted.

use std::error::Error;

use store::{LEDGER_FILE, Store, StoreError};

use crate::fixture::{Handmade, NOON, UNREADABLE, World, command};

#[test]
fn a_ledger_opened_again_goes_on() {
    let World { folder, store, game, units, player } = World::new(50, &[4, 0]);
    let before = store.buy(player, &command("one"), &units, &game).unwrap();
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    store.put_on_sale(&game, &units).unwrap();
    assert_eq!(store.open_account("alice", game::Cents(1), NOON).unwrap(), player);
    let world = World { folder, store, game, units, player };
    assert_eq!(world.send(&command("one")), before);
    assert_eq!(world.balance(), 5_000 - 300 + 1_300);
    world.played("one");
    assert_eq!(world.bought("two").index.0, 1, "the cursor stands where it stood");
}

#[test]
fn a_newer_ledger_is_refused_in_words() {
    let World { folder, store, .. } = World::new(50, &[0]);
    drop(store);
    let file = folder.path().join(LEDGER_FILE);
    rusqlite::Connection::open(file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let Err(error) = Store::open(folder.path()) else { panic!("it was opened") };
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error:?}");
    assert!(error.to_string().contains("written by a newer grille"), "{error}");
}

#[test]
fn a_file_that_is_no_ledger_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(LEDGER_FILE), "not a database, by far").unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Open { .. })));
}

#[test]
fn a_unit_that_cannot_be_read_is_not_sold_and_nobody_debited() {
    let world = World::new(50, &[UNREADABLE]);
    let before = world.store.books().unwrap();
    for _ in 0..2 {
        let error = world
            .store
            .buy(world.player, &command("one"), &world.units, &world.game)
            .expect_err("the record cannot be read");
        assert_eq!(error.to_string(), "unit 0 of block handmade cannot be read, so it is not sold");
        assert_eq!(error.source().unwrap().to_string(), "a bit has flipped");
        assert_eq!(world.store.books().unwrap(), before);
    }
    // Once the record is repaired, the same command buys it.
    let mut world = world;
    world.units.words[0] = 2;
    assert_eq!(world.bought("one").gain.0, 300);
}

#[test]
fn a_unit_above_the_pay_list_is_not_sold() {
    let world = World::new(50, &[10]);
    let sale = world.store.buy(world.player, &command("one"), &world.units, &world.game);
    assert!(matches!(sale, Err(StoreError::Unjudged { index: 0, .. })), "{sale:?}");
    assert_eq!(world.balance(), 5_000);
}

#[test]
fn a_block_that_changed_its_size_is_refused() {
    let world = World::new(50, &[0, 0]);
    let shorter = Handmade { words: vec![0] };
    let error = world.store.put_on_sale(&world.game, &shorter).unwrap_err();
    assert_eq!(
        error.to_string(),
        "block handmade is in the ledger as 2 units of mots-croises, \
         and was now given as 1 units of mots-croises"
    );
}

/// The database itself refuses what the program must never do.
#[test]
fn the_tables_hold_what_must_hold() {
    let World { folder, store, game, units, player } = World::new(50, &[0, 0]);
    store.buy(player, &command("one"), &units, &game).unwrap();
    drop(store);
    let raw = rusqlite::Connection::open(folder.path().join(LEDGER_FILE)).unwrap();
    for wrong in [
        "UPDATE players SET balance_cents = -1",
        "UPDATE blocks SET next_index = 3",
        "UPDATE plays SET gain_cents = 300",
        "UPDATE plays SET balance_after_cents = 9999",
        "INSERT INTO plays SELECT 9, player, command_id, game, block, 1, mode, stake_cents,
            gain_cents, unit, balance_before_cents, balance_after_cents, bought_at_ms, 0, 1 FROM plays",
        "INSERT INTO plays SELECT 9, player, 'another', game, block, unit_index, mode, stake_cents,
            gain_cents, unit, balance_before_cents, balance_after_cents, bought_at_ms, 0, 1 FROM plays",
        "INSERT INTO plays SELECT 9, player, 'another', game, block, 1, mode, stake_cents,
            gain_cents, unit, balance_before_cents, balance_after_cents, bought_at_ms, 0, NULL FROM plays",
    ] {
        let error = raw.execute(wrong, []).expect_err(wrong);
        let code = error.sqlite_error_code();
        assert_eq!(code, Some(rusqlite::ErrorCode::ConstraintViolation), "{wrong}: {error}");
    }
}
