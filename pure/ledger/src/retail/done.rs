//! What was done in the paper game.

use core::fmt;

use game::Cents;

use crate::amount::Amount;
use crate::legal_day::LegalDay;
use crate::refusal::Refusal;
use crate::retail::{Obstacle, TicketId, Verdict};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetailDone {
    /// The counter is known.
    CounterRegistered,
    /// The money is in the counter's account, or out of it.
    CounterSettled {
        /// What it has now.
        balance: Cents,
    },
    /// The emission is announced.
    Announced,
    /// The block is on paper.
    Printed {
        /// In so many books.
        books: u32,
    },
    /// The day from which the emission is sold is known.
    Opened,
    /// The emission's end is known.
    EmissionClosed {
        /// The last day of payment.
        claims_end: LegalDay,
    },
    /// The last day of payment is put off.
    Extended {
        /// To this one.
        claims_end: LegalDay,
    },
    /// Nothing of the block is paid any more.
    Expired {
        /// What nobody asked for.
        unclaimed: Cents,
    },
    /// Nothing is done: one of the books is in the way. It is no refusal of the act but of the book.
    Hindered {
        /// Why.
        refusal: Refusal,
        /// The first such book, and how it stands.
        by: Obstacle,
    },
    /// The books are at their counter.
    Delivered,
    /// The book is on sale.
    Activated {
        /// What the counter has now.
        balance: Cents,
    },
    /// The book is sold out.
    SoldOut,
    /// The books are back.
    Returned {
        /// With what their counters are credited.
        credited: Cents,
    },
    /// The books are known to be missing.
    Reported,
    /// The books are no longer said to be missing.
    Released,
    /// The payment that was lacking is entered.
    PaymentEntered,
    /// The block is paid again.
    PaymentsResumed,
    /// What a ticket pays.
    Told {
        /// Which.
        ticket: TicketId,
        /// What it pays, or why it does not.
        verdict: Verdict,
    },
    /// The tickets are paid.
    Paid {
        /// How much in all.
        sum: Amount,
    },
    /// Nothing is paid: one of the tickets cannot be paid here.
    NotPaid {
        /// The first of them.
        ticket: TicketId,
        /// Why.
        verdict: Verdict,
    },
}

impl RetailDone {
    /// Whether nothing moved, because of a ticket or a book.
    #[must_use]
    pub fn is_in_vain(&self) -> bool {
        matches!(self, Self::NotPaid { .. } | Self::Hindered { .. })
    }

    /// The answer that `kind` and the words after it write.
    pub(crate) fn read<'a>(kind: &str, words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut cents = || Some(Cents(words.next()?.parse().ok()?));
        Some(match kind {
            "counter_registered" => Self::CounterRegistered,
            "counter_settled" => Self::CounterSettled { balance: cents()? },
            "announced" => Self::Announced,
            "printed" => Self::Printed { books: words.next()?.parse().ok()? },
            "opened" => Self::Opened,
            "emission_closed" => {
                Self::EmissionClosed { claims_end: LegalDay::parse(words.next()?)? }
            }
            "extended" => Self::Extended { claims_end: LegalDay::parse(words.next()?)? },
            "expired" => Self::Expired { unclaimed: cents()? },
            "hindered" => {
                let refusal = Refusal::parse(words.next()?)?;
                Self::Hindered { refusal, by: Obstacle::read(words)? }
            }
            "delivered" => Self::Delivered,
            "activated" => Self::Activated { balance: cents()? },
            "book_sold_out" => Self::SoldOut,
            "returned" => Self::Returned { credited: cents()? },
            "reported" => Self::Reported,
            "released" => Self::Released,
            "payment_entered" => Self::PaymentEntered,
            "payments_resumed" => Self::PaymentsResumed,
            "told" => {
                let ticket = TicketId::parse(words.next()?)?;
                Self::Told { ticket, verdict: Verdict::read(words)? }
            }
            "paid" => Self::Paid { sum: Amount::new(cents()?)? },
            "not_paid" => {
                let ticket = TicketId::parse(words.next()?)?;
                Self::NotPaid { ticket, verdict: Verdict::read(words)? }
            }
            _ => return None,
        })
    }
}

impl fmt::Display for RetailDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CounterRegistered => f.write_str("counter_registered"),
            Self::CounterSettled { balance } => write!(f, "counter_settled {balance}"),
            Self::Announced => f.write_str("announced"),
            Self::Printed { books } => write!(f, "printed {books}"),
            Self::Opened => f.write_str("opened"),
            Self::EmissionClosed { claims_end } => write!(f, "emission_closed {claims_end}"),
            Self::Extended { claims_end } => write!(f, "extended {claims_end}"),
            Self::Expired { unclaimed } => write!(f, "expired {unclaimed}"),
            Self::Hindered { refusal, by } => write!(f, "hindered {refusal} {by}"),
            Self::Delivered => f.write_str("delivered"),
            Self::Activated { balance } => write!(f, "activated {balance}"),
            Self::SoldOut => f.write_str("book_sold_out"),
            Self::Returned { credited } => write!(f, "returned {credited}"),
            Self::Reported => f.write_str("reported"),
            Self::Released => f.write_str("released"),
            Self::PaymentEntered => f.write_str("payment_entered"),
            Self::PaymentsResumed => f.write_str("payments_resumed"),
            Self::Told { ticket, verdict } => write!(f, "told {ticket} {verdict}"),
            Self::Paid { sum } => write!(f, "paid {sum}"),
            Self::NotPaid { ticket, verdict } => write!(f, "not_paid {ticket} {verdict}"),
        }
    }
}
