//! The ticket's stub: the purchase, the running gain or the result, and what words pay.

use game::Game;
use maud::{Markup, html};

use crate::french;
use crate::messages::{filled, text};

/// The stub of `game` in all its states; only the offer is visible until a module says otherwise.
/// `opening` is said of a game that is not open yet.
pub(crate) fn stub(game: &Game, opening: Option<&str>) -> Markup {
    html! {
        aside.stub {
            (offer(game, opening))
            (checking())
            (running())
            (result())
            (words(game))
            (pays(game))
            (lots(game))
        }
    }
}

/// Before the purchase: either button is the stake.
fn offer(game: &Game, opening: Option<&str>) -> Markup {
    let price = french::euros(game.price);
    html! {
        section #offer.state aria-labelledby="offer-title" {
            div.dock {
                div.figure {
                    h2 #offer-title { (text("offer.title")) }
                    p.amount { (price) }
                }
                div.actions {
                    button.main #buy-jouer type="button" data-mode="jouer" aria-describedby="jouer-caption" {
                        (text("offer.play"))
                    }
                    small #jouer-caption { (text("offer.play_caption")) }
                    button.second #buy-auto type="button" data-mode="auto" aria-describedby="auto-caption" {
                        (text("offer.auto"))
                    }
                    small #auto-caption { (text("offer.auto_caption")) }
                }
            }
            @if let Some(opening) = opening {
                p #opening.note { strong { (opening) } }
            }
            p.note { (filled("offer.note", &[("price", &price)])) }
        }
    }
}

/// While nobody knows whether the purchase arrived.
fn checking() -> Markup {
    html! {
        section #checking.state aria-labelledby="checking-title" hidden {
            div.dock { h2 #checking-title.busy { (text("checking.title")) } }
            p.note { (text("checking.text")) }
        }
    }
}

/// While tiles are covered.
fn running() -> Markup {
    html! {
        section #running.state aria-labelledby="gain-title" hidden {
            div.dock {
                div.figure {
                    h2 #gain-title { (text("running.gain")) }
                    div.running-figure { p #gain.amount {} small #gain-count {} }
                }
                div.actions.single {
                    button.second #reveal-all type="button" { (text("running.reveal_all")) }
                }
            }
        }
    }
}

/// When all is uncovered.
fn result() -> Markup {
    html! {
        section #result.state aria-labelledby="result-title" hidden {
            div.dock {
                div.figure {
                    h2 #result-title tabindex="-1" {}
                    p #result-amount.amount {}
                    p #result-why.note {}
                }
                div.actions.single {
                    button.main #again type="button" { (text("result.again")) }
                    a.button.main #back href="#/" hidden { (text("replay.back")) }
                }
            }
            p #result-balance.note {}
            button.plain #verify type="button" hidden { (text("verify.button")) }
        }
    }
}

/// The words that are complete.
fn words(game: &Game) -> Markup {
    let grids = game.crossword().grids;
    html! {
        section #words.words aria-labelledby="words-title" hidden {
            h2 #words-title { (text("running.words")) }
            @for grid in 1..=grids {
                div {
                    @if grids > 1 { h3 { (filled("words.of_grid", &[("grid", &grid.to_string())])) } }
                    ul.word-list {}
                }
            }
            p #no-words.note { (text("running.no_words")) }
        }
    }
}

/// What a number of words pays, the fewest first: the top lot is not what one sees first.
fn pays(game: &Game) -> Markup {
    html! {
        section.pays aria-labelledby="pays-title" {
            h2 #pays-title { (text("pays.title")) }
            table #pays aria-labelledby="pays-title" {
                thead.unseen {
                    tr { th scope="col" { (text("pays.words")) } th scope="col" { (text("pays.gain")) } }
                }
                tbody {
                    @for pay in &game.crossword().pays {
                        tr data-words=(pay.words) {
                            th scope="row" { (filled("pays.line", &[("words", &pay.words.to_string())])) }
                            td { (french::euros(pay.cents)) }
                        }
                    }
                }
            }
        }
    }
}

/// The prize table of a block, as the regulation has it, smallest lot first.
fn lots(game: &Game) -> Markup {
    let units = french::count(game.block_units.into());
    let count = french::count(game.winning_units().into());
    let total = french::euros(game.prize_total());
    html! {
        details #lots.lots {
            summary { (text("lots.summary")) }
            table {
                caption { (filled("lots.caption", &[("units", &units)])) }
                thead {
                    tr {
                        th scope="col" { (text("lots.count")) }
                        th scope="col" { (text("lots.amount")) }
                        th scope="col" { (text("lots.total")) }
                    }
                }
                tbody {
                    @for prize in game.prizes.iter().rev() {
                        tr {
                            td { (french::count(prize.count.into())) }
                            th scope="row" { (french::euros(prize.amount)) }
                            td { (french::euros(prize.total())) }
                        }
                    }
                }
                tfoot {
                    tr {
                        td colspan="3" { (filled("lots.sum", &[("count", &count), ("total", &total)])) }
                    }
                }
            }
            p.note { (text("lots.one")) }
        }
    }
}
