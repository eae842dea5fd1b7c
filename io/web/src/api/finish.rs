//! `POST /plays/{id}/finish`: the player has seen all of it. It pays nothing: that is done since
//! the purchase.

use axum::Json;
use axum::extract::State;

use crate::App;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayBody};

pub(crate) async fn finish(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(id): PlayAt,
) -> Result<Json<PlayBody>, Problem> {
    let at = app.now();
    let play = app.with_store(move |store| store.finish(player, id, at)).await?;
    Ok(Json(play.ok_or(Problem::NotFound)?.into()))
}
