//! Counters: registered, let in, paid in and paid out.

use access::Password;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::{
    Correction, CounterId, CounterName, Event, EventKind, OperatorAct, Refusal, RetailAct, Signed,
};
use serde::Deserialize;

use super::super::Office;
use super::super::act::{Call, Done, remark};
use super::super::no::No;
use super::{Wish, cents};
use crate::problem::Problem;

/// `POST /counter/register`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Register {
    counter: u32,
    name: String,
    centre: bool,
    /// What it signs in with; without one it cannot, until one is set.
    password: Option<String>,
}

/// `POST /counter/password`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SetPassword {
    counter: u32,
    password: String,
}

/// Registers a counter, and lets it in if a password is given with it.
pub(in super::super) async fn register(
    State(office): State<Office>,
    call: Result<Json<Call<Register>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, mut what) = office.admit(call).await?;
    let given = what.password.take().as_deref().map(password).transpose()?;
    let counter = CounterId(what.counter);
    let done = office.act(signed.clone(), id, OperatorAct::Retail(what.act()?)).await?;
    if let Some(given) = given {
        let_in(&office, signed, counter, given).await?;
    }
    Ok(done)
}

/// Sets a counter's password. Whoever has it pays tickets in the counter's name, so it takes two.
pub(in super::super) async fn set_password(
    State(office): State<Office>,
    call: Result<Json<Call<SetPassword>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, _, what) = office.admit(call).await?;
    let refused = |refusal| Err(Problem::refused(refusal).into());
    match &signed.second {
        None => return refused(Refusal::SecondNameMissing),
        Some(second) if *second == signed.by => return refused(Refusal::SameName),
        Some(_) => {}
    }
    let (counter, given) = (CounterId(what.counter), password(&what.password)?);
    let paper = office.app.with_store(|store| store.paper()).await?;
    if paper.counters.iter().all(|(known, _)| known.id != counter) {
        return refused(Refusal::CounterUnknown);
    }
    let_in(&office, signed, counter, given).await?;
    Ok(Json(Done::of("counter_password_set")))
}

/// Sets a counter's password, and tells that it was set.
async fn let_in(
    office: &Office,
    signed: Signed,
    counter: CounterId,
    password: Password,
) -> Result<(), Problem> {
    office.app.apart(move |parts| parts.counters.set_password(counter, &password)).await?;
    let subject = counter.to_string();
    office.note(Event::new(EventKind::CounterPassword, Some(signed), &subject, "")).await
}

fn password(text: &str) -> Result<Password, No> {
    let (least, most) = (Password::LEAST, Password::MOST);
    let rule = format!("a counter's password has {least} to {most} characters");
    Password::new(text).ok_or_else(|| No::malformed(&rule))
}

impl Wish for Register {
    fn act(self) -> Result<RetailAct, No> {
        let name = CounterName::new(&self.name);
        let name = name.ok_or_else(|| No::malformed("a name is 1 to 200 bytes on one line"))?;
        let (counter, is_centre) = (CounterId(self.counter), self.centre);
        Ok(RetailAct::RegisterCounter { counter, name, is_centre })
    }
}

/// `POST /counter/settle`: what a bank has moved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Settle {
    counter: u32,
    way: Way,
    cents: u64,
    reason: String,
}

/// Which way the money went.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Way {
    PaidIn,
    PaidOut,
}

impl Wish for Settle {
    fn act(self) -> Result<RetailAct, No> {
        let way = match self.way {
            Way::PaidIn => Correction::Credit,
            Way::PaidOut => Correction::Debit,
        };
        let amount = cents(self.cents)?;
        let (counter, reason) = (CounterId(self.counter), remark(&self.reason)?);
        Ok(RetailAct::SettleCounter { counter, way, amount, reason })
    }
}
