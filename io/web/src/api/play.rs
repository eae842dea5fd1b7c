//! `GET /plays/{id}`: a sold unit as it was.

use axum::Json;
use axum::extract::State;
use ledger::PlayId;

use crate::App;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayBody, PlayPath};

/// Tells a unit of the player's, as it was sold.
#[utoipa::path(get, path = "/plays/{id}", tag = "plays", security(("session" = [])), params(PlayPath),
    responses((status = 200, body = PlayBody, description = "The unit.")))]
pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
) -> Result<Json<PlayBody>, Problem> {
    let id = PlayId { player, command };
    let play = app.with_store(move |store| store.play(&id)).await?;
    Ok(Json(PlayBody::of(&app, &play.ok_or(Problem::NotFound)?)))
}
