//! `POST /put-off`: a game opens later than was said.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::OperatorAct;
use serde::Deserialize;

use super::Office;
use super::act::{Call, Done, date, game, remark};
use super::no::No;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    game: String,
    /// The day at whose first moment it opens, in Paris.
    until: String,
    reason: String,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    let until = store::day_begins(date(&what.until)?).expect("a day that was read is one");
    let (game, reason) = (game(&what.game)?, remark(&what.reason)?);
    let act = OperatorAct::PutOff { game, until, reason };
    office.act(signed, id, act).await
}
