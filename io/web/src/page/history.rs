//! The history's place on the page; a module fills it.

use maud::{Markup, html};

use crate::messages::text;

/// The empty history, hidden until it is asked for.
pub(crate) fn section() -> Markup {
    html! {
        section #view-history.table aria-labelledby="history-title" hidden {
            div.ledger {
                h1 #history-title tabindex="-1" { (text("history.title")) }
                p #history-state.note { (text("history.loading")) }
                ol #history-list.slips {}
                button.second #history-more type="button" hidden { (text("history.more")) }
            }
        }
    }
}
