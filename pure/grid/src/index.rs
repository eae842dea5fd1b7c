//! An index of a word list: which words have these letters at these places.
//!
//! For one known letter there is a plain list of the words that have it there, for two known
//! letters too, so drawing is one look-up; with three or more known letters the shortest list of
//! two is searched. "Is there any" is one bit.

use alloc::vec;
use alloc::vec::Vec;

use crate::lexicon::{FULL_WEIGHT, Lexicon, MAX_WORD};

/// How many letters there are.
pub(crate) const LETTERS: usize = 26;

/// The words of a list that a game can use, by length.
#[derive(Debug)]
pub struct Index {
    by_length: Vec<Words>,
    count: usize,
}

impl Index {
    /// Indexes the words of `min` to `max` letters.
    ///
    /// # Panics
    ///
    /// When a length has more than 65 535 words, or `max` is above [`MAX_WORD`].
    #[must_use]
    pub fn new(lexicon: &Lexicon, min: u8, max: u8) -> Self {
        let (min, max) = (usize::from(min), usize::from(max));
        assert!(max <= MAX_WORD, "a word has at most {MAX_WORD} letters");
        let mut first = 0;
        let by_length = (0..=max)
            .map(|length| {
                let kept = lexicon.words().iter().filter(|word| word.text.len() == length);
                let kept: Vec<(&[u8], u16)> = if length >= min {
                    kept.map(|word| (word.text.as_bytes(), word.weight)).collect()
                } else {
                    Vec::new()
                };
                let words = Words::new(length, first, &kept);
                first += kept.len();
                words
            })
            .collect();
        Self { by_length, count: first }
    }

    /// How many words it holds.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The words of one length.
    #[inline]
    pub(crate) fn of(&self, length: u8) -> &Words {
        &self.by_length[usize::from(length)]
    }
}

/// The words of one length. A word is spoken of by its place among them.
#[derive(Debug)]
pub(crate) struct Words {
    length: usize,
    /// The number of the first of them among all words of the index.
    first: usize,
    /// Every place of this length, `0..count`, so that "no letter known" is a list like the others.
    all: Vec<u16>,
    letters: Vec<u8>,
    masks: Vec<u32>,
    weights: Vec<u16>,
    singles: Lists,
    pairs: Lists,
}

impl Words {
    fn new(length: usize, first: usize, words: &[(&[u8], u16)]) -> Self {
        let count = u16::try_from(words.len()).expect("at most 65535 words of one length");
        let letters: Vec<u8> =
            words.iter().flat_map(|(text, _)| text.iter().map(|byte| byte - b'A')).collect();
        let masks = words
            .iter()
            .map(|(text, _)| text.iter().fold(0, |mask, byte| mask | 1 << (byte - b'A')))
            .collect();
        let of = |word: u16| &letters[usize::from(word) * length..][..length];
        let singles = Lists::new(length * LETTERS, count, |word, add| {
            for (place, &letter) in of(word).iter().enumerate() {
                add(single(place, letter));
            }
        });
        let pairs = Lists::new(pair_count(length) * LETTERS * LETTERS, count, |word, add| {
            let word = of(word);
            for late in 1..length {
                for early in 0..late {
                    add(pair((early, word[early]), (late, word[late])));
                }
            }
        });
        let weights = words.iter().map(|&(_, weight)| weight).collect();
        Self { length, first, all: (0..count).collect(), letters, masks, weights, singles, pairs }
    }

    /// All of them.
    #[inline]
    pub(crate) fn all(&self) -> &[u16] {
        &self.all
    }

    /// The ones with a letter at a place.
    #[inline]
    pub(crate) fn with_one(&self, place: u8, letter: u8) -> &[u16] {
        self.singles.list(single(usize::from(place), letter))
    }

    /// The ones with two letters at two places.
    #[inline]
    pub(crate) fn with_two(&self, one: (u8, u8), two: (u8, u8)) -> &[u16] {
        self.pairs.list(ordered_pair(one, two))
    }

    /// Whether there is one with a letter at a place.
    #[inline]
    pub(crate) fn any_with_one(&self, place: u8, letter: u8) -> bool {
        self.singles.any(single(usize::from(place), letter))
    }

    /// Whether there is one with two letters at two places.
    #[inline]
    pub(crate) fn any_with_two(&self, one: (u8, u8), two: (u8, u8)) -> bool {
        self.pairs.any(ordered_pair(one, two))
    }

    /// Its letters, 0 is A.
    #[inline]
    pub(crate) fn letters(&self, word: u16) -> &[u8] {
        &self.letters[usize::from(word) * self.length..][..self.length]
    }

    /// Its letters as bits, bit 0 is A.
    #[inline]
    pub(crate) fn mask(&self, word: u16) -> u32 {
        self.masks[usize::from(word)]
    }

    /// Its weight, where it is thinned.
    #[inline]
    pub(crate) fn thinned(&self, word: u16) -> Option<u16> {
        let weight = self.weights[usize::from(word)];
        (weight < FULL_WEIGHT).then_some(weight)
    }

    /// Its number among all words of the index.
    #[inline]
    pub(crate) fn number(&self, word: u16) -> usize {
        self.first + usize::from(word)
    }
}

#[inline]
fn single(place: usize, letter: u8) -> usize {
    place * LETTERS + usize::from(letter)
}

fn pair_count(length: usize) -> usize {
    length * length.saturating_sub(1) / 2
}

#[inline]
fn pair(early: (usize, u8), late: (usize, u8)) -> usize {
    let places = late.0 * (late.0 - 1) / 2 + early.0;
    (places * LETTERS + usize::from(early.1)) * LETTERS + usize::from(late.1)
}

#[inline]
fn ordered_pair(one: (u8, u8), two: (u8, u8)) -> usize {
    let (early, late) = if one.0 < two.0 { (one, two) } else { (two, one) };
    pair((usize::from(early.0), early.1), (usize::from(late.0), late.1))
}

/// Many lists of words in one allocation, and a bit for each that is not empty.
#[derive(Debug)]
struct Lists {
    starts: Vec<u32>,
    words: Vec<u16>,
    any: Vec<u64>,
}

impl Lists {
    /// `place(word, add)` calls `add` with the number of each list that `word` belongs to.
    fn new(lists: usize, words: u16, place: impl Fn(u16, &mut dyn FnMut(usize))) -> Self {
        let mut starts = vec![0_u32; lists + 1];
        for word in 0..words {
            place(word, &mut |list| starts[list + 1] += 1);
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[lists] as usize];
        let mut any = vec![0; lists.div_ceil(64)];
        for word in 0..words {
            place(word, &mut |list| {
                items[next[list] as usize] = word;
                next[list] += 1;
                any[list / 64] |= 1 << (list % 64);
            });
        }
        Self { starts, words: items, any }
    }

    #[inline]
    fn list(&self, list: usize) -> &[u16] {
        &self.words[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    #[inline]
    fn any(&self, list: usize) -> bool {
        self.any[list / 64] >> (list % 64) & 1 == 1
    }
}
