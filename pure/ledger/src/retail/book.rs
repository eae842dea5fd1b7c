//! The life of a book: printed, delivered, activated, sold out; or returned, lost, stolen.

use core::fmt;

use crate::retail::{BookId, CounterId};

/// A book that has left the operator's stock, or was reported missing from it. One that is not
/// known is printed and nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Which.
    pub id: BookId,
    /// Where it was delivered; nothing while it is in stock.
    pub counter: Option<CounterId>,
    /// Where it stands.
    pub state: BookState,
    /// Whether it is lost or stolen: nothing of it is paid, whatever its state.
    pub report: Option<Report>,
    /// How many of its first tickets may have been paid: the highest index paid, and one.
    pub paid_through: u16,
}

impl Book {
    /// A book in stock.
    #[must_use]
    pub fn printed(id: BookId) -> Self {
        Self { id, counter: None, state: BookState::Printed, report: None, paid_through: 0 }
    }
}

/// A book that is in the way of an act on several, and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Which.
    pub book: BookId,
    /// Where it stands.
    pub state: BookState,
    /// Where it was delivered.
    pub counter: Option<CounterId>,
    /// Whether it is lost or stolen.
    pub report: Option<Report>,
}

impl Obstacle {
    /// How a book stands.
    #[must_use]
    pub fn of(book: &Book) -> Self {
        let Book { id, counter, state, report, .. } = *book;
        Self { book: id, state, counter, report }
    }

    /// The book that `words` write.
    pub(crate) fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let book = BookId::parse(words.next()?)?;
        let (code, mut word) = (words.next()?, words.next());
        let mut after = |name| {
            let found = word.filter(|word| *word == name).and_then(|_| words.next());
            if found.is_some() {
                word = words.next();
            }
            found
        };
        let from = match after("from") {
            Some(from) => Some(from.parse().ok()?),
            None => None,
        };
        let counter = match after("at") {
            Some(counter) => Some(CounterId(counter.parse().ok()?)),
            None => None,
        };
        let report = match word {
            Some(code) => Some(Report::parse(code)?),
            None => None,
        };
        Some(Self { book, state: BookState::parse(code, from)?, counter, report })
    }
}

/// `31702-0000001 returned from 3 at 1 stolen`.
impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.book, self.state.code())?;
        if let Some(from) = self.state.returned_from() {
            write!(f, " from {from}")?;
        }
        if let Some(counter) = self.counter {
            write!(f, " at {counter}")?;
        }
        match self.report {
            Some(report) => write!(f, " {}", report.code()),
            None => Ok(()),
        }
    }
}

/// Where a book stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BookState {
    /// In the operator's stock.
    Printed,
    /// At a counter, not yet on sale.
    Delivered,
    /// On sale: the counter is debited for all of it.
    Activated,
    /// Its last ticket is sold.
    SoldOut,
    /// Back at the operator's, from the ticket with this index on; the whole of it from 0.
    Returned(u16),
}

impl BookState {
    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Delivered => "delivered",
            Self::Activated => "activated",
            Self::SoldOut => "sold_out",
            Self::Returned(_) => "returned",
        }
    }

    /// The state whose name is `code`, with the first returned ticket where there is one.
    #[must_use]
    pub fn parse(code: &str, returned_from: Option<u16>) -> Option<Self> {
        let plain = [Self::Printed, Self::Delivered, Self::Activated, Self::SoldOut];
        match returned_from {
            None => plain.into_iter().find(|state| state.code() == code),
            Some(from) => (code == "returned").then_some(Self::Returned(from)),
        }
    }

    /// The first ticket that came back, if any did.
    #[must_use]
    pub fn returned_from(self) -> Option<u16> {
        match self {
            Self::Returned(from) => Some(from),
            _ => None,
        }
    }
}

/// Why a book is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Report {
    /// Nobody knows where it is.
    Lost,
    /// Someone has taken it.
    Stolen,
}

impl Report {
    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Stolen => "stolen",
        }
    }

    /// The report whose name is `code`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        [Self::Lost, Self::Stolen].into_iter().find(|it| it.code() == code)
    }
}
