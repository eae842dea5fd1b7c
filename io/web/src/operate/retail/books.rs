//! Books: delivered, taken back, missing, found.

use ledger::{CounterId, Report, RetailAct, TicketId};
use serde::Deserialize;

use super::super::act::remark;
use super::super::no::No;
use super::{Wish, cents, range};

/// `POST /books/deliver`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Deliver {
    books: String,
    counter: u32,
}

impl Wish for Deliver {
    fn act(self) -> Result<RetailAct, No> {
        let counter = CounterId(self.counter);
        Ok(RetailAct::Deliver { books: range(&self.books)?, counter })
    }
}

/// `POST /books/return`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Return {
    books: String,
    counter: u32,
    /// The first ticket that comes back of each book; 0 for the whole of it.
    from_ticket: u16,
}

impl Wish for Return {
    fn act(self) -> Result<RetailAct, No> {
        let (counter, from) = (CounterId(self.counter), self.from_ticket);
        Ok(RetailAct::Return { books: range(&self.books)?, counter, from })
    }
}

/// `POST /books/report`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Missing {
    books: String,
    how: How,
    reason: String,
}

/// What has become of them.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum How {
    Lost,
    Stolen,
}

impl Wish for Missing {
    fn act(self) -> Result<RetailAct, No> {
        let report = match self.how {
            How::Lost => Report::Lost,
            How::Stolen => Report::Stolen,
        };
        let (books, reason) = (range(&self.books)?, remark(&self.reason)?);
        Ok(RetailAct::Report { books, report, reason })
    }
}

/// `POST /books/enter-payment`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct EnterPayment {
    ticket: String,
    counter: u32,
    cents: u64,
    reason: String,
}

impl Wish for EnterPayment {
    fn act(self) -> Result<RetailAct, No> {
        let ticket = TicketId::parse(&self.ticket);
        let ticket =
            ticket.ok_or_else(|| No::malformed("a ticket is written 31702-0000001-017"))?;
        let (counter, amount) = (CounterId(self.counter), cents(self.cents)?);
        Ok(RetailAct::EnterPayment { ticket, counter, amount, reason: remark(&self.reason)? })
    }
}

/// `POST /books/release`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Release {
    books: String,
    reason: String,
}

impl Wish for Release {
    fn act(self) -> Result<RetailAct, No> {
        Ok(RetailAct::Release { books: range(&self.books)?, reason: remark(&self.reason)? })
    }
}
