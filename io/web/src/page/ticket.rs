//! The ticket's face: covered, since before the purchase there is no unit.

use game::{Crossword, Game};
use maud::{Markup, html};

use crate::french;
use crate::messages::{filled, text};

/// Tiles and grid of `game`, covered.
pub(crate) fn face(game: &Game) -> Markup {
    let rules = game.crossword();
    let letters = rules.letters.to_string();
    html! {
        div.face {
            header.face-head {
                h1 #ticket-name { (game.name.fr) }
                p.face-meta {
                    span #meta-unit { (filled("ticket.price_line", &[("price", &french::euros(game.price))])) }
                    span #meta-time { (filled("ticket.odds_line", &[("odds", &odds(game))])) }
                }
            }
            div.zones data-grids=(rules.grids) {
                section.zone-letters aria-labelledby="letters-title" {
                    h2 #letters-title { (filled("ticket.letters", &[("letters", &letters)])) }
                    div #tiles.tiles role="group" aria-labelledby="letters-title" {
                        @for tile in 1..=rules.letters {
                            button.tile type="button" disabled
                                aria-label=(filled("tile.covered", &[("tile", &tile.to_string())])) {
                                span.coat aria-hidden="true" { "?" }
                            }
                        }
                    }
                }
                @for grid in 1..=rules.grids {
                    (zone(rules, grid))
                }
            }
            footer.face-foot {
                p #hint { (text("ticket.hint_offer")) }
                p.odds { (odds_line(game)) }
            }
            p #stamp.stamp hidden {}
        }
    }
}

/// One grid under its coat; of several, its number is said.
fn zone(rules: &Crossword, grid: u8) -> Markup {
    let (words, number) = (rules.words_per_grid.to_string(), grid.to_string());
    let title = format!("grid-title-{grid}");
    let heading = match rules.grids {
        1 => filled("ticket.grid", &[("words", &words)]),
        _ => filled("ticket.grid_of", &[("words", &words), ("grid", &number)]),
    };
    html! {
        section.zone-grid aria-labelledby=(title) {
            h2 id=(title) { (heading) }
            div.grid-frame {
                div.grid role="table" aria-labelledby=(title) hidden {}
                div.grid-coat role="img" aria-label=(text("grid.unknown")) {
                    p.grid-coat-mark {
                        b { (filled("ticket.coat_words", &[("words", &words)])) }
                        span { (text("ticket.coat_below")) }
                    }
                }
            }
        }
    }
}

/// How often a unit wins, and how much of the stakes comes back.
fn odds_line(game: &Game) -> String {
    let rate = french::ratio(game.prize_total().0 * 100, game.block_price().0);
    filled("ticket.odds", &[("odds", &odds(game)), ("rate", &rate)])
}

/// One unit in so many wins.
pub(crate) fn odds(game: &Game) -> String {
    french::ratio(game.block_units.into(), game.winning_units().into())
}
