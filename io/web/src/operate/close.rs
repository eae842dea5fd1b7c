//! `POST /close`: the sale of a game's current emission ends for good.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, game};
use super::no::No;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    game: String,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let act = OperatorAct::Close { game: game(&what.game)? };
    office.act(signed, id, act).await
}
