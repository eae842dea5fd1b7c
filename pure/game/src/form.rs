//! The form of a unit: what every unit of a game must look like, whatever it is worth.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::letter::LetterSet;
use crate::rules::{Game, Mechanic};
use crate::unit::Unit;

/// One way in which a unit is not as its game says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormFault {
    /// It has another number of letters than the game.
    #[error("{found} letters where the game has {expected}")]
    LetterCount {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: u8,
    },
    /// A letter stands under two tiles.
    #[error("a letter stands under two tiles")]
    LetterTwice,
    /// It has another number of grids than the game.
    #[error("{found} grids where the game has {expected}")]
    GridCount {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: u8,
    },
    /// A grid has another size than the game's.
    #[error("grid {} has another size than the game's", grid + 1)]
    Size {
        /// The grid, from 0.
        grid: usize,
    },
    /// A grid has another number of runs than the game has words.
    #[error("grid {} has {found} runs where the game has {expected} words", grid + 1)]
    RunCount {
        /// The grid, from 0.
        grid: usize,
        /// How many runs it has.
        found: usize,
        /// How many it should have.
        expected: u8,
    },
    /// A run is shorter or longer than the game's words.
    #[error("grid {} holds {word}, which is not as long as the game's words", grid + 1)]
    WordLength {
        /// The grid, from 0.
        grid: usize,
        /// The run's word.
        word: String,
    },
    /// A word stands twice on the unit, in one grid or in two.
    #[error("{word} stands twice on the unit")]
    WordTwice {
        /// The word.
        word: String,
    },
    /// A grid is in pieces.
    #[error("grid {} is in pieces", grid + 1)]
    Pieces {
        /// The grid, from 0.
        grid: usize,
    },
}

/// Everything in which `unit` differs from the form that `game` asks for; empty when it is sound.
///
/// The runs are found in the cells, so a word that its maker wrote but that touches another is
/// seen as the run that it is.
#[must_use]
pub fn check_form(game: &Game, unit: &Unit) -> Vec<FormFault> {
    let Mechanic::Crossword(rules) = &game.mechanic;
    let mut faults = Vec::new();
    if unit.letters.len() != usize::from(rules.letters) {
        let found = unit.letters.len();
        faults.push(FormFault::LetterCount { found, expected: rules.letters });
    }
    let distinct: LetterSet = unit.letter_set();
    if distinct.len() as usize != unit.letters.len() {
        faults.push(FormFault::LetterTwice);
    }
    if unit.grids.len() != usize::from(rules.grids) {
        faults.push(FormFault::GridCount { found: unit.grids.len(), expected: rules.grids });
    }
    let mut seen = BTreeSet::new();
    for (index, grid) in unit.grids.iter().enumerate() {
        if (grid.rows(), grid.columns()) != (rules.rows, rules.columns) {
            faults.push(FormFault::Size { grid: index });
        }
        let found = grid.runs().count();
        if found != usize::from(rules.words_per_grid) {
            let expected = rules.words_per_grid;
            faults.push(FormFault::RunCount { grid: index, found, expected });
        }
        for run in grid.runs() {
            let word = grid.run_text(&run);
            if !(rules.word_length.min..=rules.word_length.max).contains(&run.length) {
                faults.push(FormFault::WordLength { grid: index, word: word.clone() });
            }
            if !seen.insert(word.clone()) {
                faults.push(FormFault::WordTwice { word });
            }
        }
        if !grid.is_connected() {
            faults.push(FormFault::Pieces { grid: index });
        }
    }
    faults
}
