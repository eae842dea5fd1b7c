//! `POST /bar`: a player is kept from playing and paying in.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::{OperatorAct, PlayerId, Remark};
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, remark};
use super::no::No;

/// Whom, and why: of an unbar too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    /// His number, or the name of his account.
    player: String,
    reason: String,
}

impl What {
    /// Who is meant, and the reason as the events keep it.
    pub(super) async fn read(&self, office: &Office) -> Result<(PlayerId, Remark), No> {
        Ok((office.player(&self.player).await?, remark(&self.reason)?))
    }
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let (player, reason) = what.read(&office).await?;
    let act = OperatorAct::Bar { player, reason };
    office.act(signed, id, act).await
}
