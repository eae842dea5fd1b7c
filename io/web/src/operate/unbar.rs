//! `POST /unbar`: a bar is taken back.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, remark};
use super::no::No;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    /// His number, or the name of his account.
    player: String,
    reason: String,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let (player, reason) = (office.player(&what.player).await?, remark(&what.reason)?);
    let act = OperatorAct::Unbar { player, reason };
    office.act(signed, id, act).await
}
