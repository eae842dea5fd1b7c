//! Rows of the paper game.

use game::{Cents, GameId};
use ledger::{
    Bearer, BlockId, Book, BookId, BookState, Closing, CommandId, Counter, CounterId, CounterName,
    Emission, EmissionId, GameCode, LegalDay, Millis, Payment, Printing, Report, TicketId,
};

use super::{amount, signed};
use crate::retail::Asking;

/// A row of `counters`.
pub(crate) struct CounterRow {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) is_centre: bool,
    pub(crate) registered_at: i64,
}

impl CounterRow {
    pub(crate) fn of(counter: &Counter) -> Self {
        Self {
            id: counter.id.0.into(),
            name: counter.name.as_str().to_owned(),
            is_centre: counter.is_centre,
            registered_at: counter.registered_at.0,
        }
    }

    /// What it means.
    pub(crate) fn counter(&self) -> Option<Counter> {
        Some(Counter {
            id: counter_id(self.id)?,
            name: CounterName::new(&self.name)?,
            is_centre: self.is_centre,
            registered_at: Millis(self.registered_at),
        })
    }
}

/// A row of `emissions`.
pub(crate) struct EmissionRow {
    pub(crate) code: i64,
    pub(crate) game: String,
    pub(crate) emission: i64,
    pub(crate) planned: String,
    pub(crate) opens: Option<String>,
    pub(crate) closes: Option<String>,
    pub(crate) claims_end: Option<String>,
}

impl EmissionRow {
    pub(crate) fn of(emission: &Emission) -> Self {
        Self {
            code: code_number(emission.code),
            game: emission.id.game.as_str().to_owned(),
            emission: emission.id.number.into(),
            planned: emission.planned.to_string(),
            opens: emission.opens.map(|day| day.to_string()),
            closes: emission.closing.map(|it| it.day.to_string()),
            claims_end: emission.closing.map(|it| it.claims_end.to_string()),
        }
    }

    /// What it means.
    pub(crate) fn emission(&self) -> Option<Emission> {
        let closing = match (&self.closes, &self.claims_end) {
            (Some(day), Some(claims_end)) => {
                let (day, claims_end) = (LegalDay::parse(day)?, LegalDay::parse(claims_end)?);
                Some(Closing { day, claims_end })
            }
            (None, None) => None,
            _ => return None,
        };
        let opens = match &self.opens {
            Some(day) => Some(LegalDay::parse(day)?),
            None => None,
        };
        let number = u16::try_from(self.emission).ok()?;
        Some(Emission {
            code: game_code(self.code)?,
            id: EmissionId { game: GameId::new(&self.game)?, number },
            planned: LegalDay::parse(&self.planned)?,
            opens,
            closing,
        })
    }
}

/// A row of `printings`.
pub(crate) struct PrintingRow {
    pub(crate) code: i64,
    pub(crate) first_book: i64,
    pub(crate) block: String,
    pub(crate) books: i64,
    pub(crate) book_tickets: i64,
    pub(crate) price: i64,
    pub(crate) at: i64,
    pub(crate) is_restored: bool,
}

impl PrintingRow {
    pub(crate) fn of(printing: &Printing) -> Self {
        Self {
            code: code_number(printing.code),
            first_book: printing.first_book.into(),
            block: printing.block.as_str().to_owned(),
            books: printing.books.into(),
            book_tickets: printing.book_tickets.into(),
            price: signed(printing.price.cents()),
            at: printing.at.0,
            is_restored: printing.is_restored,
        }
    }

    /// What it means.
    pub(crate) fn printing(&self) -> Option<Printing> {
        Some(Printing {
            code: game_code(self.code)?,
            block: BlockId::new(&self.block)?,
            first_book: u32::try_from(self.first_book).ok()?,
            books: u32::try_from(self.books).ok()?,
            book_tickets: u16::try_from(self.book_tickets).ok()?,
            price: amount(self.price)?,
            at: Millis(self.at),
            is_restored: self.is_restored,
        })
    }
}

/// A row of `books`.
pub(crate) struct BookRow {
    pub(crate) code: i64,
    pub(crate) number: i64,
    pub(crate) counter: Option<i64>,
    pub(crate) state: String,
    pub(crate) returned_from: Option<i64>,
    pub(crate) report: Option<String>,
    pub(crate) paid_through: i64,
}

impl BookRow {
    pub(crate) fn of(book: &Book) -> Self {
        Self {
            code: code_number(book.id.code),
            number: book.id.number().into(),
            counter: book.counter.map(|counter| counter.0.into()),
            state: book.state.code().to_owned(),
            returned_from: book.state.returned_from().map(Into::into),
            report: book.report.map(|report| report.code().to_owned()),
            paid_through: book.paid_through.into(),
        }
    }

    /// What it means.
    pub(crate) fn book(&self) -> Option<Book> {
        let counter = match self.counter {
            Some(id) => Some(counter_id(id)?),
            None => None,
        };
        let (state, report) = state(&self.state, self.returned_from, self.report.as_deref())?;
        Some(Book {
            id: book_id(self.code, self.number)?,
            counter,
            state,
            report,
            paid_through: u16::try_from(self.paid_through).ok()?,
        })
    }
}

/// A row of `payments`.
pub(crate) struct PaymentRow {
    pub(crate) code: i64,
    pub(crate) book: i64,
    pub(crate) ticket: i64,
    pub(crate) counter: i64,
    pub(crate) command: String,
    pub(crate) cents: i64,
    pub(crate) bearer: Option<String>,
    pub(crate) at: i64,
}

impl PaymentRow {
    pub(crate) fn of(payment: &Payment) -> Self {
        let ticket = payment.ticket;
        Self {
            code: code_number(ticket.book.code),
            book: ticket.book.number().into(),
            ticket: ticket.index().into(),
            counter: payment.counter.0.into(),
            command: payment.command.as_str().to_owned(),
            cents: signed(payment.amount.cents()),
            bearer: payment.bearer.as_ref().map(|bearer| bearer.as_str().to_owned()),
            at: payment.at.0,
        }
    }

    /// What it means.
    pub(crate) fn payment(&self) -> Option<Payment> {
        let bearer = match &self.bearer {
            Some(bearer) => Some(Bearer::new(bearer)?),
            None => None,
        };
        let index = u16::try_from(self.ticket).ok()?;
        Some(Payment {
            ticket: TicketId::new(book_id(self.code, self.book)?, index)?,
            counter: counter_id(self.counter)?,
            command: CommandId::new(&self.command)?,
            amount: amount(self.cents)?,
            bearer,
            at: Millis(self.at),
        })
    }
}

/// Where a book stands, by its columns.
fn state(
    code: &str,
    returned_from: Option<i64>,
    report: Option<&str>,
) -> Option<(BookState, Option<Report>)> {
    let report = match report {
        Some(code) => Some(Report::parse(code)?),
        None => None,
    };
    let returned_from = match returned_from {
        Some(from) => Some(u16::try_from(from).ok()?),
        None => None,
    };
    Some((BookState::parse(code, returned_from)?, report))
}

/// How many books stand so, by the columns.
pub(crate) fn standing(
    code: &str,
    returned_from: Option<i64>,
    report: Option<&str>,
    count: i64,
) -> Option<((BookState, Option<Report>), u32)> {
    Some((state(code, returned_from, report)?, u32::try_from(count).ok()?))
}

/// How many tickets were paid of a lot, by the columns.
pub(crate) fn lots(cents: i64, count: i64) -> Option<(Cents, u64)> {
    Some((amount(cents)?.cents(), u64::try_from(count).ok()?))
}

/// How much a counter asks, by its columns: actor, tickets, of which not paid.
pub(crate) fn asking(actor: &str, asked: i64, unpaid: i64) -> Option<Asking> {
    let counter = CounterId(actor.strip_prefix("counter/")?.parse().ok()?);
    let (asked, unpaid) = (u64::try_from(asked).ok()?, u64::try_from(unpaid).ok()?);
    Some(Asking { counter, asked, unpaid })
}

/// A code jeu as a database keeps it.
pub(crate) fn code_number(code: GameCode) -> i64 {
    code.number().into()
}

fn game_code(number: i64) -> Option<GameCode> {
    GameCode::new(u32::try_from(number).ok()?)
}

fn book_id(code: i64, number: i64) -> Option<BookId> {
    BookId::new(game_code(code)?, u32::try_from(number).ok()?)
}

/// A counter's number by its column.
pub(crate) fn counter_id(id: i64) -> Option<CounterId> {
    u32::try_from(id).ok().map(CounterId)
}
