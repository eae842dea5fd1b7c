//! The `[crossword]` table of a game file.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::LexiconFacts;
use super::reader::{Found, Notes, Section};
use crate::amount::Cents;
use crate::fault::FaultKind;
use crate::judge::MAX_GRIDS;
use crate::letter::Letter;
use crate::rules::{Combine, Crossword, Pay, WordLength};

/// A grid is at most so many cells wide and high: rows and columns are bits of a 32-bit word.
const MAX_SIDE: u8 = 32;
/// A word has at most so many letters: they are bytes of a 64-bit word.
const MAX_WORD: u8 = 8;
/// A grid has at most so many words: they are bits of a 32-bit word.
const MAX_WORDS: u8 = 32;

pub(super) fn read(
    notes: &Notes,
    section: &Section<'_>,
    lexicons: &[LexiconFacts],
) -> Option<Crossword> {
    let letters = section.small("letters", 1..=Letter::COUNT);
    let most_grids = u8::try_from(MAX_GRIDS).expect("few grids");
    let grids = section.small("grids", 0..=most_grids);
    if let Some(grids) = &grids
        && grids.value == 0
    {
        grids.fault(notes, FaultKind::NoGrid);
    }
    let words = section.small("words_per_grid", 1..=MAX_WORDS);
    let rows = section.small("rows", 1..=MAX_SIDE);
    let columns = section.small("columns", 1..=MAX_SIDE);
    let length = read_length(notes, section);
    let lexicon = read_lexicon(notes, section, length, lexicons);
    let combine = section.word("combine", "\"sum\" or \"highest\"", |text| match text {
        "sum" => Some(Combine::Sum),
        "highest" => Some(Combine::Highest),
        _ => None,
    });
    let pays = read_pays(notes, section, words.as_ref());
    if let (Some(words), Some(rows), Some(columns), Some(length)) =
        (&words, &rows, &columns, length)
    {
        check_room(notes, section, words, (rows.value, columns.value), length);
    }
    section.finish();
    let rules = Crossword {
        letters: letters?.value,
        grids: grids?.value,
        words_per_grid: words?.value,
        rows: rows?.value,
        columns: columns?.value,
        word_length: length?,
        lexicon: lexicon?,
        combine: combine?.value,
        pays: pays?,
    };
    (rules.grids > 0).then_some(rules)
}

fn read_length(notes: &Notes, section: &Section<'_>) -> Option<WordLength> {
    let inner = section.section("word_length")?;
    let min = inner.small("min", 2..=MAX_WORD);
    let max = inner.small("max", 2..=MAX_WORD);
    inner.finish();
    let (min, max) = (min?, max?);
    if min.value > max.value {
        max.fault(notes, FaultKind::LengthsCrossed);
        return None;
    }
    Some(WordLength { min: min.value, max: max.value })
}

fn read_lexicon(
    notes: &Notes,
    section: &Section<'_>,
    length: Option<WordLength>,
    lexicons: &[LexiconFacts],
) -> Option<String> {
    let name = section.text("lexicon")?;
    let Some(facts) = lexicons.iter().find(|facts| facts.name == name.value) else {
        let known: Vec<&str> = lexicons.iter().map(|facts| facts.name.as_str()).collect();
        name.fault(notes, FaultKind::UnknownLexicon { known: known.join(", ") });
        return None;
    };
    for length in length.into_iter().flat_map(|length| length.min..=length.max) {
        let words = facts.words_by_length.get(usize::from(length)).copied().unwrap_or(0);
        if words == 0 {
            section.fault("word_length", FaultKind::LengthMissing { length });
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
    for line in lines {
        let words = line.small("words", 1..=MAX_WORDS);
        let cents = line.number("cents", 1..=u64::MAX);
        line.finish();
        let (Some(words), Some(cents)) = (words, cents) else {
            whole = false;
            continue;
        };
        if words_per_grid.is_some_and(|most| words.value > most.value) {
            words.fault(notes, FaultKind::PaysAboveWords);
        }
        // A missing number of words would leave a grid without an amount, and a lower amount
        // would let the gain on the screen fall.
        if let Some(last) = pays.last() {
            if words.value != last.words + 1 {
                words.fault(notes, FaultKind::PaysNotInOrder);
            } else if cents.value <= last.cents.0 {
                cents.fault(notes, FaultKind::PaysNotInOrder);
            }
        }
        if cents.value.checked_mul(MAX_GRIDS as u64).is_none() {
            cents.fault(notes, FaultKind::TooLarge);
        }
        pays.push(Pay { words: words.value, cents: Cents(cents.value) });
    }
    whole.then_some(pays)
}

/// Whether the grid has room: the shortest word fits along a side, the longest along the longer
/// one, and there are lines enough for that many words even if nothing ever touched.
fn check_room(
    notes: &Notes,
    section: &Section<'_>,
    words: &Found<u8>,
    (rows, columns): (u8, u8),
    length: WordLength,
) {
    if length.max > rows.max(columns) {
        section.fault("word_length", FaultKind::WordsDoNotFit);
        return;
    }
    let in_line = |side: u8| u32::from(side + 1) / u32::from(length.min + 1);
    let room = u32::from(rows) * in_line(columns) + u32::from(columns) * in_line(rows);
    if u32::from(words.value) > room {
        words.fault(notes, FaultKind::WordsDoNotFit);
    }
}
