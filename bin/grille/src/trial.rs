//! Games that are tried without money: units out of a maker of their own, in the table's
//! proportions.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use block::{Maker, Recipe, Secret};
use game::{Channel, Game, Unit};
use web::Trial;

use crate::shipped;

/// Those of the shipped games named `ids` that are on paper and none of `sold`, to be tried.
///
/// The key is the system's randomness and is told to nobody, so that nobody knows the next unit.
pub(crate) fn trials(ids: &[String], sold: &[Arc<Game>]) -> anyhow::Result<Vec<Arc<dyn Trial>>> {
    let mut trials: Vec<Arc<dyn Trial>> = Vec::new();
    for id in ids {
        let source = shipped::game(id)?;
        let is_sold = sold.iter().any(|game| game.id == source.game.id);
        if source.game.channel == Channel::Retail && !is_sold {
            let mut key = [0; 32];
            getrandom::fill(&mut key).context("asking the system for a random key")?;
            trials.push(Arc::new(Loose::new(source, key)?));
        }
    }
    Ok(trials)
}

/// Draws loose units of a game, one after another.
struct Loose {
    game: Arc<Game>,
    recipe: Recipe,
    next: AtomicU64,
}

impl Loose {
    fn new(source: shipped::Source, key: [u8; 32]) -> anyhow::Result<Self> {
        let words = shipped::word_list(&source.game)?;
        let secret = Secret::new(&[key], b"", shipped::hash(&source.bytes), words.hash);
        let game = Arc::new(source.game.clone());
        let recipe = Recipe::new(source.game, &words.lexicon, &secret)?;
        Ok(Self { game, recipe, next: AtomicU64::new(0) })
    }
}

impl Trial for Loose {
    fn game(&self) -> &Arc<Game> {
        &self.game
    }

    fn draw(&self) -> Result<Unit, Box<dyn Error + Send + Sync>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let amount = self.recipe.loose_amount(index);
        Ok(Maker::new(&self.recipe).unit(index, amount)?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::{Cents, score};

    use super::*;

    fn maxi() -> Loose {
        let source = shipped::game("maxi-mots-croises").expect("it ships");
        Loose::new(source, [0x67; 32]).expect("it can be made")
    }

    /// Chi-square of `counts` against the game's table, which is compared with the regulation's
    /// (article 3) where games are judged; the lots of `rare` cents and more are taken together,
    /// since each alone is expected too seldom.
    fn chi_square(game: &Game, counts: &BTreeMap<u64, u32>, rare: u64) -> (f64, usize) {
        let known = |cents: &u64| game.amounts().contains(&Cents(*cents));
        assert!(counts.keys().all(known), "a lot that is not in the table: {counts:?}");
        let mut classes: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
        for amount in game.amounts() {
            let class = classes.entry(amount.0.min(rare)).or_default();
            class.0 += game.count_of(amount);
            class.1 += counts.get(&amount.0).copied().unwrap_or(0);
        }
        let drawn: u32 = counts.values().sum();
        let terms = classes.values().map(|&(of_block, found)| {
            let expected = f64::from(drawn) * f64::from(of_block) / f64::from(game.block_units);
            assert!(expected >= 5.0, "too few to be judged");
            (f64::from(found) - expected).powi(2) / expected
        });
        (terms.sum(), classes.len() - 1)
    }

    /// Article G-13: whole demonstrations, judged from their letters and cells. With 6 degrees of
    /// freedom, one sound drawing in a thousand is above 22.46.
    #[test]
    fn demonstrations_win_as_often_as_the_table_says() {
        let trial = maxi();
        let mut counts = BTreeMap::new();
        for _ in 0..20_000 {
            let unit = trial.draw().expect("a unit");
            let Cents(lot) = score(trial.game(), &unit).expect("on the pay list").lot;
            *counts.entry(lot).or_insert(0) += 1;
        }
        let (found, freedom) = chi_square(trial.game(), &counts, 20_000);
        assert_eq!(freedom, 6);
        assert!(found < 22.46, "{found}: {counts:?}");
    }

    /// Article G-13: the amounts alone, so many that the dearest lots can be judged too. With 7
    /// degrees of freedom, one sound drawing in a thousand is above 24.32.
    #[test]
    fn the_dearest_lots_are_drawn_as_often_as_the_table_says() {
        let trial = maxi();
        let mut counts = BTreeMap::new();
        for index in 0..3_000_000 {
            let id = trial.recipe.loose_amount(index);
            *counts.entry(trial.recipe.amounts().amount(id).0).or_insert(0) += 1;
        }
        let (found, freedom) = chi_square(trial.game(), &counts, 100_000);
        assert_eq!(freedom, 7);
        assert!(found < 24.32, "{found}: {counts:?}");
    }

    /// What is sold is not tried, and online games are never tried.
    #[test]
    fn paper_games_that_are_not_sold_are_tried() {
        let ids = |sold: &[Arc<Game>]| -> Vec<String> {
            let trials = trials(&shipped::game_ids(), sold).expect("they can be made");
            trials.iter().map(|trial| trial.game().id.to_string()).collect()
        };
        assert_eq!(ids(&[]), ["maxi-mots-croises"]);
        let maxi = shipped::game("maxi-mots-croises").expect("it ships").game;
        assert!(ids(&[Arc::new(maxi)]).is_empty());
    }
}
