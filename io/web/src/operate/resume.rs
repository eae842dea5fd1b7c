//! `POST /resume`: what was stopped goes on.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::{OperatorAct, Refusal};
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, Scope, block, game};
use super::no::No;
use crate::problem::Problem;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    scope: Scope,
    /// Of a block, after a restored backup: how many units had left the house, from index 0 on.
    sold_units: Option<u64>,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let not_asked = || No::Problem(Problem::refused(Refusal::SoldThroughNotAsked));
    let act = match (what.scope, what.sold_units) {
        (Scope::Block(id), sold) => OperatorAct::Resume { block: block(&id)?, sold },
        (Scope::Game(id), None) => OperatorAct::ResumeGame { game: game(&id)? },
        (Scope::All, None) => OperatorAct::ResumeAll,
        (Scope::Game(_) | Scope::All, Some(_)) => return Err(not_asked()),
    };
    office.act(signed, id, act).await
}
