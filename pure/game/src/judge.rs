//! The judge: from letters and cells alone to what a unit is worth.
//!
//! It knows no plan, no word list and no maker. Articles 4.5 to 4.7 of Mots Croisés, 4.5 to 4.7 of
//! Maxi Mots Croisés.

use crate::amount::Cents;
use crate::grid::Grid;
use crate::letter::LetterSet;
use crate::rules::{Combine, Crossword, Game, Mechanic};
use crate::unit::Unit;

/// How many grids a unit has at the most.
pub const MAX_GRIDS: usize = 4;

/// What the judge read in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Complete words of each grid, in printed order; zero beyond the unit's last grid.
    pub complete: [u8; MAX_GRIDS],
    /// The unit's one lot: what the pay list gives, zero when it loses.
    pub lot: Cents,
}

/// A grid has more complete words than the pay list knows.
///
/// The regulations make such a unit neither a win nor a loss, so no such unit is ever made and no
/// judge gives it an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("grid {} has {complete} complete words, more than the pay list knows", grid + 1)]
pub struct AbovePayList {
    /// The grid, from 0.
    pub grid: usize,
    /// How many words it completes.
    pub complete: u8,
}

/// How many runs of `grid` can be spelled with `letters`, each letter as often as needed.
#[must_use]
pub fn complete_words(grid: &Grid, letters: LetterSet) -> u8 {
    let complete = grid.runs().filter(|run| letters.covers(run.letters)).count();
    u8::try_from(complete).unwrap_or(u8::MAX)
}

/// What `unit` is worth under the rules of `game`.
///
/// Words are counted grid by grid, never across grids; the grids' amounts make one indivisible lot.
///
/// # Errors
///
/// [`AbovePayList`] when a grid has more complete words than the pay list knows.
///
/// # Panics
///
/// When the unit has more than [`MAX_GRIDS`] grids.
pub fn score(game: &Game, unit: &Unit) -> Result<Score, AbovePayList> {
    assert!(unit.grids.len() <= MAX_GRIDS, "a unit has at most {MAX_GRIDS} grids");
    let Mechanic::Crossword(rules) = &game.mechanic;
    let letters = unit.letter_set();
    let mut complete = [0; MAX_GRIDS];
    let mut lot = Cents::ZERO;
    for (index, grid) in unit.grids.iter().enumerate() {
        let words = complete_words(grid, letters);
        let amount =
            grid_amount(rules, words).ok_or(AbovePayList { grid: index, complete: words })?;
        complete[index] = words;
        lot = match rules.combine {
            Combine::Sum => lot.checked_add(amount).expect("a parsed game's sums fit"),
            Combine::Highest => lot.max(amount),
        };
    }
    Ok(Score { complete, lot })
}

/// What one grid with `words` complete words gives, or `None` above the pay list.
fn grid_amount(rules: &Crossword, words: u8) -> Option<Cents> {
    if words < rules.first_paying() {
        return Some(Cents::ZERO);
    }
    rules.pays.iter().find(|pay| pay.words == words).map(|pay| pay.cents)
}
