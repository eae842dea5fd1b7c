//! game.toml and lexicon.txt (docs/spec/game.md).

use std::collections::HashSet;
use std::ops::RangeInclusive;

use toml::de::{DeTable, DeValue};

use crate::notation::decimal;
use crate::unit::{Packed, pack};

/// A game file has at most so many bytes.
pub const GAME_LIMIT: usize = 1 << 20;
/// A word list has at most so many bytes.
pub const LEXICON_LIMIT: usize = 64 << 20;
/// The largest number of units and of lots.
const UNITS: u64 = u32::MAX as u64;
/// The largest number that TOML must be able to hold.
const CENTS: u64 = i64::MAX as u64;
/// No side of a grid is longer: the unit's text would not fit its bundle.
const SIDE: u64 = u16::MAX as u64;

/// The rules of a game.
pub struct Rules {
    /// Id and version.
    pub game: (String, u64),
    /// The number of units of a block.
    pub units: u64,
    /// What the cents are cents of; for people only.
    pub currency: String,
    /// How many letters a unit has.
    pub letters: u64,
    /// How many grids a unit has.
    pub grids: u64,
    /// How many words a grid has.
    pub words: u64,
    /// The rows of a grid.
    pub rows: u64,
    /// The columns of a grid.
    pub columns: u64,
    /// The letters of the shortest word.
    pub shortest: u64,
    /// The letters of the longest word.
    pub longest: u64,
    /// Whether a unit wins the sum of its grids, rather than the highest.
    pub sum: bool,
    /// The prize table: count and cents, as the file has it.
    pub prizes: Vec<(u64, u64)>,
    first_pay: u64,
    pays: Vec<u64>,
}

impl Rules {
    /// Reads a game file. Rules are answered where every value could be read and the pay list is
    /// one; other faults are said, and hinder nothing.
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Option<Self>, Vec<String>) {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return (None, vec!["not UTF-8".to_owned()]);
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let line =
                |error: &toml::de::Error| error.span().map_or(0, |span| line_of(text, span.start));
            let say =
                |error: &toml::de::Error| format!("line {}: {}", line(error), error.message());
            return (None, errors.iter().map(say).collect());
        }
        let mut reader = Reader { text, faults: Vec::new() };
        let rules = reader.rules(table.get_ref());
        (rules, reader.faults)
    }

    /// What a grid with so many complete words gives, or nothing above the pay list.
    #[must_use]
    pub fn pay(&self, complete: u64) -> Option<u64> {
        match complete.checked_sub(self.first_pay) {
            None => Some(0),
            Some(above) => self.pays.get(usize::try_from(above).ok()?).copied(),
        }
    }
}

/// The line of a place in a text.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count()
}

struct Reader<'a> {
    text: &'a str,
    faults: Vec<String>,
}

impl<'a> Reader<'a> {
    fn rules(&mut self, top: &DeTable<'a>) -> Option<Rules> {
        let id = self.text(top, "id").filter(|id| is_id(id));
        if id.is_none() {
            self.faults.push("`id` is not 1 to 40 of a–z, 0–9 and single hyphens".to_owned());
        }
        let version = self.number(top, "version", 1..=CENTS);
        let units = self.number(top, "block_units", 1..=UNITS);
        let currency =
            top.get("currency").and_then(|value| value.get_ref().as_str()).unwrap_or_default();
        let prizes = self.prizes(top, units.unwrap_or(UNITS));
        let Some(crossword) = top.get("crossword").and_then(|value| value.get_ref().as_table())
        else {
            self.faults.push("`crossword` is missing or not a table".to_owned());
            return None;
        };
        let letters = self.number(crossword, "letters", 1..=26);
        let grids = self.number(crossword, "grids", 1..=4);
        let words = self.number(crossword, "words_per_grid", 1..=SIDE);
        let rows = self.number(crossword, "rows", 1..=SIDE);
        let columns = self.number(crossword, "columns", 1..=SIDE);
        self.text(crossword, "lexicon");
        let combine = self
            .text(crossword, "combine")
            .filter(|text| matches!(text.as_str(), "sum" | "highest"));
        if combine.is_none() {
            self.faults.push("`combine` is neither \"sum\" nor \"highest\"".to_owned());
        }
        let empty = DeTable::default();
        let length = crossword.get("word_length").and_then(|value| value.get_ref().as_table());
        let (shortest, longest) = (
            self.number(length.unwrap_or(&empty), "min", 2..=15),
            self.number(length.unwrap_or(&empty), "max", 2..=15),
        );
        if shortest > longest {
            self.faults.push("`word_length`: min is above max".to_owned());
        }
        let (first_pay, pays) = self.pays(crossword)?;
        Some(Rules {
            game: (id?, version?),
            units: units?,
            currency: currency.to_owned(),
            letters: letters?,
            grids: grids?,
            words: words?,
            rows: rows?,
            columns: columns?,
            shortest: shortest?,
            longest: longest?,
            sum: combine? == "sum",
            prizes: prizes?,
            first_pay,
            pays,
        })
    }

    /// The first paying number, and what it and each number after it pays.
    fn pays(&mut self, crossword: &DeTable<'a>) -> Option<(u64, Vec<u64>)> {
        let lines = self.lines(crossword, "pays", ["words", "cents"])?;
        let rising = |a: &(u64, u64, usize), b: &(u64, u64, usize)| b.0 == a.0 + 1 && b.1 > a.1;
        if !lines.is_sorted_by(rising) {
            self.faults
                .push("`pays`: the words do not rise by one, or the cents do not rise".to_owned());
            return None;
        }
        Some((lines.first()?.0, lines.iter().map(|(_, cents, _)| *cents).collect()))
    }

    fn prizes(&mut self, top: &DeTable<'a>, units: u64) -> Option<Vec<(u64, u64)>> {
        let lines = self.lines(top, "prize", ["count", "cents"])?;
        if !lines.is_sorted_by(|a, b| a.1 > b.1) || lines.last().is_some_and(|line| line.1 == 0) {
            self.faults.push("`prize`: not dearest first, or an amount twice, or zero".to_owned());
        }
        let lots: u128 = lines.iter().map(|line| u128::from(line.0)).sum();
        let cents: u128 = lines.iter().map(|line| u128::from(line.0) * u128::from(line.1)).sum();
        if lots > u128::from(units) {
            self.faults.push(format!("`prize`: {lots} lots for {units} units"));
        }
        let list = top.get("prize").and_then(|value| value.get_ref().as_array());
        for (line, value) in lines.iter().zip(list.into_iter().flat_map(|list| list.iter())) {
            let table = value.get_ref().as_table()?;
            self.stated(table, "total_cents", u128::from(line.0) * u128::from(line.1), line.2);
        }
        if let Some(stated) = top.get("stated") {
            let line = line_of(self.text, stated.span().start);
            let Some(table) = stated.get_ref().as_table() else {
                self.faults.push(format!("line {line}: `stated` is not a table"));
                return None;
            };
            for (key, sum) in [("prizes", lots), ("total_cents", cents)] {
                self.number(table, key, 0..=CENTS);
                self.stated(table, key, sum, line);
            }
        }
        Some(lines.into_iter().map(|(count, cents, _)| (count, cents)).collect())
    }

    /// A total that is stated must be the one that follows.
    fn stated(&mut self, table: &DeTable<'a>, key: &str, right: u128, line: usize) {
        if table
            .get(key)
            .is_some_and(|value| integer(value.get_ref()).map(u128::from) != Some(right))
        {
            self.faults.push(format!("line {line}: `{key}` is not {right}"));
        }
    }

    /// A list of tables with two numbers each, and the line of each.
    fn lines(
        &mut self,
        table: &DeTable<'a>,
        key: &str,
        keys: [&str; 2],
    ) -> Option<Vec<(u64, u64, usize)>> {
        let list = table
            .get(key)
            .and_then(|value| value.get_ref().as_array())
            .filter(|list| !list.is_empty());
        let Some(list) = list else {
            self.faults.push(format!("`{key}` is missing, empty or not a list"));
            return None;
        };
        let before = self.faults.len();
        let mut lines = Vec::new();
        for value in list {
            let line = line_of(self.text, value.span().start);
            let numbers = value.get_ref().as_table().and_then(|table| {
                Some((
                    integer(table.get(keys[0])?.get_ref())?,
                    integer(table.get(keys[1])?.get_ref())?,
                ))
            });
            match numbers {
                Some((first, second)) => lines.push((first, second, line)),
                None => self.faults.push(format!(
                    "line {line}: `{key}`: no whole numbers {} and {}",
                    keys[0], keys[1]
                )),
            }
        }
        (self.faults.len() == before).then_some(lines)
    }

    fn text(&mut self, table: &DeTable<'a>, key: &str) -> Option<String> {
        let value = table.get(key).and_then(|value| value.get_ref().as_str());
        if value.is_none() {
            self.faults.push(format!("`{key}` is missing or not a text"));
        }
        value.map(str::to_owned)
    }

    fn number(
        &mut self,
        table: &DeTable<'a>,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        let value = table
            .get(key)
            .and_then(|value| integer(value.get_ref()))
            .filter(|value| range.contains(value));
        if value.is_none() {
            self.faults.push(format!(
                "`{key}` is missing or no whole number from {} to {}",
                range.start(),
                range.end()
            ));
        }
        value
    }
}

fn integer(value: &DeValue<'_>) -> Option<u64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()?.try_into().ok()
}

fn is_id(id: &str) -> bool {
    (1..=40).contains(&id.len())
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && !id.ends_with('-')
        && !id.contains("--")
        && id.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
}

/// Reads a word list; what is a word is answered even where other lines are faulty.
#[must_use]
pub fn read_lexicon(bytes: &[u8]) -> (HashSet<Packed>, Vec<String>) {
    let mut words = HashSet::with_capacity(bytes.len() / 8);
    let mut faults = Vec::new();
    let mut last: &[u8] = b"";
    let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if whole.len() == bytes.len() {
        faults.push("the last line does not end".to_owned());
    }
    for (number, line) in (1..).zip(whole.split(|byte| *byte == b'\n')) {
        let space = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
        let (word, weight) = line.split_at(space);
        let weighs = weight.is_empty()
            || decimal(&weight[1..]).is_some_and(|weight| (1..=1000).contains(&weight));
        let is_word = (2..=15).contains(&word.len()) && word.iter().all(u8::is_ascii_uppercase);
        let fault = match (is_word && weighs, word > last) {
            (false, _) => "not a word of 2 to 15 letters A–Z with or without a weight",
            (true, false) => "not behind the word before it",
            (true, true) => "",
        };
        // Beyond that many they are not shown anyway, and must not fill the memory.
        if !fault.is_empty() && faults.len() < 1_000_000 {
            faults.push(format!("line {number}: {fault}"));
        }
        if is_word {
            words.insert(pack(word));
            last = word;
        }
    }
    (words, faults)
}
