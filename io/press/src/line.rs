//! A unit as one line of JSON. The keys and their order are a contract.

use game::{Game, Grid, Letter, LetterSet, Run, Unit, score};
use serde::Serialize;

#[derive(Serialize)]
struct Line {
    index: u64,
    letters: String,
    grids: Vec<Vec<String>>,
    words: Vec<Vec<String>>,
    completed: Vec<Vec<String>>,
    prize_cents: u64,
}

/// The line of one unit, without a line break.
///
/// # Panics
///
/// When the unit is above the pay list: such a unit is never made.
#[must_use]
pub fn line(game: &Game, index: u64, unit: &Unit) -> String {
    let set: LetterSet = unit.letter_set();
    let words = |grid: &Grid, keep: &dyn Fn(&Run) -> bool| -> Vec<String> {
        grid.runs().filter(|run| keep(run)).map(|run| grid.run_text(&run)).collect()
    };
    let score = score(game, unit).expect("a made unit is on the pay list");
    let line = Line {
        index,
        letters: unit.letters.iter().map(|letter: &Letter| letter.char()).collect(),
        grids: unit.grids.iter().map(|grid| grid.rows_text().collect()).collect(),
        words: unit.grids.iter().map(|grid| words(grid, &|_| true)).collect(),
        completed: unit
            .grids
            .iter()
            .map(|grid| words(grid, &|run| set.covers(run.letters)))
            .collect(),
        prize_cents: score.lot.0,
    };
    serde_json::to_string(&line).expect("a line has only texts and numbers")
}
