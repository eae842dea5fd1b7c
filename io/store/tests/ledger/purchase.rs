//! Purchases: article 4.4, and what other shops got wrong in public.

use std::sync::Barrier;

use game::{Cents, UnitIndex};
use store::{Mode, Receipt, Refusal, Store};

use crate::fixture::{NOON, World, command};

/// Article A-4.4a: one press, one debit, and the gain is paid in the same moment.
#[test]
fn a_purchase_takes_the_stake_and_pays_the_gain() {
    let world = World::new(50, &[0, 4]);
    let lost = world.played("one");
    assert_eq!((lost.index, lost.gain, lost.balance_after), (UnitIndex(0), Cents(0), Cents(4_700)));
    let won = world.bought("two");
    assert_eq!((won.index, won.stake, won.gain), (UnitIndex(1), Cents(300), Cents(1_300)));
    assert_eq!((won.balance_before, won.balance_after), (Cents(4_700), Cents(5_700)));
    assert_eq!(world.balance(), 5_700);
    let player = world.store.player(world.player).unwrap().unwrap();
    assert_eq!(player.shown_balance(), Cents(4_400), "an unfinished gain is not shown");
}

#[test]
fn the_same_command_gets_the_same_unit_whichever_button_repeats_it() {
    let world = World::new(50, &[3, 3]);
    let first = world.bought("one");
    assert_eq!(world.bought("one"), first);
    let other_button = store::BuyCommand { mode: Mode::Auto, ..command("one") };
    assert_eq!(world.send(&other_button), Receipt::Bought(Box::new(first.clone())));
    let finished = world.store.finish(world.player, first.id, NOON).unwrap().unwrap();
    assert_eq!(world.bought("one"), finished, "also when the unit is finished");
    assert_eq!(world.balance(), 5_000 - 300 + 600);
}

#[test]
fn a_known_command_comes_before_every_other_check() {
    let world = World::new(3, &[0]);
    let first = world.bought("one");
    // Now the unit is unfinished, the money is gone and the block is sold out.
    assert_eq!(world.bought("one"), first);
}

#[test]
fn an_id_that_was_used_for_something_else_is_refused() {
    let world = World::new(50, &[0, 0]);
    world.played("one");
    let dearer = store::BuyCommand { price: Cents(500), ..command("one") };
    assert_eq!(world.refused(&dearer), Refusal::IdReused);
    let other = store::BuyCommand { game: "maxi-mots-croises".to_owned(), ..command("one") };
    assert_eq!(world.refused(&other), Refusal::IdReused);
}

#[test]
fn ids_are_the_players_own() {
    let world = World::new(50, &[0, 0]);
    let alices = world.bought("one");
    let bob = world.store.open_account("bob", Cents(300), NOON).unwrap();
    let receipt = world.store.buy(bob, &command("one"), &world.units, &world.game).unwrap();
    let Receipt::Bought(bobs) = receipt else { panic!("{receipt:?}") };
    assert_ne!(bobs.index, alices.index);
    assert_eq!(world.store.play(bob, alices.id).unwrap(), None, "nor are their units shared");
    assert_eq!(world.store.finish(bob, alices.id, NOON).unwrap(), None);
}

#[test]
fn refusals_come_in_their_order_and_debit_nothing() {
    let world = World::new(5, &[0, 0]);
    let unknown = store::BuyCommand { game: "loto".to_owned(), ..command("a") };
    assert_eq!(world.refused(&unknown), Refusal::GameNotOnSale);
    let dearer = store::BuyCommand { price: Cents(500), ..command("b") };
    assert_eq!(world.refused(&dearer), Refusal::PriceChanged);
    let play = world.bought("c");
    assert_eq!(world.refused(&command("d")), Refusal::UnfinishedUnit(play.id));
    assert_eq!(world.refused(&dearer), Refusal::UnfinishedUnit(play.id), "before the price");
    world.store.finish(world.player, play.id, NOON).unwrap();
    assert_eq!(world.refused(&dearer), Refusal::PriceChanged, "before the balance");
    assert_eq!(world.refused(&command("d")), Refusal::InsufficientFunds);
}

#[test]
fn a_block_is_sold_to_its_last_unit_and_not_further() {
    let world = World::new(50, &[2, 0, 5]);
    let gains: Vec<_> = ["a", "b", "c"].map(|id| world.played(id).gain.0).into();
    assert_eq!(gains, [300, 0, 3_000]);
    assert_eq!(world.refused(&command("d")), Refusal::SoldOut);
    assert_eq!(world.balance(), 5_000 - 900 + 3_300);
}

#[test]
fn a_block_of_another_game_sells_nothing_here() {
    let world = World::new(50, &[0]);
    let unlisted = Store::open(tempfile::tempdir().unwrap().path()).unwrap();
    let player = unlisted.open_account("alice", Cents(5_000), NOON).unwrap();
    let receipt = unlisted.buy(player, &command("a"), &world.units, &world.game).unwrap();
    assert_eq!(receipt, Receipt::Refused(Refusal::GameNotOnSale));
}

/// Sends `commands` at the same moment, from a thread each.
fn at_once(world: &World, commands: &[store::BuyCommand]) -> Vec<Receipt> {
    let start = Barrier::new(commands.len());
    std::thread::scope(|scope| {
        let send = |command| {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                world.send(command)
            })
        };
        let threads: Vec<_> = commands.iter().map(send).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn fifty_retries_at_once_are_one_debit() {
    let world = World::new(50, &[0; 60]);
    let receipts = at_once(&world, &vec![command("one"); 50]);
    assert!(receipts.iter().all(|receipt| *receipt == receipts[0]), "one unit");
    assert_eq!((world.balance(), world.store.books().unwrap().sold), (4_700, 1));
}

#[test]
fn two_tabs_with_three_euros_buy_one_unit() {
    let world = World::new(3, &[0, 0]);
    let receipts = at_once(&world, &[command("left"), command("right")]);
    let bought = receipts.iter().filter(|receipt| matches!(receipt, Receipt::Bought(_))).count();
    assert_eq!((bought, world.balance()), (1, 0));
}

#[test]
fn a_hundred_buyers_of_the_last_unit_make_one_sale() {
    let world = World::new(0, &[0]);
    let players: Vec<_> = (0..100)
        .map(|n| world.store.open_account(&format!("player {n}"), Cents(300), NOON).unwrap())
        .collect();
    let start = Barrier::new(players.len());
    let receipts: Vec<_> = std::thread::scope(|scope| {
        let buy = |&player| {
            let (start, world) = (&start, &world);
            scope.spawn(move || {
                start.wait();
                world.store.buy(player, &command("mine"), &world.units, &world.game).unwrap()
            })
        };
        let threads: Vec<_> = players.iter().map(buy).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let sold_out = Receipt::Refused(Refusal::SoldOut);
    assert_eq!(receipts.iter().filter(|receipt| **receipt == sold_out).count(), 99);
    let books = world.store.books().unwrap();
    assert_eq!((books.sold, books.balances), (1, Cents(99 * 300)));
}

#[test]
fn money_is_neither_made_nor_lost() {
    let words: Vec<u8> = (0..40_u8).map(|n| n * 5 % 6).collect();
    let world = World::new(100, &words);
    // The pay list of article 4.6, by the number of complete words.
    let pays = [0, 0, 300, 600, 1_300, 3_000];
    let mut expected = 10_000;
    for (index, &words) in words.iter().enumerate() {
        let play = world.played(&format!("{index}"));
        expected = expected - 300 + pays[usize::from(words)];
        assert_eq!((play.balance_after.0, world.balance()), (expected, expected));
    }
    let books = world.store.books().unwrap();
    assert_eq!(books.deposits.0 + books.gains.0, books.balances.0 + books.stakes.0);
    assert_eq!((books.sold, books.stakes), (40, Cents(40 * 300)));
}
