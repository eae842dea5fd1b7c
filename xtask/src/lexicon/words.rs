//! The word list as the program reads it: one word a line, in the order of bytes; after it, rarely,
//! a weight from 1 to 999, where no weight stands for 1000.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::{Fault, FaultKind};
use super::source::{Reading, lines};

/// The words with the weights that some of them carry.
pub(crate) type Words = BTreeMap<String, Option<u16>>;

/// Reads a word list, or says everything that is wrong with it.
pub(crate) fn parse(file: &str, text: &str) -> Result<Words, Vec<Fault>> {
    let mut reading = Reading::new(file, text);
    let mut words = Words::new();
    let mut before: Option<&str> = None;
    for (number, line) in lines(text) {
        let (word, weight) = match line.split_once(' ') {
            None => (line, None),
            Some((word, weight)) => {
                let read = read_weight(weight);
                if read.is_none() {
                    reading.fault(number, FaultKind::BadWeight { weight: weight.to_owned() });
                }
                (word, read)
            }
        };
        reading.form(number, word);
        if let Some(after) = before.filter(|&before| before > word) {
            let (form, after) = (word.to_owned(), after.to_owned());
            reading.fault(number, FaultKind::Disordered { form, after });
        }
        before = Some(word);
        words.insert(word.to_owned(), weight);
    }
    reading.finish().map(|_| words)
}

/// The bytes of a word list.
pub(crate) fn render(words: &Words) -> String {
    let line = |(word, weight): (&String, &Option<u16>)| match weight {
        None => format!("{word}\n"),
        Some(weight) => format!("{word} {weight}\n"),
    };
    words.iter().map(line).collect()
}

/// The words of the source that are not blocked; a word that carried a weight keeps it.
pub(crate) fn select(
    source: &BTreeSet<String>,
    blocked: &BTreeSet<String>,
    carried: &Words,
) -> Words {
    let weight = |word: &String| carried.get(word).copied().flatten();
    source.difference(blocked).map(|word| (word.clone(), weight(word))).collect()
}

fn read_weight(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|weight| plain && (1..=999).contains(weight))
}
