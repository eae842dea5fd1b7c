//! `POST /suspend`: the sale of a block, a game or everything stops.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;

use super::Office;
use super::act::{Call, Done, Scope, block, game};
use super::no::No;

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<Scope>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let act = match what {
        Scope::Block(id) => OperatorAct::Suspend { block: block(&id)? },
        Scope::Game(id) => OperatorAct::SuspendGame { game: game(&id)? },
        Scope::All => OperatorAct::SuspendAll,
    };
    office.act(signed, id, act).await
}
