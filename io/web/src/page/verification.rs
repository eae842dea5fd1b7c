//! The verification's place below a unit; a module fills in its steps.

use maud::{Markup, html};

use crate::messages::text;

/// The empty verification, hidden until it is asked for.
pub(crate) fn section() -> Markup {
    html! {
        section #verification.ledger.verification aria-labelledby="verification-title" hidden {
            h2 #verification-title tabindex="-1" {}
            p.note { (text("verify.intro")) }
            p #verification-verdict.verdict role="status" {}
            button.second #verify-again type="button" hidden { (text("verify.again")) }
            ol #verification-steps.steps {}
            div #verification-meaning.meaning hidden {
                h3 { (text("verify.means")) }
                p { (text("verify.means_text")) }
                h3 { (text("verify.limits")) }
                ul {
                    @for limit in ["verify.limits_when", "verify.limits_table", "verify.limits_page"] {
                        li { (text(limit)) }
                    }
                }
            }
            h3 { (text("verify.files")) }
            p.files {
                a #proof-file { (text("verify.proof_file")) }
                " "
                a #checkpoint-file { (text("verify.checkpoint_file")) }
            }
            p.note { (text("verify.command")) }
            pre tabindex="0" { code #proof-command {} }
        }
    }
}
