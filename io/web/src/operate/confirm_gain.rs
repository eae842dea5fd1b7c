//! `POST /confirm-gain`: a held gain is paid.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::{CommandId, OperatorAct, PlayId, PlayerId, Refusal};
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done};
use super::no::No;
use crate::problem::Problem;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    /// The play that won it: `7/COMMAND`.
    play: String,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let play = what.play.split_once('/').and_then(|(player, command)| {
        Some(PlayId { player: PlayerId(player.parse().ok()?), command: CommandId::new(command)? })
    });
    let unknown = || No::Problem(Problem::refused(Refusal::PlayUnknown));
    let act = OperatorAct::ConfirmGain { play: play.ok_or_else(unknown)? };
    office.act(signed, id, act).await
}
