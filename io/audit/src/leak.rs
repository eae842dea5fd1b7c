//! The leak test: does a classifier that sees only the faces learn to tell winners from losers?
//!
//! It learns on half of the units and is judged on the other half. Beside it stands the same test
//! on a control, units made the wrong way, whose leak it must find, or it proves nothing.

use crate::logistic::Logistic;
use crate::roc::Roc;

/// Whether rows of so many numbers tell which of them win: learned on half of the rows, judged on
/// the other half. Nothing unless there are winners and losers enough.
#[must_use]
pub fn tell(rows: &[f32], features: usize, wins: &[bool]) -> Option<Roc> {
    let units = (0..).zip(wins.iter().copied()).collect();
    // Neighbours may be alike, so the halves are drawn: by the golden ratio's multiples.
    let draw = |index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Faces { units, rows: rows.to_vec() }.test(features, draw)
}

/// Faces as features, and which of them win.
#[derive(Default)]
pub(crate) struct Faces {
    /// Each face's index, and whether it wins.
    pub(crate) units: Vec<(u64, bool)>,
    /// The features, row by row.
    pub(crate) rows: Vec<f32>,
}

impl Faces {
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.units.extend_from_slice(&other.units);
        self.rows.extend_from_slice(&other.rows);
    }

    /// Learns on every other face in the order of `draw`, and judges the rest.
    pub(crate) fn test(&self, features: usize, draw: impl Fn(u64) -> u64) -> Option<Roc> {
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        order.sort_by_cached_key(|&at| draw(self.units[at].0));
        let row = |at: usize| &self.rows[at * features..(at + 1) * features];
        let (learn, judge) = order.split_at(order.len() / 2);
        let wins = |part: &[usize]| part.iter().map(|&at| self.units[at].1).collect::<Vec<bool>>();
        let rows: Vec<&[f32]> = learn.iter().map(|&at| row(at)).collect();
        let learned = Logistic::fit(&rows, &wins(learn), features);
        let scores: Vec<f64> = judge.iter().map(|&at| learned.score(row(at))).collect();
        Roc::of(&scores, &wins(judge))
    }
}
