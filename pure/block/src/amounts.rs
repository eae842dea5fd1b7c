//! The amounts of a game's plan, and what the grids must do for each.

use alloc::vec;
use alloc::vec::Vec;

use game::{Cents, Combine, Crossword, Game, Level, MAX_GRIDS, Ways};

/// An amount of a plan, by its place among the game's amounts: zero first where there are losers,
/// then the lots, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmountId(pub u8);

/// One interval of complete words for each grid, both ends included.
pub(crate) type Intervals = Vec<(u8, u8)>;

/// The amounts of a game, each with the intervals of complete words that give it.
#[derive(Clone, Debug)]
pub struct Amounts {
    amounts: Vec<Cents>,
    intervals: Vec<Vec<Intervals>>,
    /// For a number of complete words: 0 loses, line + 1 pays; none above the pay list.
    levels: [Option<u8>; 33],
    /// For the levels of all grids, as digits to this base: which amount it is, if it is one.
    base: usize,
    losing: u8,
    by_levels: Vec<Option<AmountId>>,
}

/// An amount that no unit of a game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no unit of this game pays {amount} cents")]
pub struct NotPayable {
    /// The amount asked for.
    pub amount: Cents,
    /// The amounts that can be had, smallest first.
    pub payable: Vec<Cents>,
}

impl Amounts {
    /// The amounts of `game`.
    ///
    /// # Panics
    ///
    /// When the table has more than 255 amounts, or one that the grids cannot make; the parser of
    /// game files sees to the second.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let rules = game.crossword();
        let amounts = game.amounts();
        assert!(amounts.len() <= usize::from(u8::MAX), "a table has at most 255 amounts");
        let ways = Ways::of(game);
        let base = rules.pays.len() + 1;
        let mut by_levels = vec![None; base.pow(u32::from(rules.grids))];
        for (id, &amount) in (0..).zip(&amounts) {
            let made = ways.of_amount(amount);
            assert!(!made.is_empty(), "a parsed table names only amounts that can be made");
            for way in made {
                by_levels[number(way.iter().map(|&level| digit(level)), base)] = Some(AmountId(id));
            }
        }
        let mut levels = [None; 33];
        for (words, level) in (0..).zip(&mut levels) {
            *level = Level::of(words, rules).map(digit);
        }
        let intervals = amounts.iter().map(|&amount| intervals(rules, &ways, amount)).collect();
        Self { amounts, intervals, levels, base, losing: rules.first_paying() - 1, by_levels }
    }

    /// Every amount, smallest first.
    #[must_use]
    pub fn all(&self) -> &[Cents] {
        &self.amounts
    }

    /// Every amount's id, smallest first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = AmountId> + use<> {
        (0..self.amounts.len() as u8).map(AmountId)
    }

    /// What `id` stands for.
    #[must_use]
    pub fn amount(&self, id: AmountId) -> Cents {
        self.amounts[usize::from(id.0)]
    }

    /// The id of `amount`.
    ///
    /// # Errors
    ///
    /// When no unit has it; the error lists those that can be had.
    pub fn id(&self, amount: Cents) -> Result<AmountId, NotPayable> {
        let at = self.amounts.iter().position(|&other| other == amount);
        at.map(|at| AmountId(at as u8))
            .ok_or_else(|| NotPayable { amount, payable: self.amounts.clone() })
    }

    /// The intervals that give `id`: a unit has it when its grids' complete words lie in one of
    /// them.
    #[must_use]
    pub fn intervals(&self, id: AmountId) -> &[Vec<(u8, u8)>] {
        &self.intervals[usize::from(id.0)]
    }

    /// The most complete words with which a grid loses.
    #[must_use]
    pub fn losing(&self) -> u8 {
        self.losing
    }

    /// Which amount a unit has whose grids complete so many words; none when a grid is above the
    /// pay list or the sum is not in the table.
    #[inline]
    #[must_use]
    pub fn of_words(&self, words: &[u8]) -> Option<AmountId> {
        let mut at = 0;
        for &count in words {
            at = at * self.base + usize::from(self.levels[usize::from(count)]?);
        }
        self.by_levels[at]
    }
}

fn digit(level: Level) -> u8 {
    match level {
        Level::Loses => 0,
        Level::Pays(line) => line + 1,
    }
}

fn number(digits: impl Iterator<Item = u8>, base: usize) -> usize {
    digits.fold(0, |number, digit| number * base + usize::from(digit))
}

fn intervals(rules: &Crossword, ways: &Ways, amount: Cents) -> Vec<Intervals> {
    let grids = usize::from(rules.grids);
    assert!((1..=MAX_GRIDS).contains(&grids), "a parsed game has one to {MAX_GRIDS} grids");
    let highest = rules.pays.iter().find(|pay| pay.cents == amount);
    match (rules.combine, highest) {
        // The grids beside the highest may do anything up to the same: one interval a grid says in
        // a few boxes what single ways would say in thousands.
        (Combine::Highest, Some(pay)) => (0..grids)
            .map(|best| {
                let interval =
                    |grid| if grid == best { (pay.words, pay.words) } else { (0, pay.words) };
                (0..grids).map(interval).collect()
            })
            .collect(),
        _ => ways
            .of_amount(amount)
            .iter()
            .map(|way| way.iter().map(|level| level.words(rules)).collect())
            .collect(),
    }
}
