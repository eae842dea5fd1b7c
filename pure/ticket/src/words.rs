//! What a ticket says, in each language, out of its message file.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

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

    /// The message under `key`, each `{name}` in it replaced.
    pub(crate) fn filled(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.text(key).to_owned();
        for (name, value) in values {
            text = text.replace(&["{", name, "}"].concat(), value);
        }
        text
    }
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
}
