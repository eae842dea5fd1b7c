//! `GET /plays/{id}/proof`: that a unit was fixed before it was sold.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use ledger::PlayId;

use crate::App;
use crate::api::block::named;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayPath};

/// Gives the proof of a unit of the player's: with the block's checkpoint, published before the
/// sale, anybody can check it (`grille-verify proof`, or in the browser).
#[utoipa::path(get, path = "/plays/{id}/proof", tag = "plays", security(("session" = [])), params(PlayPath),
    responses((status = 200, body = String, content_type = "text/plain",
        description = "A proof that stands alone (C2SP, tlog-proof).")))]
pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
) -> Result<Response, Problem> {
    let id = PlayId { player, command };
    let sold = app.with_store(move |store| store.play(&id)).await?.ok_or(Problem::NotFound)?;
    let play = sold.facts.play;
    let block = named(&app, play.block.as_str()).ok_or(Problem::NotFound)?;
    let index = play.index.0;
    let proof = app.apart(move |_| block.prove(index)).await?;
    let name = format!("attachment; filename=\"{}-{index}.proof\"", play.block);
    let headers =
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, proof).into_response())
}
