//! What players read, by key, out of the message files that the page's modules read too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::assets;
use crate::language::Language;

type Messages = BTreeMap<String, String>;

static FRENCH: LazyLock<Messages> = LazyLock::new(|| read(Language::French));
static ENGLISH: LazyLock<Messages> = LazyLock::new(|| read(Language::English));

fn read(language: Language) -> Messages {
    let path = format!("messages/{}.json", language.code());
    let text = assets::text(&path).expect("the messages of every language are embedded");
    serde_json::from_str(&text).expect("messages are one object of texts")
}

impl Language {
    fn messages(self) -> &'static Messages {
        match self {
            Self::French => &FRENCH,
            Self::English => &ENGLISH,
        }
    }

    /// The text under `key`.
    ///
    /// # Panics
    ///
    /// When there is none: a test compares the keys of the sources with those of the files.
    pub(crate) fn text(self, key: &str) -> &'static str {
        self.messages().get(key).unwrap_or_else(|| panic!("there is no message {key}"))
    }

    /// The text under `key`, with each `{name}` replaced by its value.
    pub(crate) fn filled(self, key: &str, values: &[(&str, &str)]) -> String {
        let begin = self.text(key).to_owned();
        values.iter().fold(begin, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }
}

#[cfg(test)]
mod tests;
