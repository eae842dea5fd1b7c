//! The demo's block: the one in the data directory, or a new one.

use std::num::NonZero;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use block::{Recipe, Secret};
use indicatif::{ProgressBar, ProgressStyle};
use vault::{Block, Ingredients, Progress};

use crate::shipped::{self, Source};

/// Opens the block in `dir`; deals it first when there is none, from `key` or from chance.
pub(super) fn open_or_deal(
    dir: &Path,
    source: &Source,
    key: Option<[u8; 32]>,
) -> anyhow::Result<Block> {
    let game_hash = shipped::hash(&source.bytes);
    if !dir.exists() {
        deal(dir, source, game_hash, key)?;
    }
    Block::open(dir, &source.game, &game_hash)
        .with_context(|| format!("opening the block in {}", dir.display()))
}

/// Deals a block into `dir`, with progress on a terminal.
fn deal(
    dir: &Path,
    source: &Source,
    game_hash: [u8; 32],
    key: Option<[u8; 32]>,
) -> anyhow::Result<()> {
    let share = match key {
        Some(key) => key,
        None => {
            let mut share = [0; 32];
            getrandom::fill(&mut share).context("asking the system for a random key")?;
            share
        }
    };
    let words = shipped::word_list(&source.game)?;
    let secret = Secret::new(&[share], b"", game_hash, words.hash);
    let recipe = Recipe::new(source.game.clone(), &words.lexicon, &secret)?;
    let ingredients = Ingredients {
        recipe: &recipe,
        secret: &secret,
        share: &share,
        game_hash,
        lexicon_hash: words.hash,
    };
    let units = u64::from(source.game.block_units);
    eprintln!("Dealing a block of {units} units.");
    let bar = Bar::new(units);
    let began = Instant::now();
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    vault::deal(dir, &ingredients, threads, &bar).context("dealing the block")?;
    bar.0.finish_and_clear();
    eprintln!("Dealt in {:.1} s.", began.elapsed().as_secs_f32());
    Ok(())
}

/// Progress on a terminal, and nothing on a pipe.
struct Bar(ProgressBar);

impl Bar {
    fn new(units: u64) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {per_sec}  {eta}");
        Self(ProgressBar::new(units).with_style(style.expect("the template is sound")))
    }
}

impl Progress for Bar {
    fn advance(&self, units: u64) {
        self.0.inc(units);
    }
}
