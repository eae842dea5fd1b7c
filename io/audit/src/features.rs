//! What a classifier is given of a face: numbers that depend on the grids alone.

use block::{Amounts, LetterSets, Words};
use chance::{Chance, StreamKey};
use game::{Crossword, Letter};
use sha2::{Digest, Sha256};

use crate::reading::Reading;
use crate::words::WordList;

/// So many sets of letters, the same for every face, are tried on it.
const SETS: usize = 256;
const LETTERS: usize = Letter::COUNT as usize;

/// Works out the features of faces.
pub(crate) struct Features<'block> {
    amounts: &'block Amounts,
    words: &'block WordList,
    /// The letters that each set lacks.
    absent: Vec<u32>,
    shortest: u8,
    lengths: usize,
}

impl<'block> Features<'block> {
    pub(crate) fn new(
        rules: &Crossword,
        amounts: &'block Amounts,
        words: &'block WordList,
        sets: &LetterSets,
    ) -> Self {
        let key: [u8; 32] = Sha256::digest(b"grille/audit/features").into();
        let mut chance = StreamKey::new(key).stream(0, 0);
        let absent = (0..SETS).map(|_| !sets.set(chance.below(sets.count())).bits()).collect();
        let length = rules.word_length;
        let lengths = usize::from(length.max - length.min) + 1;
        Self { amounts, words, absent, shortest: length.min, lengths }
    }

    /// How many features a face has.
    pub(crate) fn count(&self) -> usize {
        2 * LETTERS + self.lengths + 7
    }

    /// Appends the features of a face that was read without a fault.
    pub(crate) fn write(&self, reading: &Reading, words: &Words, row: &mut Vec<f32>) {
        let begin = row.len();
        row.resize(begin + self.count(), 0.0);
        let row = &mut row[begin..];
        let (cells, rest) = row.split_at_mut(LETTERS);
        let (in_words, rest) = rest.split_at_mut(LETTERS);
        let (lengths, rest) = rest.split_at_mut(self.lengths);
        let mut crossings = 0.0;
        for (cell, &count) in cells.iter_mut().zip(&reading.letter_cells) {
            *cell = f32::from(count);
            crossings -= f32::from(count);
        }
        for (&mask, &length) in reading.masks.iter().zip(&reading.lengths) {
            let mut left = mask;
            while left != 0 {
                in_words[left.trailing_zeros() as usize] += 1.0;
                left &= left - 1;
            }
            lengths[usize::from(length - self.shortest)] += 1.0;
            crossings += f32::from(length);
        }
        rest[0] = crossings;
        rest[1] = reading.masks.iter().map(|mask| mask.count_ones() as f32).sum();
        rest[2] = reading.masks.iter().fold(0, |all, mask| all | mask).count_ones() as f32;
        rest[3] = reading.words.iter().filter(|&&word| self.words.is_thinned(word)).count() as f32;
        let grids = words.grids();
        for &absent in &self.absent {
            let complete = words.complete(absent);
            rest[4] += complete.iter().map(|&words| f32::from(words)).sum::<f32>();
            match self.amounts.of_words(&complete[..grids]) {
                Some(id) if self.amounts.amount(id).0 > 0 => rest[5] += 1.0,
                Some(_) => rest[6] += 1.0,
                None => {}
            }
        }
    }
}
