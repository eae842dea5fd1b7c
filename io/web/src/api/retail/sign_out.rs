//! `DELETE /retail/sessions`: a counter signs out.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ledger::CounterId;

use crate::problem::Problem;
use crate::{App, door};

/// Ends the session of a counter that the request shows. Without one there is nothing to end, and
/// that is well too.
#[utoipa::path(delete, path = "/retail/sessions", tag = "retail",
    responses((status = 204, description = "Signed out.")))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    door::sign_out::<CounterId>(&app, &headers).await
}
