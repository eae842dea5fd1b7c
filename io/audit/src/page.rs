//! The report: a page that stands alone, to be looked at on a screen or on paper.

use maud::{DOCTYPE, html};

use crate::scan::Audit;

/// The report as HTML.
#[must_use]
pub fn page(audit: &Audit) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { "Audit of " (audit.block) } }
            body {
                h1 { "Audit of " (audit.block) }
                p { (audit.sentence()) }
                table {
                    @for trial in &audit.trials {
                        tr { td { (trial.name) } td { (trial.found) } td { (trial.p) } }
                    }
                }
                table {
                    @for line in &audit.lots {
                        tr { td { (line.amount) } td { (line.expected) } td { (line.found) } }
                    }
                }
            }
        }
    };
    page.into_string()
}
