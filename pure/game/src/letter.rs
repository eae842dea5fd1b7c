//! The 26 letters and sets of them.

use core::fmt;
use core::num::NonZeroU8;

/// One of the letters A to Z. Marks are dropped before a word gets here (É is E).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(NonZeroU8);

impl Letter {
    /// How many letters there are.
    pub const COUNT: u8 = 26;

    /// The letter that `byte` writes in ASCII, if it is one of `A` to `Z`.
    #[must_use]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        match NonZeroU8::new(byte) {
            Some(letter) if byte.is_ascii_uppercase() => Some(Self(letter)),
            _ => None,
        }
    }

    /// The letter at `index` (0 is A, 25 is Z).
    ///
    /// # Panics
    ///
    /// When `index` is above 25.
    #[must_use]
    pub fn from_index(index: u8) -> Self {
        Self::from_ascii(b'A' + index).expect("a letter's index is below 26")
    }

    /// Its place in the alphabet: 0 is A, 25 is Z.
    #[must_use]
    pub fn index(self) -> u8 {
        self.0.get() - b'A'
    }

    /// Its ASCII code.
    #[must_use]
    pub fn ascii(self) -> u8 {
        self.0.get()
    }

    /// As a character.
    #[must_use]
    pub fn char(self) -> char {
        char::from(self.0.get())
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// A set of letters: bit 0 is A, bit 25 is Z.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterSet(u32);

impl LetterSet {
    /// No letter.
    pub const EMPTY: Self = Self(0);
    /// All 26 letters.
    pub const ALL: Self = Self((1 << Letter::COUNT) - 1);

    /// The set whose bits are `bits`: bit 0 is A. Bits above the 26th are dropped.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as bits: bit 0 is A.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// This set and `letter`.
    #[must_use]
    pub fn with(self, letter: Letter) -> Self {
        Self(self.0 | 1 << letter.index())
    }

    /// Whether `letter` is in it.
    #[must_use]
    pub fn contains(self, letter: Letter) -> bool {
        self.0 >> letter.index() & 1 == 1
    }

    /// Whether every letter of `other` is in it.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many letters it holds.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its letters, A first.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        (0..Letter::COUNT).map(Letter::from_index).filter(move |&letter| self.contains(letter))
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        letters.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}
