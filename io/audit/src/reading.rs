//! One unit, read from the bytes of its record: its form, its words, its lot.
//!
//! Nearly every unit is sound, so the bytes are read once, without anything being allocated: each
//! grid becomes bits, each run a key of the word list. This is a reading of its own; where it finds
//! anything odd, `game`'s slow one names what, and the judge says what the unit is worth. Tests and
//! debug assertions hold the two together.

use block::{AmountId, Amounts, Layout};
use game::{Game, Letter, MAX_GRIDS, Unit, check_form, score};
use vault::Damage;

use crate::board::{Board, count_letters, runs};
use crate::fault::{Fault, Faults};
use crate::words::{LONGEST_KEY, WordList, grown};

/// Judges units; keeps what is worth keeping between two.
pub(crate) struct Reader<'block> {
    game: &'block Game,
    layout: Layout,
    amounts: &'block Amounts,
    words: &'block WordList,
    board: Board,
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

impl<'block> Reader<'block> {
    pub(crate) fn new(
        game: &'block Game,
        amounts: &'block Amounts,
        words: &'block WordList,
        layout: Layout,
    ) -> Self {
        let reading = Reading::default();
        Self { game, layout, amounts, words, board: Board::default(), reading }
    }

    /// Reads unit `index` from the plain text of its record: its amount, where the judge gives it
    /// one of the table's, and whether its form and words are without a fault. What is wrong with
    /// it stands among the faults.
    pub(crate) fn read(
        &mut self,
        index: u64,
        plain: &[u8],
        faults: &mut Faults,
    ) -> Option<(AmountId, bool)> {
        let sound = self.is_sound(plain);
        if sound && let Some(id) = self.amount() {
            debug_assert_eq!(self.read_slowly(index, plain, true, faults), Some((id, true)));
            return Some((id, true));
        }
        self.read_slowly(index, plain, sound, faults)
    }

    /// The amount of the sound unit that was read last.
    fn amount(&mut self) -> Option<AmountId> {
        let rules = self.game.crossword();
        let reading = &mut self.reading;
        let grids = reading.masks.chunks_exact(rules.words_per_grid.into());
        for (grid, complete) in grids.zip(&mut reading.complete) {
            let is_complete = |mask: &u32| u8::from(mask & !reading.letters == 0);
            *complete = grid.iter().map(is_complete).sum();
        }
        self.amounts.of_words(&self.reading.complete[..usize::from(rules.grids)])
    }

    /// As [`Reader::read`], by the judge that the deal has too.
    fn read_slowly(
        &mut self,
        index: u64,
        plain: &[u8],
        sound: bool,
        faults: &mut Faults,
    ) -> Option<(AmountId, bool)> {
        let Some(unit) = self.layout.read(plain) else {
            faults.push(Fault::Record { index, damage: Damage::NotAUnit });
            return None;
        };
        if !sound {
            self.name_faults(index, &unit, faults);
        }
        match score(self.game, &unit) {
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
    fn is_sound(&mut self, plain: &[u8]) -> bool {
        let rules = self.game.crossword();
        if plain.len() != self.layout.plain_bytes() {
            return false;
        }
        let (letters, cells) = (self.layout.letters(plain), self.layout.face(plain));
        let bit = |byte: &u8| 1_u32 << (byte & 31) >> 1;
        let set = letters.iter().fold(0, |set, byte| set | bit(byte));
        self.reading.begin(set);
        letters.iter().all(u8::is_ascii_uppercase)
            && set.count_ones() == u32::from(rules.letters)
            && cells.chunks_exact(self.layout.grid_bytes()).all(|grid| self.is_sound_grid(grid))
    }

    /// Reads a grid: its cells as bits, then its runs, first the ones across.
    fn is_sound_grid(&mut self, cells: &[u8]) -> bool {
        let rules = self.game.crossword();
        let (rows, columns) = (usize::from(rules.rows), usize::from(rules.columns));
        if !self.board.set(cells, columns) {
            return false;
        }
        let before = self.reading.words.len();
        let mut sound = true;
        for row in 0..rows {
            for (column, length) in runs(self.board.rows[row]) {
                let at = row * columns + column;
                self.board.across(at, length);
                sound = sound && self.is_word(cells, at, 1, length);
            }
        }
        for column in 0..columns {
            for (row, length) in runs(self.board.columns[column]) {
                let at = row * columns + column;
                self.board.down(at, columns, length);
                sound = sound && self.is_word(cells, at, columns, length);
            }
        }
        let reading = &mut self.reading;
        let count = |&bits: &u32| bits.count_ones() as u16;
        reading.shape.extend(self.board.rows[..rows].iter().map(count));
        reading.shape.extend(self.board.columns[..columns].iter().map(count));
        let letters: u16 = self.board.rows[..rows].iter().map(count).sum();
        let in_words: u16 = reading.lengths[before..].iter().map(|&length| u16::from(length)).sum();
        reading.shape.push(in_words.saturating_sub(letters));
        count_letters(cells, &mut reading.letter_cells);
        sound
            && reading.words.len() - before == usize::from(rules.words_per_grid)
            && self.board.is_one_piece()
    }

    /// Whether a run is a word of the list, of a fitting length, for the first time. Its cells are
    /// `step` apart, from `at` on.
    #[inline]
    fn is_word(&mut self, cells: &[u8], at: usize, step: usize, length: u32) -> bool {
        let bounds = self.game.crossword().word_length;
        if !(u32::from(bounds.min)..=u32::from(bounds.max)).contains(&length) {
            return false;
        }
        let run = cells[at..].iter().step_by(step).take(length as usize);
        let (mut key, mut letters) = (0, 0_u32);
        for byte in run.clone() {
            key = grown(key, byte - b'A');
            letters |= 1 << (byte - b'A');
        }
        let number = match length {
            ..=LONGEST_KEY => self.words.number(key),
            _ => self.words.number_of(&run.map(|&byte| char::from(byte)).collect::<String>()),
        };
        let reading = &mut self.reading;
        match number {
            Some(number) if !reading.words.contains(&number) => {
                reading.words.push(number);
                reading.masks.push(letters);
                reading.lengths.push(length as u8);
                true
            }
            _ => false,
        }
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

/// The place of a letter among the letters of a set, the first of the alphabet being 0.
pub(crate) fn rank(letter: u8, set: u32) -> usize {
    (set & ((1 << (letter - b'A')) - 1)).count_ones() as usize
}

#[cfg(test)]
mod tests;
