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
    /// Of a block, after a restored backup: the last unit that had left the house.
    sold_through: Option<u64>,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let not_asked = || No::Problem(Problem::refused(Refusal::SoldThroughNotAsked));
    let act = match (what.scope, what.sold_through) {
        (Scope::Block(id), sold_through) => {
            // So many units had left: the last index, and one.
            let sold = sold_through.map(|index| index.saturating_add(1));
            OperatorAct::Resume { block: block(&id)?, sold }
        }
        (Scope::Game(id), None) => OperatorAct::ResumeGame { game: game(&id)? },
        (Scope::All, None) => OperatorAct::ResumeAll,
        (Scope::Game(_) | Scope::All, Some(_)) => return Err(not_asked()),
    };
    office.act(signed, id, act).await
}
