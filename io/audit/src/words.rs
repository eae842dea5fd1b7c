//! The word list, to be asked for a word by its letters.

use grid::{FULL_WEIGHT, Lexicon, MAX_WORD};

/// The words of a list, by their letters: five bits a letter, the last one lowest, so no two words
/// share a key.
pub(crate) struct WordList {
    /// An open table: a word's key and number lie at its place or behind it.
    keys: Vec<u128>,
    numbers: Vec<u32>,
    words: Vec<String>,
    thinned: Vec<bool>,
}

/// The key of no word.
const EMPTY: u128 = 0;

/// A word's key with one letter more; 0 is A.
#[inline]
pub(crate) fn grown(key: u128, letter: u8) -> u128 {
    key << 5 | u128::from(letter + 1)
}

fn key_of(word: &str) -> u128 {
    word.bytes().fold(EMPTY, |key, byte| grown(key, byte - b'A'))
}

impl WordList {
    pub(crate) fn new(lexicon: &Lexicon) -> Self {
        let words: Vec<String> = lexicon.words().iter().map(|word| word.text.clone()).collect();
        let size = (words.len() * 2).next_power_of_two().max(2);
        let thinned = lexicon.words().iter().map(|word| word.weight < FULL_WEIGHT).collect();
        let mut list = Self { keys: vec![EMPTY; size], numbers: vec![0; size], words, thinned };
        for number in 0..list.words.len() {
            let key = key_of(&list.words[number]);
            let at = list.place(key);
            list.keys[at] = key;
            list.numbers[at] = number as u32;
        }
        list
    }

    /// How many words.
    pub(crate) fn count(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn word(&self, number: u32) -> &str {
        &self.words[number as usize]
    }

    /// Whether the list makes the word rarer than its like.
    pub(crate) fn is_thinned(&self, number: u32) -> bool {
        self.thinned[number as usize]
    }

    /// The number of the word with this key and length, if the list has it.
    #[inline]
    pub(crate) fn number(&self, key: u128, length: u8) -> Option<u32> {
        if usize::from(length) > MAX_WORD {
            return None;
        }
        let at = self.place(key);
        (self.keys[at] == key).then(|| self.numbers[at])
    }

    pub(crate) fn number_of(&self, word: &str) -> Option<u32> {
        let length = u8::try_from(word.len()).ok()?;
        self.number(key_of(word), length)
    }

    /// Where a key lies, or where it would.
    #[inline]
    fn place(&self, key: u128) -> usize {
        let folded = key as u64 ^ (key >> 64) as u64;
        let mask = self.keys.len() - 1;
        let mut at = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.keys[at] != key && self.keys[at] != EMPTY {
            at = (at + 1) & mask;
        }
        at
    }
}
