//! `POST /close-account`: a player's account is closed.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;

use super::Office;
use super::act::{Call, Done};
use super::bar::What;
use super::no::No;

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let (player, reason) = what.read(&office).await?;
    office.act(signed, id, OperatorAct::CloseAccount { player, reason }).await
}
