//! What the word list is made from: `source.tsv`, the common words with their usual spelling, and
//! `blocked.tsv`, the forms that no ticket shows.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::{Fault, FaultKind};
use super::spelling::{crossword_form, is_form};

/// The first line of the source.
const HEADER: &str = "word\tdisplay\tfreq_per_million\tkind";

/// Why a form is blocked; the README of the list says what each means.
const CATEGORIES: &[&str] = &["bit", "blocked", "brand", "foreign", "group", "insult", "shock"];

/// The words of the source, or everything that is wrong with it. `file` is its name in the faults.
///
/// Each word is made again from its usual spelling and must come out as the first column has it.
pub(crate) fn parse_source(file: &str, text: &str) -> Result<BTreeSet<String>, Vec<Fault>> {
    let mut reading = Reading::new(file, text);
    for (number, line) in lines(text) {
        if number == 1 {
            if line != HEADER {
                reading.fault(number, FaultKind::Header { expected: HEADER });
            }
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let &[word, spelling, _, _] = columns.as_slice() else {
            reading.fault(number, FaultKind::Columns { expected: 4, found: columns.len() });
            continue;
        };
        reading.form(number, word);
        let spelling = spelling.to_owned();
        match crossword_form(&spelling) {
            Err(refused) => {
                for character in refused {
                    let spelling = spelling.clone();
                    reading.fault(number, FaultKind::Unspellable { spelling, character });
                }
            }
            Ok(form) if form.is_empty() => {
                reading.fault(number, FaultKind::NoLetter { spelling });
            }
            Ok(form) if form != word => {
                let word = word.to_owned();
                reading.fault(number, FaultKind::OtherForm { word, spelling, form });
            }
            Ok(_) => {}
        }
    }
    reading.finish()
}

/// The blocked forms, or everything that is wrong with their file; it must be in order, so that a
/// change to it reads well.
pub(crate) fn parse_blocked(file: &str, text: &str) -> Result<BTreeSet<String>, Vec<Fault>> {
    let mut reading = Reading::new(file, text);
    let mut before: Option<&str> = None;
    for (number, line) in lines(text) {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[form, category] = columns.as_slice() else {
            reading.fault(number, FaultKind::Columns { expected: 2, found: columns.len() });
            continue;
        };
        reading.form(number, form);
        if !CATEGORIES.contains(&category) {
            let category = category.to_owned();
            reading.fault(number, FaultKind::UnknownCategory { category });
        }
        if let Some(after) = before.filter(|&before| before > form) {
            let (form, after) = (form.to_owned(), after.to_owned());
            reading.fault(number, FaultKind::Disordered { form, after });
        }
        before = Some(form);
    }
    reading.finish()
}

/// The lines with their numbers, from 1.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.split_terminator('\n'))
}

/// The forms read so far and what was wrong.
pub(crate) struct Reading<'a> {
    file: &'a str,
    first_lines: BTreeMap<String, usize>,
    faults: Vec<Fault>,
}

impl<'a> Reading<'a> {
    /// Looks at the ends of the lines; the rest is for the caller to read.
    pub(crate) fn new(file: &'a str, text: &str) -> Self {
        let mut reading = Self { file, first_lines: BTreeMap::new(), faults: Vec::new() };
        let carriage = lines(text).find(|(_, line)| line.ends_with('\r')).map(|(number, _)| number);
        let cut = (!text.ends_with('\n')).then(|| lines(text).count().max(1));
        if let Some(number) = carriage.or(cut) {
            reading.fault(number, FaultKind::LineEnd);
        }
        reading
    }

    pub(crate) fn fault(&mut self, line: usize, kind: FaultKind) {
        self.faults.push(Fault { file: self.file.to_owned(), line, kind });
    }

    /// Takes a form, which must be one and must be new.
    pub(crate) fn form(&mut self, line: usize, form: &str) {
        if !is_form(form) {
            self.fault(line, FaultKind::NotAForm { form: form.to_owned() });
        }
        let first = *self.first_lines.entry(form.to_owned()).or_insert(line);
        if first != line {
            self.fault(line, FaultKind::Repeated { form: form.to_owned(), first });
        }
    }

    pub(crate) fn finish(self) -> Result<BTreeSet<String>, Vec<Fault>> {
        if self.faults.is_empty() {
            Ok(self.first_lines.into_keys().collect())
        } else {
            Err(self.faults)
        }
    }
}
