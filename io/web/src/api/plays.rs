//! `GET /plays`: the history, an unfinished unit first of all.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::PlayBody;

/// How many finished units make a page.
const PAGE: u16 = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cursor {
    /// Only units older than those of the page that said so.
    before: Option<u64>,
}

#[derive(Serialize)]
pub(crate) struct HistoryBody {
    unfinished: Vec<PlayBody>,
    finished: Vec<PlayBody>,
    /// What to send as `before` for the next page.
    next: Option<String>,
}

pub(crate) async fn list(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    cursor: Result<Query<Cursor>, QueryRejection>,
) -> Result<Json<HistoryBody>, Problem> {
    let Query(cursor) = cursor.map_err(|error| Problem::Malformed(error.body_text()))?;
    let history = app.with_store(move |store| store.history(player, cursor.before, PAGE)).await?;
    Ok(Json(HistoryBody {
        unfinished: history.unfinished.into_iter().map(PlayBody::from).collect(),
        finished: history.finished.into_iter().map(PlayBody::from).collect(),
        next: history.next.map(|id| id.to_string()),
    }))
}
