//! `DELETE /sessions`: a player signs out.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ledger::PlayerId;

use crate::problem::Problem;
use crate::{App, door};

/// Ends the session that the request shows. Without one there is nothing to end, and that is well
/// too.
#[utoipa::path(delete, path = "/sessions", tag = "players",
    responses((status = 204, description = "Signed out.")))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    door::sign_out::<PlayerId>(&app, &headers).await
}
