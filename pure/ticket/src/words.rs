//! What a ticket says, in each language, out of its message file.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

use game::Date;
use toml::de::DeTable;

use crate::skin::Language;

const FRENCH: &str = include_str!("../text/fr.toml");
const ENGLISH: &str = include_str!("../text/en.toml");

/// The messages of one language.
#[derive(Clone, Debug)]
pub(crate) struct Words(BTreeMap<String, String>);

impl Words {
    pub(crate) fn of(language: Language) -> Self {
        let text = match language {
            Language::French => FRENCH,
            Language::English => ENGLISH,
        };
        let table = DeTable::parse(text).expect("the message file is TOML, as a test sees");
        let entries = table.get_ref().iter().map(|(key, value)| {
            let text = value.get_ref().as_str().expect("each message is a text");
            (key.get_ref().as_ref().to_owned(), text.to_owned())
        });
        Self(entries.collect())
    }

    /// The message under `key`.
    ///
    /// # Panics
    ///
    /// When there is none: the tests draw every ticket in every language.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.0.get(key).unwrap_or_else(|| panic!("there is no message {key}"))
    }

    /// The message under `key`, each `{name}` in it replaced, and nothing in what replaces it.
    ///
    /// # Panics
    ///
    /// When a value lacks, as [`Words::text`].
    pub(crate) fn filled(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut parts = self.text(key).split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('}').expect("a place in a message is closed");
            let value = values.iter().find(|(known, _)| *known == name);
            text += value.unwrap_or_else(|| panic!("nothing is given for {name} of {key}")).1;
            text += rest;
        }
        text
    }

    /// A day as it is read.
    ///
    /// # Panics
    ///
    /// When there is no such month: a game file has none.
    pub(crate) fn date(&self, date: Date) -> String {
        let month = self.text("months").split(' ').nth(usize::from(date.month) - 1);
        let day = match date.day {
            1 => self.text("first_day").to_owned(),
            day => day.to_string(),
        };
        let month = month.expect("a year has twelve months");
        let values = [("day", &*day), ("month", month), ("year", &*date.year.to_string())];
        self.filled("date", &values)
    }
}

/// A text with its guillemets bound to what stands in them.
pub(crate) fn bound(text: &str) -> String {
    text.replace("« ", "«\u{a0}").replace(" »", "\u{a0}»")
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn blanks(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> =
            text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let (french, english) = (Words::of(Language::French), Words::of(Language::English));
        let keys = |words: &Words| words.0.keys().cloned().collect::<Vec<String>>();
        assert_eq!(keys(&french), keys(&english));
        for (key, text) in &french.0 {
            assert_eq!(blanks(text), blanks(english.text(key)), "{key}");
        }
    }

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let french = Words::of(Language::French);
        let filled = french.filled("source", &[("title", "le {date}"), ("date", "{title}")]);
        assert_eq!(filled, "Règles\u{a0}: le {date}, {title}.");
    }

    /// The regulations' own days: 17 January 2013, and a first of a month.
    #[test]
    fn days_are_written_as_each_language_does() {
        let (french, english) = (Words::of(Language::French), Words::of(Language::English));
        let day = Date { year: 2013, month: 1, day: 17 };
        assert_eq!(french.date(day), "17\u{a0}janvier\u{a0}2013");
        assert_eq!(english.date(day), "17\u{a0}January\u{a0}2013");
        let first = Date { year: 2014, month: 12, day: 1 };
        assert_eq!(french.date(first), "1er\u{a0}décembre\u{a0}2014");
        assert_eq!(bound("du jeu « Maxi »"), "du jeu «\u{a0}Maxi\u{a0}»");
    }

    /// A line may break at a space: none stands before a double sign, or behind a guillemet.
    #[test]
    fn no_line_begins_with_a_sign() {
        for language in [Language::French, Language::English] {
            for (key, text) in &Words::of(language).0 {
                for pair in [" :", " ;", " !", " ?", " »", "« ", " €", " %"] {
                    assert!(!text.contains(pair), "{key} may break at {pair:?}");
                }
            }
        }
    }
}
