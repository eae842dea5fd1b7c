//! `POST /close`: the sale of a game's current emission ends for good, or that of one block that a
//! restored ledger stopped beside it.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, block, game};
use super::no::No;

/// `{"game": "…"}`, or `{"block": "…"}`.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum What {
    Game(String),
    Block(String),
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let act = match what {
        What::Game(text) => OperatorAct::Close { game: game(&text)? },
        What::Block(text) => OperatorAct::CloseRestored { block: block(&text)? },
    };
    office.act(signed, id, act).await
}
