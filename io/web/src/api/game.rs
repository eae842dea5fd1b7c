//! `GET /games/{id}`: the rules of a game, readable without an account.

use axum::Json;
use axum::extract::{Path, State};
use game::Game;
use ledger::Offer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::opening::{self, OpeningBody};
use crate::problem::Problem;
use crate::wire::Money;

/// A game's rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameBody {
    id: String,
    version: u32,
    name: NameBody,
    price: Money,
    block_units: u32,
    letters: u8,
    grids: u8,
    words_per_grid: u8,
    rows: u8,
    columns: u8,
    pays: Vec<PayBody>,
    prizes: Vec<PrizeBody>,
    winning_units: u32,
    prize_total: Money,
    /// When it opens; nothing for a game that was never sold here.
    opening: Option<OpeningBody>,
}

/// A name in each language.
#[derive(Serialize, ToSchema)]
struct NameBody {
    fr: String,
    en: String,
}

/// What so many complete words of one grid are worth.
#[derive(Serialize, ToSchema)]
struct PayBody {
    words: u8,
    gain: Money,
}

/// A line of the prize table.
#[derive(Serialize, ToSchema)]
struct PrizeBody {
    count: u32,
    gain: Money,
    total: Money,
}

/// Tells the rules of a game, sold or tried: price, prize table, what words pay.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "The game.", example = "mots-croises")),
    responses((status = 200, body = GameBody, description = "Its rules.")))]
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameBody>, Problem> {
    let of_trial = || app.trial(&id).map(|trial| trial.game());
    let game = app.game(&id).or_else(of_trial).ok_or(Problem::NotFound)?;
    let offer = app.with_store(move |store| opening::offer(store, &id)).await?;
    Ok(Json(body(game, offer.as_ref())))
}

/// A game as the API tells it.
pub(crate) fn body(game: &Game, offer: Option<&Offer>) -> GameBody {
    let rules = game.crossword();
    GameBody {
        id: game.id.to_string(),
        version: game.version,
        name: NameBody { fr: game.name.fr.clone(), en: game.name.en.clone() },
        price: game.price.into(),
        block_units: game.block_units,
        letters: rules.letters,
        grids: rules.grids,
        words_per_grid: rules.words_per_grid,
        rows: rules.rows,
        columns: rules.columns,
        pays: rules
            .pays
            .iter()
            .map(|pay| PayBody { words: pay.words, gain: pay.cents.into() })
            .collect(),
        prizes: game
            .prizes
            .iter()
            .map(|prize| PrizeBody {
                count: prize.count,
                gain: prize.amount.into(),
                total: prize.total().into(),
            })
            .collect(),
        winning_units: game.winning_units(),
        prize_total: game.prize_total().into(),
        opening: offer.map(opening::body),
    }
}
