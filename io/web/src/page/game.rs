//! `GET /`: the game, and the player's history beside it.

use axum::extract::State;
use axum::response::Html;
use maud::html;

use crate::api::plays::shown_purse;
use crate::page::{frame, history, opening, stub, ticket};
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::{App, api};

pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
) -> Result<Html<String>, Problem> {
    let purse = app.with_store(move |store| shown_purse(store, player)).await?;
    let (_, balance) = purse.ok_or(Problem::NotFound)?;
    let game = app.front();
    let id = game.id.to_string();
    let offer = app.with_store(move |store| api::opening::offer(store, &id)).await?;
    let opening = offer.and_then(|offer| opening::note(&offer, api::opening::now()));
    let facts = serde_json::to_string(&crate::api::game::body(game));
    let facts = facts.expect("numbers and texts can be written");
    let content = html! {
        main #main tabindex="-1" data-game=(facts) data-odds=(ticket::odds(game)) {
            section #view-game.table {
                article.ticket aria-labelledby="ticket-name" data-state="offer" {
                    (ticket::face(game))
                    (stub::stub(game, opening.as_deref()))
                }
            }
            (history::section())
        }
    };
    Ok(Html(frame::page(balance, &content).into_string()))
}
