//! The page of a game that is tried without money.

use axum::response::Html;
use game::Game;
use maud::html;

use crate::address::Place;
use crate::api;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::Visitor;
use crate::page::{stub, ticket};

/// The ticket of `game`, covered and marked; its modules ask for demonstrations.
pub(crate) fn page(visitor: &Visitor, game: &Game) -> Html<String> {
    let language = visitor.language;
    let facts = serde_json::to_string(&api::game::body(game, None));
    let facts = facts.expect("numbers and texts can be written");
    let content = html! {
        main #main.table tabindex="-1" data-game=(facts) {
            article.ticket aria-labelledby="ticket-name" data-state="offer" data-grids=(game.crossword().grids) {
                (ticket::face(language, game, true))
                (stub::trial(language, game))
            }
        }
    };
    let (place, title) = (Some(Place::game(&game.id)), language.name(game));
    Sheet { visitor, place, title, script: Script::Trial, content }.html()
}
