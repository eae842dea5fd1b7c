//! What can be wrong with a game file, each kind with a code that never changes.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::amount::Cents;

/// One thing that is wrong with a game file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The key, as a path: `crossword.pays[3].cents`. Empty when the fault is the whole file's.
    pub key: String,
    /// What is wrong.
    pub kind: FaultKind,
}

/// `line 12, prize[2].cents: no combination of grids pays 700`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if !self.key.is_empty() {
            write!(f, ", {}", self.key)?;
        }
        write!(f, ": {}", self.kind)
    }
}

/// The kinds of faults. Their [`code`](FaultKind::code) is stable; their wording is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The bytes are not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotUtf8,
    /// There is nothing in the file.
    #[error("the file is empty")]
    EmptyFile,
    /// The file is larger than any game file.
    #[error("the file has {bytes} bytes; a game file has at most {most}")]
    Enormous {
        /// How large it is.
        bytes: usize,
        /// How large it may be.
        most: usize,
    },
    /// The text is not TOML here.
    #[error("not TOML: {message}")]
    NotToml {
        /// What the TOML parser says.
        message: String,
    },
    /// No game has this key.
    #[error("no game has this key")]
    UnknownKey,
    /// Every game has this key.
    #[error("this key is missing")]
    MissingKey,
    /// The value is of another type.
    #[error("this should be {expected}")]
    WrongType {
        /// What it should be.
        expected: &'static str,
    },
    /// A number is below zero.
    #[error("this number is negative")]
    Negative,
    /// A number has a fraction, or is written with a point or an exponent.
    #[error("this should be a whole number; money is in cents")]
    Fraction,
    /// A number or a sum made from it is too large to be counted.
    #[error("this number, or a sum made from it, is too large")]
    TooLarge,
    /// A number is outside its bounds.
    #[error("this should be {}", bounds(*least, *most))]
    OutOfRange {
        /// The least that it may be.
        least: u64,
        /// The most that it may be.
        most: u64,
    },
    /// A text is not one of the words that this key knows, or not of its form.
    #[error("this should be {expected}")]
    BadText {
        /// What it should be.
        expected: &'static str,
    },
    /// A list that needs a line has none.
    #[error("this list is empty")]
    EmptyList,
    /// A game has no grid.
    #[error("a unit needs a grid")]
    NoGrid,
    /// The shortest word is longer than the longest.
    #[error("the shortest word is longer than the longest one")]
    LengthsCrossed,
    /// Words of this length are longer than the grid is wide and high, or so many cannot stand in
    /// it.
    #[error("these words cannot fit in the grid")]
    WordsDoNotFit,
    /// No word list has this name.
    #[error("no word list has this name; known: {known}")]
    UnknownLexicon {
        /// The names that are known.
        known: String,
    },
    /// The word list has no word of a length that the game asks for.
    #[error("the word list has no word of {length} letters")]
    LengthMissing {
        /// The length.
        length: u8,
    },
    /// A line of the pay list is not the next number of words, or pays no more than the one
    /// before.
    #[error("the pay list should rise, one word and some money more on each line")]
    PaysNotInOrder,
    /// The pay list names more words than a grid has.
    #[error("the pay list names more words than a grid has")]
    PaysAboveWords,
    /// A line of the prize table is dearer than the one before.
    #[error("the prize table should go from the dearest lot to the cheapest")]
    PrizesNotInOrder,
    /// Two lines of the prize table have one amount.
    #[error("another line of the prize table has this amount")]
    PrizeTwice,
    /// The prize table has more lines than a plan can number.
    #[error("the prize table has more than {most} lines")]
    TooManyPrizes {
        /// How many it may have.
        most: usize,
    },
    /// No combination of grids gives this amount.
    #[error("no combination of grids pays {amount} cents")]
    NotPayable {
        /// The amount.
        amount: Cents,
    },
    /// From this line on, the table has more lots than the block has units.
    #[error("up to this line the table has {lots} lots, more than the block has units")]
    CountsAboveBlock {
        /// How many lots there are up to here.
        lots: u64,
    },
    /// A line's printed total is not its count times its amount.
    #[error("this line adds up to {computed} cents, not to what is printed")]
    LineTotalOff {
        /// What it adds up to.
        computed: Cents,
    },
    /// The printed number of lots is not the table's.
    #[error("the table has {computed} lots, not what is printed")]
    StatedPrizesOff {
        /// How many it has.
        computed: u64,
    },
    /// The printed total is not the table's.
    #[error("the table adds up to {computed} cents, not to what is printed")]
    StatedTotalOff {
        /// What it adds up to.
        computed: Cents,
    },
    /// A retail game has no planned opening on a site.
    #[error("only an online game has an opening")]
    OpeningOffline,
}

/// `from 1 to 26`, `at least 1`.
fn bounds(least: u64, most: u64) -> String {
    if most == u64::MAX { format!("at least {least}") } else { format!("from {least} to {most}") }
}

impl FaultKind {
    /// A name for the kind that never changes, for tests and machines.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "not_utf8",
            Self::EmptyFile => "empty_file",
            Self::Enormous { .. } => "enormous",
            Self::NotToml { .. } => "not_toml",
            Self::UnknownKey => "unknown_key",
            Self::MissingKey => "missing_key",
            Self::WrongType { .. } => "wrong_type",
            Self::Negative => "negative",
            Self::Fraction => "fraction",
            Self::TooLarge => "too_large",
            Self::OutOfRange { .. } => "out_of_range",
            Self::BadText { .. } => "bad_text",
            Self::EmptyList => "empty_list",
            Self::NoGrid => "no_grid",
            Self::LengthsCrossed => "lengths_crossed",
            Self::WordsDoNotFit => "words_do_not_fit",
            Self::UnknownLexicon { .. } => "unknown_lexicon",
            Self::LengthMissing { .. } => "length_missing",
            Self::PaysNotInOrder => "pays_not_in_order",
            Self::PaysAboveWords => "pays_above_words",
            Self::PrizesNotInOrder => "prizes_not_in_order",
            Self::PrizeTwice => "prize_twice",
            Self::TooManyPrizes { .. } => "too_many_prizes",
            Self::NotPayable { .. } => "not_payable",
            Self::CountsAboveBlock { .. } => "counts_above_block",
            Self::LineTotalOff { .. } => "line_total_off",
            Self::StatedPrizesOff { .. } => "stated_prizes_off",
            Self::StatedTotalOff { .. } => "stated_total_off",
            Self::OpeningOffline => "opening_offline",
        }
    }
}
