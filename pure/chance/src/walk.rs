//! A walk through every branch of a computation that draws: the chance of a proof.
//!
//! The computation is run again and again, each time with other answers, in the order of an
//! odometer: the last draw turns fastest. What a run gives is weighted by the chance of its
//! answers, exactly; so the walk gives the whole law of the computation, and not a sample of it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use crate::draw::Chance;
use crate::fraction::Fraction;

/// What a computation gives, each with its exact probability.
pub type Law<T> = BTreeMap<T, Fraction>;

/// How a computation is walked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk<'cuts> {
    grouped: Option<(u32, &'cuts [u32])>,
}

/// One branch of a computation, as its source of draws. It can be lent to several parts of the
/// computation: each goes on where the other stands.
#[derive(Debug)]
pub struct Branch<'cuts> {
    walk: Walk<'cuts>,
    turns: RefCell<Vec<Turn>>,
    taken: Cell<usize>,
}

/// A draw, and which of its answers this branch takes: one of `first..end`, which lead to the same.
#[derive(Clone, Copy, Debug)]
struct Turn {
    n: u32,
    first: u32,
    end: u32,
    /// The chance of all answers before this one.
    before: Fraction,
}

impl Turn {
    fn chance(&self) -> Fraction {
        self.before * Fraction::new(u128::from(self.end - self.first), u128::from(self.n))
    }
}

impl<'cuts> Walk<'cuts> {
    /// Walks every answer to every draw.
    #[must_use]
    pub fn whole() -> Self {
        Self::default()
    }

    /// Walks one answer for all of those to `below(n)` between two neighbours of `cuts`, which
    /// ascend, with the weight of all. This is exact where the computation does nothing with such
    /// a draw but ask whether it is below one of the `cuts`; a test should see that it is so.
    #[must_use]
    pub fn grouping(n: u32, cuts: &'cuts [u32]) -> Self {
        Self { grouped: Some((n, cuts)) }
    }

    /// Gives `each` what `run` gives on each branch, and the branch's weight.
    ///
    /// # Panics
    ///
    /// When `run` does not draw the same after the same answers.
    pub fn each<T>(
        self,
        mut run: impl FnMut(&Branch<'cuts>) -> T,
        mut each: impl FnMut(T, Fraction),
    ) {
        let branch = Branch { walk: self, turns: RefCell::new(Vec::new()), taken: Cell::new(0) };
        loop {
            branch.taken.set(0);
            let outcome = run(&branch);
            let mut turns = branch.turns.borrow_mut();
            assert_eq!(branch.taken.get(), turns.len(), "the same answers, the same draws");
            each(outcome, turns.last().map_or(Fraction::ONE, Turn::chance));
            while turns.pop_if(|turn| turn.end == turn.n).is_some() {}
            let Some(last) = turns.last_mut() else { break };
            last.first = last.end;
            last.end = self.end(last.n, last.first);
        }
    }

    /// The whole law of `run`.
    ///
    /// # Panics
    ///
    /// When `run` does not draw the same after the same answers, or a weight does not fit.
    pub fn law<T: Ord>(self, run: impl FnMut(&Branch<'cuts>) -> T) -> Law<T> {
        let mut law = Law::new();
        self.each(run, |outcome, chance| {
            let sum = law.entry(outcome).or_insert(Fraction::ZERO);
            *sum = *sum + chance;
        });
        law
    }

    /// The end of the answers that are walked as one from `first` on.
    fn end(self, n: u32, first: u32) -> u32 {
        match self.grouped {
            Some((grouped, cuts)) if grouped == n => {
                cuts.iter().copied().find(|&cut| cut > first && cut < n).unwrap_or(n)
            }
            _ => first + 1,
        }
    }
}

impl Chance for &Branch<'_> {
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below zero");
        let mut turns = self.turns.borrow_mut();
        let at = self.taken.replace(self.taken.get() + 1);
        if at == turns.len() {
            let before = turns.last().map_or(Fraction::ONE, Turn::chance);
            turns.push(Turn { n, first: 0, end: self.walk.end(n, 0), before });
        }
        assert_eq!(turns[at].n, n, "the same answers, the same draws");
        turns[at].first
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::{Law, Walk};
    use crate::draw::Chance;
    use crate::fraction::Fraction;

    /// Two dice: 36 branches, eleven sums, known from every book.
    #[test]
    fn two_dice_have_their_law() {
        let law = Walk::whole().law(|mut branch| branch.below(6) + branch.below(6) + 2);
        let expected: Law<u32> = (2..=12_u32)
            .map(|sum| (sum, Fraction::new(6 - u128::from(sum.abs_diff(7)), 36)))
            .collect();
        assert_eq!(law, expected);
    }

    /// How often is drawn may depend on what was drawn.
    #[test]
    fn branches_of_unequal_length_have_their_weights() {
        let law = Walk::whole().law(|mut branch| {
            let mut tries = 1;
            while tries < 4 && branch.below(3) > 0 {
                tries += 1;
            }
            tries
        });
        let expected = [(1, (1, 3)), (2, (2, 9)), (3, (4, 27)), (4, (8, 27))];
        let of = |(tries, (over, under))| (tries, Fraction::new(over, under));
        assert_eq!(law, expected.map(of).into_iter().collect());
    }

    #[test]
    fn answers_between_two_cuts_are_one_branch() {
        let mut branches = Vec::new();
        Walk::grouping(10, &[3, 7]).each(
            |mut branch| (branch.below(10), branch.below(2)),
            |outcome, chance| branches.push((outcome, chance)),
        );
        let expected = [(0, 3), (3, 4), (7, 3)];
        let of = |(first, answers)| [0, 1].map(|coin| ((first, coin), Fraction::new(answers, 20)));
        assert_eq!(branches, expected.map(of).as_flattened());
    }
}
