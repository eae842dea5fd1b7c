//! The account: what a player has, what he allows himself, what came and went.

mod money;
mod protection;
mod statement;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Html;
use ledger::Parameters;
use maud::{Markup, html};

use crate::App;
use crate::address::{Page, Place};
use crate::api::statement::Cursor;
use crate::language::Language;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::{Present, Visitor};
use crate::problem::Problem;

/// The account of the player who is signed in.
pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    cursor: Result<Query<Cursor>, QueryRejection>,
) -> Result<Html<String>, Problem> {
    let present = visitor.present()?;
    let Query(cursor) = cursor.map_err(|error| Problem::Malformed(error.body_text()))?;
    let (language, now) = (visitor.language, app.now());
    let parameters = app.parts().store.parameters(now);
    let statement = statement::section(&app, language, present.id, cursor).await?;
    let is_excluded = present.purse.player.is_excluded(now);
    let content = html! {
        main #main.table.desk.account tabindex="-1" {
            header.ledger.account-head { (head(language, present)) }
            (banners(&app, language, present, parameters))
            @if app.parts().cashier.is_some() {
                (money::section(language, present, parameters, is_excluded))
            }
            (protection::limits(language, present, parameters, now))
            (protection::exclusion(language, parameters))
            (statement)
        }
    };
    let title = language.filled("site.page", &[("page", language.text("account.title"))]);
    let place = Some(Page::Account.into());
    Ok(Sheet { visitor: &visitor, place, title: &title, script: Script::Account, content }.html())
}

/// Whose account it is, and what is in it: without the gain of a unit that is not seen, which would
/// tell the result before the tiles do.
fn head(language: Language, present: &Present) -> Markup {
    let name = present.purse.player.name.to_string();
    html! {
        h1 { (language.filled("account.of", &[("name", &name)])) }
        div.account-balance {
            div {
                h2 { (language.text("account.balance")) }
                p.amount { (language.balance(present.shown)) }
                p.note { (language.text("account.play_money")) }
            }
            @if present.purse.balance != present.shown {
                div {
                    p.note { (language.text("account.without")) }
                    details {
                        summary { (language.text("account.with")) }
                        p.amount { (language.balance(present.purse.balance)) }
                    }
                }
            }
            button.second #sign-out type="button" { (language.text("account.sign_out")) }
        }
    }
}

/// What keeps the player from playing, and what he can do about it.
fn banners(app: &App, language: Language, present: &Present, parameters: &Parameters) -> Markup {
    let player = &present.purse.player;
    let excluded = player.excluded_until.filter(|_| player.is_excluded(app.now()));
    html! {
        @if let Some(until) = excluded {
            section.ledger.banner aria-labelledby="excluded-title" {
                h2 #excluded-title {
                    (language.filled("account.excluded", &[("until", &language.moment(until))]))
                }
                p { (language.text("account.excluded_text")) }
            }
        }
        @if player.barred_at.is_some() {
            section.ledger.banner { p { (language.text("account.barred")) } }
        }
        @if player.rules < parameters.rules && !app.parts().games.is_empty() {
            section.ledger.banner aria-labelledby="rules-title" {
                h2 #rules-title { (language.text("account.rules_changed")) }
                p { (language.text("account.rules_text")) " "
                    @for game in &app.parts().games {
                        a href=(Place::rules(&game.id).address(language)) {
                            (language.filled("rules.title", &[("game", language.name(game))]))
                        }
                        " "
                    }
                }
                form #acceptance.form data-rules=(parameters.rules.0) {
                    p.form-fault role="alert" hidden {}
                    button.main type="submit" { (language.text("account.rules_accept")) }
                }
            }
        }
        @if player.stakes.is_none() || player.deposits.is_none() {
            section.ledger.banner aria-labelledby="missing-title" {
                h2 #missing-title { (language.text("account.limits_missing")) }
                p { (language.text("account.limits_missing_text")) }
            }
        }
    }
}
