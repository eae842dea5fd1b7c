//! `POST /plays`: the purchase. Repeating it with the same `Idempotency-Key` buys nothing more.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use game::Cents;
use serde::Deserialize;
use store::{BuyCommand, CommandId, Mode, Receipt};

use crate::App;
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
    let command = BuyCommand {
        id: command_id(&headers)?,
        game: wish.game,
        mode: wish.mode.into(),
        price: Cents(wish.price_cents),
        at: app.now(),
    };
    // An unknown game goes to the ledger too: it answers repeated commands before all else.
    let sale = app.sale(&command.game).unwrap_or(app.front()).clone();
    let receipt =
        app.with_store(move |store| store.buy(player, &command, &*sale.units, &sale.game)).await?;
    match receipt {
        Receipt::Bought(play) => {
            tracing::info!(play = play.id.0, index = play.index.0, "a unit was sold");
            Ok((StatusCode::CREATED, Json((*play).into())))
        }
        Receipt::Refused(refusal) => Err(Problem::Refused(refusal)),
    }
}

/// The command's id, from its header.
fn command_id(headers: &HeaderMap) -> Result<CommandId, Problem> {
    let header = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let text = header.ok_or_else(|| Problem::Malformed("Idempotency-Key is missing".to_owned()))?;
    CommandId::new(text).map_err(|error| Problem::Malformed(error.to_string()))
}
