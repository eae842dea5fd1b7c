//! The report: a page that stands alone, to be looked at on a screen or on paper.
//!
//! It shows no unit: before the end of a sale nobody may see one. What it counts is secret enough.

mod parts;
mod plot;

use block::hex::hex;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::number::{grouped, money, probability};
use crate::scan::{Audit, Line};
use crate::trials::{FALSE_ALARMS, ONE_PERCENT};
use crate::verdict::Verdict;

/// So many faults of one kind are shown.
const SHOWN: usize = 20;

/// The report as HTML.
#[must_use]
pub fn page(audit: &Audit) -> String {
    let style = PreEscaped(include_str!("page.css"));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Audit of " (audit.block) }
                style { (style) }
            }
            body {
                (header(audit))
                (identity(audit))
                @if !audit.faults.is_empty() { (faults(audit)) }
                (lots(audit))
                (parts::leak(audit))
                (trials(audit))
                (parts::near_misses(audit))
                (parts::letters(audit))
                (parts::ways(audit))
                (parts::words(audit))
                footer {
                    "What each test asks, and how its law is known, is in docs/audit.md of Grille. "
                    "A sound block is called unsound by chance at most once in "
                    (grouped((1.0 / FALSE_ALARMS).round() as u64)) " audits."
                }
            }
        }
    };
    page.into_string()
}

fn header(audit: &Audit) -> Markup {
    let (class, short) = match audit.verdict() {
        Verdict::Holds => ("holds", "Holds"),
        Verdict::Fails => ("fails", "Does not hold"),
        Verdict::Blind => ("fails", "Not shown"),
    };
    html! {
        p.kicker { "Audit of a block of" }
        h1 lang="fr" { (audit.game.name.fr) }
        div class={ "verdict " (class) } {
            strong { (short) }
            p { (audit.sentence()) }
        }
        div.secret {
            p {
                strong { "Not to be published before the sale is over. " }
                "This page counts what is inside the block; until the last unit is sold it stays with "
                "the auditors. For the same reason it shows no unit."
            }
        }
    }
}

fn identity(audit: &Audit) -> Markup {
    let game = &audit.game;
    html! {
        dl {
            dt { "Block" } dd { code { (audit.block) } }
            dt { "Root" } dd { code { (hex(&audit.root)) } }
            dt { "Game" } dd { (game.id) ", version " (game.version) }
            dt { "Units" } dd {
                (grouped(audit.units)) " at " (money(game.price, &game.currency)) ", of which "
                (grouped(game.winning_units().into())) " win, by the table"
            }
        }
    }
}

fn faults(audit: &Audit) -> Markup {
    html! {
        h2 { "What is wrong" }
        ul.faults {
            @for (kept, more) in audit.faults.kinds() {
                @for fault in kept.iter().take(SHOWN) { li { (fault) } }
                @let more = more + kept.len().saturating_sub(SHOWN) as u64;
                @if more > 0 { li.soft { "… and " (grouped(more)) " more of this kind" } }
            }
        }
    }
}

fn lots(audit: &Audit) -> Markup {
    let most = audit.lots.iter().map(|line| line.found.max(line.expected)).max().unwrap_or(1);
    let name = |line: &Line| match line.amount.0 {
        0 => "nothing".to_owned(),
        _ => money(line.amount, &audit.game.currency),
    };
    html! {
        h2 { "The lots against the prize table" }
        p {
            "Each unit was opened from its sealed record and judged from its letters and grids alone. "
            span.bar-key {
                "The bars have a logarithmic scale; a " span.key.tick {} " mark is the table’s figure."
            }
        }
        table {
            thead {
                tr { th.n { "Lot" } th.n { "Table" } th.n { "Found" } th.n { "Off" } th.bar {} }
            }
            tbody {
                @for line in audit.lots.iter().rev() {
                    @let off = line.found as i64 - line.expected as i64;
                    tr {
                        td.n { (name(line)) }
                        td.n { (grouped(line.expected)) }
                        td.n { (grouped(line.found)) }
                        td.n.off[off != 0].ok[off == 0] {
                            @if off == 0 { "0" } @else { (format!("{off:+}")) }
                        }
                        td.bar { (plot::lying(line.found, line.expected, most)) }
                    }
                }
            }
        }
    }
}

fn trials(audit: &Audit) -> Markup {
    html! {
        h2 { "All tests" }
        div.pair {
            div {
                p {
                    "A p-value says how often chance alone goes at least as far. Among "
                    (audit.trials.len()) " tests a small one is no surprise, so each is held against "
                    "its share of one budget of 1 in " (grouped((1.0 / FALSE_ALARMS).round() as u64))
                    " (Holm’s method): only a p-value below its bound is a finding."
                }
                p {
                    "Each alone is also held to 99 %, as GLI-19 asks: "
                    (audit.trials.len() - audit.beyond_99_percent().count()) " of "
                    (audit.trials.len()) " are within. Of a sound block’s tests one in a hundred is not, "
                    "so that this column decides nothing."
                }
                p {
                    "Beside this, the p-values, smallest first (" span.key {} "), and the bound of each ("
                    span.key.tick {} "). In a sound block all dots lie right of their marks."
                }
            }
            figure { (plot::p_values(&audit.trials)) }
        }
        table.trials {
            thead {
                tr { th { "Test" } th { "Found" } th.n { "p" } th.n { "99 %" } th.n.bound { "Bound" } th {} }
            }
            tbody {
                @for trial in &audit.trials {
                    tr {
                        td { strong { (trial.name) } span.asks { (trial.asks) } }
                        td { (trial.found.replace('-', "−")) }
                        td.n { (probability(trial.p)) }
                        td.n { @if trial.p < ONE_PERCENT { "beyond" } @else { "within" } }
                        td.n.bound { (probability(trial.threshold)) }
                        td.off[trial.falls].ok[!trial.falls] {
                            @if trial.falls { "✗ off" } @else { "✓" }
                        }
                    }
                }
            }
        }
    }
}
