//! The ticket's face: covered, since before the purchase there is no unit.

use game::Game;
use maud::{Markup, html};

use crate::language::Language;

/// Tiles and grid of `game`, covered.
pub(crate) fn face(language: Language, game: &Game) -> Markup {
    let rules = game.crossword();
    let (letters, words) = (rules.letters.to_string(), rules.words_per_grid.to_string());
    html! {
        div.face {
            header.face-head {
                h1 #ticket-name { (language.name(game)) }
                p.face-meta {
                    span #meta-unit { (language.filled("ticket.price_line", &[("price", &language.euros(game.price))])) }
                    span #meta-time { (language.filled("ticket.odds_line", &[("odds", &odds(language, game))])) }
                }
            }
            div.zones {
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
                section.zone-grid aria-labelledby="grid-title" {
                    h2 #grid-title { (language.filled("ticket.grid", &[("words", &words)])) }
                    div.grid-frame {
                        div #grid.grid role="table" aria-labelledby="grid-title"
                            data-rows=(rules.rows) data-columns=(rules.columns) hidden {}
                        div #grid-coat.grid-coat role="img" aria-label=(language.text("grid.unknown")) {
                            p.grid-coat-mark {
                                b { (language.filled("ticket.coat_words", &[("words", &words)])) }
                                span { (language.text("ticket.coat_below")) }
                            }
                        }
                    }
                }
            }
            footer.face-foot {
                p #hint { (language.text("ticket.hint_offer")) }
                p.odds { (odds_line(language, game)) }
            }
            p #stamp.stamp hidden {}
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
