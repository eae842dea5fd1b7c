//! Whose door it is: players and counters have each a book of their own, and no session of the one
//! opens anything of the other.

use ledger::{CounterId, PlayerId};

/// Which book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// Of players' logins.
    Players,
    /// Of counters' logins.
    Counters,
}

/// Who has a login, by his number in his book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Holder(pub(crate) i64);

/// A kind of holder: players, or counters.
pub trait Who: Copy + Eq + std::fmt::Debug {
    /// Its book.
    const BOOK: Book;

    /// The holder's number in it.
    fn number(self) -> i64;

    /// The holder with this number.
    fn of(number: i64) -> Self;
}

impl Who for PlayerId {
    const BOOK: Book = Book::Players;

    fn number(self) -> i64 {
        self.0
    }

    fn of(number: i64) -> Self {
        Self(number)
    }
}

impl Who for CounterId {
    const BOOK: Book = Book::Counters;

    fn number(self) -> i64 {
        self.0.into()
    }

    fn of(number: i64) -> Self {
        Self(u32::try_from(number).expect("only counters' numbers are put into their book"))
    }
}
