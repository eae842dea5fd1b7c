//! `POST /games/{id}/demonstrations`: a unit without money.

use std::error::Error;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use game::{Cents, Game, Unit, score};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::problem::Problem;
use crate::throttle::Draw;
use crate::wire::{Money, words};

/// A unit that nobody bought and that pays nothing.
#[derive(Serialize, ToSchema)]
#[schema(as = Demonstration)]
pub(crate) struct DemonstrationBody {
    game: String,
    /// The version of the rules by which it is judged.
    rules: u32,
    /// Letter i lies under tile i.
    letters: String,
    /// Rows of letters, with `.` for grey.
    grids: Vec<Vec<String>>,
    words: Vec<Vec<String>>,
    completed: Vec<Vec<String>>,
    /// What the words of each grid come to; together they are the one lot.
    grid_gains: Vec<Money>,
    /// The lot that such a unit would win.
    gain: Money,
}

/// Draws a unit of a game that is tried without money, in the proportions of the game's table. It
/// is of no block, it is kept nowhere, and no money moves.
#[utoipa::path(post, path = "/games/{id}/demonstrations", tag = "games",
    params(("id" = String, Path, description = "The game.", example = "maxi-mots-croises")),
    responses((status = 200, body = DemonstrationBody, description = "A unit, with its result.")))]
pub(crate) async fn draw(
    State(app): State<App>,
    _: Draw,
    Path(id): Path<String>,
) -> Result<Json<DemonstrationBody>, Problem> {
    let trial = Arc::clone(app.trial(&id).ok_or(Problem::NotFound)?);
    let unit = app.apart(move |_| trial.draw().map(|unit| body(trial.game(), &unit))).await?;
    Ok(Json(unit))
}

fn body(game: &Game, unit: &Unit) -> DemonstrationBody {
    let letters = unit.letter_set();
    let score = score(game, unit).expect("a made unit is on the pay list");
    let gain = |words: &u8| {
        let pay = game.crossword().pays.iter().find(|pay| pay.words == *words);
        Money::from(pay.map_or(Cents::ZERO, |pay| pay.cents))
    };
    DemonstrationBody {
        game: game.id.to_string(),
        rules: game.version,
        letters: unit.letters.iter().map(|letter| letter.char()).collect(),
        grids: unit.grids.iter().map(|grid| grid.rows_text().collect()).collect(),
        words: words(unit, |_| true),
        completed: words(unit, |run| letters.covers(run.letters)),
        grid_gains: score.complete.iter().take(unit.grids.len()).map(gain).collect(),
        gain: score.lot.into(),
    }
}

impl From<Box<dyn Error + Send + Sync>> for Problem {
    fn from(error: Box<dyn Error + Send + Sync>) -> Self {
        Self::failure(&*error)
    }
}
