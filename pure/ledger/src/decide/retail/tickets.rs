//! Tickets: what each pays, and its payment.

use alloc::collections::BTreeMap;
use alloc::format;

use game::Cents;

use super::{Draft, emission};
use crate::account::{Account, Reason};
use crate::amount::Amount;
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::id::BlockId;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::retail::{
    Bearer, Book, BookId, BookState, Claim, Claims, Counter, Lot, Payment, Printing, Report,
    RetailDone, RetailRecord, TicketId, Verdict,
};

/// Says what a ticket pays. Refuses, in order: `counter_unknown`, `emission_unknown`,
/// `book_unknown`, `ticket_unknown`, `payments_lacking`.
pub(super) fn inquire(
    facts: &Facts,
    draft: &Draft,
    counter: &Counter,
    claim: Claim,
) -> Result<RetailDone, Refusal> {
    let Claim { ticket, lot } = claim;
    let book = find_payable(facts, ticket)?.1;
    let verdict = judge(facts, draft, counter, &book, ticket, lot)?;
    Ok(RetailDone::Told { ticket, verdict })
}

/// Pays tickets, all or none. Where one cannot be paid the answer is what an inquiry would say of
/// it: that is no refusal of the command but of the ticket. Refuses, in order: `counter_unknown`,
/// and for the first ticket that cannot be: `emission_unknown`, `book_unknown`, `ticket_unknown`,
/// `payments_lacking`, `prizes_exhausted`; then `identity_missing`.
pub(super) fn pay(
    facts: &Facts,
    draft: &mut Draft,
    counter: &Counter,
    claims: &Claims,
    bearer: Option<&Bearer>,
) -> Result<RetailDone, Refusal> {
    let mut sum: u64 = 0;
    // What goes out is made on the side: nothing of it is left when a later ticket is not paid.
    let mut paid = Draft::new(draft.cause.clone(), draft.at, None);
    let mut left: BTreeMap<&BlockId, i64> = BTreeMap::new();
    let mut books: BTreeMap<BookId, Book> = BTreeMap::new();
    for &Claim { ticket, lot } in claims.as_slice() {
        let (printing, book) = find_payable(facts, ticket)?;
        let amount = match judge(facts, draft, counter, &book, ticket, lot)? {
            Verdict::PaysHere(amount) => amount,
            verdict => return Ok(RetailDone::NotPaid { ticket, verdict }),
        };
        let prizes = Account::Prizes(printing.block.clone());
        let balance = left.entry(&printing.block).or_insert_with(|| facts.balance(&prizes));
        *balance -= amount.signed();
        if *balance < 0 {
            return Err(Refusal::PrizesExhausted);
        }
        sum += amount.cents().0;
        paid.transfer(prizes, Account::Counter(counter.id), amount, Reason::Ticket);
        paid.retail(RetailRecord::Payment(Payment {
            ticket,
            counter: counter.id,
            command: draft.cause.id.clone(),
            amount,
            bearer: None,
            at: draft.at,
        }));
        let book = books.entry(book.id).or_insert(book);
        book.paid_through = book.paid_through.max(ticket.index() + 1);
        paid.retail(RetailRecord::Book(book.clone()));
        if amount.cents() >= facts.parameters.identity_from {
            let detail = format!("{amount} cents by {}", counter.id);
            paid.event(EventKind::TicketLarge, &ticket, &detail);
        }
    }
    let sum = Amount::new(Cents(sum)).expect("a few lots of a table are an amount");
    let bearer = match (must_identify(facts, claims.as_slice().len(), sum), bearer) {
        (true, None) => return Err(Refusal::IdentityMissing),
        (true, Some(bearer)) => Some(bearer),
        // What need not be recorded is not.
        (false, _) => None,
    };
    name_bearer(&mut paid, bearer);
    draft.transfers = paid.transfers;
    draft.records = paid.records;
    Ok(RetailDone::Paid { sum })
}

/// Whether it is to be recorded who is paid in an operation.
fn must_identify(facts: &Facts, tickets: usize, sum: Amount) -> bool {
    let parameters = &facts.parameters;
    let is_large = sum.cents() >= parameters.identity_from;
    is_large || (tickets > 1 && sum.cents() > parameters.identity_above)
}

/// The block and the book of a ticket.
fn find(facts: &Facts, ticket: TicketId) -> Result<(&Printing, Book), Refusal> {
    emission(facts, ticket.book.code)?;
    let printing = facts.retail.printing_of(ticket.book).ok_or(Refusal::BookUnknown)?;
    if !printing.has(ticket) {
        return Err(Refusal::TicketUnknown);
    }
    Ok((printing, facts.retail.book(ticket.book)))
}

/// The same, unless payments of the block may be lacking.
fn find_payable(facts: &Facts, ticket: TicketId) -> Result<(&Printing, Book), Refusal> {
    let found = find(facts, ticket)?;
    if found.0.is_restored { Err(Refusal::PaymentsLacking) } else { Ok(found) }
}

/// Enters a payment that a lost ledger had and a restored one lacks: the ticket is paid, and is not
/// paid again. The book's state is not asked for, since that may be lacking too. Refuses, in order:
/// `counter_unknown`, `emission_unknown`, `book_unknown`, `ticket_unknown`,
/// `payments_not_lacking`, `ticket_paid`, `book_returned`, `prizes_exhausted`.
pub(super) fn enter(
    facts: &Facts,
    draft: &mut Draft,
    ticket: TicketId,
    counter: &Counter,
    amount: Amount,
    reason: &Remark,
) -> Result<RetailDone, Refusal> {
    let (printing, mut book) = find(facts, ticket)?;
    if !printing.is_restored {
        return Err(Refusal::PaymentsNotLacking);
    }
    if facts.retail.payments.contains_key(&ticket) {
        return Err(Refusal::TicketPaid);
    }
    if book.state.returned_from().is_some_and(|from| ticket.index() >= from) {
        return Err(Refusal::BookReturned);
    }
    let prizes = Account::Prizes(printing.block.clone());
    if facts.balance(&prizes) < amount.signed() {
        return Err(Refusal::PrizesExhausted);
    }
    draft.transfer(prizes, Account::Counter(counter.id), amount, Reason::Ticket);
    let (command, at) = (draft.cause.id.clone(), draft.at);
    let (counter, bearer) = (counter.id, None);
    draft.retail(RetailRecord::Payment(Payment { ticket, counter, command, amount, bearer, at }));
    book.paid_through = book.paid_through.max(ticket.index() + 1);
    draft.retail(RetailRecord::Book(book));
    let detail = format!("{amount} cents by {counter}: {reason}");
    draft.event(EventKind::PaymentEntered, &ticket, &detail);
    Ok(RetailDone::PaymentEntered)
}

/// What a ticket pays at a counter, or the first reason why it does not: paid already, then the
/// book, then the time, then the lot, then the counter.
fn judge(
    facts: &Facts,
    draft: &Draft,
    counter: &Counter,
    book: &Book,
    ticket: TicketId,
    lot: Lot,
) -> Result<Verdict, Refusal> {
    if let Some(payment) = facts.retail.payments.get(&ticket) {
        let is_here = payment.counter == counter.id;
        let paid = if is_here { Verdict::PaidHere } else { Verdict::PaidElsewhere };
        return Ok(paid(payment.at));
    }
    if let Some(verdict) = missing(book, ticket) {
        return Ok(verdict);
    }
    let emission = emission(facts, ticket.book.code)?;
    if let Some(closing) = emission.closing.filter(|_| emission.is_past(draft.at)) {
        let (closed, claims_end) = (closing.day, closing.claims_end);
        return Ok(Verdict::TooLate { closed, claims_end });
    }
    Ok(match Amount::new(lot.0) {
        None if lot.0 == Cents::ZERO => Verdict::NotAWinner,
        // No table holds as much.
        None => return Err(Refusal::PrizesExhausted),
        Some(amount) if counter.is_centre => Verdict::PaysHere(amount),
        Some(amount) if amount.cents() <= facts.parameters.counter_ceiling => {
            Verdict::PaysHere(amount)
        }
        Some(amount) => Verdict::PaysAtCentre(amount),
    })
}

/// Why a ticket's book keeps it from being paid, if it does.
fn missing(book: &Book, ticket: TicketId) -> Option<Verdict> {
    match (book.report, book.state) {
        (Some(Report::Lost), _) => Some(Verdict::BookLost),
        (Some(Report::Stolen), _) => Some(Verdict::BookStolen),
        (None, BookState::Printed | BookState::Delivered) => Some(Verdict::BookNotActive),
        (None, BookState::Returned(from)) if ticket.index() >= from => Some(Verdict::BookReturned),
        (None, BookState::Activated | BookState::SoldOut | BookState::Returned(_)) => None,
    }
}

fn name_bearer(paid: &mut Draft, bearer: Option<&Bearer>) {
    for record in &mut paid.records {
        if let Record::Retail(RetailRecord::Payment(payment)) = record {
            payment.bearer = bearer.cloned();
        }
    }
}
