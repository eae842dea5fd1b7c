//! The history: a module fills it.

use axum::response::Html;
use maud::html;

use crate::address::Page;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::Visitor;
use crate::problem::Problem;

/// The place of the history.
pub(crate) async fn show(visitor: Visitor) -> Result<Html<String>, Problem> {
    let language = visitor.language;
    if visitor.player.is_none() {
        return Err(Problem::NotSignedIn);
    }
    let content = html! {
        main #main.table.desk tabindex="-1" {
            section.ledger aria-labelledby="history-title" {
                h1 #history-title tabindex="-1" { (language.text("history.title")) }
                p #history-state.note { (language.text("history.loading")) }
                ol #history-list.slips {}
                button.second #history-more type="button" hidden { (language.text("history.more")) }
            }
        }
    };
    let title = language.text("history.title");
    let place = Some(Page::History.into());
    Ok(Sheet { visitor: &visitor, place, title, script: Script::History, content }.html())
}
