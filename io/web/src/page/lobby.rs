//! The games, as tickets on a desk. What the first prize is, one reads in the rules.

use axum::extract::State;
use axum::response::Html;
use game::Game;
use maud::{Markup, html};

use crate::App;
use crate::address::{Page, Place};
use crate::language::Language;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::Visitor;
use crate::page::{sale, sign_in, ticket};
use crate::problem::Problem;

/// The opening page: every game, sold or to be tried.
pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Html<String>, Problem> {
    let (language, now) = (visitor.language, app.now());
    let register = app.with_store(|store| store.register()).await?;
    let first = app.parts().games.first().map(|game| Place::game(&game.id).address(language));
    let content = html! {
        main #main.table.desk.lobby tabindex="-1" {
            header.lobby-head {
                h1 { (language.text("lobby.title")) }
                p { (language.text("lobby.intro")) }
                @if app.parts().games.is_empty() { (nothing(&app, language)) }
            }
            @if visitor.player.is_none() { (sign_in::demonstration(&app, language, first)) }
            div.lobby-games {
                @for game in &app.parts().games {
                    (sold(language, game, sale::notice(language, &register, &game.id, now).as_deref()))
                }
                @for tried in &app.parts().trials { (trial(language, tried.game())) }
            }
        }
    };
    let (place, title) = (Some(Page::Lobby.into()), language.text("site.title"));
    Ok(Sheet { visitor: &visitor, place, title, script: Script::Door, content }.html())
}

/// What a site says that sells nothing, and where its tickets are paid.
fn nothing(app: &App, language: Language) -> Markup {
    html! {
        p { strong { (language.text("lobby.nothing")) } }
        @if !app.parts().printed.is_empty() {
            p {
                (language.text("lobby.pays")) " "
                a href=(Place::from(Page::Counter).address(language)) {
                    (language.text("counter.title"))
                }
            }
        }
    }
}

/// A game that is sold.
fn sold(language: Language, game: &Game, notice: Option<&str>) -> Markup {
    let price = language.filled("lobby.price", &[("price", &language.euros(game.price))]);
    let action = html! {
        a.button.main href=(Place::game(&game.id).address(language))
            aria-label=(language.filled("lobby.play_of", &[("game", language.name(game))])) {
            (language.text("lobby.play"))
        }
    };
    card(language, game, &price, notice, &action, None)
}

/// A game that is tried without money.
fn trial(language: Language, game: &Game) -> Markup {
    let price = language.filled("lobby.trial_price", &[("price", &language.euros(game.price))]);
    let action = html! {
        a.button.second href=(Place::game(&game.id).address(language))
            aria-label=(language.filled("lobby.try_of", &[("game", language.name(game))])) {
            (language.text("lobby.try"))
        }
    };
    card(language, game, &price, None, &action, Some(language.text("lobby.trial")))
}

fn card(
    language: Language,
    game: &Game,
    price: &str,
    notice: Option<&str>,
    action: &Markup,
    stamp: Option<&str>,
) -> Markup {
    let rules = game.crossword();
    let (letters, words) = (rules.letters.to_string(), rules.words_per_grid.to_string());
    let facts = if rules.grids == 1 { "lobby.facts" } else { "lobby.facts_two" };
    let facts = language.filled(facts, &[("letters", &letters), ("words", &words)]);
    let odds = language.filled("lobby.odds", &[("odds", &ticket::odds(language, game))]);
    let name = language.name(game);
    html! {
        article.ledger.slip-card aria-labelledby=(game.id) {
            div.card-art aria-hidden="true" { (art(rules.grids)) }
            div.card-text {
                h2.card-name id=(game.id) { (name) }
                @if let Some(stamp) = stamp { p.card-stamp { (stamp) } }
                p.card-price { (price) }
                ul.card-facts {
                    li { (facts) }
                    li { (odds) }
                }
                @if let Some(notice) = notice { p.card-notice { strong { (notice) } } }
                p.card-actions {
                    (action)
                    a.plain href=(Place::rules(&game.id).address(language))
                        aria-label=(language.filled("lobby.rules_of", &[("game", name)])) {
                        (language.text("lobby.rules"))
                    }
                }
            }
        }
    }
}

/// A corner of a grid, for the eye: capitals are open cells, those after a star belong to a complete
/// word, `#` is covered, `.` grey.
const ART: [&str; 2] = [
    "...*C.....\n...*R.....\n..*M*O*T*S.#.\n...*I...#.\n...*S...V.\n...*E...R.\n..A*S#UCE.",
    "....#....\n.*M*A*X*I....\n....C..#.\n....#..R.\n....ENCR#\n.......E.\n..MO#S.S.",
];

/// The corners that a ticket of so many grids shows.
fn art(grids: u8) -> Markup {
    html! {
        @for grid in ART.iter().cycle().skip(usize::from(grids > 1)).take(usize::from(grids)) {
            div.art-grid {
                @for line in grid.lines() { (art_row(line)) }
            }
        }
    }
}

fn art_row(line: &str) -> Markup {
    let mut is_lit = false;
    let cells = line.chars().filter_map(|mark| {
        let was_lit = std::mem::replace(&mut is_lit, mark == '*');
        let class = match mark {
            '*' => return None,
            '.' => "cell grey",
            '#' => "cell covered",
            _ if was_lit => "cell open still lit",
            _ => "cell open still",
        };
        Some((class, mark.is_ascii_uppercase().then_some(mark)))
    });
    html! {
        @for (class, letter) in cells { i class=(class) { @if let Some(letter) = letter { (letter) } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_a_rectangle() {
        for grid in ART {
            let widths: Vec<_> = grid.lines().map(|line| line.replace('*', "").len()).collect();
            assert_eq!(widths, [9; 7], "{grid}");
        }
    }
}
