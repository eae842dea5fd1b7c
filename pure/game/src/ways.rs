//! Which amounts the grids of a game can make together, how, and which they cannot.
//!
//! Maxi's prize table is about whole tickets and its pay list about single grids (article 3):
//! 250 000 € is only 125 000 € twice, and 25 € is never made. Nobody writes this down by hand; it
//! is derived here from the pay list and the table.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use crate::amount::Cents;
use crate::rules::{Combine, Crossword, Game, Pay};

/// What one grid does: it loses, or it has exactly so many complete words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Fewer complete words than the pay list's first line.
    Loses,
    /// This line of the pay list, from 0.
    Pays(u8),
}

impl Level {
    /// What a grid at this level gives.
    #[must_use]
    pub fn amount(self, rules: &Crossword) -> Cents {
        match self {
            Self::Loses => Cents::ZERO,
            Self::Pays(line) => rules.pays[usize::from(line)].cents,
        }
    }

    /// The numbers of complete words at this level, least and most.
    #[must_use]
    pub fn words(self, rules: &Crossword) -> (u8, u8) {
        match self {
            Self::Loses => (0, rules.first_paying() - 1),
            Self::Pays(line) => {
                let words = rules.pays[usize::from(line)].words;
                (words, words)
            }
        }
    }

    /// The level of a grid with `words` complete words, or `None` above the pay list.
    #[must_use]
    pub fn of(words: u8, rules: &Crossword) -> Option<Self> {
        if words < rules.first_paying() {
            return Some(Self::Loses);
        }
        let line = words - rules.first_paying();
        (usize::from(line) < rules.pays.len()).then_some(Self::Pays(line))
    }
}

/// The levels of a unit's grids, in printed order.
pub type Way = Vec<Level>;

/// The sums that a game's grids can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    by_sum: BTreeMap<Cents, Vec<Way>>,
    sold: Vec<Cents>,
}

impl Ways {
    /// Derives them from the pay list, the number of grids and how they combine.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rules = game.crossword();
        Self { by_sum: ways_by_sum(rules), sold: game.amounts() }
    }

    /// Every way to make `amount`, in a fixed order; none when the grids cannot.
    #[must_use]
    pub fn of_amount(&self, amount: Cents) -> &[Way] {
        self.by_sum.get(&amount).map_or(&[], Vec::as_slice)
    }

    /// The sums that the grids could make and that the prize table does not know, smallest first.
    /// A unit with such a sum is never made.
    pub fn never_made(&self) -> impl Iterator<Item = Cents> {
        self.by_sum.keys().copied().filter(|sum| !self.sold.contains(sum))
    }

    /// Every sum that the grids could make, with how, smallest first.
    pub fn all(&self) -> impl Iterator<Item = (Cents, &[Way])> {
        self.by_sum.iter().map(|(&sum, ways)| (sum, ways.as_slice()))
    }
}

/// Every sum that so many grids can make, without the ways, of which there can be a million. Sums
/// that do not fit are left out: no table can name them.
pub(crate) fn sums(pays: &[Pay], grids: u8, combine: Combine) -> BTreeSet<Cents> {
    let mut sums = BTreeSet::from([Cents::ZERO]);
    for _ in 0..grids {
        let longer = sums.iter().flat_map(|&sum| {
            pays.iter().filter_map(move |pay| match combine {
                Combine::Sum => sum.checked_add(pay.cents),
                Combine::Highest => Some(sum.max(pay.cents)),
            })
        });
        let longer: Vec<Cents> = longer.collect();
        sums.extend(longer);
    }
    sums
}

/// Every combination of levels under the sum that it makes. Sums that do not fit are left out.
fn ways_by_sum(rules: &Crossword) -> BTreeMap<Cents, Vec<Way>> {
    let lines = u8::try_from(rules.pays.len()).expect("the parser bounds the pay list");
    let levels: Vec<Level> =
        core::iter::once(Level::Loses).chain((0..lines).map(Level::Pays)).collect();
    let mut ways: Vec<(Cents, Way)> = vec![(Cents::ZERO, Vec::new())];
    for _ in 0..rules.grids {
        let mut longer = Vec::with_capacity(ways.len() * levels.len());
        for (sum, way) in &ways {
            for &level in &levels {
                let amount = level.amount(rules);
                let total = match rules.combine {
                    Combine::Sum => sum.checked_add(amount),
                    Combine::Highest => Some((*sum).max(amount)),
                };
                if let Some(total) = total {
                    let mut way = way.clone();
                    way.push(level);
                    longer.push((total, way));
                }
            }
        }
        ways = longer;
    }
    let mut by_sum: BTreeMap<Cents, Vec<Way>> = BTreeMap::new();
    for (sum, way) in ways {
        by_sum.entry(sum).or_default().push(way);
    }
    by_sum
}
