//! The ticket's stub: the purchase, the running gain or the result, and what words pay.

use game::Game;
use maud::{Markup, html};

use crate::address::Place;
use crate::language::Language;

/// The stub of `game` in all its states; only the offer is visible until a module says otherwise.
/// `notice` says why it cannot be bought now; its buttons are away then.
pub(crate) fn stub(language: Language, game: &Game, notice: Option<&str>) -> Markup {
    html! {
        aside.stub {
            (offer(language, game, notice))
            (checking(language))
            (running(language))
            (result(language, game, false))
            (words(language, game))
            (pays(language, game))
            (lots(language, game))
        }
    }
}

/// The stub of a game that is tried: nothing is staked and nothing is paid.
pub(crate) fn trial(language: Language, game: &Game) -> Markup {
    html! {
        aside.stub {
            (trial_offer(language, game))
            (checking(language))
            (running(language))
            (result(language, game, true))
            (words(language, game))
            (pays(language, game))
            (lots(language, game))
        }
    }
}

/// What can be tried, and that it costs nothing.
fn trial_offer(language: Language, game: &Game) -> Markup {
    let rules = game.crossword();
    let (letters, grids) = (rules.letters.to_string(), rules.grids.to_string());
    html! {
        section #offer.state aria-labelledby="offer-title" {
            div.dock {
                div.figure {
                    h2 #offer-title { (language.text("trial.title")) }
                    p.amount { (language.text("trial.free")) }
                }
                div.actions {
                    button.main #try-jouer type="button" data-mode="jouer" aria-describedby="jouer-caption" {
                        (language.text("trial.play"))
                    }
                    small #jouer-caption { (language.text("trial.play_caption")) }
                    button.second #try-auto type="button" data-mode="auto" aria-describedby="auto-caption" {
                        (language.text("trial.auto"))
                    }
                    small #auto-caption { (language.text("trial.auto_caption")) }
                }
            }
            p.note { (language.text("trial.note")) }
            p.note { (language.filled("trial.how", &[("letters", &letters), ("grids", &grids)])) }
        }
    }
}

/// Before the purchase: either button is the stake.
fn offer(language: Language, game: &Game, notice: Option<&str>) -> Markup {
    let price = language.euros(game.price);
    html! {
        section #offer.state aria-labelledby="offer-title" {
            div.dock {
                div.figure {
                    h2 #offer-title { (language.text("offer.title")) }
                    p.amount { (price) }
                }
                @if let Some(notice) = notice {
                    p.closed { strong { (notice) } }
                }
                div.actions hidden[notice.is_some()] {
                    button.main #buy-jouer type="button" data-mode="jouer" aria-describedby="jouer-caption" {
                        (language.text("offer.play"))
                    }
                    small #jouer-caption { (language.text("offer.play_caption")) }
                    button.second #buy-auto type="button" data-mode="auto" aria-describedby="auto-caption" {
                        (language.text("offer.auto"))
                    }
                    small #auto-caption { (language.text("offer.auto_caption")) }
                }
            }
            @if notice.is_none() {
                p.note { (language.filled("offer.note", &[("price", &price)])) }
            }
        }
    }
}

/// While nobody knows whether the purchase arrived.
fn checking(language: Language) -> Markup {
    html! {
        section #checking.state aria-labelledby="checking-title" hidden {
            div.dock { h2 #checking-title.busy { (language.text("checking.title")) } }
            p.note { (language.text("checking.text")) }
        }
    }
}

/// While tiles are covered.
fn running(language: Language) -> Markup {
    html! {
        section #running.state aria-labelledby="gain-title" hidden {
            div.dock {
                div.figure {
                    h2 #gain-title { (language.text("running.gain")) }
                    div.running-figure { p #gain.amount {} small #gain-count {} }
                }
                div.actions.single {
                    button.second #reveal-all type="button" { (language.text("running.reveal_all")) }
                }
            }
        }
    }
}

/// When all is uncovered.
fn result(language: Language, game: &Game, is_trial: bool) -> Markup {
    html! {
        section #result.state aria-labelledby="result-title" hidden {
            div.dock {
                div.figure {
                    h2 #result-title tabindex="-1" {}
                    p #result-amount.amount {}
                    p #result-why.note {}
                    p #result-balance.note {}
                }
                div.actions.single {
                    @if is_trial {
                        button.main #again type="button" { (language.text("trial.again")) }
                    } @else {
                        button.main #again type="button" { (language.text("result.again")) }
                        a.button.main #back href=(Place::game(&game.id).address(language)) hidden {
                            (language.text("replay.back"))
                        }
                    }
                }
            }
            @if !is_trial {
                button.plain #verify type="button" hidden { (language.text("verify.button")) }
            }
        }
    }
}

/// The words that are complete.
fn words(language: Language, game: &Game) -> Markup {
    let grids = game.crossword().grids;
    html! {
        section #words.words aria-labelledby="words-title" hidden {
            h2 #words-title { (language.text("running.words")) }
            @for grid in 1..=grids {
                div {
                    @if grids > 1 {
                        h3 { (language.filled("words.of_grid", &[("grid", &grid.to_string())])) }
                    }
                    ul.word-list {}
                }
            }
            p #no-words.note { (language.text("running.no_words")) }
        }
    }
}

/// What a number of words pays, the fewest first: the top lot is not what one sees first.
fn pays(language: Language, game: &Game) -> Markup {
    html! {
        section.pays aria-labelledby="pays-title" {
            h2 #pays-title { (language.text(pays_title(game))) }
            (pays_table(language, game))
        }
    }
}

/// What the pay list is called: of several grids each is paid for itself.
fn pays_title(game: &Game) -> &'static str {
    if game.crossword().grids > 1 { "pays.title_grid" } else { "pays.title" }
}

/// The pay list alone.
pub(crate) fn pays_table(language: Language, game: &Game) -> Markup {
    html! {
        table #pays aria-label=(language.text(pays_title(game))) {
            thead.unseen {
                tr {
                    th scope="col" { (language.text("pays.words")) }
                    th scope="col" { (language.text("pays.gain")) }
                }
            }
            tbody {
                @for pay in &game.crossword().pays {
                    tr data-words=(pay.words) {
                        th scope="row" {
                            (language.filled("pays.line", &[("words", &pay.words.to_string())]))
                        }
                        td { (language.euros(pay.cents)) }
                    }
                }
            }
        }
    }
}

/// The prize table of a block, folded, and what it comes to.
fn lots(language: Language, game: &Game) -> Markup {
    html! {
        details #lots.lots {
            summary { (language.text("lots.summary")) }
            (lots_table(language, game))
            p.note { (language.text("lots.one")) }
        }
    }
}

/// The prize table of a block, as the regulation has it, smallest lot first.
pub(crate) fn lots_table(language: Language, game: &Game) -> Markup {
    let units = language.count(game.block_units);
    let count = language.count(game.winning_units());
    let total = language.euros(game.prize_total());
    html! {
        table {
            caption { (language.filled("lots.caption", &[("units", &units)])) }
            thead {
                tr {
                    th scope="col" { (language.text("lots.count")) }
                    th scope="col" { (language.text("lots.amount")) }
                    th scope="col" { (language.text("lots.total")) }
                }
            }
            tbody {
                @for prize in game.prizes.iter().rev() {
                    tr {
                        td { (language.count(prize.count)) }
                        th scope="row" { (language.euros(prize.amount)) }
                        td { (language.euros(prize.total())) }
                    }
                }
            }
            tfoot {
                tr {
                    td colspan="3" {
                        (language.filled("lots.sum", &[("count", &count), ("total", &total)]))
                    }
                }
            }
        }
    }
}
