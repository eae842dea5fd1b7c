//! What players read, by key, out of the message file that the page's modules read too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::assets;

static FRENCH: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let text = assets::text("messages/fr.json").expect("the French messages are embedded");
    serde_json::from_str(&text).expect("the French messages are one object of texts")
});

/// The text under `key`.
///
/// # Panics
///
/// When there is none: the page's test renders every key that the server uses.
pub(crate) fn text(key: &str) -> &'static str {
    FRENCH.get(key).unwrap_or_else(|| panic!("there is no message {key}"))
}

/// The text under `key`, with each `{name}` replaced by its value.
pub(crate) fn filled(key: &str, values: &[(&str, &str)]) -> String {
    let begin = text(key).to_owned();
    values.iter().fold(begin, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
