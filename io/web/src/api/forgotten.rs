//! `POST /password-resets`: a player has forgotten his password.

use access::Login;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::body::Body;
use crate::problem::Problem;
use crate::throttle::Knock;

/// Who has forgotten his password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ForgottenPassword)]
pub(crate) struct Wish {
    /// What the account is called.
    #[schema(max_length = 100)]
    name: String,
}

/// Sends a token with which a new password can be set, once and within half an hour, if there is
/// such an account. The answer does not tell whether there is.
#[utoipa::path(post, path = "/password-resets", tag = "players", request_body = Wish,
    responses((status = 202, description = "If there is such an account, its player has a letter.")))]
pub(crate) async fn promise(
    State(app): State<App>,
    _: Knock,
    Body(wish): Body<Wish>,
) -> Result<StatusCode, Problem> {
    // So long is no name of anybody's: that it is not looked up tells nothing.
    if wish.name.chars().count() > 100 {
        return Err(Problem::Malformed("`name` is at most 100 letters".to_owned()));
    }
    if let Some(login) = Login::new(&wish.name) {
        let (now, of) = (app.now(), login.clone());
        let token = app.with_access(move |access| access.promise_reset(&of, now)).await?;
        if let Some(token) = token {
            let courier = app.parts().courier.clone();
            // Whoever asked does not wait for the letter: the time would tell that there is one.
            tokio::task::spawn_blocking(move || courier.bring_reset(&login, &token));
        }
    }
    Ok(StatusCode::ACCEPTED)
}
