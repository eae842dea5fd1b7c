//! The word list, to be asked for a word by its letters.

use std::collections::BTreeMap;

use game::WordLength;
use grid::{FULL_WEIGHT, Lexicon};

/// Words of at most so many letters have a key.
pub(crate) const LONGEST_KEY: u32 = 12;

/// The words of a list. Those that a game can use are found by a key: five bits a letter, the last
/// one lowest, so no two words share one.
pub(crate) struct WordList {
    /// An open table: a word's key and number lie at its place or behind it.
    keys: Vec<u64>,
    numbers: Vec<u32>,
    words: Vec<String>,
    by_text: BTreeMap<String, u32>,
    thinned: Vec<bool>,
}

/// The key of no word.
const EMPTY: u64 = 0;

/// A word's key with one letter more; 0 is A.
#[inline]
pub(crate) fn grown(key: u64, letter: u8) -> u64 {
    key << 5 | u64::from(letter + 1)
}

fn key_of(word: &str) -> u64 {
    word.bytes().fold(EMPTY, |key, byte| grown(key, byte - b'A'))
}

impl WordList {
    /// The words of `lexicon`; a key is given to those of a game whose words are so long.
    pub(crate) fn new(lexicon: &Lexicon, length: WordLength) -> Self {
        let words: Vec<String> = lexicon.words().iter().map(|word| word.text.clone()).collect();
        let longest = length.max.min(LONGEST_KEY as u8);
        let fits = |word: &&String| (length.min..=longest).contains(&(word.len() as u8));
        // At most two places in three are taken: a small table stays in the processor's cache.
        let size = (words.iter().filter(fits).count() * 3 / 2).next_power_of_two().max(2);
        let thinned = lexicon.words().iter().map(|word| word.weight < FULL_WEIGHT).collect();
        let by_text = words.iter().cloned().zip(0..).collect();
        let (keys, numbers) = (vec![EMPTY; size], vec![0; size]);
        let mut list = Self { keys, numbers, words: Vec::new(), by_text, thinned };
        for (number, word) in (0..).zip(&words).filter(|(_, word)| fits(word)) {
            let key = key_of(word);
            let at = list.place(key);
            list.keys[at] = key;
            list.numbers[at] = number;
        }
        list.words = words;
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

    /// The number of the word with this key, if the list has it and the game can use it.
    #[inline]
    pub(crate) fn number(&self, key: u64) -> Option<u32> {
        let at = self.place(key);
        (self.keys[at] == key).then(|| self.numbers[at])
    }

    /// The number of any word.
    pub(crate) fn number_of(&self, word: &str) -> Option<u32> {
        self.by_text.get(word).copied()
    }

    /// Where a key lies, or where it would.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.keys[at] != key && self.keys[at] != EMPTY {
            at = (at + 1) & mask;
        }
        at
    }
}
