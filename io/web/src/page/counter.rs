//! The page of a point of sale: one field for a scanner or for typing, one answer, and what was paid
//! today. It has no need of a player, and shows nothing of one.

use axum::extract::State;
use axum::response::Html;
use maud::{Markup, PreEscaped, html};

use crate::App;
use crate::address::Page;
use crate::api::retail::counter::find;
use crate::language::Language;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::sign_in;
use crate::page::visitor::Visitor;
use crate::problem::Problem;
use crate::session::AtCounter;

/// The page of the counter that is signed in, or its door. Where nothing is paid on paper there is
/// no such page.
pub(crate) async fn show(
    State(app): State<App>,
    counter: Option<AtCounter>,
    visitor: Visitor,
) -> Result<Html<String>, Problem> {
    if app.parts().printed.is_empty() {
        return Err(Problem::NotFound);
    }
    let language = visitor.language;
    let content = match counter {
        None => door(language),
        Some(AtCounter(id)) => match find(&app, id).await {
            Err(Problem::NotSignedIn) => door(language),
            found => desk(&app, language, found?),
        },
    };
    let title = language.filled("site.page", &[("page", language.text("counter.title"))]);
    let place = Some(Page::Counter.into());
    let visitor = &Visitor { player: None, ..visitor };
    Ok(Sheet { visitor, place, title: &title, script: Script::Counter, content }.html())
}

fn door(language: Language) -> Markup {
    let number = html! {
        span { (language.text("counter.number")) }
        input name="counter" inputmode="numeric" pattern="[0-9]{1,10}" autocomplete="username"
            required maxlength="10" autofocus;
    };
    html! {
        main #main.table.desk tabindex="-1" {
            section.ledger.leaf aria-labelledby="door-title" {
                h1 #door-title { (language.text("counter.title")) }
                (sign_in::form(language, "counter-sign-in", &number, &html! {}))
                p.note { (language.text("counter.door")) }
            }
        }
    }
}

fn desk(
    app: &App,
    language: Language,
    (counter, balance): (ledger::Counter, game::Cents),
) -> Markup {
    let parameters = app.parts().store.parameters(app.now());
    let number = counter.id.to_string();
    let ceiling = language.euros(parameters.counter_ceiling);
    let kind = if counter.is_centre { "counter.is_centre" } else { "counter.is_shop" };
    html! {
        main #main.table.desk.counter tabindex="-1"
            data-identity-from=(parameters.identity_from.0)
            data-identity-above=(parameters.identity_above.0) {
            header.counter-head {
                div {
                    h1 { (counter.name) }
                    p { (language.filled(kind, &[("number", &number), ("ceiling", &ceiling)])) }
                }
                p.counter-balance {
                    span { (language.text("counter.balance")) }
                    output #counter-balance { (language.balance(balance)) }
                }
                button.second #counter-sign-out type="button" { (language.text("account.sign_out")) }
            }
            section.ledger.check aria-labelledby="check-title" {
                h2 #check-title { (language.text("counter.check")) }
                (field(language))
                (answer())
                (basket(language))
            }
            section.ledger.today aria-labelledby="today-title" {
                h2 #today-title { (language.text("counter.today")) }
                p.amount #today-sum { (language.balance(game::Cents::ZERO)) }
                p.note #today-state { (language.text("counter.loading")) }
                table.statement #today-list aria-labelledby="today-title" hidden {
                    thead {
                        tr {
                            th scope="col" { (language.text("counter.ticket")) }
                            th scope="col" { (language.text("counter.paid_at")) }
                            th scope="col" { (language.text("counter.amount")) }
                        }
                    }
                    tbody {}
                }
                button.second #today-more type="button" hidden { (language.text("counter.more")) }
            }
        }
    }
}

/// Where a number and a code come in, one after the other or both at once.
fn field(language: Language) -> Markup {
    html! {
        form #check.form autocomplete="off" {
            label {
                span { (language.text("counter.field")) }
                input #ticket name="ticket" autocapitalize="characters" spellcheck="false"
                    autocomplete="off" maxlength="90" aria-describedby="ticket-hint" autofocus;
            }
            p.hint #ticket-hint { (language.text("counter.hint")) }
            ul.parts {
                li #part-number { (language.text("counter.part_number")) " " b { "…" } }
                li #part-code { (language.text("counter.part_code")) " " b { "…" } }
            }
            p.form-fault role="alert" hidden {}
            p.form-buttons {
                button.main type="submit" { (language.text("counter.ask")) }
                button.second #ticket-clear type="button" { (language.text("counter.clear")) }
            }
        }
    }
}

/// Every drawing that an answer may have; the style sheet shows the one of its kind.
const ICONS: [(&str, &str); 5] = [
    ("pays", "M5 13.5 10 18.5 19.5 6.5"),
    ("centre", "M4 12h15M13 5.5 19.5 12 13 18.5"),
    ("no", "M5 12h14"),
    ("stop", "M6 6 18 18M18 6 6 18"),
    ("wait", "M12 6v6.5l4.5 3M12 2.8a9.2 9.2 0 1 1-.01 0"),
];

fn answer() -> Markup {
    html! {
        div #answer.answer role="status" aria-live="assertive" aria-atomic="true" {
            div.answer-card hidden {
                span.answer-icon aria-hidden="true" {
                    @for (kind, path) in ICONS {
                        svg.icon data-kind=(kind) viewBox="0 0 24 24" {
                            path d=(PreEscaped(path)) {}
                        }
                    }
                }
                p.answer-title #answer-title {}
                p.answer-amount #answer-amount {}
                p.answer-text #answer-text {}
                p.answer-ticket #answer-ticket {}
            }
        }
    }
}

/// What is about to be paid, in one operation.
fn basket(language: Language) -> Markup {
    html! {
        form #basket.form.basket hidden autocomplete="off" aria-labelledby="basket-title" {
            h2 #basket-title { (language.text("counter.basket")) }
            ul #basket-list {}
            label #bearer hidden {
                span { (language.text("counter.bearer")) }
                input name="bearer" autocomplete="off" maxlength="200" aria-describedby="bearer-hint";
                small.hint #bearer-hint { (language.text("counter.bearer_hint")) }
            }
            p.form-fault role="alert" hidden {}
            p.form-buttons {
                button.main #pay type="submit" {}
                button.second #basket-drop type="button" { (language.text("counter.drop")) }
            }
        }
    }
}
