//! `GET /`: the game, and the player's history beside it.

use axum::extract::State;
use axum::response::Html;
use maud::html;

use crate::App;
use crate::api::plays::shown_purse;
use crate::page::{frame, history, stub, ticket};
use crate::problem::Problem;
use crate::session::SignedIn;

pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
) -> Result<Html<String>, Problem> {
    let purse = app.with_store(move |store| shown_purse(store, player)).await?;
    let (_, balance) = purse.ok_or(Problem::NotFound)?;
    let game = app.front();
    let facts = serde_json::to_string(&crate::api::game::body(game));
    let facts = facts.expect("numbers and texts can be written");
    let content = html! {
        main #main tabindex="-1" data-game=(facts) data-odds=(ticket::odds(game)) {
            section #view-game.table {
                article.ticket aria-labelledby="ticket-name" data-state="offer" {
                    (ticket::face(game))
                    (stub::stub(game))
                }
            }
            (history::section())
        }
    };
    Ok(Html(frame::page(balance, &content).into_string()))
}
