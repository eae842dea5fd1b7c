//! A word list: one word a line, A to Z, with a weight where a word is too easily drawn.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The longest word of any list.
pub const MAX_WORD: usize = 15;

/// The weight of a word that is kept whenever it is drawn.
pub const FULL_WEIGHT: u16 = 1000;

/// One word of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its letters, A to Z.
    pub text: String,
    /// How many times in [`FULL_WEIGHT`] it is kept when it is drawn: 1 to [`FULL_WEIGHT`].
    pub weight: u16,
}

/// A word list, in the order of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon {
    words: Vec<Word>,
}

/// One thing that is wrong with a word list, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct LexiconFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: LexiconFaultKind,
}

/// The kinds of faults of a word list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LexiconFaultKind {
    /// The line is empty.
    #[error("the line is empty")]
    Empty,
    /// A character is not A to Z.
    #[error("{character:?} is not a letter from A to Z")]
    Character {
        /// The character.
        character: char,
    },
    /// The word has one letter, or more than [`MAX_WORD`].
    #[error("a word has 2 to {MAX_WORD} letters")]
    Length,
    /// The weight is not a number from 1 to [`FULL_WEIGHT`].
    #[error("a weight is a whole number from 1 to {FULL_WEIGHT}")]
    Weight,
    /// The word does not come after the one before it in the alphabet, or stands twice.
    #[error("the words should stand in the order of the alphabet, each once")]
    Order,
}

impl Lexicon {
    /// Reads a list: on each line a word, and after a space its weight where it is not full.
    ///
    /// # Errors
    ///
    /// Every faulty line.
    pub fn parse(text: &str) -> Result<Self, Vec<LexiconFault>> {
        let mut words: Vec<Word> = Vec::new();
        let mut faults = Vec::new();
        for (number, line) in text.lines().enumerate() {
            match parse_line(line) {
                Ok(word) => {
                    if words.last().is_some_and(|last| last.text >= word.text) {
                        faults
                            .push(LexiconFault { line: number + 1, kind: LexiconFaultKind::Order });
                    }
                    words.push(word);
                }
                Err(kind) => faults.push(LexiconFault { line: number + 1, kind }),
            }
        }
        if faults.is_empty() { Ok(Self { words }) } else { Err(faults) }
    }

    /// Its words, in alphabetical order.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// How many words of each length it has; the index is the length.
    #[must_use]
    pub fn words_by_length(&self) -> [u32; MAX_WORD + 1] {
        let mut counts = [0; MAX_WORD + 1];
        for word in &self.words {
            counts[word.text.len()] += 1;
        }
        counts
    }
}

fn parse_line(line: &str) -> Result<Word, LexiconFaultKind> {
    let (text, weight) = match line.split_once(' ') {
        Some((text, weight)) => (text, Some(weight)),
        None => (line, None),
    };
    if text.is_empty() {
        return Err(LexiconFaultKind::Empty);
    }
    if let Some(character) = text.chars().find(|character| !character.is_ascii_uppercase()) {
        return Err(LexiconFaultKind::Character { character });
    }
    if !(2..=MAX_WORD).contains(&text.len()) {
        return Err(LexiconFaultKind::Length);
    }
    let weight = match weight {
        None => FULL_WEIGHT,
        Some(weight) => weight
            .parse()
            .ok()
            .filter(|weight| (1..=FULL_WEIGHT).contains(weight))
            .ok_or(LexiconFaultKind::Weight)?,
    };
    Ok(Word { text: text.to_owned(), weight })
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;

    use super::{Lexicon, LexiconFault, LexiconFaultKind as Kind};

    #[test]
    fn every_faulty_line_is_named() {
        let faults = Lexicon::parse("ABBE\nL'AN\n\nA\nZOO 0\nZOO\nABRI\nEPI 120\nAé").unwrap_err();
        let at = |line, kind| LexiconFault { line, kind };
        assert_eq!(
            faults,
            vec![
                at(2, Kind::Character { character: '\'' }),
                at(3, Kind::Empty),
                at(4, Kind::Length),
                at(5, Kind::Weight),
                at(7, Kind::Order),
                at(9, Kind::Character { character: 'é' }),
            ]
        );
    }
}
