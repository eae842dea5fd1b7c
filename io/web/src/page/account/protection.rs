//! What a player protects himself with: limits, and exclusion.

use ledger::{Limit, Millis, Parameters};
use maud::{Markup, html};

use crate::language::Language;
use crate::page::sign_up::limits_text;
use crate::page::visitor::Present;

/// His limits: what holds, what waits, and a form that is filled with what holds.
pub(super) fn limits(
    language: Language,
    present: &Present,
    parameters: &Parameters,
    now: Millis,
) -> Markup {
    let player = &present.purse.player;
    let known = [
        ("stakes", "limits.stakes", player.stakes),
        ("deposits", "limits.deposits", player.deposits),
    ];
    html! {
        section.ledger #limits aria-labelledby="limits-title" {
            h2 #limits-title { (language.text("limits.title")) }
            p.note { (limits_text(language, parameters)) }
            form #limits-form.form {
                div.pair {
                    @for (name, key, limit) in known {
                        div {
                            label {
                                span { (language.text(key)) }
                                input name=(name) inputmode="decimal" autocomplete="off" required
                                    maxlength="12" pattern="[0-9]{1,8}([.,][0-9]{1,2})?"
                                    value=[limit.map(|limit| plain(language, limit, now))]
                                    aria-describedby={ (name) "-now" };
                            }
                            p.hint id={ (name) "-now" } { (standing(language, limit, now)) }
                        }
                    }
                }
                p.form-fault role="alert" hidden {}
                button.main type="submit" { (language.text("limits.submit")) }
            }
        }
    }
}

/// How a limit stands, in words.
fn standing(language: Language, limit: Option<Limit>, now: Millis) -> Markup {
    let Some(limit) = limit else { return html! { (language.text("limits.none")) } };
    let holds = language.euros(limit.holds(now).cents());
    let raise = limit.raise.filter(|(_, from)| now < *from).map(|(ceiling, from)| {
        let values =
            [("ceiling", language.euros(ceiling.cents())), ("from", language.moment(from))];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        language.filled("limits.pending", &values)
    });
    html! {
        (language.filled("limits.now", &[("ceiling", &holds)]))
        @if let Some(raise) = raise { br; strong { (raise) } }
    }
}

/// A limit as one writes it: no spaces, cents only where there are any.
fn plain(language: Language, limit: Limit, now: Millis) -> String {
    let cents = limit.holds(now).cents().0;
    let point = if language == Language::French { ',' } else { '.' };
    match cents % 100 {
        0 => (cents / 100).to_string(),
        rest => format!("{}{point}{rest:02}", cents / 100),
    }
}

/// The periods that are offered: a message's key, and hours.
const PERIODS: [(&str, u64); 5] = [
    ("exclusion.day", 24),
    ("exclusion.week", 7 * 24),
    ("exclusion.month", 30 * 24),
    ("exclusion.half", 183 * 24),
    ("exclusion.year", 366 * 24),
];

/// Exclusion, and the question whether it is meant.
pub(super) fn exclusion(language: Language, parameters: &Parameters) -> Markup {
    let hours = |ms: u64| ms / 3_600_000;
    let (shortest, longest) =
        (hours(parameters.exclusion_min.0), hours(parameters.exclusion_max.0));
    html! {
        section.ledger.wide aria-labelledby="exclusion-title" {
            h2 #exclusion-title { (language.text("exclusion.title")) }
            p.note { (language.text("exclusion.text")) }
            form #exclusion.form {
                label {
                    span { (language.text("exclusion.period")) }
                    select name="hours" {
                        @for (key, hours) in PERIODS {
                            @if (shortest..=longest).contains(&hours) {
                                option value=(hours) { (language.text(key)) }
                            }
                        }
                    }
                }
                p.form-fault role="alert" hidden {}
                button.second type="submit" { (language.text("exclusion.submit")) }
            }
            dialog #exclusion-dialog aria-labelledby="exclusion-question" {
                h2 #exclusion-question {}
                p { (language.text("exclusion.confirm_text")) }
                p.dialog-actions {
                    button.second #exclusion-no type="button" { (language.text("exclusion.no")) }
                    button.main #exclusion-yes type="button" { (language.text("exclusion.yes")) }
                }
            }
        }
    }
}
