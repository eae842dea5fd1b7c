//! `POST /sessions`: a player signs in.

use access::Login;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ledger::{PlayerId, Refusal};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::me::{self, Me};
use crate::body::Body;
use crate::door;
use crate::problem::Problem;
use crate::throttle::Knock;

/// Who wants to come in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignIn)]
pub(crate) struct Wish {
    /// What the account is called.
    #[schema(max_length = 100)]
    name: String,
    /// Its password.
    #[schema(max_length = 200, format = Password)]
    password: String,
    /// To look and to withdraw, not to play: the only way in for a player who has excluded
    /// himself.
    #[serde(default)]
    restricted: bool,
}

/// Signs in, and ends the session that the request shows. Whatever is wrong with the name or the
/// password has one answer: `wrong_credentials`. A player who has excluded himself comes in with
/// `restricted` only.
#[utoipa::path(post, path = "/sessions", tag = "players", request_body = Wish,
    responses((status = 201, body = Me, description = "Signed in; the session is in a cookie.")))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    _: Knock,
    headers: HeaderMap,
    Body(wish): Body<Wish>,
) -> Result<Response, Problem> {
    let tell = async |player: PlayerId| {
        let me = me::of(&app, player).await?;
        let is_kept_out = me.is_excluded(app.now()) && !wish.restricted;
        if is_kept_out { Err(Problem::refused(Refusal::PlayerExcluded)) } else { Ok(me) }
    };
    door::sign_in(&app, &headers, (Login::new(&wish.name), &wish.password), tell).await
}
