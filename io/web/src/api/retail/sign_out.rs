//! `DELETE /retail/sessions`: a counter signs out.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};

use crate::problem::Problem;
use crate::{App, cookie};

/// Ends the session of a counter that the request shows. Without one there is nothing to end, and
/// that is well too.
#[utoipa::path(delete, path = "/retail/sessions", tag = "retail",
    responses((status = 204, description = "Signed out.")))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let https = app.parts().https;
    if let Some(token) = cookie::COUNTER.read(&headers, https) {
        app.with_counters(move |door| door.sign_out(&token)).await?;
    }
    let cookie = AppendHeaders([(SET_COOKIE, cookie::COUNTER.forget(https))]);
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
