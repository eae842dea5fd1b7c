//! A ledger that was restored from a backup, and blocks that are given again.

use game::Cents;
use ledger::{Amount, BlockState, CounterId, Mode, OperatorAct, Refusal, RetailAct, Suspension};
use store::{Sqlite, StoreError};

use crate::world::paper::{self, claim, pay, reason};
use crate::world::{Shop, block, block_id, each_engine, losers, sqlite, wish};

const RESTORED: BlockState = BlockState::Suspended(Suspension::Restored);

#[test]
fn what_may_have_been_sold_since_a_backup_is_suspended() {
    each_engine(|name, engine| {
        let mut other = engine.twin().unwrap();
        let stock =
            [block("b1", 1, &[2]).0, block("b2", 2, &losers(4)).0, block("b3", 3, &losers(1)).0];
        let shop = Shop::open(engine, &stock);
        let alice = shop.player(1, 50);
        shop.bought(alice, "one");
        shop.bought(alice, "two");
        other.suspend_restored().unwrap();
        let states = || {
            let blocks = shop.store.blocks().unwrap();
            blocks.iter().map(|it| (it.id.to_string(), it.state, it.next.0)).collect::<Vec<_>>()
        };
        let at = |id: &str, state, next| (id.to_owned(), state, next);
        let sold_out = at("b1", BlockState::SoldOut, 1);
        let expected = [sold_out.clone(), at("b2", RESTORED, 1), at("b3", RESTORED, 0)];
        assert_eq!(states(), expected, "{name}");
        shop.refused("three", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        shop.operate("resume-2", OperatorAct::Resume { block: block_id("b2"), sold: Some(5) });
        // It is sold out, and nothing follows before it is said what was sold of it.
        shop.refused("four", wish(alice, Mode::Auto), Refusal::SoldOut);
        shop.operate("resume-3", OperatorAct::Resume { block: block_id("b3"), sold: Some(1) });
        assert_eq!(shop.bought(alice, "five").index.0, 1);
        let b3 = at("b3", BlockState::SoldOut, 2);
        assert_eq!(states(), [sold_out, at("b2", BlockState::SoldOut, 5), b3], "{name}");
        let lost: Vec<u64> = shop.store.blocks().unwrap().iter().map(|it| it.lost).collect();
        assert_eq!(lost, [0, 4, 1], "{name}");
        // The winner of the second block is among what is lost; that of the third is not.
        assert_eq!((shop.account("prizes/b2"), shop.account("prizes/b3")), (300, 0), "{name}");
    });
}

#[test]
fn a_place_in_an_emission_is_one_block_s() {
    each_engine(|name, mut engine| {
        let known = block("b1", 1, &losers(2)).0;
        engine.publish(&known.offer(), &known.block()).unwrap();
        let other = block("b9", 1, &losers(2)).0;
        let error = engine.publish(&other.offer(), &other.block()).unwrap_err();
        assert!(matches!(error, StoreError::NumberTaken { number: 1, .. }), "{name}: {error:?}");
        let moved = block("b1", 2, &losers(2)).0;
        let error = engine.publish(&moved.offer(), &moved.block()).unwrap_err();
        assert!(matches!(error, StoreError::OtherBlock { .. }), "{name}: {error:?}");
        let ids: Vec<String> =
            engine.blocks().unwrap().iter().map(|it| it.id.to_string()).collect();
        assert_eq!(ids, ["b1"], "{name}");
    });
}

/// A stopped run leaves a part of a copy; the next one takes its place.
#[test]
fn a_copy_is_whole_or_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data #1?"), folder.path().join("other"));
    for directory in [&data, &other] {
        std::fs::create_dir(directory).unwrap();
    }
    let shop = Shop::open(sqlite(&data), &[block("b1", 1, &losers(3)).0]);
    let alice = shop.player(1, 50);
    shop.bought(alice, "one");
    let copy = data.join("copy");
    std::fs::write(data.join("copy.part"), "half of it").unwrap();
    Sqlite::back_up(&data, &copy).unwrap();
    let names = |directory| {
        let entries = std::fs::read_dir(directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let open = ["copy", "ledger.sqlite", "ledger.sqlite-shm", "ledger.sqlite-wal"];
    assert_eq!(names(&data), open);
    std::fs::write(other.join("ledger.sqlite.part"), "half of it").unwrap();
    Sqlite::restore(&copy, &other, &[]).unwrap();
    assert_eq!(names(&other), ["ledger.sqlite"]);
    let mut books = [sqlite(&data), sqlite(&other)].map(|mut engine| engine.books().unwrap());
    for of in &mut books {
        of.balances.retain(|_, cents| *cents != 0);
    }
    assert_eq!(books[0], books[1]);
}

/// Tickets that a lost ledger has paid are not paid again: nothing of a block on paper is paid before
/// the payments that are lacking are entered.
#[test]
fn tickets_of_a_restored_ledger_wait_until_lacking_payments_are_entered() {
    each_engine(|name, engine| {
        let mut other = engine.twin().unwrap();
        let stock = block("b1", 1, &[2, 0, 4, 0, 0]).0;
        let shop = Shop::paper(engine, std::slice::from_ref(&stock));
        shop.sell(1, 1, 1);
        let claim = |index| claim(&stock, 1, index);
        other.suspend_restored().unwrap();
        assert_eq!(shop.told("early", pay(2, vec![claim(0)], None)), "refused payments_lacking");
        let (ticket, counter, amount) = (claim(0).ticket, CounterId(2), Amount::new(Cents(300)));
        let (amount, reason) = (amount.expect("3 €"), reason());
        shop.retail("enter", RetailAct::EnterPayment { ticket, counter, amount, reason });
        let resume = RetailAct::ResumePayments { block: block_id("b1"), reason: paper::reason() };
        shop.retail("resume", resume);
        let paid = format!("not_paid 31701-0000001-000 paid_elsewhere {}", crate::world::NOON);
        assert_eq!(shop.told("again", pay(1, vec![claim(0)], None)), paid, "{name}");
        assert_eq!(shop.told("other", pay(1, vec![claim(2)], None)), "paid 1300", "{name}");
        let prizes = shop.account("prizes/b1");
        assert_eq!((prizes, shop.account("counter/2")), (0, 100_300), "{name}");
    });
}
