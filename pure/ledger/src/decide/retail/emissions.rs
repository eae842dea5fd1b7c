//! Emissions from their first notice to the last day of payment.

use alloc::format;

use game::Cents;

use super::{Draft, emission};
use crate::account::{Account, Reason};
use crate::amount::Amount;
use crate::block::{Block, BlockState};
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::id::{BlockId, EmissionId};
use crate::legal_day::LegalDay;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::retail::{
    BookId, BookRange, Closing, Emission, GameCode, Printing, RetailDone, RetailRecord,
};

/// Announces an emission. Refuses, in order: `game_unknown`, `emission_exists`.
pub(super) fn announce(
    facts: &Facts,
    draft: &mut Draft,
    code: GameCode,
    id: &EmissionId,
    planned: LegalDay,
) -> Result<RetailDone, Refusal> {
    if !facts.offers.contains_key(&id.game) {
        return Err(Refusal::GameUnknown);
    }
    let is_known = |it: &Emission| it.code == code || it.id == *id;
    if facts.retail.emissions.values().any(is_known) {
        return Err(Refusal::EmissionExists);
    }
    let row = Emission { code, id: id.clone(), planned, opens: None, closing: None };
    draft.retail(RetailRecord::Emission(row));
    let detail = format!("{}/{} planned {planned}", id.game, id.number);
    draft.event(EventKind::EmissionAnnounced, &code, &detail);
    Ok(RetailDone::Announced)
}

/// Puts a block on paper and has the operator fund its prizes. Refuses, in order:
/// `emission_unknown`, `block_unknown`, `game_unknown`, `block_of_other_emission`,
/// `block_not_published`, `emission_closed`, `books_do_not_fit`, `books_taken`.
pub(super) fn print(
    facts: &Facts,
    draft: &mut Draft,
    code: GameCode,
    id: &BlockId,
    (first_book, book_tickets): (u32, u16),
) -> Result<RetailDone, Refusal> {
    let emission = emission(facts, code)?;
    let block = facts.blocks.get(id).ok_or(Refusal::BlockUnknown)?;
    let offer = facts.offers.get(&block.emission.game).ok_or(Refusal::GameUnknown)?;
    if block.emission != emission.id {
        return Err(Refusal::BlockOfOtherEmission);
    }
    if block.state != BlockState::Published {
        return Err(Refusal::BlockNotPublished);
    }
    if emission.closing.is_some() {
        return Err(Refusal::EmissionClosed);
    }
    let books = Printing::cut(block.units, book_tickets, first_book);
    let books = books.ok_or(Refusal::BooksDoNotFit)?;
    let (block_id, price, at) = (id.clone(), offer.price, draft.at);
    let is_restored = false;
    let row =
        Printing { code, block: block_id, first_book, books, book_tickets, price, at, is_restored };
    // What a whole book costs is an amount, so that every part of it is one.
    row.cost(book_tickets.into()).ok_or(Refusal::BooksDoNotFit)?;
    let last = row.last_book();
    let overlaps =
        |it: &Printing| it.code == code && it.first_book <= last && first_book <= it.last_book();
    if facts.retail.printings.values().any(overlaps) {
        return Err(Refusal::BooksTaken);
    }
    let prizes = Account::Prizes(id.clone());
    draft.transfer(Account::Operator, prizes, block.prizes, Reason::Prizes);
    draft.retail(RetailRecord::Printing(row));
    draft.record(Record::Block(Block { state: BlockState::Printed, ..block.clone() }));
    let detail = format!("{code} books {first_book} to {last} of {book_tickets} tickets");
    draft.event(EventKind::BlockPrinted, id, &detail);
    Ok(RetailDone::Printed { books })
}

/// Says from which day on an emission is sold. Refuses, in order: `emission_unknown`,
/// `emission_closed`, `emission_open` when that day has come, `day_past`.
pub(super) fn open(
    facts: &Facts,
    draft: &mut Draft,
    code: GameCode,
    day: LegalDay,
) -> Result<RetailDone, Refusal> {
    let row = emission(facts, code)?;
    if row.closing.is_some() {
        return Err(Refusal::EmissionClosed);
    }
    if row.opens.is_some_and(|opens| opens.begins() <= draft.at) {
        return Err(Refusal::EmissionOpen);
    }
    if day.ends() <= draft.at {
        return Err(Refusal::DayPast);
    }
    draft.retail(RetailRecord::Emission(Emission { opens: Some(day), ..row.clone() }));
    draft.event(EventKind::EmissionOpened, &code, &format!("{day}, planned {}", row.planned));
    Ok(RetailDone::Opened)
}

/// Closes an emission on a day that is not over, and so says until when its tickets are paid.
/// Refuses, in order: `emission_unknown`, `emission_closed`, `emission_not_open`, `day_past`.
pub(super) fn close(
    facts: &Facts,
    draft: &mut Draft,
    code: GameCode,
    day: LegalDay,
) -> Result<RetailDone, Refusal> {
    let row = emission(facts, code)?;
    if row.closing.is_some() {
        return Err(Refusal::EmissionClosed);
    }
    let opens = row.opens.ok_or(Refusal::EmissionNotOpen)?;
    if day.ends() <= draft.at || day < opens {
        return Err(Refusal::DayPast);
    }
    // At the end of the calendar there is no such day, and none is needed.
    let claims_end = day.claims_end(facts.parameters.claim_days).unwrap_or(LegalDay::LAST);
    let closing = Some(Closing { day, claims_end });
    draft.retail(RetailRecord::Emission(Emission { closing, ..row.clone() }));
    draft.event(EventKind::EmissionClosed, &code, &format!("{day}, paid until {claims_end}"));
    Ok(RetailDone::EmissionClosed { claims_end })
}

/// Puts off the last day of payment: to the day of the notice, or the next working day. Refuses, in
/// order: `emission_unknown`, `emission_not_closed`, `claims_ended`, `extension_not_later`.
pub(super) fn extend(
    facts: &Facts,
    draft: &mut Draft,
    code: GameCode,
    day: LegalDay,
    reason: &Remark,
) -> Result<RetailDone, Refusal> {
    let row = emission(facts, code)?;
    let closing = row.closing.ok_or(Refusal::EmissionNotClosed)?;
    if row.is_past(draft.at) {
        return Err(Refusal::ClaimsEnded);
    }
    let claims_end = day.or_next_working().unwrap_or(LegalDay::LAST);
    if claims_end <= closing.claims_end {
        return Err(Refusal::ExtensionNotLater);
    }
    let detail = format!("from {} to {claims_end}: {reason}", closing.claims_end);
    draft.event(EventKind::ClaimsExtended, &code, &detail);
    let closing = Some(Closing { claims_end, ..closing });
    draft.retail(RetailRecord::Emission(Emission { closing, ..row.clone() }));
    Ok(RetailDone::Extended { claims_end })
}

/// Ends the payment of a block: what nobody asked for in time leaves its prizes, which stand at
/// zero then. Refuses, in order: `block_unknown`, `block_not_printed`, `emission_not_closed`,
/// `claims_not_ended`, `payments_lacking`.
pub(super) fn expire(
    facts: &Facts,
    draft: &mut Draft,
    id: &BlockId,
) -> Result<RetailDone, Refusal> {
    let block = facts.blocks.get(id).ok_or(Refusal::BlockUnknown)?;
    let printing = facts.retail.printing(id).filter(|_| block.state == BlockState::Printed);
    let printing = printing.ok_or(Refusal::BlockNotPrinted)?;
    let code = printing.code;
    let row = emission(facts, code).expect("a block on paper is of an emission that is known");
    if row.closing.is_none() {
        return Err(Refusal::EmissionNotClosed);
    }
    if !row.is_past(draft.at) {
        return Err(Refusal::ClaimsNotEnded);
    }
    if printing.is_restored {
        return Err(Refusal::PaymentsLacking);
    }
    let prizes = Account::Prizes(id.clone());
    let left = facts.balance(&prizes);
    let left = Cents(u64::try_from(left).expect("a block's prizes are never negative"));
    if let Some(amount) = Amount::new(left) {
        draft.transfer(prizes, Account::Unclaimed(code), amount, Reason::Unclaimed);
    }
    draft.record(Record::Block(Block { state: BlockState::Closed, ..block.clone() }));
    draft.event(EventKind::ClaimsExpired, id, &format!("{code}: {left} cents unclaimed"));
    Ok(RetailDone::Expired { unclaimed: left })
}

/// Goes on with the payment of a block of which a restored ledger may have lacked payments. Refuses,
/// in order: `block_not_printed`, `payments_not_lacking`.
pub(super) fn resume(
    facts: &Facts,
    draft: &mut Draft,
    id: &BlockId,
    reason: &Remark,
) -> Result<RetailDone, Refusal> {
    let printing = facts.retail.printing(id).ok_or(Refusal::BlockNotPrinted)?;
    if !printing.is_restored {
        return Err(Refusal::PaymentsNotLacking);
    }
    draft.retail(RetailRecord::Printing(Printing { is_restored: false, ..printing.clone() }));
    draft.event(EventKind::PaymentsResumed, id, reason.as_str());
    Ok(RetailDone::PaymentsResumed)
}

/// The one block that books are of. Refuses, in order: `emission_unknown`, `book_unknown`,
/// `books_of_two_blocks`.
pub(super) fn printing_of(facts: &Facts, books: BookRange) -> Result<&Printing, Refusal> {
    emission(facts, books.code())?;
    let of = |book: BookId| facts.retail.printing_of(book).ok_or(Refusal::BookUnknown);
    let (first, last) = (of(books.first())?, of(books.last())?);
    if first.block == last.block { Ok(first) } else { Err(Refusal::BooksOfTwoBlocks) }
}
