//! `PUT /plays/{id}/view`: which tiles a screen has uncovered. Order and repetition do not matter.

use axum::Json;
use axum::extract::State;
use ledger::PlayId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::finish::uncover;
use crate::body::Body;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayBody, PlayPath};

/// What a screen shows.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    /// Tiles, from 0, in any order.
    #[schema(example = json!([0, 3]), max_items = 32, maximum = 31)]
    #[serde(deserialize_with = "crate::whole::many")]
    uncovered: Vec<u8>,
}

/// Notes which tiles a screen has uncovered, besides those of before. With the last one the unit is
/// finished.
#[utoipa::path(put, path = "/plays/{id}/view", tag = "plays", request_body = View, security(("session" = [])), params(PlayPath),
    responses((status = 200, body = PlayBody, description = "The unit, with what is uncovered.")))]
pub(crate) async fn save(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
    Body(view): Body<View>,
) -> Result<Json<PlayBody>, Problem> {
    let zones = mask(&view.uncovered)?;
    uncover(&app, PlayId { player, command }, zones)
        .await
        .map(|sold| Json(PlayBody::of(&app, &sold)))
}

/// Tiles as the ledger keeps them: bit i is tile i.
fn mask(uncovered: &[u8]) -> Result<u32, Problem> {
    if uncovered.len() > 32 {
        return Err(Problem::Malformed("there are at most 32 tiles".to_owned()));
    }
    uncovered.iter().try_fold(0, |mask, &zone| match 1_u32.checked_shl(zone.into()) {
        Some(bit) => Ok(mask | bit),
        None => Err(Problem::Malformed(format!("there is no tile {zone}"))),
    })
}
