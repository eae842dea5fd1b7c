//! A process that sells is killed while it does: what it has told its clients is so, and whoever
//! repeats his command gets his one unit.
//!
//! The process is this program again, told by `GRILLE_KILL` where its ledger is.

mod world;

use std::collections::BTreeSet;
use std::thread::scope;

use ledger::{Done, PlayerId, Receipt};
use store::Stock;

use world::killed::{engine, killed, on_postgres, on_sqlite, tell, to_be_killed};
use world::{Shop, block, moment};

const THREADS: i64 = 6;
const EUROS: u64 = 500_000;

fn stock() -> [Stock; 1] {
    let words: Vec<u8> = (0..20_000).map(|unit| [0, 2, 0, 4][unit % 4]).collect();
    [block("b1", 1, &words).0]
}

fn open(ledger: &str) -> Shop {
    let shop = Shop::open(engine(ledger), &stock());
    for player in 1..=THREADS {
        shop.player(player, EUROS);
    }
    shop
}

fn name(round: usize, number: u32) -> String {
    format!("round-{round}-{number}")
}

/// What is killed: sells as fast as it can and tells each receipt.
#[test]
fn the_process_that_sells() {
    let Some((round, ledger)) = to_be_killed() else { return };
    let shop = open(&ledger);
    let sell = |player: i64| {
        for number in 0.. {
            let play = shop.bought(PlayerId(player), &name(round, number));
            tell(&format!("{player} {number} {} {}", play.index.0, play.balance_after));
        }
    };
    scope(|scope| (1..=THREADS).for_each(|player| drop(scope.spawn(move || sell(player)))));
}

/// Player, number, index and balance.
fn read(line: &str) -> [u64; 4] {
    let numbers: Vec<u64> = line.split(' ').map(|it| it.parse().expect("a number")).collect();
    numbers.try_into().expect("four of them")
}

/// Kills a process in each round, and repeats what it was asked for. Returns how many commands
/// that were.
fn check_part(ledger: &str, part: &[usize]) -> usize {
    let mut given = BTreeSet::new();
    for &round in part {
        let told = killed("the_process_that_sells", round, ledger, moment(round));
        let told: Vec<_> = told.iter().map(|line| read(line)).collect();
        let shop = open(ledger);
        for player in 1..=THREADS {
            let id = PlayerId(player);
            let own: Vec<_> = told.iter().filter(|it| it[0] == player.unsigned_abs()).collect();
            for [_, number, index, after] in &own {
                let number = u32::try_from(*number).expect("few");
                let play = shop.bought(id, &name(round, number));
                assert_eq!((play.index.0, play.balance_after.0), (*index, *after));
                given.insert((player, round, number));
            }
            // The command that was on its way: sold before the kill, or now; and only once.
            let next = u32::try_from(own.len()).expect("few");
            let first = shop.buy(id, &name(round, next)).expect("an answer");
            assert!(matches!(first, Receipt::Done(Done::Bought(_))), "{first}");
            assert_eq!(shop.buy(id, &name(round, next)), Ok(first));
            given.insert((player, round, next));
        }
        let sold = shop.store.books().expect("the ledger works").sold;
        assert_eq!(sold, given.len() as u64, "one unit a command, round {round}");
        let block = shop.store.block(&stock()[0].block().id).expect("the ledger works");
        assert_eq!(block.map(|block| block.next.0), Some(sold));
        check_money(&shop, sold);
    }
    given.len()
}

/// Every stake and gain is where it belongs.
fn check_money(shop: &Shop, sold: u64) {
    let signed = |cents: u64| i64::try_from(cents).expect("small");
    assert_eq!(shop.account("stakes/b1"), signed(sold * 300));
    // Of four units the second wins 3 € and the fourth 13 €.
    let gains: u64 = (0..sold).map(|unit| [0, 300, 0, 1300][(unit % 4) as usize]).sum();
    assert_eq!(shop.account("prizes/b1"), signed(20_000 / 4 * 1_600) - signed(gains));
    let players: i64 = (1..=THREADS).map(|player| shop.account(&format!("player/{player}"))).sum();
    let deposited = THREADS.unsigned_abs() * EUROS * 100;
    assert_eq!(players, signed(deposited) - signed(sold * 300) + signed(gains));
}

#[test]
fn a_killed_process_loses_nothing_on_sqlite() {
    on_sqlite("kills of the process", check_part);
}

#[test]
fn a_killed_process_loses_nothing_on_postgres() {
    on_postgres("kills of the process", check_part);
}
