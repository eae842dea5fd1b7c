//! A forgotten password: a code is asked for, and a new password set with it.

use axum::response::Html;
use maud::html;

use crate::address::Page;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::Visitor;

/// Both steps, one under the other: the code may come hours later, on another device.
pub(crate) async fn show(visitor: Visitor) -> Html<String> {
    let language = visitor.language;
    let content = html! {
        main #main.table.desk tabindex="-1" {
            section.ledger.leaf aria-labelledby="door-title" {
                h1 #door-title { (language.text("password.title")) }
                form #forgotten.form aria-labelledby="forgotten-title" {
                    h2 #forgotten-title { (language.text("password.ask")) }
                    p.note { (language.text("password.ask_text")) }
                    label {
                        span { (language.text("sign_in.name")) }
                        input name="name" autocomplete="username" autocapitalize="none"
                            spellcheck="false" required maxlength="100";
                    }
                    p.form-fault role="alert" hidden {}
                    p.form-done role="status" hidden {}
                    button.main type="submit" { (language.text("password.ask_submit")) }
                }
                form #new-password.form aria-labelledby="new-password-title" {
                    h2 #new-password-title { (language.text("password.set")) }
                    label {
                        span { (language.text("password.code")) }
                        input name="token" autocomplete="one-time-code" autocapitalize="none"
                            spellcheck="false" required pattern="\\s*[0-9a-f]{64}\\s*";
                    }
                    label {
                        span { (language.text("password.new")) }
                        input name="password" type="password" autocomplete="new-password" required
                            minlength="10" maxlength="200" aria-describedby="password-hint";
                    }
                    p #password-hint.hint { (language.text("sign_up.password_hint")) }
                    p.form-fault role="alert" hidden {}
                    button.second type="submit" { (language.text("password.set_submit")) }
                }
            }
        }
    };
    let title = language.filled("site.page", &[("page", language.text("password.title"))]);
    let place = Some(Page::Password.into());
    Sheet { visitor: &visitor, place, title: &title, script: Script::Door, content }.html()
}
