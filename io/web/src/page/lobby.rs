//! The games, as tickets on a desk.

use axum::extract::State;
use axum::response::Html;
use maud::html;

use crate::App;
use crate::address::{Page, Place};
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::sign_in;
use crate::page::visitor::Visitor;
use crate::problem::Problem;

pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Html<String>, Problem> {
    let language = visitor.language;
    let content = html! {
        main #main.table.desk tabindex="-1" {
            h1.unseen { (language.text("lobby.title")) }
            @for game in &app.parts().games {
                section.ledger aria-labelledby=(game.id) {
                    h2 id=(game.id) { (language.name(game)) }
                    p { a.button.main href=(Place::game(&game.id).address(language)) {
                        (language.text("lobby.play"))
                    } }
                }
            }
            @if visitor.player.is_none() { (sign_in::demonstration(&app, language)) }
        }
    };
    let (place, title) = (Some(Page::Lobby.into()), language.text("site.title"));
    Ok(Sheet { visitor: &visitor, place, title, script: Script::Door, content }.html())
}
