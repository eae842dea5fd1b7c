//! The life of a book: printed, delivered, activated, sold out; or returned, lost, stolen.

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
