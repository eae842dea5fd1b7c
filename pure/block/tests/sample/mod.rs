//! The games that the tests of this crate make units of: the shipped ones and four as other
//! countries have them.

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a sample that cannot be read fails the test")]

use block::{Recipe, Secret};
use game::{Game, LexiconFacts};
use grid::Lexicon;

pub(crate) const SHIPPED: [&str; 2] = [
    include_str!("../../../../games/mots-croises.toml"),
    include_str!("../../../../games/maxi-mots-croises.toml"),
];

/// Three grids, 16 letters, only the highest grid pays, amounts with cents.
pub(crate) const HIGHEST: &str = include_str!("highest.toml");
/// One grid, 20 letters, a first prize at three words and a long pay list.
pub(crate) const LONG_LIST: &str = include_str!("long-list.toml");
/// Two wide grids of 14 words, 15 letters, sums.
pub(crate) const WIDE: &str = include_str!("wide.toml");
/// Two grids, 18 letters, a harsh table whose dearest lot is out of reach on many faces.
pub(crate) const HARSH: &str = include_str!("harsh.toml");

pub(crate) const FOREIGN: [&str; 4] = [HIGHEST, LONG_LIST, WIDE, HARSH];

pub(crate) fn lexicon() -> Lexicon {
    Lexicon::parse(include_str!("../../../../lexicon/fr.txt")).unwrap()
}

pub(crate) fn game(text: &str, lexicon: &Lexicon) -> Game {
    let words_by_length = lexicon.words_by_length().to_vec();
    let facts = LexiconFacts { name: "fr".to_owned(), words_by_length };
    Game::parse(text.as_bytes(), &[facts]).unwrap()
}

pub(crate) fn recipe(text: &str, key: u8) -> Recipe {
    let lexicon = lexicon();
    let game = game(text, &lexicon);
    Recipe::new(game, &lexicon, &Secret::new(&[[key; 32]], b"", [1; 32], [2; 32])).unwrap()
}
