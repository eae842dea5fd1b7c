//! A newcomer opens an account: of age, with the rules accepted, and with limits of his own.

use axum::extract::State;
use axum::response::{Html, IntoResponse, Redirect, Response};
use ledger::Parameters;
use maud::{Markup, html};

use crate::App;
use crate::address::{Page, Place};
use crate::language::Language;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::sign_in::with_query;
use crate::page::visitor::Visitor;

const HOUR_MS: u64 = 3_600_000;

/// The form, where there is something to play. Whoever is in already is led to his account.
pub(crate) async fn show(State(app): State<App>, visitor: Visitor) -> Response {
    if visitor.player.is_some() {
        return Redirect::to(&Place::from(Page::Account).address(visitor.language)).into_response();
    }
    page(&app, &visitor).into_response()
}

fn page(app: &App, visitor: &Visitor) -> Html<String> {
    let language = visitor.language;
    let content = html! {
        main #main.table.desk tabindex="-1" {
            section.ledger.leaf aria-labelledby="door-title" {
                h1 #door-title { (language.text("sign_up.title")) }
                @if app.parts().games.is_empty() {
                    p { (language.text("sign_up.nothing")) }
                } @else {
                    (form(app, language))
                }
                p.note { a href=(with_query(visitor, Page::SignIn)) { (language.text("sign_up.have")) } }
            }
        }
    };
    let title = language.filled("site.page", &[("page", language.text("sign_up.title"))]);
    let place = Some(Page::SignUp.into());
    Sheet { visitor, place, title: &title, script: Script::Door, content }.html()
}

/// What a newcomer writes in.
fn form(app: &App, language: Language) -> Markup {
    let parameters = app.parts().store.parameters(app.now());
    html! {
        form #sign-up.form data-rules=(parameters.rules.0) {
            (who(language, parameters.age_years))
            fieldset {
                legend { (limits_title(language, parameters)) }
                p.note { (limits_text(language, parameters)) }
                (limit_fields(language))
            }
            label.check {
                input type="checkbox" name="accepts" required;
                span { (language.text("sign_up.rules")) }
            }
            p.note {
                (language.text("sign_up.rules_links")) " "
                @for (number, game) in app.parts().games.iter().enumerate() {
                    @if number > 0 { ", " }
                    a href=(Place::rules(&game.id).address(language)) { (language.name(game)) }
                }
            }
            p.form-fault role="alert" hidden {}
            button.main type="submit" { (language.text("sign_up.submit")) }
        }
    }
}

/// Name, password and day of birth.
fn who(language: Language, age_years: u16) -> Markup {
    let born = language.filled("sign_up.born_hint", &[("age", &age_years.to_string())]);
    html! {
        label {
            span { (language.text("sign_in.name")) }
            input name="name" autocomplete="username" autocapitalize="none" spellcheck="false"
                required minlength="3" maxlength="100" aria-describedby="name-hint";
        }
        p #name-hint.hint { (language.text("sign_up.name_hint")) }
        label {
            span { (language.text("sign_in.password")) }
            input name="password" type="password" autocomplete="new-password" required
                minlength="10" maxlength="200" aria-describedby="password-hint";
        }
        p #password-hint.hint { (language.text("sign_up.password_hint")) }
        label {
            span { (language.text("sign_up.born")) }
            input name="born" type="date" autocomplete="bday" required min="1900-01-01"
                aria-describedby="born-hint";
        }
        p #born-hint.hint { (born) }
    }
}

fn limits_title(language: Language, parameters: &Parameters) -> String {
    let days = (parameters.limit_window.0 / HOUR_MS / 24).to_string();
    language.filled("sign_up.limits", &[("days", &days)])
}

/// How limits work, in one sentence.
pub(crate) fn limits_text(language: Language, parameters: &Parameters) -> String {
    let days = (parameters.limit_window.0 / HOUR_MS / 24).to_string();
    let hours = (parameters.raise_delay.0 / HOUR_MS).to_string();
    language.filled("limits.text", &[("days", &days), ("hours", &hours)])
}

/// What a player allows himself, to be written in.
fn limit_fields(language: Language) -> Markup {
    html! {
        div.pair {
            @for (name, key) in [("stakes", "limits.stakes"), ("deposits", "limits.deposits")] {
                label {
                    span { (language.text(key)) }
                    (amount_input(name))
                }
            }
        }
    }
}

/// A field for an amount in euros.
pub(crate) fn amount_input(name: &str) -> Markup {
    html! {
        input name=(name) inputmode="decimal" autocomplete="off" required maxlength="12"
            pattern="[0-9]{1,8}([.,][0-9]{1,2})?" ;
    }
}
