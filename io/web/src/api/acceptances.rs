//! `POST /acceptances`: a player accepts the rules again, after they have changed.

use axum::extract::State;
use axum::http::StatusCode;
use ledger::{PlayerAct, Receipt, RulesVersion};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::body::{Body, Key, KeyHeader};
use crate::problem::Problem;
use crate::session::SignedIn;

/// What is accepted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Acceptance)]
pub(crate) struct Wish {
    /// The version of the rules: the one in force.
    #[schema(minimum = 1, example = 1)]
    #[serde(deserialize_with = "crate::whole::one")]
    rules: u32,
}

/// Accepts the rules in force.
#[utoipa::path(post, path = "/acceptances", tag = "account", request_body = Wish, security(("session" = [])), params(KeyHeader),
    responses((status = 204, description = "The rules are accepted.")))]
pub(crate) async fn accept(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<StatusCode, Problem> {
    let act = PlayerAct::AcceptRules { version: RulesVersion(wish.rules) };
    match app.order(player, id, act).await? {
        Receipt::Done(_) => Ok(StatusCode::NO_CONTENT),
        Receipt::Refused(refusal) => Err(Problem::refused(refusal)),
    }
}
