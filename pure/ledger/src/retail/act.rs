//! What is wanted in the paper game: by counters, and by the operator's people.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::amount::Amount;
use crate::event::Remark;
use crate::id::{BlockId, EmissionId};
use crate::legal_day::LegalDay;
use crate::operator::Correction;
use crate::retail::{
    Bearer, BookId, BookRange, CounterId, CounterName, GameCode, Lot, Report, TicketId,
};

/// A ticket that someone presents, with its lot: whoever asks has opened the ticket's own record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Which ticket.
    pub ticket: TicketId,
    /// What it won. It is a fact and no wish: no part of what is asked, and not kept.
    pub lot: Lot,
}

/// The tickets of one operation: 1 to [`Claims::MAX`], each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims(Vec<Claim>);

impl Claims {
    /// So many tickets are paid in one operation at most.
    pub const MAX: usize = 100;

    /// These, if they are of a number that can be paid at once and none is there twice.
    #[must_use]
    pub fn new(claims: Vec<Claim>) -> Option<Self> {
        let mut tickets: Vec<_> = claims.iter().map(|claim| claim.ticket).collect();
        tickets.sort_unstable();
        tickets.dedup();
        let is_sound = tickets.len() == claims.len() && (1..=Self::MAX).contains(&claims.len());
        is_sound.then_some(Self(claims))
    }

    /// Each, in the order in which they were presented.
    #[must_use]
    pub fn as_slice(&self) -> &[Claim] {
        &self.0
    }
}

/// What a counter may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CounterAct {
    /// To put a book on sale that was delivered to it: it is debited for the whole of it.
    Activate {
        /// Which.
        book: BookId,
    },
    /// To say that the last ticket of a book is sold.
    SellOut {
        /// Which.
        book: BookId,
    },
    /// To report a book of its own lost or stolen.
    Report {
        /// Which.
        book: BookId,
        /// What has become of it.
        report: Report,
    },
    /// To ask what a ticket pays. It changes nothing.
    Inquire {
        /// The ticket.
        claim: Claim,
    },
    /// To pay tickets, all or none.
    Pay {
        /// The tickets.
        claims: Claims,
        /// To whom, where that is to be recorded. Like the lots, it is not kept with the command.
        bearer: Option<Bearer>,
    },
}

impl CounterAct {
    /// What it asks for, in one line: see [`crate::Content`].
    pub(crate) fn content(&self) -> String {
        match self {
            Self::Activate { book } => format!("activate {book}"),
            Self::SellOut { book } => format!("sell_out {book}"),
            Self::Report { book, report } => format!("report {} {book}", report.code()),
            Self::Inquire { claim } => format!("{}{}", crate::Content::INQUIRING, claim.ticket),
            Self::Pay { claims, .. } => claims
                .as_slice()
                .iter()
                .fold("pay".into(), |text, claim| format!("{text} {}", claim.ticket)),
        }
    }
}

/// What the operator's people may want in the paper game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RetailAct {
    /// To register a counter.
    RegisterCounter {
        /// Its number.
        counter: CounterId,
        /// What it is called.
        name: CounterName,
        /// Whether it is a payment centre.
        is_centre: bool,
    },
    /// To note that a counter has paid in, or was paid out, by a bank.
    SettleCounter {
        /// Which.
        counter: CounterId,
        /// Credit: it has paid in. Debit: it was paid out.
        way: Correction,
        /// How much.
        amount: Amount,
        /// What the bank calls it.
        reason: Remark,
    },
    /// To announce an emission, as its notice does.
    Announce {
        /// Its code jeu.
        code: GameCode,
        /// Which emission of which game it is.
        emission: EmissionId,
        /// The planned date.
        planned: LegalDay,
    },
    /// To put a block on paper: its tickets are in books, and the operator funds its prizes.
    Print {
        /// The emission.
        code: GameCode,
        /// Which block.
        block: BlockId,
        /// Its first book.
        first_book: u32,
        /// How many tickets a book has.
        book_tickets: u16,
    },
    /// To say from which day on an emission is sold.
    Open {
        /// The emission.
        code: GameCode,
        /// That day.
        day: LegalDay,
    },
    /// To close an emission, as its notice does.
    Close {
        /// The emission.
        code: GameCode,
        /// The date in the notice: the last day of its sale.
        day: LegalDay,
    },
    /// To put off the last day of payment of a closed emission, by a notice.
    Extend {
        /// The emission.
        code: GameCode,
        /// The new last day.
        day: LegalDay,
        /// Why, as the notice says.
        reason: Remark,
    },
    /// To end the payment of a block whose emission's last day of payment is over.
    Expire {
        /// Which.
        block: BlockId,
    },
    /// To deliver books to a counter.
    Deliver {
        /// Which.
        books: BookRange,
        /// To whom.
        counter: CounterId,
    },
    /// To take books back from their counter.
    Return {
        /// Which.
        books: BookRange,
        /// From whom: it is credited with what they cost.
        counter: CounterId,
        /// From which ticket on, in each; from 0, the whole book.
        from: u16,
    },
    /// To report books lost or stolen.
    Report {
        /// Which.
        books: BookRange,
        /// What has become of them.
        report: Report,
        /// How that is known.
        reason: Remark,
    },
    /// To let books be paid again that were reported lost or stolen: they stand where they stood.
    Release {
        /// Which.
        books: BookRange,
        /// Why.
        reason: Remark,
    },
    /// To enter a payment that a restored ledger lacks.
    EnterPayment {
        /// The ticket.
        ticket: TicketId,
        /// Who has paid it.
        counter: CounterId,
        /// How much.
        amount: Amount,
        /// How that is known.
        reason: Remark,
    },
    /// To go on with the payment of a block of which a restored ledger lacked payments: they are
    /// entered.
    ResumePayments {
        /// Which.
        block: BlockId,
        /// How that is known.
        reason: Remark,
    },
}

impl RetailAct {
    /// Whether it takes two people: what moves money, what says until when money is paid, and what
    /// takes a report back. To deliver books, to announce and to report takes one.
    #[must_use]
    pub fn needs_two(&self) -> bool {
        match self {
            Self::RegisterCounter { .. }
            | Self::SettleCounter { .. }
            | Self::Print { .. }
            | Self::Open { .. }
            | Self::Close { .. }
            | Self::Extend { .. }
            | Self::Expire { .. }
            | Self::Return { .. }
            | Self::Release { .. }
            | Self::EnterPayment { .. }
            | Self::ResumePayments { .. } => true,
            Self::Announce { .. } | Self::Deliver { .. } | Self::Report { .. } => false,
        }
    }

    /// What it asks for, in one line: see [`crate::Content`].
    pub(crate) fn content(&self) -> String {
        match self {
            Self::RegisterCounter { counter, name, is_centre } => {
                let kind = if *is_centre { "centre" } else { "shop" };
                format!("register_counter {counter} {kind} {name}")
            }
            Self::SettleCounter { counter, way, amount, reason } => {
                format!("settle_counter {counter} {} {amount} {reason}", way.code())
            }
            Self::Announce { code, emission, planned } => {
                format!("announce {code} {}/{} {planned}", emission.game, emission.number)
            }
            Self::Print { code, block, first_book, book_tickets } => {
                format!("print {code} {block} {first_book} {book_tickets}")
            }
            Self::Open { code, day } => format!("open_emission {code} {day}"),
            Self::Close { code, day } => format!("close_emission {code} {day}"),
            Self::Extend { code, day, reason } => format!("extend {code} {day} {reason}"),
            Self::Expire { block } => format!("expire {block}"),
            Self::Deliver { books, counter } => format!("deliver {books} {counter}"),
            Self::Return { books, counter, from } => {
                format!("return_books {books} {counter} {from}")
            }
            Self::Report { books, report, reason } => {
                format!("report {} {books} {reason}", report.code())
            }
            Self::Release { books, reason } => format!("release {books} {reason}"),
            Self::EnterPayment { ticket, counter, amount, reason } => {
                format!("enter_payment {ticket} {counter} {amount} {reason}")
            }
            Self::ResumePayments { block, reason } => format!("resume_payments {block} {reason}"),
        }
    }
}
