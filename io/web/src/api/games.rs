//! `GET /games`: every game, readable without an account.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::game::{GameBody, body};

/// All games.
#[derive(Serialize, ToSchema)]
pub(crate) struct GamesBody {
    games: Vec<GameBody>,
}

/// Lists every game with its rules.
#[utoipa::path(get, path = "/games", tag = "games",
    responses((status = 200, body = GamesBody, description = "Every game.")))]
pub(crate) async fn list(State(app): State<App>) -> Json<GamesBody> {
    Json(GamesBody { games: app.parts().games.iter().map(|game| body(game)).collect() })
}
