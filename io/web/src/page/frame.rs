//! What stands around every page: head, bar, foot.

use axum::response::Html;
use maud::{DOCTYPE, Markup, html};

use crate::address::{self, Page, Place};
use crate::calendar::rfc3339;
use crate::language::Language;
use crate::page::script::Script;
use crate::page::visitor::{Present, Visitor};

/// A page before it stands in its frame.
pub(crate) struct Sheet<'a> {
    pub(crate) visitor: &'a Visitor,
    /// Where it is; nothing for a page about what went wrong, which is nowhere in particular.
    pub(crate) place: Option<Place>,
    /// For the window and for search engines.
    pub(crate) title: &'a str,
    /// What its modules begin with.
    pub(crate) script: Script,
    /// What is in it: one `main`.
    pub(crate) content: Markup,
}

impl Sheet<'_> {
    /// The whole page.
    pub(crate) fn html(&self) -> Html<String> {
        let language = self.visitor.language;
        let page = html! {
            (DOCTYPE)
            html lang=(language.code()) data-addresses=(address::told(language))
                data-signed-in[self.visitor.player.is_some()] {
                (self.head())
                body {
                    a.skip href="#main" { (language.text("site.skip")) }
                    (self.bar())
                    div #notice.notice role="status" hidden {
                        p #notice-text {}
                        a.plain #notice-account href=(self.link(Page::Account)) hidden {
                            (language.text("notice.account"))
                        }
                        button.plain #notice-close type="button" { (language.text("notice.close")) }
                    }
                    (self.content)
                    (self.foot())
                    p #say.unseen aria-live="polite" {}
                }
            }
        };
        Html(page.into_string())
    }

    fn head(&self) -> Markup {
        let language = self.visitor.language;
        let messages = format!("/assets/messages/{}.json", language.code());
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#1d3c50" media="(prefers-color-scheme: light)";
                meta name="theme-color" content="#0c1016" media="(prefers-color-scheme: dark)";
                // Nothing is painted before all of the page is there: a ticket that is drawn while its
                // grid is still read grows and jumps. Browsers that do not know this paint earlier.
                link rel="expect" href="#say" blocking="render";
                meta name="description" content=(language.text("site.description"));
                title { (self.title) }
                @if let Some(place) = &self.place {
                    @for other in Language::ALL {
                        link rel="alternate" hreflang=(other.code()) href=(place.address(other));
                    }
                    link rel="alternate" hreflang="x-default" href=(place.address(Language::French));
                }
                link rel="icon" href="/assets/pictures/icon.svg" type="image/svg+xml";
                @for font in ["fraunces-1", "bricolage-grotesque-1", "fraunces-italic-1"] {
                    link rel="preload" as="font" type="font/woff2" crossorigin
                        href={ "/assets/fonts/" (font) ".woff2" };
                }
                link rel="stylesheet" href="/assets/grille.css";
                @if self.script == Script::Counter {
                    link rel="stylesheet" href="/assets/counter.css";
                }
                link rel="preload" as="fetch" crossorigin href=(messages);
                @for module in self.script.modules() {
                    link rel="modulepreload" href={ "/assets/js/" (module) ".js" };
                }
                script type="module" src={ "/assets/js/" (self.script.entry()) ".js" } {}
            }
        }
    }

    /// The bar: the house's name, where one can go, what the player has.
    fn bar(&self) -> Markup {
        let language = self.visitor.language;
        if self.script == Script::Counter {
            return html! {
                header.bar {
                    a.brand href=(self.link(Page::Lobby)) aria-label="Grille" { "gr" i { "i" } "lle" }
                    p.bar-place { (language.text("counter.title")) }
                }
            };
        }
        html! {
            header.bar {
                a.brand href=(self.link(Page::Lobby)) aria-label="Grille" { "gr" i { "i" } "lle" }
                nav aria-label=(language.text("site.nav")) {
                    (self.entry(Page::Lobby, "nav.game"))
                    @if self.visitor.player.is_some() {
                        (self.entry(Page::History, "nav.history"))
                        (self.entry(Page::Account, "nav.account"))
                    }
                }
                @match &self.visitor.player {
                    Some(player) => { (self.session(player)) (self.purse(player)) }
                    None => {
                        p.purse.door {
                            a.door-up href=(self.link(Page::SignUp)) { (language.text("nav.sign_up")) }
                            (self.entry(Page::SignIn, "nav.sign_in"))
                        }
                    }
                }
            }
        }
    }

    /// How long the player has been here, what it has brought him, and the way to his limits.
    fn session(&self, player: &Present) -> Markup {
        let language = self.visitor.language;
        let minutes = player.elapsed_minutes.to_string();
        let net = language.net(player.tally.net_cents());
        html! {
            aside.session aria-label=(language.text("bar.label")) {
                span #session-clock data-began=(rfc3339(player.began)) {
                    (language.filled("bar.session", &[("minutes", &minutes)]))
                }
                span #session-net { (language.filled("bar.net", &[("net", &net)])) }
                a href={ (self.link(Page::Account)) "#limits" } { (language.text("bar.limits")) }
            }
        }
    }

    /// What the player has, which leads to his account.
    fn purse(&self, player: &Present) -> Markup {
        let language = self.visitor.language;
        html! {
            p.purse {
                span.purse-label {
                    span { (language.text("purse.label")) }
                    small #purse-note { (language.text("purse.play_money")) }
                }
                output #balance { (language.balance(player.shown)) }
            }
        }
    }

    /// A link of the bar, marked where one is.
    fn entry(&self, page: Page, key: &str) -> Markup {
        let here = self.place.as_ref().map(Place::page);
        let is_here = here == Some(page);
        // A game lies in the lobby, and a replay in the history.
        let is_around = matches!(
            (here, page),
            (Some(Page::Game | Page::Rules), Page::Lobby) | (Some(Page::Replay), Page::History)
        );
        let current = if is_here { Some("page") } else { is_around.then_some("true") };
        html! {
            a href=(self.link(page)) aria-current=[current] { (self.visitor.language.text(key)) }
        }
    }

    fn link(&self, page: Page) -> String {
        Place::from(page).address(self.visitor.language)
    }

    /// The foot: the other language, what this is not, and whose words these are.
    fn foot(&self) -> Markup {
        let language = self.visitor.language;
        let place = self.place.clone().unwrap_or(Page::Lobby.into());
        let query = self.visitor.query.as_ref().filter(|_| self.place.is_some());
        html! {
            footer.foot {
                noscript { p { (language.text("foot.noscript")) } }
                p.switch {
                    @for other in Language::ALL.into_iter().filter(|other| *other != language) {
                        a lang=(other.code()) hreflang=(other.code())
                            href={ (place.address(other)) @if let Some(query) = query { "?" (query) } } {
                            (language.text("site.switch"))
                        }
                    }
                }
                p { strong { (language.text("foot.age")) } " " (language.text("foot.help")) }
                p { (language.text("foot.affiliation")) " " (language.text("foot.money")) }
                p { (language.text("foot.words")) }
            }
        }
    }
}
