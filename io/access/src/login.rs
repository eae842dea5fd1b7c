//! What a player or a counter is called at the door.

use std::fmt;

use ledger::CounterId;
use unicode_normalization::UnicodeNormalization;

/// A login: 3 to 100 letters, and at most 100 bytes once it is folded. Spellings that look alike are one login: compatibility forms are
/// unfolded (NFKC), capitals made small, blanks around it dropped.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Login(String);

impl Login {
    /// The login that `text` writes, if it is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        // Folding cannot make a text of a bounded length unbounded, but it may make it longer.
        if text.len() > 400 {
            return None;
        }
        if !(3..=100).contains(&text.chars().count()) {
            return None;
        }
        let unfolded: String = text.trim().nfkc().collect();
        let folded: String = unfolded.to_lowercase().nfkc().collect();
        let is_sound = (3..=100).contains(&folded.len())
            && folded == folded.trim()
            && !folded.chars().any(is_unseen);
        is_sound.then_some(Self(folded))
    }

    /// What a counter is called at its door: its number. Counters have a book of their own, so
    /// that it is nobody else's.
    #[must_use]
    pub fn of_counter(counter: CounterId) -> Self {
        Self(counter.to_string())
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Controls, and marks that change how a text is laid out and cannot be seen themselves.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_that_look_alike_are_one() {
        for (text, expected) in [
            ("alice@example.org", Some("alice@example.org")),
            ("  Alice@Example.ORG ", Some("alice@example.org")),
            // Full-width letters; é as one sign or as two.
            ("Ａlice", Some("alice")),
            ("Ele\u{301}onore", Some("eléonore")),
            ("el\u{e9}onore", Some("eléonore")),
            ("al", None),
            ("   ", None),
            // Two letters, whatever their bytes.
            ("éé", None),
            ("éléonorée", Some("éléonorée")),
            ("ali\u{200b}ce", None),
            ("ali\nce", None),
            ("\u{202e}alice", None),
        ] {
            assert_eq!(Login::new(text).as_ref().map(Login::as_str), expected, "{text:?}");
        }
        assert_eq!(Login::new(&"a".repeat(101)), None);
        assert_eq!(Login::new(&"é".repeat(51)), None);
        assert!(Login::new(&"a".repeat(100)).is_some());
        assert_eq!(Login::new(&"a".repeat(100_000)), None);
    }
}
