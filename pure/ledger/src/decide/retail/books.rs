//! Books: delivered, put on sale, sold out, taken back, missing, found again.

use alloc::format;
use alloc::vec::Vec;

use game::Cents;

use super::emissions::printing_of;
use super::{Draft, balance, counter, emission};
use crate::account::{Account, Reason};
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::refusal::Refusal;
use crate::retail::{
    Book, BookId, BookRange, BookState, CounterId, Obstacle, Printing, Report, RetailDone,
    RetailRecord,
};

/// Delivers books from stock. Refuses, in order: `counter_unknown`, `emission_unknown`,
/// `book_unknown`, `books_of_two_blocks`, `emission_closed`; the first book is in the way that is
/// `book_reported`, `book_delivered`.
pub(super) fn deliver(
    facts: &Facts,
    draft: &mut Draft,
    books: BookRange,
    to: CounterId,
) -> Result<RetailDone, Refusal> {
    counter(facts, to)?;
    printing_of(facts, books)?;
    if emission(facts, books.code())?.is_closed(draft.at) {
        return Err(Refusal::EmissionClosed);
    }
    let deliver = |book: &Book| {
        check_present(book)?;
        if book.state != BookState::Printed {
            return Err(Refusal::BookDelivered);
        }
        Ok(Book { counter: Some(to), state: BookState::Delivered, ..book.clone() })
    };
    if let Err(hindered) = change_each(facts, draft, books, deliver) {
        return Ok(hindered);
    }
    draft.event(EventKind::BooksDelivered, &books, &format!("to {to}"));
    Ok(RetailDone::Delivered)
}

/// Puts a book on sale and debits its counter for it. Refuses, in order: `counter_unknown`,
/// `emission_unknown`, `book_unknown`, `book_not_delivered`, `book_of_other_counter`,
/// `book_reported`, `book_active`, `book_sold_out`, `book_returned`, `emission_closed`,
/// `emission_not_open`, `counter_funds`.
pub(super) fn activate(
    facts: &Facts,
    draft: &mut Draft,
    by: CounterId,
    id: BookId,
) -> Result<RetailDone, Refusal> {
    let (printing, book) = own(facts, by, id)?;
    check_present(&book)?;
    match book.state {
        BookState::Printed | BookState::Delivered => {}
        BookState::Activated => return Err(Refusal::BookActive),
        BookState::SoldOut => return Err(Refusal::BookSoldOut),
        BookState::Returned(_) => return Err(Refusal::BookReturned),
    }
    let emission = emission(facts, id.code)?;
    if emission.is_closed(draft.at) {
        return Err(Refusal::EmissionClosed);
    }
    if !emission.is_on_sale(draft.at) {
        return Err(Refusal::EmissionNotOpen);
    }
    let cost = printing.cost(printing.book_tickets.into());
    let cost = cost.expect("a block is printed when a whole book's cost is an amount");
    let after = balance(facts, by).0.checked_sub(cost.cents().0).ok_or(Refusal::CounterFunds)?;
    let stakes = Account::Stakes(printing.block.clone());
    draft.transfer(Account::Counter(by), stakes, cost, Reason::Activation);
    draft.retail(RetailRecord::Book(Book { state: BookState::Activated, ..book }));
    Ok(RetailDone::Activated { balance: Cents(after) })
}

/// Notes that the last ticket of a book is sold. Refuses, in order: `counter_unknown`,
/// `emission_unknown`, `book_unknown`, `book_not_delivered`, `book_of_other_counter`,
/// `book_reported`, `book_sold_out`, `book_returned`, `book_not_active`.
pub(super) fn sell_out(
    facts: &Facts,
    draft: &mut Draft,
    by: CounterId,
    id: BookId,
) -> Result<RetailDone, Refusal> {
    let (_, book) = own(facts, by, id)?;
    check_present(&book)?;
    match book.state {
        BookState::Activated => {}
        BookState::SoldOut => return Err(Refusal::BookSoldOut),
        BookState::Returned(_) => return Err(Refusal::BookReturned),
        BookState::Printed | BookState::Delivered => return Err(Refusal::BookNotActive),
    }
    draft.retail(RetailRecord::Book(Book { state: BookState::SoldOut, ..book }));
    Ok(RetailDone::SoldOut)
}

/// Takes books back from their counter and credits it with what was not sold of them. Refuses, in
/// order: `counter_unknown`, `emission_unknown`, `book_unknown`, `books_of_two_blocks`,
/// `ticket_unknown`; the first book is in the way that is `book_not_delivered`,
/// `book_of_other_counter`, `book_reported`, `book_sold_out`, `book_returned`, `book_not_active`
/// when only a part of it would come back, `ticket_paid`.
pub(super) fn take_back(
    facts: &Facts,
    draft: &mut Draft,
    books: BookRange,
    by: CounterId,
    from: u16,
) -> Result<RetailDone, Refusal> {
    counter(facts, by)?;
    let printing = printing_of(facts, books)?;
    if from >= printing.book_tickets {
        return Err(Refusal::TicketUnknown);
    }
    let mut unsold: u32 = 0;
    let take = |book: &Book| {
        check_own(book, by)?;
        check_present(book)?;
        match book.state {
            BookState::Printed | BookState::Delivered if from == 0 => {}
            BookState::Printed | BookState::Delivered => return Err(Refusal::BookNotActive),
            BookState::Activated if from < book.paid_through => return Err(Refusal::TicketPaid),
            BookState::Activated => unsold += u32::from(printing.book_tickets - from),
            BookState::SoldOut => return Err(Refusal::BookSoldOut),
            BookState::Returned(_) => return Err(Refusal::BookReturned),
        }
        Ok(Book { state: BookState::Returned(from), ..book.clone() })
    };
    if let Err(hindered) = change_each(facts, draft, books, take) {
        return Ok(hindered);
    }
    let credited = printing.cost(unsold);
    if let Some(amount) = credited {
        let stakes = Account::Stakes(printing.block.clone());
        draft.transfer(stakes, Account::Counter(by), amount, Reason::BookReturn);
    }
    let credited = credited.map_or(Cents::ZERO, |amount| amount.cents());
    let detail = format!("by {by}, from ticket {from} on, {credited} cents");
    draft.event(EventKind::BooksReturned, &books, &detail);
    Ok(RetailDone::Returned { credited })
}

/// Notes that a counter's own book is missing. Refuses, in order: `counter_unknown`,
/// `emission_unknown`, `book_unknown`, `book_not_delivered`, `book_of_other_counter`,
/// `book_reported`, `book_returned`.
pub(super) fn report_own(
    facts: &Facts,
    draft: &mut Draft,
    by: CounterId,
    id: BookId,
    report: Report,
) -> Result<RetailDone, Refusal> {
    let (_, book) = own(facts, by, id)?;
    draft.retail(RetailRecord::Book(missing(&book, report)?));
    draft.event(missing_kind(report), &id, &format!("by counter {by}"));
    Ok(RetailDone::Reported)
}

/// Notes that books are missing. Refuses, in order: `emission_unknown`, `book_unknown`,
/// `books_of_two_blocks`; the first book is in the way that is `book_reported`, `book_returned`.
pub(super) fn report(
    facts: &Facts,
    draft: &mut Draft,
    books: BookRange,
    report: Report,
    reason: &Remark,
) -> Result<RetailDone, Refusal> {
    printing_of(facts, books)?;
    if let Err(hindered) = change_each(facts, draft, books, |book| missing(book, report)) {
        return Ok(hindered);
    }
    draft.event(missing_kind(report), &books, reason.as_str());
    Ok(RetailDone::Reported)
}

/// A book that is missing from now on.
fn missing(book: &Book, report: Report) -> Result<Book, Refusal> {
    check_present(book)?;
    // Of what came back whole nothing is paid; the sold part of another book is no longer one.
    if book.state.returned_from().is_some() {
        return Err(Refusal::BookReturned);
    }
    Ok(Book { report: Some(report), ..book.clone() })
}

fn missing_kind(report: Report) -> EventKind {
    match report {
        Report::Lost => EventKind::BooksLost,
        Report::Stolen => EventKind::BooksStolen,
    }
}

/// Takes a report back: the books stand where they stood. Refuses, in order: `emission_unknown`,
/// `book_unknown`, `books_of_two_blocks`; the first book is in the way that is `book_not_reported`.
pub(super) fn release(
    facts: &Facts,
    draft: &mut Draft,
    books: BookRange,
    reason: &Remark,
) -> Result<RetailDone, Refusal> {
    printing_of(facts, books)?;
    let found = |book: &Book| match book.report {
        Some(_) => Ok(Book { report: None, ..book.clone() }),
        None => Err(Refusal::BookNotReported),
    };
    if let Err(hindered) = change_each(facts, draft, books, found) {
        return Ok(hindered);
    }
    draft.event(EventKind::BooksReleased, &books, reason.as_str());
    Ok(RetailDone::Released)
}

/// Changes books, all or none: the first that cannot be changed is in the way of the others.
fn change_each(
    facts: &Facts,
    draft: &mut Draft,
    books: BookRange,
    mut change: impl FnMut(&Book) -> Result<Book, Refusal>,
) -> Result<(), RetailDone> {
    let changed = books.iter().map(|id| {
        let book = facts.retail.book(id);
        let by = Obstacle::of(&book);
        change(&book).map_err(|refusal| RetailDone::Hindered { refusal, by })
    });
    for book in changed.collect::<Result<Vec<_>, _>>()? {
        draft.retail(RetailRecord::Book(book));
    }
    Ok(())
}

/// A counter's own book, with the block that it is of.
fn own(facts: &Facts, by: CounterId, id: BookId) -> Result<(&Printing, Book), Refusal> {
    let printing = printing_of(facts, BookRange::from(id))?;
    let book = facts.retail.book(id);
    check_own(&book, by)?;
    Ok((printing, book))
}

/// Whether a book was delivered to this counter and to no other.
fn check_own(book: &Book, by: CounterId) -> Result<(), Refusal> {
    match book.counter {
        None => Err(Refusal::BookNotDelivered),
        Some(counter) if counter != by => Err(Refusal::BookOfOtherCounter),
        Some(_) => Ok(()),
    }
}

fn check_present(book: &Book) -> Result<(), Refusal> {
    if book.report.is_some() { Err(Refusal::BookReported) } else { Ok(()) }
}
