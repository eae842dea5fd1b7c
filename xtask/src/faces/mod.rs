//! `cargo xtask faces`: many faces of a game, counted and drawn.
//!
//! The figures are those that make a face worth playing: words that interlock, lengths that vary,
//! the whole square used, no word that one meets all the time, no two faces alike. All of them are
//! read from the finished cells by the judge's own eyes.

mod figures;
mod sheet;
mod weigh;

use std::collections::HashSet;
use std::fs;

use anyhow::{Context, Result, bail, ensure};
use block::{Maker, Recipe, Secret};
use game::{Game, Grid, LexiconFacts};
use grid::Lexicon;

use self::figures::Figures;
use crate::workspace::Workspace;

const WORDS: &str = "lexicon/fr.txt";
/// Where the pictures go: below the build folder, since a command makes them again.
const SHEET: &str = "faces.svg";

/// Which faces, and how many.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many faces
    #[arg(long, default_value_t = 100_000)]
    count: u64,
    /// The game, by its file's name below games/
    #[arg(long, default_value = "mots-croises")]
    game: String,
    /// Write new weights into the word list, so that no word stands in too many grids
    #[arg(long)]
    weigh: bool,
}

/// Draws faces, prints their figures and draws a sheet of a hundred of them; fails when a figure
/// is off.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let game = workspace.root.join("games").join(format!("{}.toml", options.game));
    let game = fs::read(&game).with_context(|| format!("reading {}", game.display()))?;
    let path = workspace.root.join(WORDS);
    let words = fs::read_to_string(&path).with_context(|| format!("reading {WORDS}"))?;
    if options.weigh {
        let weighed = weigh::weigh(&game, &words, options.count)?;
        fs::write(&path, weighed).with_context(|| format!("writing {WORDS}"))?;
        println!("{WORDS} has new weights; `cargo xtask lexicon` renews its hash");
        return Ok(());
    }
    let recipe = recipe(&game, &words)?;
    let mut figures = Figures::new(&recipe);
    let mut faces = HashSet::new();
    let mut shown = Vec::new();
    each_face(&recipe, options.count, |grids| {
        for grid in &grids {
            figures.count(grid);
        }
        if shown.len() < sheet::FACES {
            shown.extend(grids.iter().cloned());
        }
        figures.equal += u64::from(!faces.insert(face_hash(&grids)));
    })?;
    print!("{}", figures.report());
    let sheet = workspace.target.join(SHEET);
    fs::write(&sheet, sheet::draw(&shown))
        .with_context(|| format!("writing {}", sheet.display()))?;
    println!("a hundred of them: {}", sheet.display());
    let off = figures.off();
    ensure!(off.is_empty(), "off: {}", off.join("; "));
    Ok(())
}

/// A recipe under a key that anyone may know.
fn recipe(game: &[u8], words: &str) -> Result<Recipe> {
    let lexicon =
        Lexicon::parse(words).map_err(|faults| anyhow::anyhow!("{WORDS}: {}", faults[0]))?;
    let facts =
        LexiconFacts { name: "fr".to_owned(), words_by_length: lexicon.words_by_length().to_vec() };
    let game = match Game::parse(game, &[facts]) {
        Ok(game) => game,
        Err(faults) => bail!("the game file: {}", faults[0]),
    };
    let secret = Secret::new(&[*b"faces that everyone may look at."], b"", [0; 32], [0; 32]);
    Ok(Recipe::new(game, &lexicon, &secret)?)
}

fn each_face(recipe: &Recipe, count: u64, mut each: impl FnMut(Vec<Grid>)) -> Result<()> {
    let mut maker = Maker::new(recipe);
    for index in 0..count {
        each(maker.face(index)?.grids());
    }
    Ok(())
}

/// A face as bytes; two faces with the same are equal.
fn face_hash(grids: &[Grid]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    for row in grids.iter().flat_map(Grid::rows_text) {
        hash.update(row);
    }
    hash.finalize().into()
}
