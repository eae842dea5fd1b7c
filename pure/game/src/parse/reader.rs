//! Walks a parsed TOML document, notes every fault with its line and key, and goes on.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::date::Date;
use crate::fault::{Fault, FaultKind};

/// Collects faults and knows which line a place in the text is on.
pub(super) struct Notes {
    line_starts: Vec<usize>,
    faults: RefCell<Vec<Fault>>,
}

impl Notes {
    pub(super) fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = core::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { line_starts, faults: RefCell::default() }
    }

    pub(super) fn note(&self, at: usize, key: String, kind: FaultKind) {
        let line = self.line_starts.partition_point(|&start| start <= at).max(1);
        self.faults.borrow_mut().push(Fault { line, key, kind });
    }

    /// Every fault noted, by line.
    pub(super) fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|fault| fault.line);
        faults
    }

    pub(super) fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }
}

/// One table of the document, with the path that leads to it.
pub(super) struct Section<'doc> {
    notes: &'doc Notes,
    path: String,
    at: usize,
    table: &'doc DeTable<'doc>,
    taken: RefCell<BTreeSet<&'static str>>,
}

/// A value together with where it stands, so that a later check can point at it.
#[derive(Clone)]
pub(super) struct Found<T> {
    pub(super) value: T,
    pub(super) place: Place,
}

/// Where a key stands.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) key: String,
}

impl<T> Found<T> {
    /// Notes a fault at this value.
    pub(super) fn fault(&self, notes: &Notes, kind: FaultKind) {
        notes.note(self.place.at, self.place.key.clone(), kind);
    }
}

impl<'doc> Section<'doc> {
    pub(super) fn root(notes: &'doc Notes, document: &'doc Spanned<DeTable<'doc>>) -> Self {
        Self::new(notes, String::new(), 0, document.get_ref())
    }

    fn new(notes: &'doc Notes, path: String, at: usize, table: &'doc DeTable<'doc>) -> Self {
        Self { notes, path, at, table, taken: RefCell::default() }
    }

    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Notes a fault of the table as a whole, at its head.
    pub(super) fn fault(&self, kind: FaultKind) {
        self.notes.note(self.at, self.path.clone(), kind);
    }

    /// The value under `key`, which from now on counts as known.
    fn value(&self, key: &'static str) -> Option<(Place, &'doc Spanned<DeValue<'doc>>)> {
        self.taken.borrow_mut().insert(key);
        let (name, value) = self.table.get_key_value(key)?;
        Some((Place { at: name.span().start, key: self.path_of(key) }, value))
    }

    /// Whether the table has `key`; asking makes it known.
    pub(super) fn has(&self, key: &'static str) -> bool {
        self.value(key).is_some()
    }

    /// The value under `key`, or a fault.
    fn required(&self, key: &'static str) -> Option<(Place, &'doc Spanned<DeValue<'doc>>)> {
        let found = self.value(key);
        if found.is_none() {
            self.notes.note(self.at, self.path_of(key), FaultKind::MissingKey);
        }
        found
    }

    fn wrong<T>(&self, place: Place, kind: FaultKind) -> Option<T> {
        self.notes.note(place.at, place.key, kind);
        None
    }

    /// A whole number, zero or more.
    pub(super) fn whole(&self, key: &'static str) -> Option<Found<u64>> {
        let (place, value) = self.required(key)?;
        let digits = match value.get_ref() {
            DeValue::Integer(integer) => integer,
            DeValue::Float(_) => return self.wrong(place, FaultKind::Fraction),
            _ => return self.wrong(place, FaultKind::WrongType { expected: "a whole number" }),
        };
        if digits.as_str().starts_with('-') {
            return self.wrong(place, FaultKind::Negative);
        }
        match u64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(value) => Some(Found { value, place }),
            Err(_) => self.wrong(place, FaultKind::TooLarge),
        }
    }

    /// A whole number within `range`.
    pub(super) fn number(
        &self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Option<Found<u64>> {
        let found = self.whole(key)?;
        if range.contains(&found.value) {
            return Some(found);
        }
        let (least, most) = (*range.start(), *range.end());
        self.wrong(found.place, FaultKind::OutOfRange { least, most })
    }

    /// The same for a number that fits in 8 bits.
    pub(super) fn small(&self, key: &'static str, range: RangeInclusive<u8>) -> Option<Found<u8>> {
        let found = self.number(key, u64::from(*range.start())..=u64::from(*range.end()))?;
        let value = u8::try_from(found.value).expect("the range fits in 8 bits");
        Some(Found { value, place: found.place })
    }

    /// A text that is not blank.
    pub(super) fn text(&self, key: &'static str) -> Option<Found<&'doc str>> {
        let (place, value) = self.required(key)?;
        match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                self.wrong(place, FaultKind::BadText { expected: "a text that is not blank" })
            }
            DeValue::String(text) => Some(Found { value: text.as_ref(), place }),
            _ => self.wrong(place, FaultKind::WrongType { expected: "a text in quotes" }),
        }
    }

    /// A text that `read` understands.
    pub(super) fn word<T>(
        &self,
        key: &'static str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<Found<T>> {
        let found = self.text(key)?;
        match read(found.value) {
            Some(value) => Some(Found { value, place: found.place }),
            None => self.wrong(found.place, FaultKind::BadText { expected }),
        }
    }

    /// A date without a time.
    pub(super) fn date(&self, key: &'static str) -> Option<Date> {
        let (place, value) = self.required(key)?;
        match value.get_ref() {
            DeValue::Datetime(moment) if moment.time.is_none() => {
                let date = moment.date?;
                Some(Date { year: date.year, month: date.month, day: date.day })
            }
            _ => self.wrong(place, FaultKind::WrongType { expected: "a date, as 2011-11-28" }),
        }
    }

    /// The table under `key`.
    pub(super) fn section(&self, key: &'static str) -> Option<Section<'doc>> {
        self.placed_section(key).map(|(_, section)| section)
    }

    /// The table under `key`, and where it stands.
    pub(super) fn placed_section(&self, key: &'static str) -> Option<(Place, Section<'doc>)> {
        let (place, value) = self.required(key)?;
        self.as_section(place.clone(), value).map(|section| (place, section))
    }

    fn as_section(&self, place: Place, value: &'doc Spanned<DeValue<'doc>>) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Self::new(self.notes, place.key, place.at, table)),
            _ => self.wrong(place, FaultKind::WrongType { expected: "a table" }),
        }
    }

    /// The tables of the list under `key`, each unless it is something else; a fault when there is
    /// none.
    pub(super) fn sections(&self, key: &'static str) -> Vec<Option<Section<'doc>>> {
        let Some((place, value)) = self.required(key) else { return Vec::new() };
        let DeValue::Array(list) = value.get_ref() else {
            self.wrong::<()>(place, FaultKind::WrongType { expected: "a list of tables" });
            return Vec::new();
        };
        if list.is_empty() {
            self.wrong::<()>(place, FaultKind::EmptyList);
            return Vec::new();
        }
        let items = list.iter().enumerate().map(|(index, item)| {
            let Range { start, .. } = item.span();
            let path = format!("{}[{}]", place.key, index + 1);
            self.as_section(Place { at: start, key: path }, item)
        });
        items.collect()
    }

    /// The keys and texts of a table whose keys are names: each of `known`, or a fault.
    pub(super) fn texts_by_key(&self, known: &[&str]) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for (name, value) in self.table {
            let at = name.span().start;
            let key: &str = name.get_ref();
            let kind = match value.get_ref() {
                _ if !known.contains(&key) => FaultKind::UnknownKey,
                DeValue::String(text) if !text.trim().is_empty() => {
                    texts.push((key.to_owned(), text.as_ref().to_owned()));
                    continue;
                }
                _ => FaultKind::WrongType { expected: "an article's number in quotes" },
            };
            self.notes.note(at, self.path_of(key), kind);
        }
        texts
    }

    /// Notes every key that nobody has asked for.
    pub(super) fn finish(&self) {
        let taken = self.taken.borrow();
        for (name, _) in self.table {
            if !taken.contains(name.get_ref().as_ref()) {
                let key = self.path_of(name.get_ref());
                self.notes.note(name.span().start, key, FaultKind::UnknownKey);
            }
        }
    }
}
