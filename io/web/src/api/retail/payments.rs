//! `GET /retail/payments`: what a counter has paid today.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use game::Cents;
use ledger::{CounterId, LegalDay, Millis, Payment, Span, TicketId};
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::calendar::{day, rfc3339};
use crate::problem::Problem;
use crate::session::AtCounter;
use crate::wire::Money;

/// How many payments make a page.
const PAGE: usize = 50;

/// Where a page begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Cursor {
    /// What the page before it gave as `next`.
    #[param(
        pattern = "^(0|[1-9][0-9]{0,14})~[0-9]{5}-(?!0{7})[0-9]{7}-[0-9]{3}$",
        nullable = false
    )]
    before: Option<String>,
}

/// A page of a counter's payments of one day, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = CounterPayments)]
pub(crate) struct PaymentsBody {
    /// The day, in Paris.
    #[schema(format = Date)]
    day: String,
    /// What was paid on that day so far, in all.
    sum: Money,
    /// For how many tickets.
    count: u64,
    payments: Vec<PaymentBody>,
    /// What to send as `before` for the next page.
    next: Option<String>,
}

/// A ticket that was paid.
#[derive(Serialize, ToSchema)]
#[schema(as = CounterPayment)]
pub(crate) struct PaymentBody {
    ticket: String,
    amount: Money,
    #[schema(format = DateTime)]
    paid_at: String,
}

/// Lists what the counter has paid today, with its sum.
#[utoipa::path(get, path = "/retail/payments", tag = "retail", security(("counter" = [])),
    params(Cursor), responses((status = 200, body = PaymentsBody, description = "A page.")))]
pub(crate) async fn list(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    cursor: Result<Query<Cursor>, QueryRejection>,
) -> Result<Json<PaymentsBody>, Problem> {
    let Query(cursor) = cursor.map_err(|error| Problem::Malformed(error.body_text()))?;
    let malformed = || Problem::Malformed("`before` is what a page gave as `next`".to_owned());
    let before = match cursor.before.as_deref() {
        None => None,
        Some(text) => Some(read(text).ok_or_else(malformed)?),
    };
    let now = app.now();
    let today = LegalDay::new(day(now)).ok_or(Problem::Failure)?;
    let paid = app.with_store(move |store| of_day(store, counter, today, now)).await?;
    let sum = Cents(paid.iter().map(|it| it.amount.cents().0).sum());
    let count = paid.len() as u64;
    let is_left = |it: &&Payment| before.is_none_or(|before| (it.at, it.ticket) < before);
    let mut left = paid.iter().filter(is_left);
    let page: Vec<&Payment> = left.by_ref().take(PAGE).collect();
    let last = page.last().filter(|_| left.next().is_some());
    Ok(Json(PaymentsBody {
        day: today.to_string(),
        sum: sum.into(),
        count,
        next: last.map(|it| format!("{}~{}", it.at, it.ticket)),
        payments: page.into_iter().map(body).collect(),
    }))
}

/// What a counter has paid on a day, newest first.
fn of_day(
    store: &Store,
    counter: CounterId,
    day: LegalDay,
    now: Millis,
) -> Result<Vec<Payment>, StoreError> {
    // Another server's clock may be ahead: what it has paid today is today's.
    let end = day.ends().max(now.after(Span(1)));
    store.paid(counter, (day.begins(), end), u32::MAX)
}

fn body(payment: &Payment) -> PaymentBody {
    PaymentBody {
        ticket: payment.ticket.to_string(),
        amount: payment.amount.cents().into(),
        paid_at: rfc3339(payment.at),
    }
}

/// A place: when, and which ticket. A place has one text.
fn read(text: &str) -> Option<(Millis, TicketId)> {
    let (at, ticket) = text.split_once('~')?;
    let place = (Millis(at.parse().ok()?), TicketId::parse(ticket)?);
    let is_own = at.len() <= 15 && at.bytes().all(|byte| byte.is_ascii_digit());
    (is_own && place.0.to_string() == at).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_has_one_text() {
        for (text, is_read) in [
            ("1795953600000~31702-0012345-017", true),
            ("0~31702-0012345-017", true),
            ("01~31702-0012345-017", false),
            ("-1~31702-0012345-017", false),
            ("+1~31702-0012345-017", false),
            ("1000000000000000~31702-0012345-017", false),
            ("1~31702-0012345-17", false),
            ("1", false),
            ("", false),
        ] {
            assert_eq!(read(text).is_some(), is_read, "{text}");
        }
    }
}
