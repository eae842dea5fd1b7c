//! `PUT /plays/{id}/view`: which tiles a screen has uncovered. Order and repetition do not matter.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::PlayId;
use serde::Deserialize;

use crate::App;
use crate::api::finish::uncover;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayBody};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    /// Tiles, from 0.
    uncovered: Vec<u8>,
}

pub(crate) async fn save(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
    view: Result<Json<View>, JsonRejection>,
) -> Result<Json<PlayBody>, Problem> {
    let Json(view) = view?;
    let zones = mask(&view.uncovered)?;
    uncover(&app, PlayId { player, command }, zones).await.map(|sold| Json(sold.into()))
}

/// Tiles as the ledger keeps them: bit i is tile i.
fn mask(uncovered: &[u8]) -> Result<u32, Problem> {
    uncovered.iter().try_fold(0, |mask, &zone| match 1_u32.checked_shl(zone.into()) {
        Some(bit) => Ok(mask | bit),
        None => Err(Problem::Malformed(format!("there is no tile {zone}"))),
    })
}
