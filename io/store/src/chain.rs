//! The chain of significant events: `docs/events.md` says what is hashed, with a vector.
//!
//! Each entry bears the hash of the one before it and of its own line. Whoever has seen one hash
//! can tell for ever whether anything up to it was changed, taken out, put in or moved; what was
//! cut off at the end he can tell if he has kept the last one.

use std::fmt;

use ledger::{Event, EventKind, Millis};
use sha2::{Digest, Sha256};

/// What the first line of an entry begins with.
const FORMAT: &str = "grille/event/v1";

/// A kept event, in plain texts and numbers: as it stands in the database, whoever wrote it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1, without gaps.
    pub number: i64,
    /// When it happened, in milliseconds since 1970-01-01T00:00:00Z.
    pub at_ms: i64,
    /// What kind of thing happened: [`EventKind::code`].
    pub kind: String,
    /// Who signed for it; empty for nobody.
    pub by: String,
    /// Who signed with him; empty for nobody.
    pub second: String,
    /// What it happened to.
    pub subject: String,
    /// More about it.
    pub detail: String,
    /// The chain's hash, 64 hexadecimal digits.
    pub hash: String,
}

impl Entry {
    /// The kind, if it is one that this program knows.
    #[must_use]
    pub fn kind(&self) -> Option<EventKind> {
        EventKind::parse(&self.kind)
    }

    /// What is hashed after the hash before it.
    #[must_use]
    pub fn line(&self) -> String {
        let Self { number, at_ms, kind, by, second, subject, detail, hash: _ } = self;
        format!("{FORMAT}\t{number}\t{at_ms}\t{kind}\t{by}\t{second}\t{subject}\t{detail}\n")
    }

    fn hash_after(&self, before: &[u8; 32]) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(before);
        hash.update(self.line());
        hash.finalize().into()
    }
}

/// Where a chain stands: after no entry, or after its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    number: i64,
    hash: [u8; 32],
}

/// Why an entry does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Break {
    /// Another number was to come.
    #[error("entry {0} is missing")]
    Missing(i64),
    /// It, or what stands before it, is not what was written.
    #[error("entry {0} is not the one that was written after the entry before it")]
    Altered(i64),
}

impl Head {
    /// The head after `entry`, as far as its own word goes; nothing when it has no hash.
    #[must_use]
    pub fn after(entry: &Entry) -> Option<Self> {
        Some(Self { number: entry.number, hash: bytes(&entry.hash)? })
    }

    /// The last entry's number; 0 before the first.
    #[must_use]
    pub fn number(&self) -> i64 {
        self.number
    }

    /// The entry for an event, which becomes the head.
    pub(crate) fn push(&mut self, at: Millis, event: &Event) -> Entry {
        let signed = event.signed();
        let mut entry = Entry {
            number: self.number + 1,
            at_ms: at.0,
            kind: event.kind().code().to_owned(),
            by: signed.map(|it| it.by.to_string()).unwrap_or_default(),
            second: signed
                .and_then(|it| it.second.as_ref())
                .map(ToString::to_string)
                .unwrap_or_default(),
            subject: event.subject().to_owned(),
            detail: event.detail().to_owned(),
            hash: String::new(),
        };
        let hash = entry.hash_after(&self.hash);
        *self = Self { number: entry.number, hash };
        entry.hash = self.to_string();
        entry
    }

    /// Goes on to `entry`, if it follows.
    ///
    /// # Errors
    ///
    /// When it does not: something was taken out, put in, changed or moved. The head stays.
    pub fn check(&mut self, entry: &Entry) -> Result<(), Break> {
        let number = self.number + 1;
        if entry.number != number {
            return Err(Break::Missing(number));
        }
        let hash = entry.hash_after(&self.hash);
        if bytes(&entry.hash) != Some(hash) {
            return Err(Break::Altered(number));
        }
        *self = Self { number, hash };
        Ok(())
    }
}

/// The hash, in hexadecimal: what to keep elsewhere.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// 64 hexadecimal digits, in lower case: there is one way to write a hash.
fn bytes(text: &str) -> Option<[u8; 32]> {
    let is_digit = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
    if text.len() != 64 || !text.bytes().all(is_digit) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use ledger::{OperatorName, Signed};

    use super::*;

    fn entries() -> Vec<Entry> {
        let name = |text| OperatorName::new(text).unwrap();
        let both = Signed::both(name("olga"), name("oscar"));
        let mut head = Head::default();
        [
            Event::new(EventKind::ServerStarted, None, "", "grille 0.1.0"),
            Event::new(EventKind::OpeningPutOff, Some(both), "mots-croises", "from 1 to 2: tôt"),
            Event::new(EventKind::BlockSuspended, Some(Signed::alone(name("olga"))), "b1", ""),
            Event::new(EventKind::ServerStopped, None, "", ""),
        ]
        .iter()
        .map(|event| head.push(Millis(1_322_434_800_000), event))
        .collect()
    }

    /// The first entry that does not follow.
    fn check(entries: &[Entry]) -> Result<Head, Break> {
        let mut head = Head::default();
        entries.iter().try_for_each(|entry| head.check(entry)).map(|()| head)
    }

    /// The vector of `docs/events.md`, made there with `sha256sum`.
    #[test]
    fn the_vector_of_the_specification() {
        let page = include_str!("../../../docs/events.md");
        for entry in entries().iter().take(3) {
            let line = entry.line().replace('\t', "⇥");
            assert!(page.contains(line.trim_end()), "{line}");
            assert!(page.contains(&entry.hash), "{}: {}", entry.number, entry.hash);
        }
    }

    #[test]
    fn every_kind_is_explained() {
        let page = include_str!("../../../docs/events.md");
        for kind in EventKind::ALL {
            assert!(page.contains(&format!("`{kind}`")), "{kind}");
        }
    }

    #[test]
    fn a_whole_chain_holds() {
        let entries = entries();
        let head = check(&entries).unwrap();
        assert_eq!(Some(head), Head::after(&entries[3]));
        assert_eq!((head.number(), head.to_string()), (4, entries[3].hash.clone()));
        // A part holds too: only its head tells that something is cut off.
        assert_eq!(check(&entries[..2]).unwrap().to_string(), entries[1].hash);
        assert_eq!(check(&[]).unwrap(), Head::default());
    }

    #[test]
    fn whatever_is_changed_is_named() {
        let changes: [fn(&mut Entry); 8] = [
            |it| it.at_ms += 1,
            |it| it.kind = "block_resumed".to_owned(),
            |it| it.by = "otto".to_owned(),
            |it| it.second = String::new(),
            |it| it.subject.push('x'),
            |it| it.detail.push(' '),
            // A field that slips into its neighbour.
            |it| it.subject = format!("{}\t{}", it.subject, std::mem::take(&mut it.detail)),
            |it| it.hash = it.hash.to_uppercase(),
        ];
        for change in changes {
            let mut entries = entries();
            change(&mut entries[1]);
            assert_eq!(check(&entries), Err(Break::Altered(2)));
        }
    }

    #[test]
    fn whatever_is_taken_out_put_in_or_moved_is_named() {
        let whole = entries();
        let [one, two, three, four] = &whole[..] else { panic!("four entries") };
        let number = |entry: &Entry, number| Entry { number, ..entry.clone() };
        let cases: [(Vec<Entry>, Break); 6] = [
            (vec![two.clone(), three.clone()], Break::Missing(1)),
            (vec![one.clone(), three.clone(), four.clone()], Break::Missing(2)),
            (vec![one.clone(), number(three, 2), number(four, 3)], Break::Altered(2)),
            (vec![one.clone(), number(three, 2), number(two, 3)], Break::Altered(2)),
            (vec![one.clone(), one.clone(), two.clone()], Break::Missing(2)),
            (vec![one.clone(), two.clone(), number(two, 3), number(three, 4)], Break::Altered(3)),
        ];
        for (entries, expected) in cases {
            assert_eq!(check(&entries), Err(expected));
        }
    }
}
