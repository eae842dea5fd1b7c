//! Numbers of the paper game: what stands on a ticket's back, and who pays it.

use core::fmt;

/// The code jeu: three digits for the game, two for the emission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameCode(u32);

impl GameCode {
    /// The code with this number, 0 to 99 999.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        (number <= 99_999).then_some(Self(number))
    }

    /// The code that five digits write.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::new(digits(text, 5)?)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Five digits: `31702`.
impl fmt::Display for GameCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05}", self.0)
    }
}

/// A book of tickets, numbered through its emission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookId {
    /// The emission's code.
    pub code: GameCode,
    number: u32,
}

impl BookId {
    /// The highest number of a book: it has seven digits.
    pub const MAX: u32 = 9_999_999;

    /// A book by its number, 1 to [`BookId::MAX`].
    #[must_use]
    pub fn new(code: GameCode, number: u32) -> Option<Self> {
        (1..=Self::MAX).contains(&number).then_some(Self { code, number })
    }

    /// The book that `31702-0012345` writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (code, number) = text.split_once('-')?;
        Self::new(GameCode::parse(code)?, digits(number, 7)?)
    }

    /// Its number in the emission.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }
}

/// `31702-0012345`.
impl fmt::Display for BookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:07}", self.code, self.number)
    }
}

/// A ticket: its place in its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TicketId {
    /// The book.
    pub book: BookId,
    index: u16,
}

impl TicketId {
    /// The highest index: it has three digits.
    pub const MAX: u16 = 999;

    /// A ticket by its index in its book, 0 to [`TicketId::MAX`].
    #[must_use]
    pub fn new(book: BookId, index: u16) -> Option<Self> {
        (index <= Self::MAX).then_some(Self { book, index })
    }

    /// The ticket that `31702-0012345-017` writes. Its check digit, where there was one, was looked
    /// at by whoever read it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (book, index) = text.rsplit_once('-')?;
        Self::new(BookId::parse(book)?, u16::try_from(digits(index, 3)?).ok()?)
    }

    /// Its place in the book, from 0.
    #[must_use]
    pub fn index(self) -> u16 {
        self.index
    }
}

/// `31702-0012345-017`, without the check digit.
impl fmt::Display for TicketId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:03}", self.book, self.index)
    }
}

/// Books of one emission that follow one another, of which one act speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookRange {
    first: BookId,
    count: u32,
}

impl BookRange {
    /// So many at most, so that one transaction stays short.
    pub const MAX: u32 = 1000;

    /// From `first` to `last`, both included, 1 to [`BookRange::MAX`] of them.
    #[must_use]
    pub fn new(first: BookId, last: BookId) -> Option<Self> {
        let count = last.number.checked_sub(first.number)? + 1;
        (first.code == last.code && count <= Self::MAX).then_some(Self { first, count })
    }

    /// The books that `31702-0000001` or `31702-0000001..0000020` writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let Some((first, last)) = text.split_once("..") else {
            return BookId::parse(text).map(Self::from);
        };
        let first = BookId::parse(first)?;
        Self::new(first, BookId::new(first.code, digits(last, 7)?)?)
    }

    /// The emission's code.
    #[must_use]
    pub fn code(self) -> GameCode {
        self.first.code
    }

    /// The first of them.
    #[must_use]
    pub fn first(self) -> BookId {
        self.first
    }

    /// The last of them.
    #[must_use]
    pub fn last(self) -> BookId {
        BookId { number: self.first.number + self.count - 1, ..self.first }
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> u32 {
        self.count
    }

    /// Each of them, in order.
    pub fn iter(self) -> impl Iterator<Item = BookId> {
        let Self { first, count } = self;
        (first.number..first.number + count).map(move |number| BookId { number, ..first })
    }
}

/// One book.
impl From<BookId> for BookRange {
    fn from(first: BookId) -> Self {
        Self { first, count: 1 }
    }
}

/// `31702-0000001..0000020`, or one book alone.
impl fmt::Display for BookRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        if self.count > 1 {
            write!(f, "..{:07}", self.last().number)?;
        }
        Ok(())
    }
}

/// A counter's number, given by the operator who registers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterId(pub u32);

impl fmt::Display for CounterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number that exactly so many digits write.
fn digits(text: &str, count: usize) -> Option<u32> {
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn numbers_are_their_texts() {
        let ticket = TicketId::parse("31702-0012345-017").unwrap();
        assert_eq!(ticket.to_string(), "31702-0012345-017");
        assert_eq!((ticket.index(), ticket.book.number()), (17, 12_345));
        assert_eq!(ticket.book.code, GameCode::parse("31702").unwrap());
        for text in ["31702-12345-017", "31702-0012345-17", "3170-0012345-017", "31702-0012345"] {
            assert_eq!(TicketId::parse(text), None, "{text}");
        }
        for text in ["31702-0000000", "31702-+012345", "31702", ""] {
            assert_eq!(BookId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_of_books() {
        let books = BookRange::parse("31702-0000009..0000011").unwrap();
        let all: Vec<_> = books.iter().map(|book| book.number()).collect();
        assert_eq!((all, books.count()), (Vec::from([9, 10, 11]), 3));
        assert_eq!(books.to_string(), "31702-0000009..0000011");
        assert_eq!(BookRange::parse("31702-0000009").unwrap().to_string(), "31702-0000009");
        for text in ["31702-0000009..0000008", "31702-0000001..0001001", "31702-0000009.."] {
            assert_eq!(BookRange::parse(text), None, "{text}");
        }
        assert!(BookRange::parse("31702-0000001..0001000").is_some());
    }
}
