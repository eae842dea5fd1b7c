//! `GET /retail/counter`: who is asking, and what he has.

use axum::Json;
use axum::extract::State;
use game::Cents;
use ledger::{Counter, CounterId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::problem::Problem;
use crate::session::AtCounter;
use crate::wire::Money;

/// A counter, as it sees itself.
#[derive(Serialize, ToSchema)]
#[schema(as = Counter)]
pub(crate) struct CounterBody {
    /// Its number.
    counter: u32,
    name: String,
    /// Whether it is a payment centre, which pays lots of any amount.
    is_centre: bool,
    /// What it can put books on sale for, or be paid out.
    balance: Money,
    /// The greatest lot that it pays; nothing for a payment centre.
    ceiling: Option<Money>,
    /// From which sum on it must be recorded who is paid.
    identity_from: Money,
    /// Above which sum that must be recorded where one operation pays several tickets.
    identity_above: Money,
}

/// Tells a counter what it has and what it may pay.
#[utoipa::path(get, path = "/retail/counter", tag = "retail", security(("counter" = [])),
    responses((status = 200, body = CounterBody, description = "The counter that is signed in.")))]
pub(crate) async fn show(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
) -> Result<Json<CounterBody>, Problem> {
    of(&app, counter).await.map(Json)
}

/// A counter as it sees itself.
pub(crate) async fn of(app: &App, id: CounterId) -> Result<CounterBody, Problem> {
    let (counter, balance) = find(app, id).await?;
    let parameters = app.parts().store.parameters(app.now());
    let ceiling = (!counter.is_centre).then_some(parameters.counter_ceiling);
    Ok(CounterBody {
        counter: id.0,
        name: counter.name.to_string(),
        is_centre: counter.is_centre,
        balance: balance.into(),
        ceiling: ceiling.map(Into::into),
        identity_from: parameters.identity_from.into(),
        identity_above: parameters.identity_above.into(),
    })
}

/// A counter, and what it has. One that the ledger does not know, since it was restored from a copy,
/// is nobody's.
pub(crate) async fn find(app: &App, id: CounterId) -> Result<(Counter, Cents), Problem> {
    let paper = app.with_store(|store| store.paper()).await?;
    let found = paper.counters.into_iter().find(|(counter, _)| counter.id == id);
    found.ok_or(Problem::NotSignedIn)
}
