//! `GET /games`: every game, readable without an account.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::game::{GameBody, body};
use crate::problem::Problem;

/// All games.
#[derive(Serialize, ToSchema)]
pub(crate) struct GamesBody {
    games: Vec<GameBody>,
}

/// Lists every game with its rules.
#[utoipa::path(get, path = "/games", tag = "games",
    responses((status = 200, body = GamesBody, description = "Every game.")))]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<GamesBody>, Problem> {
    let offers = app.with_store(|store| store.register()).await?.offers;
    let games = app.parts().games.iter().map(|game| {
        let offer = offers.iter().find(|offer| offer.game == game.id);
        body(game, offer)
    });
    Ok(Json(GamesBody { games: games.collect() }))
}
