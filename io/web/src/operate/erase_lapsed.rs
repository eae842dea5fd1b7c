//! `POST /erase-lapsed`: the data of closed accounts that were kept for long enough are erased now.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};

use super::Office;
use super::act::Call;
use super::no::No;
use crate::keeper;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {}

#[derive(Serialize)]
pub(super) struct Erased {
    /// How many accounts.
    erased: u32,
}

pub(super) async fn act(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Erased>, No> {
    let (_, _, What {}) = office.admit(call).await?;
    Ok(Json(Erased { erased: keeper::erase_lapsed(&office.app).await? }))
}
