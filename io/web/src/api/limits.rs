//! `POST /limits`: a player limits himself.

use axum::Json;
use axum::extract::State;
use game::Cents;
use ledger::{Ceiling, Done, PlayerAct, Receipt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::api::me::{LimitBody, limit};
use crate::body::{Body, Key, KeyHeader};
use crate::problem::Problem;
use crate::session::SignedIn;

/// New limits, over seven rolling days. One that is not given stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewLimits)]
pub(crate) struct Wish {
    /// The most that is staked.
    #[serde(default, deserialize_with = "crate::whole::maybe")]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_u64)]
    stakes_cents: Option<u64>,
    /// The most that is paid in.
    #[serde(default, deserialize_with = "crate::whole::maybe")]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_u64)]
    deposits_cents: Option<u64>,
}

/// The limits as they stand.
#[derive(Serialize, ToSchema)]
pub(crate) struct LimitsBody {
    stake_limit: Option<LimitBody>,
    deposit_limit: Option<LimitBody>,
}

/// Sets limits: the first ones and lower ones at once, higher ones after 48 hours.
#[utoipa::path(post, path = "/limits", tag = "account", request_body = Wish, security(("session" = [])), params(KeyHeader),
    responses((status = 200, body = LimitsBody, description = "The limits as they stand.")))]
pub(crate) async fn set(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<Json<LimitsBody>, Problem> {
    let (stakes, deposits) = (ceiling(wish.stakes_cents)?, ceiling(wish.deposits_cents)?);
    match app.order(player, id, PlayerAct::SetLimits { stakes, deposits }).await? {
        Receipt::Done(Done::LimitsSet { stakes, deposits }) => {
            let now = app.now();
            Ok(Json(LimitsBody {
                stake_limit: stakes.map(|it| limit(it, now)),
                deposit_limit: deposits.map(|it| limit(it, now)),
            }))
        }
        Receipt::Refused(refusal) => Err(Problem::refused(refusal)),
        Receipt::Done(_) => Err(Problem::Failure),
    }
}

fn ceiling(cents: Option<u64>) -> Result<Option<Ceiling>, Problem> {
    let read = |cents| {
        Ceiling::new(Cents(cents)).ok_or_else(|| {
            Problem::Malformed(format!("a limit is at most {} cents", ledger::Amount::MAX))
        })
    };
    cents.map(read).transpose()
}
