//! Weights for the word list: a word that stands in too many grids is kept less often when it is
//! drawn.
//!
//! Short words made of the commonest letters fit nearly everywhere; without weights one meets EPI
//! and RIA all the time. The weights are found by drawing faces, again and again, under a key that
//! anyone may know, so the command gives the same list every time.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use grid::{FULL_WEIGHT, Lexicon};

use super::{each_face, recipe};

/// No word should stand in more than so many of a million grids.
const TARGET: u64 = 20_000;
/// After so many rounds the weights no longer move.
const ROUNDS: u32 = 8;

/// The word list with new weights, from `count` faces of `game` a round.
pub(super) fn weigh(game: &[u8], words: &str, count: u64) -> Result<String> {
    let lexicon = Lexicon::parse(words).map_err(|faults| anyhow::anyhow!("{}", faults[0]))?;
    let mut weights: BTreeMap<String, u16> =
        lexicon.words().iter().map(|word| (word.text.clone(), FULL_WEIGHT)).collect();
    for round in 1..=ROUNDS {
        let recipe = recipe(game, &render(&weights))?;
        let mut met: BTreeMap<String, u64> = BTreeMap::new();
        let mut grids_drawn = 0;
        each_face(&recipe, count, |grids| {
            for grid in &grids {
                grids_drawn += 1;
                for run in grid.runs() {
                    *met.entry(grid.run_text(&run)).or_default() += 1;
                }
            }
        })?;
        let most = met.values().max().copied().unwrap_or(0);
        println!(
            "round {round}: the word met most stands in {:.2} % of grids",
            100.0 * most as f64 / grids_drawn as f64
        );
        for (word, weight) in &mut weights {
            let share = met.get(word).copied().unwrap_or(0) * 1_000_000 / grids_drawn;
            if *weight < FULL_WEIGHT || share > TARGET {
                let moved = u64::from(*weight) * TARGET / share.max(1);
                *weight =
                    u16::try_from(moved.clamp(1, FULL_WEIGHT.into())).expect("a weight is small");
            }
        }
    }
    let thinned = weights.values().filter(|&&weight| weight < FULL_WEIGHT).count();
    println!("{thinned} words are thinned");
    Ok(render(&weights))
}

fn render(weights: &BTreeMap<String, u16>) -> String {
    let mut text = String::new();
    for (word, &weight) in weights {
        if weight == FULL_WEIGHT {
            writeln!(text, "{word}")
        } else {
            writeln!(text, "{word} {weight}")
        }
        .expect("writing to a text");
    }
    text
}
