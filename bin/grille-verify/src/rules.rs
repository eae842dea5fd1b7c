//! game.toml and lexicon.txt (docs/spec/game.md).

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use toml::{Table, Value};

use crate::files::decimal;
use crate::report::Report;

/// The words as numbers, which lie side by side in memory.
pub(crate) type Lexicon = HashSet<u128>;

#[derive(Deserialize)]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) block_units: u64,
    pub(crate) crossword: Crossword,
    prize: Vec<Prize>,
    stated: Option<Stated>,
    /// How many units win each amount of cents.
    #[serde(skip)]
    pub(crate) prizes: BTreeMap<u64, u64>,
    /// For people only.
    #[serde(skip)]
    pub(crate) currency: String,
    #[serde(skip)]
    pub(crate) is_paper: bool,
}

#[derive(Deserialize)]
pub(crate) struct Crossword {
    pub(crate) letters: usize,
    pub(crate) grids: usize,
    pub(crate) words_per_grid: usize,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) word_length: WordLength,
    combine: String,
    pays: Vec<Pay>,
}

#[derive(Deserialize)]
pub(crate) struct WordLength {
    pub(crate) min: usize,
    pub(crate) max: usize,
}

#[derive(Deserialize)]
struct Pay {
    words: usize,
    cents: u64,
}

#[derive(Deserialize)]
struct Prize {
    count: u64,
    cents: u64,
    total_cents: Option<u64>,
}

#[derive(Deserialize)]
struct Stated {
    prizes: u64,
    total_cents: u64,
}

impl Game {
    /// Reads a game file, whose faults of meaning do not hinder the use of its values.
    pub(crate) fn read(bytes: &[u8], report: &Report) -> Option<Self> {
        let mut game = report.keep("rules", "game.toml: ", Self::parse(bytes))?;
        game.check(&|holds, what| report.must("rules", holds, format!("game.toml: {what}")));
        game.prizes = game.prize.iter().map(|prize| (prize.cents, prize.count)).collect();
        Some(game)
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8")?;
        let top: Table = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let mut game: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        // The derived reader would take lists for tables.
        let is_list = |list: &Vec<Value>| list.iter().all(Value::is_table);
        let crossword = top["crossword"].as_table().ok_or("`crossword` is not a table")?;
        let right = crossword["word_length"].is_table()
            && crossword.get("lexicon").is_some_and(Value::is_str)
            && crossword["pays"].as_array().is_some_and(is_list)
            && top["prize"].as_array().is_some_and(is_list)
            && top.get("stated").is_none_or(Value::is_table)
            && matches!(&*game.crossword.combine, "sum" | "highest");
        game.is_paper = top.get("channel").and_then(Value::as_str) == Some("retail");
        game.currency = top.get("currency").and_then(Value::as_str).unwrap_or_default().to_owned();
        if right { Ok(game) } else { Err("something in it is not of its kind".to_owned()) }
    }

    fn check(&self, must: &dyn Fn(bool, &str)) {
        let (id, it, units) = (&*self.id, &self.crossword, self.block_units);
        let plain = id.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        let first = id.starts_with(|c: char| c.is_ascii_lowercase());
        let hyphens = !id.ends_with('-') && !id.contains("--");
        must(id.len() <= 40 && plain && first && hyphens, "`id` is not of rule 1");
        must(self.version >= 1, "`version` is not from 1");
        must((1..1 << 32).contains(&units), "`block_units` is not 1 to 2³² − 1");
        must((1..=26).contains(&it.letters), "`letters` is not 1 to 26");
        must((1..=4).contains(&it.grids), "`grids` is not 1 to 4");
        must((1..=32).contains(&it.words_per_grid), "`words_per_grid` is not 1 to 32");
        must((1..=32).contains(&it.rows), "`rows` is not 1 to 32");
        must((1..=32).contains(&it.columns), "`columns` is not 1 to 32");
        let WordLength { min, max } = it.word_length;
        must(min >= 2 && max <= 15, "`word_length` is not 2 to 15");
        must(min <= max, "`word_length`: min is above max");
        let by_one = it.pays.is_sorted_by(|a, b| a.words.checked_add(1) == Some(b.words));
        let rising = by_one && it.pays.is_sorted_by(|a, b| a.cents < b.cents);
        must(rising && !it.pays.is_empty(), "`pays` is empty or does not rise");
        let falling = self.prize.is_sorted_by(|a, b| a.cents > b.cents);
        let some = self.prize.iter().all(|prize| prize.cents > 0 && prize.count > 0);
        must(falling && some, "`prize`: not dearest first, or an amount twice, or a zero");
        must(!self.prize.is_empty(), "`prize` is empty");
        for Prize { count, cents, total_cents } in &self.prize {
            let total = u128::from(*count) * u128::from(*cents);
            let holds = total_cents.is_none_or(|stated| u128::from(stated) == total);
            must(holds, &format!("`total_cents` is not {total}"));
        }
        let (lots, sum) = totals(self.prize.iter().map(|prize| (prize.count, prize.cents)));
        must(lots <= units.into(), &format!("`prize`: {lots} lots for {units} units"));
        if let Some(Stated { prizes, total_cents }) = self.stated {
            must(u128::from(prizes) == lots, &format!("`prizes` is not {lots}"));
            must(u128::from(total_cents) == sum, &format!("`total_cents` is not {sum}"));
        }
    }

    /// What a unit wins whose grids have so many complete words, or nothing above the pay list.
    pub(crate) fn amount(&self, complete: &[usize]) -> Option<u64> {
        let pays = &self.crossword.pays;
        let pay = |words: &usize| match words.checked_sub(pays.first()?.words) {
            None => Some(0),
            Some(above) => Some(pays.get(above)?.cents),
        };
        let join = if self.crossword.combine == "sum" { u64::saturating_add } else { u64::max };
        complete.iter().map(pay).try_fold(0, |amount, cents| Some(join(amount, cents?)))
    }
}

/// How many lots there are, and their sum in cents, by count and cents of each amount.
pub(crate) fn totals(lines: impl Iterator<Item = (u64, u64)>) -> (u128, u128) {
    lines.fold((0, 0), |(lots, sum): (u128, u128), (count, cents)| {
        let won = u128::from(count) * u128::from(cents);
        (lots + u128::from(count), sum.saturating_add(won))
    })
}

/// Reads a word list; what is a word is answered even where other lines are faulty.
pub(crate) fn read_lexicon(bytes: &[u8], report: &Report) -> Lexicon {
    let mut words = HashSet::with_capacity(bytes.len() / 8);
    let mut last: &[u8] = b"";
    report.must("rules", bytes.ends_with(b"\n"), "lexicon.txt: the last line does not end");
    let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    for (number, line) in (1_u64..).zip(whole.split(|byte| *byte == b'\n')) {
        let space = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
        let (word, weight) = line.split_at(space);
        let weighs =
            weight.is_empty() || decimal(&weight[1..]).is_some_and(|it| (1..=1000).contains(&it));
        let is_word = (2..=15).contains(&word.len()) && word.iter().all(u8::is_ascii_uppercase);
        if !is_word || !weighs || word <= last {
            let what =
                "not a word of 2 to 15 letters A–Z, or its weight, or behind the word before";
            report.fault("rules", number, format!("lexicon.txt: line {number}: {what}"));
        }
        if is_word {
            words.insert(pack(word));
            last = word;
        }
    }
    words
}

/// A word as one number, five bits a letter; more letters than a list's words have do not fit.
pub(crate) fn pack(word: &[u8]) -> u128 {
    word.iter().fold(0, |packed, letter| packed << 5 | u128::from(letter & 31))
}
