//! Text with a little in it that is not text.

use maud::{Markup, html};

/// Text in which `` ` `` stands around what is meant to the letter.
pub(crate) fn marked(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
