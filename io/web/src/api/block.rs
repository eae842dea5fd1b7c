//! `GET /blocks/{id}/…`: what a block was bound to before its first sale.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use vault::{Block, Commitment, VaultError};

use crate::App;
use crate::app::Parts;
use crate::problem::Problem;

/// Gives the signed checkpoint of a block: whoever keeps it can check every unit of the block
/// against it.
#[utoipa::path(get, path = "/blocks/{id}/checkpoint", tag = "blocks",
    params(("id" = String, Path, description = "The block.")),
    responses((status = 200, body = String, content_type = "text/plain",
        description = "A signed note (C2SP).")))]
pub(crate) async fn checkpoint(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    file(&app, &id, "checkpoint".to_owned()).await
}

/// Gives a public file of a block: `manifest.json`, `game.toml`, `lexicon.txt` or a tile of its
/// tree (C2SP, tlog-tiles). OpenAPI has no word for a path of any length, so this one route is not
/// in the document.
pub(crate) async fn public(
    State(app): State<App>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    file(&app, &id, name).await
}

async fn file(app: &App, id: &str, name: String) -> Result<Response, Problem> {
    let kind = match name.as_str() {
        "checkpoint" | "lexicon.txt" | "game.toml" => "text/plain; charset=utf-8",
        "manifest.json" => "application/json",
        _ => "application/octet-stream",
    };
    let id = id.to_owned();
    let read = move |parts: &Parts| match commitment(parts, &id) {
        Some(commitment) => commitment.public_file(&name),
        None => Ok(None),
    };
    let bytes = app.apart(read).await?.ok_or(Problem::NotFound)?;
    // A dealt block never changes: its name is of its contents.
    let cached = (CACHE_CONTROL, "public, max-age=31536000, immutable");
    Ok(([(CONTENT_TYPE, kind), cached], bytes).into_response())
}

/// The public half of a block that is sold or paid here, by its name.
fn commitment<'a>(parts: &'a Parts, id: &str) -> Option<&'a Commitment> {
    let sold = parts.blocks.iter().map(|it| it.commitment());
    let mut all = sold.chain(parts.printed.iter().map(|it| it.commitment()));
    all.find(|commitment| commitment.block().as_str() == id)
}

/// A block that is sold here, by its name.
pub(crate) fn named(app: &App, id: &str) -> Option<Arc<Block>> {
    let mut blocks = app.parts().blocks.iter();
    blocks.find(|block| block.commitment().block().as_str() == id).cloned()
}

impl From<VaultError> for Problem {
    fn from(error: VaultError) -> Self {
        Self::failure(&error)
    }
}
