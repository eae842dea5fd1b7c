//! One unit, read from its cells: its form, its words, its lot.

use block::{AmountId, Amounts};
use game::{Game, Grid, Letter, MAX_GRIDS, Unit, check_form, score};

use crate::fault::{Fault, Faults};
use crate::words::{WordList, grown};

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
    /// How many cells of the face bear each letter.
    pub(crate) letter_cells: [u16; Letter::COUNT as usize],
    /// Grid by grid: the cells with letters in each row, then in each column, then those that lie
    /// in two words.
    pub(crate) shape: Vec<u16>,
    columns: Vec<u16>,
}

impl Reading {
    fn begin(&mut self, letters: u32) {
        self.words.clear();
        self.masks.clear();
        self.lengths.clear();
        self.shape.clear();
        self.letters = letters;
        self.letter_cells = [0; Letter::COUNT as usize];
    }
}

/// A run that may go on.
#[derive(Clone, Copy)]
struct Growing {
    key: u128,
    letters: u32,
    length: u8,
}

impl Growing {
    const NONE: Self = Self { key: 0, letters: 0, length: 0 };

    #[inline]
    fn grow(&mut self, letter: u8) {
        self.key = grown(self.key, letter);
        self.letters |= 1 << letter;
        self.length += 1;
    }
}

impl<'block> Reader<'block> {
    pub(crate) fn new(
        game: &'block Game,
        amounts: &'block Amounts,
        words: &'block WordList,
    ) -> Self {
        Self { game, amounts, words, reading: Reading::default() }
    }

    /// Reads unit `index`: its amount, where the judge gives it one of the table's, and whether its
    /// form and words are without a fault. What is wrong with it stands among the faults.
    pub(crate) fn read(
        &mut self,
        index: u64,
        unit: &Unit,
        faults: &mut Faults,
    ) -> Option<(AmountId, bool)> {
        let sound = self.is_sound(unit);
        if !sound {
            self.name_faults(index, unit, faults);
        }
        match score(self.game, unit) {
            Err(above) => faults.push(Fault::AbovePayList { index, above }),
            Ok(score) => match self.amounts.id(score.lot) {
                Err(_) => faults.push(Fault::UnknownAmount { index, amount: score.lot }),
                Ok(id) => {
                    self.reading.complete = score.complete;
                    return Some((id, sound));
                }
            },
        }
        None
    }

    /// Whether form and words are as they should be. It may say no where `check_form` then finds
    /// nothing, never the other way round.
    fn is_sound(&mut self, unit: &Unit) -> bool {
        let rules = self.game.crossword();
        let letters = unit.letter_set();
        let count = usize::from(rules.letters);
        self.reading.begin(letters.bits());
        unit.letters.len() == count
            && letters.len() as usize == count
            && unit.grids.len() == usize::from(rules.grids)
            && unit.grids.iter().all(|grid| self.is_sound_grid(grid))
    }

    /// Reads a grid in one pass over its cells: the run that a row is in, and the one that each
    /// column is in, grow by a letter or end.
    fn is_sound_grid(&mut self, grid: &Grid) -> bool {
        let rules = self.game.crossword();
        let columns = usize::from(rules.columns);
        if (grid.rows(), grid.columns()) != (rules.rows, rules.columns) {
            return false;
        }
        let before = self.reading.words.len();
        self.reading.columns.clear();
        self.reading.columns.resize(columns, 0);
        let mut down = [Growing::NONE; u8::MAX as usize];
        let mut sound = true;
        for row in grid.cells().chunks_exact(columns) {
            let mut across = Growing::NONE;
            let mut cells = 0;
            for (column, cell) in row.iter().enumerate() {
                match cell {
                    Some(letter) => {
                        let index = letter.index();
                        across.grow(index);
                        down[column].grow(index);
                        self.reading.letter_cells[usize::from(index)] += 1;
                        self.reading.columns[column] += 1;
                        cells += 1;
                    }
                    None => {
                        sound &= self.end(&mut across) & self.end(&mut down[column]);
                    }
                }
            }
            sound &= self.end(&mut across);
            self.reading.shape.push(cells);
        }
        for run in &mut down[..columns] {
            sound &= self.end(run);
        }
        let found = self.reading.words.len() - before;
        let reading = &mut self.reading;
        let cells: u16 = reading.columns.iter().sum();
        let in_words: u16 = reading.lengths[before..].iter().map(|&length| u16::from(length)).sum();
        reading.shape.extend_from_slice(&reading.columns);
        reading.shape.push(in_words.saturating_sub(cells));
        sound && found == usize::from(rules.words_per_grid) && is_connected(grid)
    }

    /// Ends a run; whether it is a word of the list, of a fitting length, for the first time. Most
    /// runs that end have no letter or one, and are no words.
    #[inline]
    fn end(&mut self, run: &mut Growing) -> bool {
        let ended = std::mem::replace(run, Growing::NONE);
        ended.length < 2 || self.is_word(ended)
    }

    #[inline(never)]
    fn is_word(&mut self, run: Growing) -> bool {
        let bounds = self.game.crossword().word_length;
        let fits = (bounds.min..=bounds.max).contains(&run.length);
        let Some(number) = self.words.number(run.key, run.length).filter(|_| fits) else {
            return false;
        };
        let reading = &mut self.reading;
        if reading.words.contains(&number) {
            return false;
        }
        reading.words.push(number);
        reading.masks.push(run.letters);
        reading.lengths.push(run.length);
        true
    }

    fn name_faults(&self, index: u64, unit: &Unit, faults: &mut Faults) {
        for fault in check_form(self.game, unit) {
            faults.push(Fault::Form { index, fault });
        }
        for (at, grid) in unit.grids.iter().enumerate() {
            for run in grid.runs() {
                let word = grid.run_text(&run);
                if self.words.number_of(&word).is_none() {
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
    let cells = grid.cells().iter().enumerate();
    let letters = cells.fold(0_u128, |bits, (at, cell)| bits | u128::from(cell.is_some()) << at);
    let rows = 0..u32::from(grid.rows());
    let first = rows.fold(0_u128, |bits, row| bits | 1 << (row * columns));
    let last = first << (columns - 1);
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

/// The place of a letter among the letters of a set, the first of the alphabet being 0.
pub(crate) fn rank(letter: Letter, set: u32) -> usize {
    (set & ((1 << letter.index()) - 1)).count_ones() as usize
}

#[cfg(test)]
mod tests;
