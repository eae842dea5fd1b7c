//! The report's drawings, each with what it says.

use maud::{Markup, html};

use super::plot::{self, Bar};
use crate::number::{grouped, money};
use crate::scan::Audit;
use crate::twin::MANY;

pub(super) fn leak(audit: &Audit) -> Markup {
    let (Some(block), Some(control)) = (&audit.leak, &audit.control) else {
        return html! {};
    };
    html! {
        h2 { "The leak test" }
        p {
            "A classifier was shown the grids of " (grouped((block.units.0 + block.units.1) as u64))
            " units, without their letters, and told which of them win; then it was asked about as many "
            "others. If it ranks a winner above a loser half of the time, it is blind. The control is "
            "a set of units made the wrong way on purpose, face and letters redrawn together until the "
            "lot fits: the test must find its leak, or it would prove nothing."
        }
        div.pair {
            figure { (plot::roc(block, control)) }
            figure {
                (plot::intervals(block, control))
                figcaption {
                    "The area under each curve: the chance that a winner is ranked above a loser. "
                    "The block’s should not lie above 0.5 by more than chance allows; the control’s "
                    "interval must lie wholly above it."
                }
            }
        }
    }
}

pub(super) fn near_misses(audit: &Audit) -> Markup {
    let label = |at: usize, last: usize| {
        if at == MANY && last == MANY { format!("{at}+") } else { at.to_string() }
    };
    let shares = |counts: &[(u64, u64)]| -> Vec<Bar> {
        let total = counts.iter().map(|count| count.0).sum::<u64>().max(1) as f64;
        let last = counts.len().saturating_sub(1);
        let bar = |(at, &(units, twins)): (usize, &(u64, u64))| Bar {
            label: label(at, last),
            found: units as f64 / total,
            expected: twins as f64 / total,
        };
        counts.iter().enumerate().map(bar).collect()
    };
    html! {
        h2 { "Near misses" }
        p {
            "Losing units, in percent (" span.key {} "), and what letters drawn uniformly among those "
            "that lose on the same grids give (" span.key.tick {} "). Losers are neither brought near to "
            "winning nor kept from it."
        }
        div.pair {
            figure {
                (plot::bars(&shares(&audit.figures.complete), "Losing units by complete words"))
                figcaption { "by complete words, all grids together" }
            }
            figure {
                (plot::bars(&shares(&audit.figures.almost), "Losing units by almost complete words"))
                figcaption { "by words that lack one letter" }
            }
        }
    }
}

pub(super) fn letters(audit: &Audit) -> Markup {
    let tiles = usize::from(audit.game.crossword().letters);
    let all: u64 = audit.figures.letters.iter().map(|letter| letter.0).sum();
    let units = (all / tiles as u64).max(1) as f64;
    let letter = |(at, &(found, expected)): (u8, &(u64, u64))| Bar {
        label: char::from(b'A' + at).to_string(),
        found: found as f64 / units,
        expected: expected as f64 / units,
    };
    let bars: Vec<Bar> = (0..).zip(&audit.figures.letters).map(letter).collect();
    let judged: u64 = audit.figures.places.iter().take(tiles).sum();
    let mean = judged as f64 / tiles as f64;
    let spread = (mean * (1.0 - 1.0 / tiles as f64)).sqrt().max(1.0);
    let z: Vec<f64> =
        audit.figures.places.iter().map(|&count| (count as f64 - mean) / spread).collect();
    let (won, of) =
        audit.figures.parts.iter().fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    let share = won as f64 / (of as f64).max(1.0);
    let part = |(at, &(won, of)): (usize, &(u64, u64))| {
        let spread = (of as f64 * share * (1.0 - share) * 0.9).sqrt().max(1e-9);
        (format!("{}", at + 1), (won as f64 - of as f64 * share) / spread)
    };
    let parts: Vec<(String, f64)> = audit.figures.parts.iter().enumerate().map(part).collect();
    html! {
        h2 { "Letters, tiles, order" }
        div.pair {
            figure {
                (plot::bars(&bars, "How many units have each letter"))
                figcaption {
                    "How many units have each letter (" span.key {} "), half of them winners, and what "
                    "uniform letters for the same grids and lots give (" span.key.tick {} ")"
                }
            }
            figure {
                (plot::deviations(&parts, "Winners in each tenth of the block"))
                figcaption { "Winners in each tenth of the block, against an even spread" }
            }
            figure {
                (plot::square(tiles, &z))
                figcaption {
                    "Which letter of a unit, in the order of the alphabet (across), lies under which "
                    "tile (down): full colour is five standard deviations off. It should look like noise."
                }
            }
        }
    }
}

pub(super) fn ways(audit: &Audit) -> Markup {
    let rules = audit.game.crossword();
    if audit.figures.ways.is_empty() {
        return html! {};
    }
    let level = |&level: &usize| match level {
        0 => "0".to_owned(),
        line => grouped(rules.pays[line - 1].cents.0 / 100),
    };
    let sampled: u64 = audit.figures.ways.iter().map(|way| way.sampled.0).sum();
    let percent = |count: u64| format!("{:.2}", count as f64 * 100.0 / sampled.max(1) as f64);
    html! {
        h2 { "How lots are made up" }
        p {
            "What each grid pays, in the order in which they are printed, and how many units of the "
            "block do so; then, among a sample of " (grouped(sampled)) " units, half of them winners, "
            "the share in percent and what uniform letters for the same grids and lots give."
        }
        table {
            thead {
                tr {
                    th.n { "Grids, " (money(game::Cents::ZERO, &audit.game.currency).trim_start_matches('0')) }
                    th.n { "Units" } th.n { "Sample, %" } th.n { "Uniform, %" }
                }
            }
            tbody {
                @for way in &audit.figures.ways {
                    tr {
                        td.n { (way.levels.iter().map(level).collect::<Vec<String>>().join(" + ")) }
                        td.n { (grouped(way.units)) }
                        td.n { (percent(way.sampled.0)) }
                        td.n { (percent(way.sampled.1)) }
                    }
                }
            }
        }
    }
}

pub(super) fn words(audit: &Audit) -> Markup {
    let units = audit.units.max(1) as f64;
    let won: u64 = audit.figures.parts.iter().map(|part| part.0).sum();
    html! {
        h2 { "The commonest words" }
        p {
            "On how many units each stands, and how many of these win: "
            (format!("{:.2} %", won as f64 * 100.0 / units)) " of the whole block do."
        }
        table {
            thead { tr { th { "Word" } th.n { "Units" } th.n { "Of all, %" } th.n { "Win, %" } } }
            tbody {
                @for (word, on, won) in &audit.figures.words {
                    tr {
                        td { (word) }
                        td.n { (grouped((*on).into())) }
                        td.n { (format!("{:.2}", f64::from(*on) * 100.0 / units)) }
                        td.n { (format!("{:.2}", f64::from(*won) * 100.0 / f64::from((*on).max(1)))) }
                    }
                }
            }
        }
    }
}
