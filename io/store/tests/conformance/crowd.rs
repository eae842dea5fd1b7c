//! Many at once.

use std::thread::scope;

use ledger::{Done, Mode, PlayerId, Receipt, Refusal};
use store::Store;

use crate::world::{
    Shop, block, block_id, each_engine, losers, opening, postgres, postgres_address, settings, wish,
};

/// The receipts of all, given at once by a thread each.
fn at_once(shop: &Shop, commands: impl Iterator<Item = (PlayerId, String)>) -> Vec<Receipt> {
    scope(|scope| {
        let threads: Vec<_> = commands
            .map(|(player, id)| scope.spawn(move || shop.buy(player, &id).expect("an answer")))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn sold(receipts: &[Receipt]) -> usize {
    receipts.iter().filter(|it| matches!(it, Receipt::Done(Done::Bought(_)))).count()
}

fn refused(receipts: &[Receipt], refusal: Refusal) -> usize {
    receipts.iter().filter(|it| **it == Receipt::Refused(refusal)).count()
}

#[test]
fn fifty_retries_at_once_are_one_debit_and_fifty_equal_receipts() {
    each_engine(|_, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &losers(60)).0]);
        let alice = shop.player(1, 500);
        let receipts = at_once(&shop, (0..50).map(|_| (alice, "one".to_owned())));
        assert_eq!(sold(&receipts), 50);
        assert!(receipts.iter().all(|receipt| *receipt == receipts[0]));
        assert_eq!(shop.balance(alice), 50_000 - 300);
        assert_eq!(shop.store.books().unwrap().sold, 1);
    });
}

#[test]
fn a_hundred_buyers_of_the_last_unit_are_one_sale() {
    each_engine(|name, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &[2]).0]);
        let buyers: Vec<_> = (1..=100).map(|number| shop.player(number, 3)).collect();
        let wishes = buyers.iter().map(|buyer| (*buyer, "one".to_owned()));
        let receipts = at_once(&shop, wishes);
        assert_eq!((sold(&receipts), refused(&receipts, Refusal::SoldOut)), (1, 99), "{name}");
        let left: u64 = buyers.iter().map(|buyer| shop.balance(*buyer)).sum();
        // The unit won its price.
        assert_eq!(left, 99 * 300 + 300);
    });
}

#[test]
fn two_tabs_with_three_euros_are_one_unit() {
    each_engine(|_, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &losers(4)).0]);
        let alice = shop.player(1, 3);
        let receipts = at_once(&shop, (0..2).map(|tab| (alice, format!("tab-{tab}"))));
        let declined = refused(&receipts, Refusal::InsufficientFunds);
        assert_eq!((sold(&receipts), declined, shop.balance(alice)), (1, 1, 0));
    });
}

/// The second block follows the first in the transaction that needs it.
#[test]
fn blocks_sold_out_at_once_are_exactly_their_tables() {
    let words: Vec<u8> = (0..120).map(|unit| [0, 1, 2, 4, 0, 3][unit % 6]).collect();
    each_engine(|_, engine| {
        let stock = [block("b1", 1, &words).0, block("b2", 2, &words).0];
        let shop = Shop::open(engine, &stock);
        let buyers: Vec<_> = (1..=8).map(|number| shop.player(number, 1000)).collect();
        let shop = &shop;
        let plays: Vec<_> = scope(|scope| {
            let buy = |buyer: PlayerId| {
                (0..30).map(|number| shop.bought(buyer, &format!("buy-{number}"))).collect()
            };
            let threads: Vec<_> =
                buyers.iter().map(|buyer| scope.spawn(move || buy(*buyer))).collect();
            let parts = threads.into_iter().map(|thread| thread.join().expect("no panic"));
            parts.collect::<Vec<Vec<_>>>().concat()
        });
        shop.refused("late", wish(buyers[0], Mode::Auto), Refusal::SoldOut);
        for stock in &stock {
            let id = stock.block().id;
            let mut own: Vec<_> = plays.iter().filter(|play| play.block == id).collect();
            own.sort_by_key(|play| play.index);
            let indexes: Vec<_> = own.iter().map(|play| play.index.0).collect();
            assert_eq!(indexes, (0..120).collect::<Vec<_>>());
            for prize in &stock.game.prizes {
                let won = own.iter().filter(|play| play.gain.cents() == prize.amount).count();
                assert_eq!(won, prize.count as usize, "{} cents", prize.amount);
            }
            assert_eq!(shop.account(&format!("prizes/{id}")), 0);
            assert_eq!(shop.account(&format!("stakes/{id}")), 120 * 300);
        }
    });
}

/// Two servers on one PostgreSQL: what one sells the other does not.
#[test]
fn two_tellers_sell_each_unit_once() {
    let Some(address) = postgres_address() else { return };
    let words: Vec<u8> = (0..100).map(|unit| [0, 2, 0, 4][unit % 4]).collect();
    let stock = [block("b1", 1, &words).0];
    let one = Shop::open(postgres(&address), &stock);
    let clock = std::sync::Arc::clone(&one.clock);
    let store = Store::start(postgres(&address), &stock, settings(&clock)).unwrap();
    let two = Shop { store, clock };
    let buyers: Vec<_> = (1..=6).map(|number| one.player(number, 1000)).collect();
    let shops = [&one, &two];
    let receipts: Vec<Receipt> = scope(|scope| {
        let threads: Vec<_> = (0..120)
            .map(|turn: usize| {
                let (shop, buyer) = (shops[turn % 2], buyers[turn % buyers.len()]);
                scope.spawn(move || shop.buy(buyer, &format!("buy-{turn}")).expect("an answer"))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!((sold(&receipts), refused(&receipts, Refusal::SoldOut)), (100, 20));
    assert_eq!(one.account(&format!("prizes/{}", block_id("b1"))), 0);
    // The same command at both servers is one.
    let act = opening(PlayerId(50), 9).remove(0);
    let (left, right) = scope(|scope| {
        let left = scope.spawn(|| one.give("register", act.clone()));
        let right = two.give("register", act.clone());
        (left.join().expect("no panic"), right)
    });
    assert_eq!((&left, left == right), (&Ok(Receipt::Done(Done::Registered)), true));
}
