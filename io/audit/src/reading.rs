//! One unit, read from its cells: its form, its words, its lot.

use block::{AmountId, Amounts};
use game::{Cell, Crossword, Game, Grid, Letter, MAX_GRIDS, Unit, check_form, score};

use crate::fault::{Fault, Faults};
use crate::words::WordList;

/// Judges units; keeps what is worth keeping between two.
pub(crate) struct Reader<'block> {
    game: &'block Game,
    amounts: &'block Amounts,
    words: &'block WordList,
    /// What was read in the last unit.
    pub(crate) reading: Reading,
}

/// What was read in a unit that is as its game asks.
#[derive(Default)]
pub(crate) struct Reading {
    /// The numbers of its words in the list, grid after grid.
    pub(crate) words: Vec<u32>,
    /// The letters of its words as bits, in the same order.
    pub(crate) masks: Vec<u32>,
    /// The length of each word, in the same order.
    pub(crate) lengths: Vec<u8>,
    /// The player's letters as bits.
    pub(crate) letters: u32,
    /// Complete words of each grid.
    pub(crate) complete: [u8; MAX_GRIDS],
}

impl<'block> Reader<'block> {
    pub(crate) fn new(game: &'block Game, amounts: &'block Amounts, words: &'block WordList) -> Self {
        Self { game, amounts, words, reading: Reading::default() }
    }

    /// Reads unit `index`; what it is worth, or nothing where something is wrong with it, which
    /// then stands among the faults.
    pub(crate) fn read(
        &mut self,
        index: u64,
        unit: &Unit,
        faults: &mut Faults,
    ) -> Option<AmountId> {
        if !self.is_sound(unit) {
            self.name_faults(index, unit, faults);
        }
        match score(self.game, unit) {
            Err(above) => faults.push(Fault::AbovePayList { index, above }),
            Ok(score) => match self.amounts.id(score.lot) {
                Err(_) => faults.push(Fault::UnknownAmount { index, amount: score.lot }),
                Ok(id) => {
                    self.reading.complete = score.complete;
                    return Some(id);
                }
            },
        }
        None
    }

    /// Whether form and words are as they should be. It may say no where `check_form` then finds
    /// nothing, never the other way round.
    fn is_sound(&mut self, unit: &Unit) -> bool {
        let rules = self.game.crossword();
        let reading = &mut self.reading;
        reading.words.clear();
        reading.masks.clear();
        reading.lengths.clear();
        let letters = unit.letter_set();
        reading.letters = letters.bits();
        let count = usize::from(rules.letters);
        if unit.letters.len() != count
            || letters.len() as usize != count
            || unit.grids.len() != usize::from(rules.grids)
        {
            return false;
        }
        for grid in &unit.grids {
            if (grid.rows(), grid.columns()) != (rules.rows, rules.columns) || !is_connected(grid) {
                return false;
            }
            let before = reading.words.len();
            for run in grid.runs() {
                let fits = (rules.word_length.min..=rules.word_length.max).contains(&run.length);
                let Some(number) = self.words.number(grid, &run).filter(|_| fits) else {
                    return false;
                };
                if reading.words.contains(&number) {
                    return false;
                }
                reading.words.push(number);
                reading.masks.push(run.letters.bits());
                reading.lengths.push(run.length);
            }
            if reading.words.len() - before != usize::from(rules.words_per_grid) {
                return false;
            }
        }
        true
    }

    fn name_faults(&self, index: u64, unit: &Unit, faults: &mut Faults) {
        for fault in check_form(self.game, unit) {
            faults.push(Fault::Form { index, fault });
        }
        for (at, grid) in unit.grids.iter().enumerate() {
            for run in grid.runs() {
                if self.words.number(grid, &run).is_none() {
                    let word = grid.run_text(&run);
                    faults.push(Fault::UnknownWord { index, grid: at, word });
                }
            }
        }
    }

    /// The letters of the last unit's words, grid by grid.
    pub(crate) fn masks(&self) -> block::Words {
        let each = usize::from(self.game.crossword().words_per_grid);
        let grids: Vec<&[u32]> = self.reading.masks.chunks(each).collect();
        block::Words::new(&grids)
    }
}

/// As [`Grid::is_connected`], with bits: all letters at once take a step to each side until none
/// is reached anew.
fn is_connected(grid: &Grid) -> bool {
    let columns = u32::from(grid.columns());
    if grid.cells().len() > 128 || columns == 1 {
        return grid.is_connected();
    }
    let bits = |is: &dyn Fn(usize, &Cell) -> bool| {
        let cells = grid.cells().iter().enumerate();
        cells.fold(0_u128, |bits, (at, cell)| bits | u128::from(is(at, cell)) << at)
    };
    let letters = bits(&|_, cell| cell.is_some());
    let first = bits(&|at, _| (at as u32).is_multiple_of(columns));
    let last = bits(&|at, _| (at as u32 + 1).is_multiple_of(columns));
    let mut reached = letters & letters.wrapping_neg();
    loop {
        let sides = (reached & !last) << 1 | (reached & !first) >> 1;
        let more = (reached | sides | reached << columns | reached >> columns) & letters;
        if more == reached {
            return reached == letters;
        }
        reached = more;
    }
}

/// How many words of a sound unit's faces lie at each place: what the form of a game settles.
pub(crate) fn word_count(rules: &Crossword) -> usize {
    usize::from(rules.grids) * usize::from(rules.words_per_grid)
}

/// The place of a letter among the letters of a set, the first of the alphabet being 0.
pub(crate) fn rank(letter: Letter, set: u32) -> usize {
    (set & ((1 << letter.index()) - 1)).count_ones() as usize
}
