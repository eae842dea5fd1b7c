//! `POST /check`: the program, the blocks' public files and the newest events are compared now.

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
pub(super) struct Looked {
    /// What is wrong, a line each.
    faults: Vec<String>,
}

pub(super) async fn look(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Looked>, No> {
    let (signed, _, What {}) = office.admit(call).await?;
    let found = keeper::look(&office.app, Some(signed)).await?;
    Ok(Json(Looked { faults: found.faults }))
}
