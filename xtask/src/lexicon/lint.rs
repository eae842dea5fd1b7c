//! `cargo xtask lexicon --lint`: what a word list holds, and where it is thin.
//!
//! A grid maker starves where a word must have a certain letter at a certain place and hardly any
//! has. This counts; it does not try to fill a grid.

use std::fmt::{self, Write};
use std::ops::RangeInclusive;

use super::words::Words;

/// The lengths that the crosswords of the games use.
const USED: RangeInclusive<usize> = 3..=8;
/// A length that is used and has fewer words than this is short.
const FEW_WORDS: u32 = 1000;
/// A letter at a place is thin when fewer words than this have it there.
const FEW_CHOICES: u32 = 3;
/// A letter is rare when fewer words in a thousand than this have it.
const RARE_PER_MILLE: u32 = 20;

const LETTERS: usize = 26;

/// The report, to be read on a terminal.
pub(crate) fn report(words: &Words) -> String {
    let mut text = String::new();
    write_report(&mut text, &Census::take(words)).expect("a string takes what is written to it");
    text
}

/// Everything that is counted.
struct Census {
    words: u32,
    weighted: u32,
    /// At index n, the words of n letters.
    shelves: Vec<Shelf>,
    /// By letter: how often, in how many words, first in a word, last in a word.
    letters: [Uses; LETTERS],
}

/// The words of one length.
#[derive(Clone, Default)]
struct Shelf {
    words: u32,
    /// By place, then by letter: the words that have it there.
    places: Vec<[u32; LETTERS]>,
}

#[derive(Clone, Copy, Default)]
struct Uses {
    all: u32,
    words: u32,
    first: u32,
    last: u32,
}

impl Census {
    fn take(words: &Words) -> Self {
        let longest = words.keys().map(String::len).max().unwrap_or(0).max(*USED.end());
        let shelf = |length| Shelf { words: 0, places: vec![[0; LETTERS]; length] };
        let mut census = Self {
            words: 0,
            weighted: 0,
            shelves: (0..=longest).map(shelf).collect(),
            letters: [Uses::default(); LETTERS],
        };
        for (word, weight) in words {
            census.weighted += u32::from(weight.is_some());
            census.count(word);
        }
        census
    }

    fn count(&mut self, word: &str) {
        let letters: Vec<usize> = word.bytes().map(|byte| usize::from(byte - b'A')).collect();
        self.words += 1;
        let shelf = &mut self.shelves[letters.len()];
        shelf.words += 1;
        for (index, &letter) in letters.iter().enumerate() {
            shelf.places[index][letter] += 1;
            let uses = &mut self.letters[letter];
            uses.all += 1;
            uses.words += u32::from(!letters[..index].contains(&letter));
            uses.first += u32::from(index == 0);
            uses.last += u32::from(index + 1 == letters.len());
        }
    }

    /// The shelves that the games use, with their lengths.
    fn used(&self) -> impl Iterator<Item = (usize, &Shelf)> {
        USED.map(|length| (length, &self.shelves[length]))
    }

    /// The letters by how often they occur, most first.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..LETTERS).collect();
        ranked.sort_by_key(|&letter| std::cmp::Reverse(self.letters[letter].all));
        ranked
    }

    fn is_rare(&self, letter: usize) -> bool {
        per_mille(self.letters[letter].words, self.words) < RARE_PER_MILLE
    }
}

impl Shelf {
    /// The letters at a place that so many words have there, as text: `KWX`.
    fn letters_with(&self, place: usize, choices: impl Fn(u32) -> bool) -> String {
        let places = (0..LETTERS).filter(|&letter| choices(self.places[place][letter]));
        places.map(letter_char).collect()
    }

    /// How many pairs of a place and a letter so many words have.
    fn pairs_with(&self, choices: impl Fn(u32) -> bool) -> usize {
        self.places.iter().flatten().filter(|&&words| choices(words)).count()
    }
}

fn write_report(text: &mut String, census: &Census) -> fmt::Result {
    write_lengths(text, census)?;
    write_letters(text, census)?;
    write_places(text, census)?;
    write_summary(text, census)
}

fn write_lengths(text: &mut String, census: &Census) -> fmt::Result {
    let largest = census.shelves.iter().map(|shelf| shelf.words).max().unwrap_or(0);
    writeln!(text, "Words by length")?;
    for (length, shelf) in census.shelves.iter().enumerate().filter(|(_, shelf)| shelf.words > 0) {
        let short = USED.contains(&length) && shelf.words < FEW_WORDS;
        let bar = "#".repeat((shelf.words * 40).div_ceil(largest.max(1)) as usize);
        let note = if short { "  short" } else { "" };
        writeln!(text, "  {length:>2} {:>6} {bar}{note}", shelf.words)?;
    }
    writeln!(text, "     {:>6} in all, {} with a weight\n", census.words, census.weighted)
}

fn write_letters(text: &mut String, census: &Census) -> fmt::Result {
    let all: u32 = census.letters.iter().map(|uses| uses.all).sum();
    writeln!(text, "Letters, most frequent first")?;
    writeln!(
        text,
        "    {:>7} {:>7} {:>8} {:>7} {:>7}",
        "times", "share", "words", "first", "last"
    )?;
    for letter in census.ranked() {
        let uses = census.letters[letter];
        let share = percent(uses.all, all);
        let note = if census.is_rare(letter) { "  rare" } else { "" };
        writeln!(
            text,
            "  {} {:>7} {share:>7} {:>8} {:>7} {:>7}{note}",
            letter_char(letter),
            uses.all,
            uses.words,
            uses.first,
            uses.last
        )?;
    }
    writeln!(text)
}

fn write_places(text: &mut String, census: &Census) -> fmt::Result {
    writeln!(text, "Letters that no word, or fewer than {FEW_CHOICES} words, have at a place")?;
    writeln!(text, "  {:>6} {:>5}  {:<16} few", "length", "place", "none")?;
    for (length, shelf) in census.used() {
        for place in 0..length {
            let none = shelf.letters_with(place, is_empty);
            let few = shelf.letters_with(place, is_thin);
            if none.is_empty() && few.is_empty() {
                continue;
            }
            let line = format!("  {length:>6} {:>5}  {none:<16} {few}", place + 1);
            writeln!(text, "{}", line.trim_end())?;
        }
        let (empty, thin) = (shelf.pairs_with(is_empty), shelf.pairs_with(is_thin));
        let pairs = length * LETTERS;
        writeln!(text, "  {length:>6}   all  {empty} of {pairs} pairs empty, {thin} more thin")?;
    }
    writeln!(text)
}

fn write_summary(text: &mut String, census: &Census) -> fmt::Result {
    let sum = |choices: fn(u32) -> bool| -> usize {
        census.used().map(|(_, shelf)| shelf.pairs_with(choices)).sum()
    };
    let used: u32 = census.used().map(|(_, shelf)| shelf.words).sum();
    let pairs: usize = USED.sum::<usize>() * LETTERS;
    let short: Vec<String> = census
        .used()
        .filter(|(_, shelf)| shelf.words < FEW_WORDS)
        .map(|(length, shelf)| format!("{length} ({} words)", shelf.words))
        .collect();
    let ranked = census.ranked();
    let top: String = ranked.iter().take(10).copied().map(letter_char).collect();
    let rare: String =
        ranked.iter().copied().filter(|&letter| census.is_rare(letter)).map(letter_char).collect();
    let (first, last) = (USED.start(), USED.end());
    writeln!(
        text,
        "{used} of {} words have the {first} to {last} letters that the games use;\n\
         {};\n\
         the frequent letters are {top}, the rare ones {};\n\
         of {pairs} pairs of a place and a letter {} are empty and {} have one or two words,\n\
         and a grid that wants one of these has no choice or hardly any.",
        census.words,
        if short.is_empty() {
            "no length is short".to_owned()
        } else {
            format!("short of words: length {}", short.join(", "))
        },
        if rare.is_empty() { "none" } else { &rare },
        sum(is_empty),
        sum(is_thin),
    )
}

fn is_empty(words: u32) -> bool {
    words == 0
}

fn is_thin(words: u32) -> bool {
    (1..FEW_CHOICES).contains(&words)
}

fn letter_char(letter: usize) -> char {
    char::from(b'A' + u8::try_from(letter).expect("there are 26 letters"))
}

fn per_mille(part: u32, whole: u32) -> u32 {
    part * 1000 / whole.max(1)
}

fn percent(part: u32, whole: u32) -> String {
    let tenths = (part * 1000 + whole / 2) / whole.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
