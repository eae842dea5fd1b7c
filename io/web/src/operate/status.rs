//! `POST /status`: games and blocks as they stand. How far a block is sold is not told, and neither
//! is anything else that says what is left in it.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};
use store::{Register, told};

use super::Office;
use super::act::Call;
use super::no::No;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {}

#[derive(Serialize)]
pub(super) struct Status {
    all_suspended: bool,
    games: Vec<GameStatus>,
    blocks: Vec<BlockStatus>,
    /// Plays whose gain waits for two people.
    held: Vec<String>,
}

#[derive(Serialize)]
struct GameStatus {
    game: String,
    suspended: bool,
    /// The opening that the game's file plans.
    planned: Option<String>,
    /// The opening that took its place, and why.
    put_off: Option<PutOffStatus>,
    /// When it opened or will; nothing as long as no block is on sale.
    opening: Option<String>,
    block: Option<String>,
}

#[derive(Serialize)]
struct PutOffStatus {
    until: String,
    reason: String,
}

#[derive(Serialize)]
struct BlockStatus {
    block: String,
    game: String,
    emission: u16,
    number: u32,
    units: u64,
    state: &'static str,
}

pub(super) async fn show(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Status>, No> {
    office.admit(call).await?;
    let register = office.app.with_store(store::Store::register).await?;
    Ok(Json(status(&register)))
}

fn status(register: &Register) -> Status {
    let games = register.offers.iter().map(|offer| GameStatus {
        game: offer.game.to_string(),
        suspended: offer.is_suspended,
        planned: offer.planned.map(told),
        put_off: offer.put_off.as_ref().map(|put_off| PutOffStatus {
            until: told(put_off.until),
            reason: put_off.reason.to_string(),
        }),
        opening: offer.opening().map(told),
        block: offer.current.as_ref().map(ToString::to_string),
    });
    let blocks = register.blocks.iter().map(|block| BlockStatus {
        block: block.id.to_string(),
        game: block.emission.game.to_string(),
        emission: block.emission.number,
        number: block.number,
        units: block.units,
        state: block.state.code(),
    });
    Status {
        all_suspended: register.is_halted,
        games: games.collect(),
        blocks: blocks.collect(),
        held: register.held.iter().map(ToString::to_string).collect(),
    }
}
