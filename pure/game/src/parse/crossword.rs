//! The `[crossword]` table of a game file.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::reader::{Found, Notes, Section};
use super::{ANY_LEXICON, LexiconFacts};
use crate::amount::Cents;
use crate::fault::FaultKind;
use crate::judge::MAX_GRIDS;
use crate::letter::Letter;
use crate::rules::{Combine, Crossword, Pay, WordLength};
use crate::ways::sums;

/// A grid is at most so many cells wide and high: rows and columns are bits of a 32-bit word.
const MAX_SIDE: u8 = 32;
/// A word has at most so many letters: no list has longer ones.
const MAX_WORD: u8 = 15;
/// A grid has at most so many words: they are bits of a 32-bit word.
const MAX_WORDS: u8 = 32;

/// The rules, and every amount that the grids can make together, which other faults of the table do
/// not keep from being known.
pub(super) fn read(
    notes: &Notes,
    section: &Section<'_>,
    lexicons: &[LexiconFacts],
) -> (Option<Crossword>, Option<BTreeSet<Cents>>) {
    let letters = section.small("letters", 1..=Letter::COUNT);
    let grids = read_grids(notes, section);
    let words = section.small("words_per_grid", 1..=MAX_WORDS);
    let rows = section.small("rows", 1..=MAX_SIDE);
    let columns = section.small("columns", 1..=MAX_SIDE);
    let length = read_length(notes, section);
    let lexicon = read_lexicon(notes, section, length.as_ref(), lexicons);
    let combine = section.word("combine", "\"sum\" or \"highest\"", |text| match text {
        "sum" => Some(Combine::Sum),
        "highest" => Some(Combine::Highest),
        _ => None,
    });
    let pays = read_pays(notes, section, words.as_ref());
    if let (Some(words), Some(rows), Some(columns), Some(length)) =
        (&words, &rows, &columns, &length)
    {
        check_room(notes, words, (rows.value, columns.value), length);
    }
    section.finish();
    let payable = match (&pays, grids, &combine) {
        (Some(pays), Some(grids), Some(combine)) if ascends(pays) => {
            Some(sums(pays, grids, combine.value))
        }
        _ => None,
    };
    let rules = || {
        Some(Crossword {
            letters: letters?.value,
            grids: grids?,
            words_per_grid: words?.value,
            rows: rows?.value,
            columns: columns?.value,
            word_length: length?.value,
            lexicon: lexicon?,
            combine: combine?.value,
            pays: pays?,
        })
    };
    (rules(), payable)
}

fn read_grids(notes: &Notes, section: &Section<'_>) -> Option<u8> {
    let grids = section.whole("grids")?;
    let most = MAX_GRIDS as u64;
    match u8::try_from(grids.value) {
        Ok(0) => grids.fault(notes, FaultKind::NoGrid),
        Ok(few) if grids.value <= most => return Some(few),
        _ => grids.fault(notes, FaultKind::OutOfRange { least: 1, most }),
    }
    None
}

fn read_length(notes: &Notes, section: &Section<'_>) -> Option<Found<WordLength>> {
    let (place, inner) = section.placed_section("word_length")?;
    let min = inner.small("min", 2..=MAX_WORD);
    let max = inner.small("max", 2..=MAX_WORD);
    inner.finish();
    let (min, max) = (min?, max?);
    if min.value > max.value {
        max.fault(notes, FaultKind::LengthsCrossed);
        return None;
    }
    Some(Found { value: WordLength { min: min.value, max: max.value }, place })
}

fn read_lexicon(
    notes: &Notes,
    section: &Section<'_>,
    lengths: Option<&Found<WordLength>>,
    lexicons: &[LexiconFacts],
) -> Option<String> {
    let name = section.text("lexicon")?;
    let named = |facts: &&LexiconFacts| facts.name == name.value || facts.name == ANY_LEXICON;
    let Some(facts) = lexicons.iter().find(named) else {
        let known: Vec<&str> = lexicons.iter().map(|facts| facts.name.as_str()).collect();
        name.fault(notes, FaultKind::UnknownLexicon { known: known.join(", ") });
        return None;
    };
    if let Some(lengths) = lengths {
        for length in lengths.value.min..=lengths.value.max {
            let words = facts.words_by_length.get(usize::from(length)).copied().unwrap_or(0);
            if words == 0 {
                lengths.fault(notes, FaultKind::LengthMissing { length });
            }
        }
    }
    Some(name.value.to_owned())
}

fn read_pays(
    notes: &Notes,
    section: &Section<'_>,
    words_per_grid: Option<&Found<u8>>,
) -> Option<Vec<Pay>> {
    let lines = section.sections("pays");
    let mut pays: Vec<Pay> = Vec::new();
    let mut whole = !lines.is_empty();
    // What the line before says, as far as it can be read: a fault in it is no fault of this one.
    let (mut last_words, mut last_cents) = (None, None);
    for line in lines {
        let (words, cents) = line.map_or((None, None), |line| {
            let read = (line.small("words", 1..=MAX_WORDS), line.number("cents", 1..=u64::MAX));
            line.finish();
            read
        });
        // A missing number of words would leave a grid without an amount, and a lower amount
        // would let the gain on the screen fall.
        let mut in_order = true;
        if let Some(words) = &words {
            if words_per_grid.is_some_and(|most| words.value > most.value) {
                words.fault(notes, FaultKind::PaysAboveWords);
            }
            if last_words.is_some_and(|last: u8| words.value != last + 1) {
                words.fault(notes, FaultKind::PaysNotInOrder);
                in_order = false;
            }
        }
        if let Some(cents) = &cents {
            if cents.value.checked_mul(MAX_GRIDS as u64).is_none() {
                cents.fault(notes, FaultKind::TooLarge);
            }
            if in_order && last_cents.is_some_and(|last: u64| cents.value <= last) {
                cents.fault(notes, FaultKind::PaysNotInOrder);
            }
        }
        last_words = words.as_ref().map(|words| words.value);
        last_cents = cents.as_ref().map(|cents| cents.value);
        match (last_words, last_cents) {
            (Some(words), Some(cents)) => pays.push(Pay { words, cents: Cents(cents) }),
            _ => whole = false,
        }
    }
    whole.then_some(pays)
}

/// Whether each line names one word more than the line before it; where a line lacks, its amount
/// does too, and the grids' sums are not known.
fn ascends(pays: &[Pay]) -> bool {
    pays.windows(2).all(|pair| pair[0].words + 1 == pair[1].words)
}

/// Whether the grid has room: the shortest word fits along a side, the longest along the longer
/// one, and there are lines enough for that many words even if nothing ever touched.
fn check_room(
    notes: &Notes,
    words: &Found<u8>,
    (rows, columns): (u8, u8),
    length: &Found<WordLength>,
) {
    if length.value.max > rows.max(columns) {
        length.fault(notes, FaultKind::WordsDoNotFit);
        return;
    }
    let in_line = |side: u8| u32::from(side + 1) / u32::from(length.value.min + 1);
    let room = u32::from(rows) * in_line(columns) + u32::from(columns) * in_line(rows);
    if u32::from(words.value) > room {
        words.fault(notes, FaultKind::WordsDoNotFit);
    }
}
