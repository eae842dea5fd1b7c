//! The paper game: counters, emissions, books, tickets.

mod books;
mod emissions;
mod tickets;

use alloc::format;

use game::Cents;

use super::Draft;
use crate::account::{Account, Reason};
use crate::amount::Amount;
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::operator::Correction;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::retail::{
    Counter, CounterAct, CounterId, CounterName, Emission, GameCode, RetailAct, RetailDone,
    RetailRecord,
};

/// Carries out an act of a counter's. Refuses `counter_unknown`, and then what the act refuses.
pub(super) fn counter_act(
    facts: &Facts,
    draft: &mut Draft,
    id: CounterId,
    act: &CounterAct,
) -> Result<RetailDone, Refusal> {
    let counter = counter(facts, id)?;
    match act {
        CounterAct::Activate { book } => books::activate(facts, draft, id, *book),
        CounterAct::SellOut { book } => books::sell_out(facts, draft, id, *book),
        CounterAct::Report { book, report } => books::report_own(facts, draft, id, *book, *report),
        CounterAct::Inquire { claim } => tickets::inquire(facts, draft, counter, *claim),
        CounterAct::Pay { claims, bearer } => {
            tickets::pay(facts, draft, counter, claims, bearer.as_ref())
        }
    }
}

/// Carries out an act of the operator's in the paper game; who signs was looked at before.
pub(super) fn operator_act(
    facts: &Facts,
    draft: &mut Draft,
    act: &RetailAct,
) -> Result<RetailDone, Refusal> {
    match act {
        RetailAct::RegisterCounter { counter, name, is_centre } => {
            register(facts, draft, *counter, name, *is_centre)
        }
        RetailAct::SettleCounter { counter, way, amount, reason } => {
            settle(facts, draft, *counter, (*way, *amount), reason)
        }
        RetailAct::Announce { code, emission, planned } => {
            emissions::announce(facts, draft, *code, emission, *planned)
        }
        RetailAct::Print { code, block, first_book, book_tickets } => {
            emissions::print(facts, draft, *code, block, (*first_book, *book_tickets))
        }
        RetailAct::Open { code, day } => emissions::open(facts, draft, *code, *day),
        RetailAct::Close { code, day } => emissions::close(facts, draft, *code, *day),
        RetailAct::Extend { code, day, reason } => {
            emissions::extend(facts, draft, *code, *day, reason)
        }
        RetailAct::Expire { block } => emissions::expire(facts, draft, block),
        RetailAct::Deliver { books, counter } => books::deliver(facts, draft, *books, *counter),
        RetailAct::Return { books, counter, from } => {
            books::take_back(facts, draft, *books, *counter, *from)
        }
        RetailAct::Report { books, report, reason } => {
            books::report(facts, draft, *books, *report, reason)
        }
        RetailAct::Release { books, reason } => books::release(facts, draft, *books, reason),
        RetailAct::EnterPayment { ticket, counter: id, amount, reason } => {
            tickets::enter(facts, draft, *ticket, counter(facts, *id)?, *amount, reason)
        }
        RetailAct::ResumePayments { block, reason } => {
            emissions::resume(facts, draft, block, reason)
        }
    }
}

/// Registers a counter. Refuses: `counter_exists`.
fn register(
    facts: &Facts,
    draft: &mut Draft,
    id: CounterId,
    name: &CounterName,
    is_centre: bool,
) -> Result<RetailDone, Refusal> {
    if facts.retail.counters.contains_key(&id) {
        return Err(Refusal::CounterExists);
    }
    let counter = Counter { id, name: name.clone(), is_centre, registered_at: draft.at };
    draft.retail(RetailRecord::Counter(counter));
    let kind = if is_centre { "centre" } else { "shop" };
    draft.event(EventKind::CounterRegistered, &id, &format!("{kind} {name}"));
    Ok(RetailDone::CounterRegistered)
}

/// Notes what a bank has moved for a counter. Refuses, in order: `counter_unknown`,
/// `counter_funds`.
fn settle(
    facts: &Facts,
    draft: &mut Draft,
    id: CounterId,
    (way, amount): (Correction, Amount),
    reason: &Remark,
) -> Result<RetailDone, Refusal> {
    counter(facts, id)?;
    let before = balance(facts, id).0;
    let account = Account::Counter(id);
    let after = match way {
        Correction::Credit => {
            draft.transfer(Account::Payments, account, amount, Reason::CounterPaidIn);
            before + amount.cents().0
        }
        Correction::Debit => {
            let after = before.checked_sub(amount.cents().0).ok_or(Refusal::CounterFunds)?;
            draft.transfer(account, Account::Payments, amount, Reason::CounterPaidOut);
            after
        }
    };
    let detail = format!("{} {amount} cents: {reason}", way.code());
    draft.event(EventKind::CounterSettled, &id, &detail);
    Ok(RetailDone::CounterSettled { balance: Cents(after) })
}

fn counter(facts: &Facts, id: CounterId) -> Result<&Counter, Refusal> {
    facts.retail.counters.get(&id).ok_or(Refusal::CounterUnknown)
}

fn emission(facts: &Facts, code: GameCode) -> Result<&Emission, Refusal> {
    facts.retail.emissions.get(&code).ok_or(Refusal::EmissionUnknown)
}

/// What a counter has.
fn balance(facts: &Facts, id: CounterId) -> Cents {
    let cents = facts.balance(&Account::Counter(id));
    Cents(u64::try_from(cents).expect("a counter's balance is never negative"))
}

impl Draft {
    fn retail(&mut self, record: RetailRecord) {
        self.record(Record::Retail(record));
    }
}
