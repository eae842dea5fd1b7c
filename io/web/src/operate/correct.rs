//! `POST /correct`: two people correct a player's balance by hand.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use game::Cents;
use ledger::{Amount, Correction, OperatorAct};
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, remark};
use super::no::No;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    /// His number, or the name of his account.
    player: String,
    way: Way,
    cents: u64,
    reason: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    Credit,
    Debit,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let amount = Amount::new(Cents(what.cents));
    let amount = amount.ok_or_else(|| No::malformed("an amount is a cent or more"))?;
    let way = match what.way {
        Way::Credit => Correction::Credit,
        Way::Debit => Correction::Debit,
    };
    let (player, reason) = (office.player(&what.player).await?, remark(&what.reason)?);
    office.act(signed, id, OperatorAct::Correct { player, way, amount, reason }).await
}
