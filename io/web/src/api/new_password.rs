//! `POST /passwords`: a player sets a new password with the token that he was sent.

use access::{Password, Token};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::body::Body;
use crate::problem::Problem;
use crate::throttle::Knock;

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPassword)]
pub(crate) struct Wish {
    /// What the letter says.
    #[schema(pattern = "^[0-9a-f]{64}$", min_length = 64, max_length = 64)]
    token: String,
    /// 10 to 200 letters, whatever they are.
    #[schema(min_length = 10, max_length = 200, format = Password)]
    password: String,
}

/// Sets a new password and ends all sessions of its player. A token that is none, was used or is
/// too old is refused: `wrong_credentials`.
#[utoipa::path(post, path = "/passwords", tag = "players", request_body = Wish,
    responses((status = 204, description = "The password is set.")))]
pub(crate) async fn set(
    State(app): State<App>,
    _: Knock,
    Body(wish): Body<Wish>,
) -> Result<StatusCode, Problem> {
    let token = Token::new(&wish.token).ok_or(Problem::WrongCredentials)?;
    let password = Password::new(&wish.password)
        .ok_or_else(|| Problem::Malformed("`password` is 10 to 200 letters".to_owned()))?;
    let now = app.now();
    let player = app.with_access(move |access| access.reset(&token, &password, now)).await?;
    player.map(|_| StatusCode::NO_CONTENT).ok_or(Problem::WrongCredentials)
}
