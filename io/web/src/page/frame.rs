//! What stands around every page: head, bar, foot.

use game::Cents;
use maud::{DOCTYPE, Markup, html};

use crate::french;
use crate::messages::text;

/// The modules that the page needs at once; naming them here saves a round trip each.
const MODULES: [&str; 18] = [
    "announce",
    "api",
    "auto",
    "connection",
    "dom",
    "game",
    "grid",
    "history",
    "main",
    "messages",
    "money",
    "purchase",
    "router",
    "stub",
    "tiles",
    "types",
    "unit",
    "view",
];

/// A whole page around `content`.
pub(crate) fn page(balance: Option<Cents>, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="fr" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#1d3c50" media="(prefers-color-scheme: light)";
                meta name="theme-color" content="#0c1016" media="(prefers-color-scheme: dark)";
                meta name="description" content=(text("site.description"));
                title { (text("site.title")) }
                link rel="icon" href="/assets/pictures/icon.svg" type="image/svg+xml";
                @for font in ["fraunces-1", "bricolage-grotesque-1", "fraunces-italic-1"] {
                    link rel="preload" as="font" type="font/woff2" crossorigin
                        href={ "/assets/fonts/" (font) ".woff2" };
                }
                link rel="stylesheet" href="/assets/grille.css";
                link rel="preload" as="fetch" crossorigin href="/assets/messages/fr.json";
                @for module in MODULES {
                    link rel="modulepreload" href={ "/assets/js/" (module) ".js" };
                }
                script type="module" src="/assets/js/main.js" {}
            }
            body {
                a.skip href="#main" { (text("site.skip")) }
                (bar(balance))
                div #notice.notice role="status" hidden {
                    p #notice-text {}
                    button.plain #notice-close type="button" { (text("notice.close")) }
                }
                (content)
                (foot())
                p #say.unseen aria-live="polite" {}
            }
        }
    }
}

/// The bar: the house's name, where one can go, what the player has.
fn bar(balance: Option<Cents>) -> Markup {
    html! {
        header.bar {
            a.brand href="#/" aria-label="Grille" { "gr" i { "i" } "lle" }
            nav aria-label=(text("site.nav")) {
                a href="#/" aria-current="page" { (text("nav.game")) }
                a href="#/historique" { (text("nav.history")) }
            }
            p.purse {
                span.purse-label {
                    span { (text("purse.label")) }
                    small #purse-note { (text("purse.play_money")) }
                }
                output #balance { @if let Some(balance) = balance { (french::balance(balance)) } }
            }
        }
    }
}

/// The foot: what this is not, and whose words these are.
fn foot() -> Markup {
    html! {
        footer.foot {
            noscript { p { (text("foot.noscript")) } }
            p { (text("foot.affiliation")) " " (text("foot.money")) }
            p { (text("foot.words")) }
        }
    }
}
