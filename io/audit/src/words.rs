//! The word list, to be asked for a word by its letters.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use game::{Grid, Letter, Run};
use grid::{Lexicon, MAX_WORD};

/// A word's letters as one number, five bits a letter.
type Key = u128;

/// The words of a list, by their letters.
pub(crate) struct WordList {
    numbers: HashMap<Key, u32, BuildHasherDefault<Mixed>>,
    words: Vec<String>,
}

impl WordList {
    pub(crate) fn new(lexicon: &Lexicon) -> Self {
        let words: Vec<String> = lexicon.words().iter().map(|word| word.text.clone()).collect();
        let key = |word: &String| {
            word.bytes().fold(0, |key, byte| key << 5 | Key::from(byte - b'A' + 1))
        };
        Self { numbers: words.iter().map(key).zip(0..).collect(), words }
    }

    /// How many words.
    pub(crate) fn count(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn word(&self, number: u32) -> &str {
        &self.words[number as usize]
    }

    /// The number of a run's word, if the list has it.
    pub(crate) fn number(&self, grid: &Grid, run: &Run) -> Option<u32> {
        if usize::from(run.length) > MAX_WORD {
            return None;
        }
        let cells = grid.cells();
        let letter = |cell: usize| cells[cell].map_or(0, |letter: Letter| letter.index() + 1);
        let key = grid.run_cells(run).fold(0, |key, cell| key << 5 | Key::from(letter(cell)));
        self.numbers.get(&key).copied()
    }
}

/// A hash for keys that nobody can choose: the words are the list's.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, key: u128) {
        let folded = key as u64 ^ ((key >> 64) as u64).rotate_left(29) ^ self.0;
        let product = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 29;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
