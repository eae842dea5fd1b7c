//! `DELETE /sessions`: a player signs out.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};

use crate::problem::Problem;
use crate::{App, cookie};

/// Ends the session that the request shows. Without one there is nothing to end, and that is well
/// too.
#[utoipa::path(delete, path = "/sessions", tag = "players",
    responses((status = 204, description = "Signed out.")))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let https = app.parts().https;
    if let Some(token) = cookie::PLAYER.read(&headers, https) {
        app.with_access(move |access| access.sign_out(&token)).await?;
    }
    let cookie = AppendHeaders([(SET_COOKIE, cookie::PLAYER.forget(https))]);
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
