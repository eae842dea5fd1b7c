//! The verification's place below a unit; a module fills in its steps.

use maud::{Markup, html};

use crate::language::Language;

/// The empty verification, hidden until it is asked for.
pub(crate) fn section(language: Language) -> Markup {
    html! {
        section #verification.ledger.verification aria-labelledby="verification-title" hidden {
            h2 #verification-title tabindex="-1" {}
            p.note { (language.text("verify.intro")) }
            p #verification-verdict.verdict role="status" {}
            button.second #verify-again type="button" hidden { (language.text("verify.again")) }
            ol #verification-steps.steps {}
            div #verification-meaning.meaning hidden {
                h3 { (language.text("verify.means")) }
                p { (language.text("verify.means_text")) }
                h3 { (language.text("verify.limits")) }
                ul {
                    @for limit in ["verify.limits_when", "verify.limits_table", "verify.limits_page"] {
                        li { (language.text(limit)) }
                    }
                }
            }
            h3 { (language.text("verify.files")) }
            p.files {
                a #proof-file { (language.text("verify.proof_file")) }
                " "
                a #checkpoint-file { (language.text("verify.checkpoint_file")) }
            }
            p.note { (language.text("verify.command")) }
            pre tabindex="0" { code #proof-command {} }
        }
    }
}
