//! Filling: words for the slots of a shape, drawn one by one.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use chance::Chance;

use crate::index::{Index, Words};
use crate::lexicon::FULL_WEIGHT;
use crate::pool::Pool;
use crate::route::{Check, Route, Step};

/// A cell without a letter, in [`Filled::cells`].
const GREY: u8 = u8::MAX;
/// From a list longer than this, words are drawn; a shorter one is walked from a drawn place.
const SHORT_LIST: usize = 24;
/// So many words are drawn from a long list before the slot counts as a dead end.
const DRAWS: usize = 24;
/// So many dead ends, and the grid is given up.
const DEAD_ENDS: u32 = 24;

/// A filled grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Its cells, row by row: 0 is A, 25 is Z, [`Filled::is_grey`] tells the others.
    pub cells: Vec<u8>,
    /// The letters of each word as bits, bit 0 is A; the words' order is the filling order.
    pub masks: Vec<u32>,
}

impl Filled {
    /// Whether `cell` is grey.
    #[inline]
    #[must_use]
    pub fn is_grey(cell: u8) -> bool {
        cell == GREY
    }
}

/// No word was found for a slot within the budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no word of {length} letters for {pattern} leaves room for the words that cross it")]
pub struct Starved {
    /// The slot's length.
    pub length: u8,
    /// Its letters as they stood, `.` where any letter could stand.
    pub pattern: String,
}

/// Fills grids. One for each thread; it keeps what is worth keeping between two grids.
#[derive(Debug)]
pub struct Filler<'engine> {
    index: &'engine Index,
    pool: &'engine Pool,
    /// One bit a word: already on this unit.
    used: Vec<u64>,
    /// The words of this unit's finished grids, then those of the grid being filled.
    words: Vec<(u8, u16)>,
}

impl<'engine> Filler<'engine> {
    /// A filler for one word list and one pool of shapes.
    #[must_use]
    pub fn new(index: &'engine Index, pool: &'engine Pool) -> Self {
        Self { index, pool, used: vec![0; index.count().div_ceil(64)], words: Vec::new() }
    }

    /// Draws the grids of one unit: for each a shape and its words, no word twice on the unit.
    ///
    /// # Errors
    ///
    /// When a grid was given up; `grids` then holds nothing of use.
    pub fn draw(&mut self, chance: &mut impl Chance, grids: &mut [Filled]) -> Result<(), Starved> {
        let mut drawn = Ok(());
        for grid in grids {
            let pool = self.pool;
            let route = pool.route(chance.below(pool.count()));
            grid.cells.clear();
            grid.cells.resize(usize::from(pool.rows()) * usize::from(pool.columns()), GREY);
            drawn = self.fill(chance, route, grid);
            if drawn.is_err() {
                break;
            }
        }
        self.forget(0);
        drawn
    }

    fn fill(
        &mut self,
        chance: &mut impl Chance,
        route: &Route,
        grid: &mut Filled,
    ) -> Result<(), Starved> {
        let before = self.words.len();
        let mut dead_ends = 0;
        let mut at = 0;
        while let Some(step) = route.steps.get(at) {
            let words = self.index.of(step.length);
            if let Some(word) = self.choose(chance, step, route.checks(at), &grid.cells) {
                for (place, &letter) in (0..step.length).zip(words.letters(word)) {
                    grid.cells[step.cell(place)] = letter;
                }
                let number = words.number(word);
                self.used[number / 64] |= 1 << (number % 64);
                self.words.push((step.length, word));
                at += 1;
            } else {
                dead_ends += 1;
                if dead_ends == DEAD_ENDS || step.known_count == 0 {
                    return Err(starved(step, &grid.cells));
                }
                at = usize::from(step.back);
                self.forget(before + at);
            }
        }
        grid.masks.clear();
        let laid = &self.words[before..];
        grid.masks.extend(laid.iter().map(|&(length, word)| self.index.of(length).mask(word)));
        Ok(())
    }

    /// Takes the words from number `keep` on off the unit again.
    fn forget(&mut self, keep: usize) {
        for (length, word) in self.words.drain(keep..) {
            let number = self.index.of(length).number(word);
            self.used[number / 64] &= !(1 << (number % 64));
        }
    }

    /// A word for a slot, or none when it is a dead end.
    fn choose<C: Chance>(
        &self,
        chance: &mut C,
        step: &Step,
        checks: &[Check],
        cells: &[u8],
    ) -> Option<u16> {
        let words = self.index.of(step.length);
        let known = &step.known[..usize::from(step.known_count)];
        let at = |place: u8| (place, cells[step.cell(place)]);
        let list = match *known {
            [] => words.all(),
            [one] => {
                let (place, letter) = at(one);
                words.with_one(place, letter)
            }
            [one, two] => words.with_two(at(one), at(two)),
            [one, two, ..] => {
                let mut shortest = words.with_two(at(one), at(two));
                for &three in &known[2..] {
                    for other in [one, two] {
                        let list = words.with_two(at(other), at(three));
                        if list.len() < shortest.len() {
                            shortest = list;
                        }
                    }
                }
                shortest
            }
        };
        let count = u32::try_from(list.len()).expect("short lists");
        if count == 0 {
            return None;
        }
        let fits = |chance: &mut C, word: u16| {
            let letters = words.letters(word);
            let number = words.number(word);
            (known.len() < 3
                || known.iter().all(|&place| letters[usize::from(place)] == at(place).1))
                && self.used[number / 64] >> (number % 64) & 1 == 0
                && self.leaves_room(checks, letters, cells)
                && words
                    .thinned(word)
                    .is_none_or(|weight| chance.below(u32::from(FULL_WEIGHT)) < u32::from(weight))
        };
        let first = chance.below(count) as usize;
        if list.len() <= SHORT_LIST {
            let (before, after) = list.split_at(first);
            return after.iter().chain(before).copied().find(|&word| fits(chance, word));
        }
        let mut next = first;
        for _ in 0..DRAWS {
            if fits(chance, list[next]) {
                return Some(list[next]);
            }
            next = chance.below(count) as usize;
        }
        None
    }

    /// Whether the slots that cross this one later still have a word each, as far as two letters
    /// tell.
    #[inline]
    fn leaves_room(&self, checks: &[Check], letters: &[u8], cells: &[u8]) -> bool {
        checks.iter().all(|check| {
            let crossing: &Words = self.index.of(check.length);
            let letter = letters[usize::from(check.at)];
            match check.other {
                None => crossing.any_with_one(check.place, letter),
                Some((place, cell)) => {
                    crossing.any_with_two((check.place, letter), (place, cells[usize::from(cell)]))
                }
            }
        })
    }
}

fn starved(step: &Step, cells: &[u8]) -> Starved {
    let known = &step.known[..usize::from(step.known_count)];
    let letter = |place| match known.contains(&place) {
        true => char::from(b'A' + cells[step.cell(place)]),
        false => '.',
    };
    Starved { length: step.length, pattern: (0..step.length).map(letter).collect() }
}

#[cfg(test)]
mod tests;
