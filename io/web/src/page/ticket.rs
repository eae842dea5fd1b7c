//! The ticket's face: covered, since before the purchase there is no unit.

use game::{Crossword, Game};
use maud::{Markup, html};

use crate::language::Language;

/// Tiles and grids of `game`, covered. A game that is tried says at once that no money is in it.
pub(crate) fn face(language: Language, game: &Game, is_trial: bool) -> Markup {
    let rules = game.crossword();
    let letters = rules.letters.to_string();
    let price_line = if is_trial { "trial.price_line" } else { "ticket.price_line" };
    let hint = if is_trial { "trial.hint_offer" } else { "ticket.hint_offer" };
    html! {
        div.face {
            header.face-head {
                h1 #ticket-name { (language.name(game)) }
                p.face-meta {
                    span #meta-unit { (language.filled(price_line, &[("price", &language.euros(game.price))])) }
                    span #meta-time { (language.filled("ticket.odds_line", &[("odds", &odds(language, game))])) }
                }
            }
            @if is_trial { p.stamp.trial { (language.text("trial.stamp")) } }
            div.zones data-grids=(rules.grids) {
                section.zone-letters aria-labelledby="letters-title" {
                    h2 #letters-title { (language.filled("ticket.letters", &[("letters", &letters)])) }
                    div #tiles.tiles role="group" aria-labelledby="letters-title" {
                        @for tile in 1..=rules.letters {
                            button.tile type="button" disabled
                                aria-label=(language.filled("tile.covered", &[("tile", &tile.to_string())])) {
                                span.coat aria-hidden="true" { "?" }
                            }
                        }
                    }
                }
                @for grid in 1..=rules.grids {
                    (zone(language, rules, grid))
                }
            }
            footer.face-foot {
                p #hint { (language.text(hint)) }
                p.odds { (odds_line(language, game)) }
            }
            p #stamp.stamp hidden {}
        }
    }
}

/// One grid under its coat; of several, its number is said.
fn zone(language: Language, rules: &Crossword, grid: u8) -> Markup {
    let (words, number) = (rules.words_per_grid.to_string(), grid.to_string());
    let title = format!("grid-title-{grid}");
    let heading = match rules.grids {
        1 => language.filled("ticket.grid", &[("words", &words)]),
        _ => language.filled("ticket.grid_of", &[("words", &words), ("grid", &number)]),
    };
    html! {
        section.zone-grid aria-labelledby=(title) {
            h2 id=(title) { (heading) }
            div.grid-frame {
                div.grid role="table" aria-labelledby=(title) hidden {}
                div.grid-coat role="img" aria-label=(language.text("grid.unknown")) {
                    p.grid-coat-mark {
                        b { (language.filled("ticket.coat_words", &[("words", &words)])) }
                        span { (language.text("ticket.coat_below")) }
                    }
                }
            }
        }
    }
}

/// How often a unit wins, and how much of the stakes comes back.
fn odds_line(language: Language, game: &Game) -> String {
    let rate = language.percent(game.prize_total().0, game.block_price().0);
    language.filled("ticket.odds", &[("odds", &odds(language, game)), ("rate", &rate)])
}

/// One unit in so many wins.
pub(crate) fn odds(language: Language, game: &Game) -> String {
    language.ratio(game.block_units.into(), game.winning_units().into())
}
