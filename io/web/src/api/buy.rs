//! `POST /plays`: the purchase. Repeating it with the same `Idempotency-Key` buys nothing more.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Cents, GameId};
use ledger::{CommandId, Done, Mode, PlayerAct, Receipt, Refusal};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::body::{Body, Key, KeyHeader};
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::PlayBody;

/// What is bought.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Purchase)]
pub(crate) struct Wish {
    /// The game.
    #[schema(max_length = 100, example = "mots-croises")]
    game: String,
    /// Which button was pressed. The same command with the other one shows the unit already bought.
    mode: ModeWord,
    /// The price that the player saw.
    #[schema(example = 300)]
    #[serde(deserialize_with = "crate::whole::one")]
    price_cents: u64,
}

/// Whether the player uncovers the zones himself.
#[derive(Clone, Copy, Deserialize, ToSchema)]
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

/// Takes the stake and sells the next unit, in one transaction (article 4.4). With
/// `unfinished_unit` the answer names that unit.
#[utoipa::path(post, path = "/plays", tag = "plays", request_body = Wish, security(("session" = [])), params(KeyHeader),
    responses((status = 201, body = PlayBody, description = "The unit, with its result.")))]
pub(crate) async fn buy(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<PlayBody>), Problem> {
    // What is no game's id names no game.
    let game = GameId::new(&wish.game).ok_or(Problem::refused(Refusal::GameNotOnSale))?;
    let (price, mode) = (Cents(wish.price_cents), wish.mode.into());
    let act = PlayerAct::Buy { game: game.clone(), price, mode };
    let told = app.order_told(player, id, act).await?;
    match told.receipt {
        Receipt::Done(Done::Bought(play)) => {
            // After the loss of a ledger, what left the house is known from these lines.
            let (block, index) = (play.block.as_str(), play.index.0);
            tracing::info!(block, index, "a unit was sold");
            if told.is_new {
                return Ok((StatusCode::CREATED, Json(PlayBody::just_sold(&play))));
            }
            let id = play.id.clone();
            // The receipt never changes; what was uncovered since then may have.
            let sold = app.with_store(move |store| store.play(&id)).await?;
            let sold = sold.ok_or(Problem::Failure)?;
            Ok((StatusCode::CREATED, Json(PlayBody::of(&app, &sold))))
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
