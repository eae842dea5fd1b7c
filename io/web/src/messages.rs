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
        filled(self.text(key), values)
    }
}

/// `text` with each `{name}` that has a value replaced by it, once: a value that has such a place in
/// it is shown as it was written.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let value = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((*value, after))
        });
        let (put, left) = value.unwrap_or(("{", after));
        out.push_str(put);
        rest = left;
    }
    out + rest
}

#[cfg(test)]
mod tests;
