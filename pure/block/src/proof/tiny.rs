//! Games so small that everything that can happen in them is gone through.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use chance::Walk;
use game::{Game, Grid, LexiconFacts};
use grid::{Along, FULL_WEIGHT, Lexicon, Shape, Slot};

use crate::maker::Recipe;
use crate::secret::Secret;

/// A recipe whose faces can be counted.
pub(super) struct Tiny {
    pub(super) recipe: Recipe,
    /// The weights of the words that are thinned, and so the cuts that tell a walk which draws
    /// below [`FULL_WEIGHT`] lead to the same.
    weights: Vec<u32>,
}

impl Tiny {
    /// A game, its words, and where they may lie: pictures of shapes, which come in all symmetries.
    fn new(game: &str, words: &str, pictures: &[&[&str]]) -> Self {
        let lexicon = Lexicon::parse(words).expect("a sound list");
        let words_by_length = lexicon.words_by_length().to_vec();
        let facts = LexiconFacts { name: "tiny".to_owned(), words_by_length };
        let game = Game::parse(game.as_bytes(), &[facts]).expect("a sound game");
        let secret = Secret::new(&[[0; 32]], b"", [0; 32], [0; 32]);
        let shapes: Vec<Shape> = pictures.iter().map(|picture| shape(picture)).collect();
        let mut weights: Vec<u32> =
            lexicon.words().iter().map(|word| u32::from(word.weight)).collect();
        weights.sort_unstable();
        weights.dedup();
        Self { recipe: Recipe::with_shapes(game, &lexicon, &secret, &shapes), weights }
    }

    /// A walk through all that can happen to its faces. (That a filler lets its draws be grouped so
    /// is seen by a test of its own, beside it.)
    pub(super) fn walk(&self) -> Walk<'_> {
        Walk::grouping(u32::from(FULL_WEIGHT), &self.weights)
    }

    /// One grid of two crossing words of three letters, and all letters but one: 26 sets.
    pub(super) fn corner() -> Self {
        let game = file(
            "letters = 25\ngrids = 1\nwords_per_grid = 2\nrows = 3\ncolumns = 3\n\
             word_length = { min = 3, max = 3 }",
            &[(1, 300), (2, 600)],
            &[(10, 600), (300, 300)],
        );
        Self::new(&game, "NET\nNON\nTEN\nTOT", &[&["###", "#..", "#.."]])
    }

    /// One grid of three words of three letters, and all letters but one: 26 sets. No word can lie
    /// in the middle of the second shape: half of all attempts end there. One word is thinned.
    pub(super) fn chain() -> Self {
        let game = file(
            "letters = 25\ngrids = 1\nwords_per_grid = 3\nrows = 3\ncolumns = 3\n\
             word_length = { min = 3, max = 3 }",
            &[(1, 300), (2, 600), (3, 1000)],
            &[(10, 1000), (100, 600), (300, 300)],
        );
        let words = "NET\nNON\nNUT\nTEN\nTON 250\nTOT\nTUN";
        Self::new(&game, words, &[&["###", "#..", "###"], &["#.#", "###", "#.#"]])
    }

    /// Two grids of two words, and two letters: 325 sets. 600 is made by two words of one grid or
    /// by one of each; 900 and 1200 could be made, and the plan has them not. The thinned word is
    /// the last one of its length in the second grid: where it is passed over, the attempt ends.
    pub(super) fn pair() -> Self {
        Self::pair_of("AA\nAN\nANA\nAT\nNA\nTA\nTOT 250\nTU\nUT")
    }

    /// The same with words such that an amount comes with few sets or with nearly all, so that
    /// there are few ways to fail once and then draw from what fits.
    pub(super) fn poor_pair() -> Self {
        Self::pair_of("EN\nET\nETE\nNE\nTE\nTOT 250\nTU\nUT")
    }

    fn pair_of(words: &str) -> Self {
        let game = file(
            "letters = 2\ngrids = 2\nwords_per_grid = 2\nrows = 2\ncolumns = 3\n\
             word_length = { min = 2, max = 3 }",
            &[(1, 300), (2, 600)],
            &[(10, 600), (300, 300)],
        );
        Self::new(&game, words, &[&["###", "#.."]])
    }
}

/// The shape whose picture this is.
fn shape(picture: &[&str]) -> Shape {
    let rows: Vec<_> = picture.iter().map(|row| row.replace('#', "A")).collect();
    let grid = Grid::from_rows(&rows).expect("a rectangle");
    let along = |direction| match direction {
        game::Direction::Across => Along::Row,
        game::Direction::Down => Along::Column,
    };
    let slots = grid.runs().map(|run| Slot {
        along: along(run.direction),
        row: run.row,
        column: run.column,
        length: run.length,
    });
    Shape { rows: grid.rows(), columns: grid.columns(), slots: slots.collect() }
}

/// The file of a game: its `[crossword]` but for what is the same in all, the words that pay, and
/// the lots.
fn file(crossword: &str, pays: &[(u8, u32)], prizes: &[(u32, u32)]) -> String {
    let mut text = format!(
        "id = \"tiny\"\nversion = 1\nname = {{ fr = \"tiny\", en = \"tiny\" }}\n\
         channel = \"retail\"\ncurrency = \"EUR\"\nprice_cents = 300\nblock_units = 1000\n\
         [crossword]\nlexicon = \"tiny\"\ncombine = \"sum\"\n{crossword}\n"
    );
    for (words, cents) in pays {
        text += &format!("[[crossword.pays]]\nwords = {words}\ncents = {cents}\n");
    }
    for (count, cents) in prizes {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    text
}
