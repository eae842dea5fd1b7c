//! Games, letters, grids and units from texts.

use std::sync::LazyLock;

use game::{AbovePayList, Cents, Game, Grid, Letter, LetterSet, LexiconFacts, Unit, score};

/// The online game, from its file.
pub(crate) static MOTS_CROISES: LazyLock<Game> =
    LazyLock::new(|| parse(include_str!("../../../../games/mots-croises.toml")));

/// The game on paper, from its file.
pub(crate) static MAXI: LazyLock<Game> =
    LazyLock::new(|| parse(include_str!("../../../../games/maxi-mots-croises.toml")));

/// Fourteen letters of one unit; F, G, H, J, K, Q, V, W, X, Y, Z and B are not among them.
pub(crate) const FOURTEEN: &str = "AEIOUNRTLSCDPM";
/// Eighteen letters of one ticket; F, J, K, Q, W, X, Y and Z are not among them.
pub(crate) const EIGHTEEN: &str = "AEIOUNRTLSCDPMHBVG";

/// A game that must be sound.
#[track_caller]
pub(crate) fn parse(text: &str) -> Game {
    let lexicon =
        LexiconFacts { name: "fr".into(), words_by_length: vec![0, 0, 0, 9, 9, 9, 9, 9, 9] };
    match Game::parse(text.as_bytes(), &[lexicon]) {
        Ok(game) => game,
        Err(faults) => panic!("this game has faults: {faults:#?}"),
    }
}

/// A grid from rows between blanks: `"CHAT. R...."`.
#[track_caller]
pub(crate) fn grid(text: &str) -> Grid {
    let rows: Vec<&str> = text.split_whitespace().collect();
    Grid::from_rows(&rows).expect("the text is a grid")
}

pub(crate) fn letters(text: &str) -> Vec<Letter> {
    text.bytes().map(|byte| Letter::from_ascii(byte).expect("A to Z")).collect()
}

pub(crate) fn set(text: &str) -> LetterSet {
    letters(text).into_iter().collect()
}

pub(crate) fn unit(text: &str, grids: &[&str]) -> Unit {
    Unit { letters: letters(text), grids: grids.iter().map(|text| grid(text)).collect() }
}

/// A unit as text, for whoever reads of a test that failed.
pub(crate) fn shown(unit: &Unit) -> String {
    let mut text = String::new();
    text.extend(unit.letters.iter().map(|letter| letter.char()));
    for grid in &unit.grids {
        text += "\n";
        text.extend(grid.rows_text().map(|row| format!("\n{row}")));
    }
    text
}

/// The lot of a unit that must be on the pay list.
#[track_caller]
pub(crate) fn lot(game: &Game, unit: &Unit) -> Cents {
    score(game, unit).expect("the unit is on the pay list").lot
}

/// Asks for the lot in euros; zero is a loss.
#[track_caller]
pub(crate) fn check(game: &Game, unit: &Unit, euros: u64) {
    assert_eq!(lot(game, unit), Cents(euros * 100), "{}", shown(unit));
}

/// Asks that a unit be neither a win nor a loss.
#[track_caller]
pub(crate) fn check_above(game: &Game, unit: &Unit, grid: usize, complete: u8) {
    assert_eq!(score(game, unit), Err(AbovePayList { grid, complete }), "{}", shown(unit));
}

/// Eighteen words of three letters, three in each second row of an 11 × 11 square, of which the
/// first `complete` are made of the letters of [`FOURTEEN`] and the others hold an X.
pub(crate) fn with_complete(complete: u8) -> String {
    let words: Vec<&str> =
        (0..18).map(|word| if word < complete { "SOL" } else { "FAX" }).collect();
    let rows: Vec<String> = words.chunks(3).map(|three| three.join(".")).collect();
    rows.join(" ........... ")
}
