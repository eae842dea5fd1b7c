//! The door: a player signs in.

use axum::extract::State;
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::{Markup, html};

use crate::App;
use crate::address::{Page, Place};
use crate::language::Language;
use crate::page::frame::Sheet;
use crate::page::marked::marked;
use crate::page::script::Script;
use crate::page::visitor::Visitor;

/// The door. Whoever is in already is led to the games.
pub(crate) async fn show(State(app): State<App>, visitor: Visitor) -> Response {
    let language = visitor.language;
    if visitor.player.is_some() {
        return Redirect::to(&Place::from(Page::Lobby).address(language)).into_response();
    }
    page(&app, &visitor).into_response()
}

fn page(app: &App, visitor: &Visitor) -> Html<String> {
    let language = visitor.language;
    let name = html! {
        span { (language.text("sign_in.name")) }
        input name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required
            maxlength="100";
    };
    let restricted = html! {
        button.second #restricted type="submit" hidden { (language.text("sign_in.restricted")) }
    };
    let content = html! {
        main #main.table.desk tabindex="-1" {
            section.ledger.leaf aria-labelledby="door-title" {
                h1 #door-title { (language.text("sign_in.title")) }
                @if visitor.query.as_ref().is_some_and(|query| query.starts_with("to=")) {
                    p.note { (language.text("sign_in.to_play")) }
                }
                (form(language, "sign-in", &name, &restricted))
                p.note.door-links {
                    a href=(with_query(visitor, Page::SignUp)) { (language.text("nav.sign_up")) }
                    a href=(Place::from(Page::Password).address(language)) {
                        (language.text("sign_in.forgotten"))
                    }
                }
            }
            (demonstration(app, language, None))
        }
    };
    let title = language.filled("site.page", &[("page", language.text("sign_in.title"))]);
    let place = Some(Page::SignIn.into());
    Sheet { visitor, place, title: &title, script: Script::Door, content }.html()
}

/// A form to sign in with: what asks for the name is `name`, and `rest` stands at its end.
pub(crate) fn form(language: Language, id: &str, name: &Markup, rest: &Markup) -> Markup {
    html! {
        form.form id=(id) {
            label { (name) }
            label {
                span { (language.text("sign_in.password")) }
                input name="password" type="password" autocomplete="current-password" required
                    maxlength="200";
            }
            p.form-fault role="alert" hidden {}
            button.main type="submit" { (language.text("sign_in.submit")) }
            (rest)
        }
    }
}

/// Another page of the door, which leads back to the same place.
pub(crate) fn with_query(visitor: &Visitor, page: Page) -> String {
    let address = Place::from(page).address(visitor.language);
    visitor.query.as_ref().map_or_else(|| address.clone(), |query| format!("{address}?{query}"))
}

/// In a demonstration: the account that anybody may enter, in words, and a button that enters it
/// and leads to `to`, or else to where the door does.
pub(crate) fn demonstration(app: &App, language: Language, to: Option<String>) -> Markup {
    let Some(account) = &app.parts().demonstration else { return html! {} };
    let values = [("name", account.name.as_str()), ("password", account.password.as_str())];
    html! {
        section.ledger.leaf.demonstration aria-labelledby="demonstration-title" {
            h2 #demonstration-title { (language.text("demonstration.title")) }
            p { (marked(&language.filled("demonstration.text", &values))) }
            button.main #demonstration-enter type="button" data-name=(account.name)
                data-password=(account.password) data-to=[to] {
                (language.text("demonstration.submit"))
            }
            p.form-fault role="alert" hidden {}
        }
    }
}
