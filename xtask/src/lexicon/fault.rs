//! What is wrong with a word list or its sources: every line of it, not only the first.

use std::fmt;

/// One fault, with the line that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The file, from the workspace's root.
    pub(crate) file: String,
    /// From 1, as editors count.
    pub(crate) line: usize,
    pub(crate) kind: FaultKind,
}

/// What may be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The first line is not the one that names the columns.
    Header { expected: &'static str },
    /// More or fewer columns than the file has.
    Columns { expected: usize, found: usize },
    /// The usual spelling has a character with no place in a crossword.
    Unspellable { spelling: String, character: char },
    /// The usual spelling has no letter at all.
    NoLetter { spelling: String },
    /// The word is not what its usual spelling gives.
    OtherForm { word: String, spelling: String, form: String },
    /// Something else than the letters A to Z.
    NotAForm { form: String },
    /// A category that the README does not explain.
    UnknownCategory { category: String },
    /// A weight that is not a whole number from 1 to 999.
    BadWeight { weight: String },
    /// Said before; lists have no duplicates.
    Repeated { form: String, first: usize },
    /// Out of the order of bytes.
    Disordered { form: String, after: String },
    /// The file does not end with a newline, or ends lines with more than one.
    LineEnd,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.kind)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header { expected } => write!(f, "the first line must be {expected:?}"),
            Self::Columns { expected, found } => {
                write!(f, "{found} columns, where {expected} are expected")
            }
            Self::Unspellable { spelling, character } => write!(
                f,
                "{spelling:?} has {}, which no crossword can show",
                character_name(*character)
            ),
            Self::NoLetter { spelling } => write!(f, "{spelling:?} has no letter"),
            Self::OtherForm { word, spelling, form } => {
                write!(f, "{word:?} stands where {spelling:?} gives {form:?}")
            }
            Self::NotAForm { form } => write!(f, "{form:?} is not made of the letters A to Z"),
            Self::UnknownCategory { category } => write!(f, "no category is named {category:?}"),
            Self::BadWeight { weight } => {
                write!(f, "{weight:?} is not a weight, a whole number from 1 to 999")
            }
            Self::Repeated { form, first } => write!(f, "{form} stands on line {first} already"),
            Self::Disordered { form, after } => write!(f, "{form} must not come after {after}"),
            Self::LineEnd => f.write_str("each line must end with one newline and nothing else"),
        }
    }
}

/// The character as an editor would look for it: itself, what people call it, its number.
fn character_name(character: char) -> String {
    let called = match character {
        '\'' | '\u{2019}' => "an apostrophe",
        '-' | '\u{2010}' | '\u{2011}' => "a hyphen",
        ' ' | '\u{a0}' | '\u{202f}' => "a space",
        'ß' | 'ẞ' => "a sharp s",
        'ı' => "a dotless i",
        '\u{fb00}'..='\u{fb06}' => "a typographic ligature",
        _ if character.is_numeric() => "a digit",
        _ => "the character",
    };
    format!("{called} {character:?} (U+{:04X})", u32::from(character))
}
