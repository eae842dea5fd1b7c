//! Paying in and out.

use ledger::Parameters;
use maud::{Markup, html};

use crate::language::Language;
use crate::page::sign_up::amount_input;
use crate::page::visitor::Present;

/// Both forms. Whoever has excluded himself only withdraws.
pub(super) fn section(
    language: Language,
    present: &Present,
    parameters: &Parameters,
    is_excluded: bool,
) -> Markup {
    let is_confirmed = present.purse.player.confirmed_at.is_some();
    let ceiling = language.euros(parameters.unconfirmed_deposits);
    html! {
        section.ledger aria-labelledby="money-title" {
            h2 #money-title { (language.text("money.title")) }
            @if !is_confirmed {
                p.note { (language.filled("money.unconfirmed", &[("ceiling", &ceiling)])) }
            }
            div.pair {
                @if !is_excluded {
                    (form(language, "deposit", "money.deposit_of", "money.deposit", "button main"))
                }
                (form(language, "withdrawal", "money.withdraw_of", "money.withdraw", "button second"))
            }
        }
    }
}

fn form(language: Language, id: &str, label: &str, submit: &str, class: &str) -> Markup {
    html! {
        form.form id=(id) {
            label {
                span { (language.text(label)) }
                (amount_input("amount"))
            }
            p.form-fault role="alert" hidden {}
            button class=(class) type="submit" { (language.text(submit)) }
        }
    }
}
