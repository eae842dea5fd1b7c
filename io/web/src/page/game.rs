//! `GET /`: the game, and the player's history beside it.

use axum::extract::State;
use axum::response::Html;
use maud::html;

use crate::api::plays::shown_purse;
use crate::page::{frame, history, opening, stub, ticket, verification};
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::{App, api};

pub(crate) async fn show(
    State(app): State<App>,
    player: Option<SignedIn>,
) -> Result<Html<String>, Problem> {
    let balance = match player {
        None => None,
        Some(SignedIn(player)) => {
            app.with_store(move |store| shown_purse(store, player)).await?.map(|purse| purse.1)
        }
    };
    let game = app.front();
    let id = game.id.to_string();
    let offer = app.with_store(move |store| api::opening::offer(store, &id)).await?;
    let opening = offer.as_ref().and_then(|offer| opening::note(offer, app.now()));
    let facts = serde_json::to_string(&crate::api::game::body(game, offer.as_ref()));
    let facts = facts.expect("numbers and texts can be written");
    let content = html! {
        main #main tabindex="-1" data-game=(facts) data-odds=(ticket::odds(game)) {
            section #view-game.table {
                article.ticket aria-labelledby="ticket-name" data-state="offer" {
                    (ticket::face(game))
                    (stub::stub(game, opening.as_deref()))
                }
            }
            (verification::section())
            (history::section())
        }
    };
    Ok(Html(frame::page(balance, &content).into_string()))
}
