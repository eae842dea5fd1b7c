//! The prize tables of both regulations, line by line, and what follows from them.

use std::collections::BTreeSet;

use game::{Cents, Channel, Combine, Date, Game, Level, Ways};

use crate::texts::{MAXI, MOTS_CROISES};

/// Article 3 of Mots Croisés: lots, euros, what the line prints as its total in euros.
const MOTS_CROISES_3: [(u32, u64, u64); 8] = [
    (2, 30_000, 60_000),
    (20, 1_000, 20_000),
    (100, 500, 50_000),
    (2_800, 150, 420_000),
    (17_500, 30, 525_000),
    (42_000, 13, 546_000),
    (210_000, 6, 1_260_000),
    (59_700, 3, 179_100),
];

/// Article 3 of Maxi Mots Croisés.
const MAXI_3: [(u32, u64, u64); 9] = [
    (2, 250_000, 500_000),
    (3, 10_000, 30_000),
    (40, 1_000, 40_000),
    (6_000, 200, 1_200_000),
    (40_000, 50, 2_000_000),
    (66_500, 20, 1_330_000),
    (30_000, 15, 450_000),
    (345_000, 10, 3_450_000),
    (300_000, 5, 1_500_000),
];

#[track_caller]
fn check_table(game: &Game, table: &[(u32, u64, u64)], lots: u32, euros: u64) {
    let found: Vec<(u32, u64, u64)> =
        game.prizes.iter().map(|prize| (prize.count, prize.amount.0, prize.total().0)).collect();
    let expected: Vec<(u32, u64, u64)> =
        table.iter().map(|&(count, amount, total)| (count, amount * 100, total * 100)).collect();
    assert_eq!(found, expected);
    assert_eq!(game.winning_units(), lots);
    assert_eq!(game.prize_total(), Cents(euros * 100));
    let stated = game.stated.expect("the regulation prints totals");
    assert_eq!((stated.prizes, stated.total), (lots, Cents(euros * 100)));
    // The slips that a printed table can have, looked for a second time.
    assert_eq!(table.iter().map(|line| line.0).sum::<u32>(), lots);
    assert_eq!(table.iter().map(|line| line.2).sum::<u64>(), euros);
    assert!(table.iter().all(|&(count, amount, total)| u64::from(count) * amount == total));
}

/// Article 3.
#[test]
fn mots_croises_3_every_line_and_both_totals() {
    check_table(&MOTS_CROISES, &MOTS_CROISES_3, 332_122, 3_060_100);
}

/// Article 3.
#[test]
fn maxi_3_every_line_and_both_totals() {
    check_table(&MAXI, &MAXI_3, 787_545, 10_500_000);
}

/// Article 2.
#[test]
fn mots_croises_2_blocks_of_1_500_000_units_of_3_euros() {
    assert_eq!((MOTS_CROISES.block_units, MOTS_CROISES.price), (1_500_000, Cents(300)));
    assert_eq!(MOTS_CROISES.block_price(), Cents(450_000_000));
    assert_eq!((MOTS_CROISES.channel, MOTS_CROISES.currency.as_str()), (Channel::Online, "EUR"));
}

/// Article 2.
#[test]
fn maxi_2_blocks_of_3_000_000_tickets_of_5_euros() {
    assert_eq!((MAXI.block_units, MAXI.price), (3_000_000, Cents(500)));
    assert_eq!(MAXI.block_price(), Cents(1_500_000_000));
    assert_eq!((MAXI.channel, MAXI.currency.as_str()), (Channel::Retail, "EUR"));
}

/// Article 1.
#[test]
fn mots_croises_1_sales_are_planned_from_28_november_2011() {
    let opening = MOTS_CROISES.opening.expect("an online game's planned opening");
    assert_eq!(opening.planned, Date { year: 2011, month: 11, day: 28 });
    let source = MOTS_CROISES.source.as_ref().expect("a regulation");
    assert_eq!(source.date.to_string(), "2011-11-03");
}

#[test]
fn maxi_1_the_regulation_is_of_17_january_2013_and_names_no_opening() {
    assert_eq!(MAXI.opening, None);
    assert_eq!(MAXI.source.as_ref().expect("a regulation").date.to_string(), "2013-01-17");
}

/// A game's file bears its id, and is one of the two.
#[test]
fn ids_are_the_names_of_the_files() {
    assert_eq!(MOTS_CROISES.id.as_str(), "mots-croises");
    assert_eq!(MAXI.id.as_str(), "maxi-mots-croises");
}

/// One in 4.52 and 68.00 %; one in 3.81 and 70.00 %: in integers, from the printed totals.
#[test]
fn odds_and_return_follow_from_the_table() {
    let odds =
        |game: &Game| (game.block_units * 100 + game.winning_units() / 2) / game.winning_units();
    assert_eq!((odds(&MOTS_CROISES), odds(&MAXI)), (452, 381));
    let per_million = |game: &Game| game.prize_total().0 * 1_000_000 / game.block_price().0;
    assert_eq!((per_million(&MOTS_CROISES), per_million(&MAXI)), (680_022, 700_000));
    assert_eq!(MOTS_CROISES.block_units - MOTS_CROISES.winning_units(), 1_167_878);
    assert_eq!(MAXI.block_units - MAXI.winning_units(), 2_212_455);
    // Article 3 of the second game; 25 € is no lot of it.
    let counts = [0, 500, 1_500, 2_500].map(|cents| MAXI.count_of(Cents(cents)));
    assert_eq!(counts, [2_212_455, 300_000, 30_000, 0]);
}

/// Each grid's euros, in every way that makes a lot of so many euros.
fn ways_in_euros(game: &Game, euros: u64) -> Vec<Vec<u64>> {
    let rules = game.crossword();
    let ways = Ways::of(game);
    let in_euros = |level: &Level| level.amount(rules).0 / 100;
    let mut found: Vec<Vec<u64>> = ways
        .of_amount(Cents(euros * 100))
        .iter()
        .map(|way| way.iter().map(in_euros).collect())
        .collect();
    found.sort();
    found
}

/// Article 3: the lot may be the sum of both grids' gains.
#[test]
fn maxi_3_how_each_lot_is_made() {
    let check = |euros: u64, expected: &[[u64; 2]]| {
        assert_eq!(ways_in_euros(&MAXI, euros), expected, "{euros} €");
    };
    check(250_000, &[[125_000, 125_000]]);
    check(20, &[[0, 20], [10, 10], [20, 0]]);
    check(15, &[[5, 10], [10, 5]]);
    check(10, &[[0, 10], [5, 5], [10, 0]]);
    for alone in [5, 50, 200, 1_000, 10_000] {
        check(alone, &[[0, alone], [alone, 0]]);
    }
    check(0, &[[0, 0]]);
}

/// 250 000 € is nine words in both grids; 125 000 € alone is in no table.
#[test]
fn maxi_3_125_000_alone_is_never_made() {
    let never: BTreeSet<Cents> = Ways::of(&MAXI).never_made().collect();
    assert!(never.contains(&Cents(12_500_000)));
    assert!(never.contains(&Cents(2_500)));
    assert!(!MAXI.amounts().contains(&Cents(12_500_000)));
    let nine = Level::of(9, MAXI.crossword()).expect("the list's last line");
    assert_eq!(Ways::of(&MAXI).of_amount(Cents(25_000_000)), [vec![nine, nine]]);
}

/// The sums of two gains that article 3 does not name, found a second time.
#[test]
fn maxi_3_thirty_three_sums_are_never_made() {
    let gains = [0, 5, 10, 20, 50, 200, 1_000, 10_000, 125_000_u64];
    let sums = gains.iter().flat_map(|one| gains.iter().map(move |other| one + other));
    let mut expected: BTreeSet<u64> = sums.collect();
    for (_, euros, _) in MAXI_3 {
        assert!(expected.remove(&euros), "{euros} € can be made");
    }
    expected.remove(&0);
    assert_eq!(expected.len(), 33);
    let never: Vec<Cents> = Ways::of(&MAXI).never_made().collect();
    assert_eq!(never, expected.iter().map(|euros| Cents(euros * 100)).collect::<Vec<_>>());
}

/// One grid: every line of the list is a line of the table, and the other way round.
#[test]
fn mots_croises_3_every_sum_is_in_the_table() {
    assert_eq!(Ways::of(&MOTS_CROISES).never_made().count(), 0);
    for (_, euros, _) in MOTS_CROISES_3 {
        assert_eq!(ways_in_euros(&MOTS_CROISES, euros), [[euros]]);
    }
    assert_eq!(ways_in_euros(&MOTS_CROISES, 7), Vec::<Vec<u64>>::new());
}

/// Articles 4.6: the lists themselves, and how grids combine.
#[test]
fn pay_lists_are_those_of_the_regulations() {
    let list = |game: &Game| -> Vec<(u8, u64)> {
        game.crossword().pays.iter().map(|pay| (pay.words, pay.cents.0 / 100)).collect()
    };
    let mots_croises =
        [(2, 3), (3, 6), (4, 13), (5, 30), (6, 150), (7, 500), (8, 1_000), (9, 30_000)];
    assert_eq!(list(&MOTS_CROISES), mots_croises);
    let maxi = [(2, 5), (3, 10), (4, 20), (5, 50), (6, 200), (7, 1_000), (8, 10_000), (9, 125_000)];
    assert_eq!(list(&MAXI), maxi);
    assert_eq!(MAXI.crossword().combine, Combine::Sum);
}

/// What a unit can be worth: nothing, or a line of the table, smallest first.
#[test]
fn amounts_are_zero_and_the_lots() {
    let expected = |table: &[(u32, u64, u64)]| -> Vec<Cents> {
        let lots = table.iter().rev().map(|&(_, euros, _)| Cents(euros * 100));
        std::iter::once(Cents::ZERO).chain(lots).collect()
    };
    assert_eq!(MOTS_CROISES.amounts(), expected(&MOTS_CROISES_3));
    assert_eq!(MAXI.amounts(), expected(&MAXI_3));
}

/// Levels are the list's lines, and the losers below them.
#[test]
fn levels_of_numbers_of_words() {
    let rules = MAXI.crossword();
    assert_eq!(Level::of(0, rules), Some(Level::Loses));
    assert_eq!(Level::of(1, rules), Some(Level::Loses));
    for words in 2..=9 {
        let level = Level::of(words, rules).expect("on the list");
        assert_eq!(level.words(rules), (words, words));
    }
    for words in 10..=18 {
        assert_eq!(Level::of(words, rules), None);
    }
    assert_eq!(Level::Loses.words(rules), (0, 1));
}
