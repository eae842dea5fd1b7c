//! `POST /exclusions`: a player keeps himself from playing.

use axum::Json;
use axum::extract::State;
use ledger::{Done, PlayerAct, Receipt, Span};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::body::{Body, Key, KeyHeader};
use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::session::SignedIn;

/// For how long.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewExclusion)]
pub(crate) struct Wish {
    /// From now on: 24 hours to 366 days.
    #[schema(minimum = 24, maximum = 8784)]
    #[serde(deserialize_with = "crate::whole::one")]
    hours: u32,
}

/// An exclusion.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExclusionBody {
    /// Until when: later than asked for if he was excluded for longer already.
    #[schema(format = DateTime)]
    until: String,
}

/// Excludes the player from playing and paying in, at once; nobody can take it back. He can still
/// finish his unit, withdraw and look.
#[utoipa::path(post, path = "/exclusions", tag = "account", request_body = Wish, security(("session" = [])), params(KeyHeader),
    responses((status = 201, body = ExclusionBody, description = "The player is excluded.")))]
pub(crate) async fn exclude(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<(axum::http::StatusCode, Json<ExclusionBody>), Problem> {
    let period = Span::hours(wish.hours);
    match app.order(player, id, PlayerAct::ExcludeSelf { period }).await? {
        Receipt::Done(Done::Excluded { until }) => {
            let body = ExclusionBody { until: rfc3339(until) };
            Ok((axum::http::StatusCode::CREATED, Json(body)))
        }
        Receipt::Refused(refusal) => Err(Problem::refused(refusal)),
        Receipt::Done(_) => Err(Problem::Failure),
    }
}
