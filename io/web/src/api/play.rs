//! `GET /plays/{id}`: a sold unit as it was.

use axum::Json;
use axum::extract::State;
use ledger::PlayId;

use crate::App;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayBody};

pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
) -> Result<Json<PlayBody>, Problem> {
    let id = PlayId { player, command };
    let play = app.with_store(move |store| store.play(&id)).await?;
    Ok(Json(play.ok_or(Problem::NotFound)?.into()))
}
