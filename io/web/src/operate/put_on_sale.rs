//! `POST /put-on-sale`: a published block is put on sale.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, block};
use super::no::No;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    block: String,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let mut printed = office.app.parts().printed.iter();
    if printed.any(|it| it.commitment().block().as_str() == what.block) {
        // The ledger would put it on sale, and no unit of it could be opened here.
        return Err(No::malformed("the block is on paper: its tickets are sold in books"));
    }
    let act = OperatorAct::PutOnSale { block: block(&what.block)? };
    office.act(signed, id, act).await
}
