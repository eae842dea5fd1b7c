//! `POST /plays`: the purchase. Repeating it with the same `Idempotency-Key` buys nothing more.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use game::{Cents, GameId};
use ledger::{CommandId, Done, Mode, PlayerAct, Receipt, Refusal};
use serde::Deserialize;

use crate::App;
use crate::api::finish::PREFIX;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::PlayBody;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    game: String,
    mode: ModeWord,
    price_cents: u64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ModeWord {
    Jouer,
    Auto,
}

impl From<ModeWord> for Mode {
    fn from(word: ModeWord) -> Self {
        match word {
            ModeWord::Jouer => Self::Jouer,
            ModeWord::Auto => Self::Auto,
        }
    }
}

pub(crate) async fn buy(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    headers: HeaderMap,
    wish: Result<Json<Wish>, JsonRejection>,
) -> Result<(StatusCode, Json<PlayBody>), Problem> {
    let Json(wish) = wish?;
    let id = command_id(&headers)?;
    // What is no game's id names no game.
    let game = GameId::new(&wish.game).ok_or(Problem::refused(Refusal::GameNotOnSale))?;
    let (price, mode) = (Cents(wish.price_cents), wish.mode.into());
    let act = PlayerAct::Buy { game: game.clone(), price, mode };
    match app.order(player, id, act).await? {
        Receipt::Done(Done::Bought(play)) => {
            // After the loss of a ledger, what left the house is known from these lines.
            let (block, index) = (play.block.as_str(), play.index.0);
            tracing::info!(block, index, "a unit was sold");
            let id = play.id.clone();
            // The receipt never changes; what was uncovered since then may have.
            let sold = app.with_store(move |store| store.play(&id)).await?;
            let sold = sold.ok_or(Problem::Failure)?;
            Ok((StatusCode::CREATED, Json(sold.into())))
        }
        Receipt::Refused(refusal) => {
            let play = match refusal {
                Refusal::UnfinishedUnit => unfinished(&app, player, &game).await?,
                _ => None,
            };
            Err(Problem::Refused(refusal, play))
        }
        Receipt::Done(_) => Err(Problem::Failure),
    }
}

/// The unit that a player has to finish first.
async fn unfinished(
    app: &App,
    player: ledger::PlayerId,
    game: &GameId,
) -> Result<Option<CommandId>, Problem> {
    let history = app.with_store(move |store| store.history(player, None, 0)).await?;
    let mut plays = history.unfinished.into_iter().map(|sold| sold.facts.play);
    Ok(plays.find(|play| play.game == *game).map(|play| play.id.command.clone()))
}

/// The command's id, from its header.
fn command_id(headers: &HeaderMap) -> Result<CommandId, Problem> {
    let malformed = |text: &str| Problem::Malformed(text.to_owned());
    let header = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let text = header.ok_or_else(|| malformed("Idempotency-Key is missing"))?;
    // Finishing a unit is a command of its own, named after the purchase.
    let is_free = !text.starts_with(PREFIX) && PREFIX.len() + text.len() <= 100;
    CommandId::new(text).filter(|_| is_free).ok_or_else(|| {
        malformed("Idempotency-Key is 8 to 93 of A–Z, a–z, 0–9, `-` and `_`, and not finish-…")
    })
}
