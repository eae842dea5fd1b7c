//! Games that nobody sells: other numbers of grids and letters, cents, the highest grid alone.

use game::{Cents, Combine, Game, Ways, score};

use crate::texts::{parse, unit, with_complete};

/// A game whose list begins with what two words give, and whose table has the amounts of the list.
pub(crate) fn game(grids: u8, combine: &str, list: &[u64]) -> Game {
    parse(&text(grids, combine, list))
}

/// A game of one small square with few words, whose one prize one word makes.
pub(crate) fn small(words: u8, side: u8) -> Game {
    let longest = side.min(8);
    let text = text(1, "sum", &[300])
        .replace("words = 2\n", "words = 1\n")
        .replace("words_per_grid = 18", &format!("words_per_grid = {words}"))
        .replace("rows = 11", &format!("rows = {side}"))
        .replace("columns = 11", &format!("columns = {side}"))
        .replace("max = 8", &format!("max = {longest}"));
    parse(&text)
}

fn text(grids: u8, combine: &str, list: &[u64]) -> String {
    let pays: String = (2..)
        .zip(list)
        .map(|(words, cents)| format!("[[crossword.pays]]\nwords = {words}\ncents = {cents}\n"))
        .collect();
    let prizes: String =
        list.iter().rev().map(|cents| format!("[[prize]]\ncount = 1\ncents = {cents}\n")).collect();
    format!(
        r#"id = "invented"
        version = 1
        name = {{ fr = "Inventé", en = "Invented" }}
        channel = "online"
        currency = "EUR"
        price_cents = 250
        block_units = 1_000
        [crossword]
        letters = 16
        grids = {grids}
        words_per_grid = 18
        rows = 11
        columns = 11
        word_length = {{ min = 3, max = 8 }}
        lexicon = "fr"
        combine = "{combine}"
        {pays}
        {prizes}"#
    )
}

/// 4,50 € is 450 cents: three grids, sixteen letters, the highest grid alone.
#[test]
fn three_grids_with_cents_of_which_the_highest_pays() {
    let game = game(3, "highest", &[450, 1_000, 7_525]);
    let rules = game.crossword();
    assert_eq!((rules.grids, rules.letters, rules.combine), (3, 16, Combine::Highest));
    let check = |counts: [u8; 3], cents: u64| {
        let texts = counts.map(with_complete);
        let unit = unit("AEIOUNRTLSCDPMHB", &texts.each_ref().map(String::as_str));
        let score = score(&game, &unit).expect("on the list");
        assert_eq!((score.lot, &score.complete[..3]), (Cents(cents), &counts[..]));
    };
    check([0, 0, 0], 0);
    check([1, 1, 1], 0);
    check([2, 1, 0], 450);
    check([0, 2, 2], 450);
    check([2, 2, 2], 450);
    check([2, 3, 2], 1_000);
    check([4, 2, 3], 7_525);
    check([4, 4, 4], 7_525);
}

#[test]
fn the_highest_grid_alone_makes_only_the_lists_amounts() {
    let game = game(3, "highest", &[450, 1_000]);
    let ways = Ways::of(&game);
    let sums: Vec<(u64, usize)> = ways.all().map(|(sum, ways)| (sum.0, ways.len())).collect();
    // Of three grids at three levels: 1 way to lose, 2³ − 1 to reach the first line, 3³ − 2³ the
    // second.
    assert_eq!(sums, [(0, 1), (450, 7), (1_000, 19)]);
    assert_eq!(ways.never_made().count(), 0);
}

#[test]
fn three_grids_add_up() {
    let game = game(3, "sum", &[450, 1_000]);
    let ways = Ways::of(&game);
    let never: Vec<u64> = ways.never_made().map(|sum| sum.0).collect();
    assert_eq!(never, [900, 1_350, 1_450, 1_900, 2_000, 2_450, 3_000]);
    // 1 + 2 of three grids, in every order.
    assert_eq!(ways.of_amount(Cents(1_450)).len(), 6);
    assert_eq!(ways.of_amount(Cents(451)).len(), 0);
}

/// The first prize at three words: two lose.
#[test]
fn a_list_may_begin_at_another_number_of_words() {
    for first in [1_u8, 2, 3] {
        let text = include_str!("../../../../games/mots-croises.toml");
        let moved = (2..=9_u8).fold(text.to_owned(), |text, words| {
            text.replace(
                &format!("\nwords = {words}\n"),
                &format!("\nwords = ~{}\n", words + first - 2),
            )
        });
        let game = parse(&moved.replace('~', ""));
        assert_eq!(
            (game.crossword().first_paying(), game.crossword().last_paying()),
            (first, first + 7)
        );
        for complete in 0..first {
            let unit = unit(crate::texts::FOURTEEN, &[&with_complete(complete)]);
            assert_eq!(score(&game, &unit).expect("on the list").lot, Cents::ZERO);
        }
        let unit = unit(crate::texts::FOURTEEN, &[&with_complete(first)]);
        assert_eq!(score(&game, &unit).expect("on the list").lot, Cents(300));
    }
}

/// More letters than the pay list can ever need are no fault.
#[test]
fn all_twenty_six_letters_are_allowed() {
    let text = include_str!("../../../../games/mots-croises.toml");
    assert_eq!(parse(&text.replace("letters = 14\n", "letters = 26\n")).crossword().letters, 26);
}
