//! The message files, compared with each other and with whoever reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::*;

/// Every source that may name a key: ours in Rust, without tests, and the page's modules.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut files) = (vec![root.join("src"), root.join("assets/js")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of ours") {
            let path = entry.expect("an entry").path();
            let is_source = path.extension().is_some_and(|it| it == "rs" || it == "js");
            if path.is_dir() {
                folders.push(path);
            } else if is_source && path.file_name().is_some_and(|name| name != "tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a source is text");
                files.push((path, text));
            }
        }
    }
    files
}

/// What stands between quotes of any kind.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    ['"', '`'].into_iter().flat_map(|quote| text.split(quote).skip(1))
}

/// Whether a text can be a key, or the beginning of one.
fn is_key(text: &str) -> bool {
    let may =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    text.contains('.') && text.bytes().all(may)
}

/// The keys that are asked for by name: `text("…`, `filled("…`, and `counted("…` with any ending.
fn asked<'a>(text: &'a str, call: &str) -> Vec<&'a str> {
    let calls = text.split(call).skip(1);
    calls.filter_map(|rest| rest.split('"').next()).filter(|key| !key.contains('{')).collect()
}

/// `key` without the ending that a number chooses.
fn stem(key: &str) -> Option<&str> {
    let (stem, ending) = key.rsplit_once('.')?;
    let is_number = ending.bytes().all(|byte| byte.is_ascii_digit());
    (is_number || ["one", "other"].contains(&ending)).then_some(stem)
}

fn names(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

#[test]
fn both_languages_have_the_same_keys_and_places() {
    let keys = |language: Language| language.messages().keys().collect::<BTreeSet<_>>();
    let (french, english) = (keys(Language::French), keys(Language::English));
    let missing: Vec<_> = french.symmetric_difference(&english).collect();
    assert!(missing.is_empty(), "in one language only: {missing:?}");
    for key in french {
        let [one, other] = Language::ALL.map(|it| names(it.text(key)));
        assert_eq!(one, other, "{key}");
    }
}

#[test]
fn every_key_is_used_and_every_used_key_is_there() {
    let sources = sources();
    assert!(sources.len() > 40, "the sources are found: {}", sources.len());
    let messages = Language::French.messages();
    let literals: Vec<&str> = sources.iter().flat_map(|(_, text)| literals(text)).collect();
    let known: BTreeSet<&str> = literals.iter().copied().filter(|it| is_key(it)).collect();
    // A key may be put together: of its first parts and a last one, or of what stands before a brace.
    let parts = known.iter().map(|it| format!("{}.", it.trim_end_matches('.')));
    let braced = literals.iter().filter_map(|it| it.split_once(['{', '$']));
    let braced = braced.map(|(before, _)| before).filter(|it| is_key(it)).map(str::to_owned);
    let beginnings: BTreeSet<String> = parts.chain(braced).collect();
    let is_used = |key: &str| {
        known.contains(key)
            || stem(key).is_some_and(|stem| known.contains(stem))
            || beginnings.iter().any(|it| key.starts_with(it.as_str()))
    };
    let unused: Vec<_> = messages.keys().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "nobody reads {unused:?}");
    let mut absent = BTreeMap::new();
    for (path, text) in &sources {
        for key in asked(text, "text(\"").into_iter().chain(asked(text, "filled(\"")) {
            if !messages.contains_key(key) {
                absent.insert(key, path);
            }
        }
        for key in asked(text, "counted(\"") {
            if !messages.contains_key(&format!("{key}.other")) {
                absent.insert(key, path);
            }
        }
    }
    assert!(absent.is_empty(), "there is no message for {absent:?}");
}

/// A narrow no-break space before `;`, `!` and `?`, a no-break space before `:`, `%` and `€` and
/// inside of `«` and `»`; and no straight apostrophe.
#[test]
fn french_is_set_as_french_print_sets_it() {
    for (key, text) in Language::French.messages() {
        let letters: Vec<char> = text.chars().collect();
        for (place, &letter) in letters.iter().enumerate() {
            let before = place.checked_sub(1).map(|it| letters[it]);
            let expected = match letter {
                ';' | '!' | '?' => Some('\u{202f}'),
                ':' | '%' | '€' | '»' => Some('\u{a0}'),
                _ => None,
            };
            if let (Some(expected), Some(before)) = (expected, before) {
                assert_eq!(before, expected, "{key}: {text:?} before {letter}");
            }
            if letter == '«' {
                assert_eq!(letters.get(place + 1), Some(&'\u{a0}'), "{key}: {text:?}");
            }
            assert_ne!(letter, '\'', "{key}: {text:?}");
        }
    }
}

/// English has none of those spaces, and no French quotes.
#[test]
fn english_is_set_as_english_print_sets_it() {
    for (key, text) in Language::English.messages() {
        for wrong in ['\u{202f}', '\u{a0}', '«', '»', '\''] {
            assert!(!text.contains(wrong), "{key}: {text:?}");
        }
    }
}

/// A value is shown as it was written, even when it looks like a place to fill.
#[test]
fn places_are_filled_once() {
    let values = [("reason", "fermé le {date}"), ("date", "28/11"), ("name", "{reason}{name}")];
    for (text, expected) in [
        ("{reason}, jusqu’au {date}", "fermé le {date}, jusqu’au 28/11"),
        ("{date}{name}{date}", "28/11{reason}{name}28/11"),
        ("{other} { {date}", "{other} { 28/11"),
        ("{ {date} }{", "{ 28/11 }{"),
        ("rien", "rien"),
    ] {
        assert_eq!(filled(text, &values), expected, "{text}");
    }
}
