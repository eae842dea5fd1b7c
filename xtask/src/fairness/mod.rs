//! `cargo xtask fairness`: units for the leak test, as the product makes them or, as a control, as
//! nobody should.
//!
//! A unit a line, in the form of `grille unit --format json`, the amounts drawn in the table's
//! proportions. The classifier that reads them is `xtask/fairness/leak.py`, which is no part of the
//! gate; `docs/fairness.md` says what it found.

mod control;

#[cfg(test)]
mod tests;

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use block::{LetterSets, Maker, Recipe, Secret, census, hex};
use game::{Game, Letter, LexiconFacts, Unit, score};
use grid::Lexicon;
use serde_json::json;
use sha2::{Digest, Sha256};

use self::control::Control;
use crate::workspace::Workspace;

/// The SHA-256 of this is the key when none is given: fixed before anything was measured.
const KEY_TEXT: &str = "grille fairness 1";

/// Which units to make, and how.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A game that ships
    #[arg(long, value_name = "ID")]
    game: String,
    /// How many units
    #[arg(long, value_name = "N", default_value_t = 60_000)]
    units: u32,
    /// Make them the wrong way: redraw face and letters together until the amount fits
    #[arg(long)]
    control: bool,
    /// The key, 64 hexadecimal digits; without it, the SHA-256 of "grille fairness 1"
    #[arg(long, value_name = "HEX64", value_parser = parse_key)]
    key: Option<[u8; 32]>,
    /// Go through all sets of letters for the first N units, and add to each how many of them give
    /// its face each amount: "sets"
    #[arg(long, value_name = "N", default_value_t = 0)]
    census: u32,
}

/// Writes the units to standard output.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let bench = Bench::new(&workspace.root, options)?;
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u32);
    let mut out = std::io::stdout().lock();
    for lines in bench.lines(options, threads)? {
        out.write_all(lines.as_bytes()).context("writing the units")?;
    }
    out.flush().context("writing the units")
}

/// What all units of a run share.
struct Bench {
    secret: Secret,
    recipe: Recipe,
    sets: LetterSets,
}

impl Bench {
    /// Reads the game and its word list; the recipe is that of `grille unit` with the same key.
    fn new(root: &Path, options: &Options) -> Result<Self> {
        let rules = read(root, &format!("games/{}.toml", options.game))?;
        let name = lexicon_name(&rules)?;
        let list = read(root, &format!("lexicon/{name}.txt"))?;
        let text = std::str::from_utf8(&list).context("the word list is not UTF-8")?;
        let Ok(lexicon) = Lexicon::parse(text) else { bail!("lexicon/{name}.txt is not sound") };
        let words_by_length = lexicon.words_by_length().to_vec();
        let Ok(game) = Game::parse(&rules, &[LexiconFacts { name, words_by_length }]) else {
            bail!("games/{}.toml is not sound: `grille game check` says why", options.game)
        };
        let key = options.key.unwrap_or_else(|| sha256(KEY_TEXT.as_bytes()));
        let secret = Secret::new(&[key], b"", sha256(&rules), sha256(&list));
        let sets = LetterSets::new(game.crossword().letters);
        let recipe = Recipe::new(game, &lexicon, &secret)?;
        Ok(Self { secret, recipe, sets })
    }

    /// The lines, in index order. Each thread makes one run of indexes, and a unit depends on its
    /// index alone, so their number changes no byte.
    fn lines(&self, options: &Options, threads: u32) -> Result<Vec<String>> {
        // Two parts a thread: those with a census are the slow ones, and are shared out by
        // themselves.
        let counted = options.census.min(options.units);
        let parts = |thread| {
            [part(0..counted, thread, threads), part(counted..options.units, thread, threads)]
        };
        let made: Result<Vec<[String; 2]>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|thread| {
                    scope.spawn(move || {
                        let [counted, others] = parts(thread);
                        anyhow::Ok([self.part(options, counted)?, self.part(options, others)?])
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker ends")).collect()
        });
        let (counted, others): (Vec<_>, Vec<_>) = made?.into_iter().map(<(_, _)>::from).unzip();
        Ok([counted, others].concat())
    }

    fn part(&self, options: &Options, indexes: Range<u32>) -> Result<String> {
        let mut control = Control::new(&self.recipe, &self.secret);
        let mut maker = Maker::new(&self.recipe);
        let mut lines = String::new();
        for index in indexes {
            let id = self.recipe.loose_amount(index.into());
            let (unit, face) = if options.control {
                (control.unit(index, id)?, control.last_face())
            } else {
                (maker.unit(index.into(), id)?, maker.last_face())
            };
            let counted = (index < options.census)
                .then(|| census(face.words(), &self.sets, self.recipe.amounts()));
            lines.push_str(&self.line(index, &unit, counted.as_deref())?);
            lines.push('\n');
        }
        Ok(lines)
    }

    /// One unit, judged once more from its cells.
    fn line(&self, index: u32, unit: &Unit, census: Option<&[u32]>) -> Result<String> {
        let judged = score(self.recipe.game(), unit)?.lot;
        let planned = self.recipe.amounts().amount(self.recipe.loose_amount(index.into()));
        ensure!(judged == planned, "unit {index}: planned {planned} cents, judged {judged}");
        let letters: String = unit.letters.iter().map(|letter: &Letter| letter.char()).collect();
        let grids: Vec<Vec<String>> =
            unit.grids.iter().map(|grid| grid.rows_text().collect()).collect();
        let mut line = json!({
            "index": index, "letters": letters, "grids": grids, "prize_cents": judged.0,
        });
        if let Some(census) = census {
            let amounts = self.recipe.amounts().all().iter();
            line["sets"] =
                amounts.zip(census).map(|(amount, sets)| (amount.to_string(), *sets)).collect();
        }
        Ok(line.to_string())
    }
}

/// Part `at` of `parts` of a range, each as long as the others but for one.
fn part(whole: Range<u32>, at: u32, parts: u32) -> Range<u32> {
    let length = u64::from(whole.end - whole.start);
    let bound = |at: u32| whole.start + (length * u64::from(at) / u64::from(parts)) as u32;
    bound(at)..bound(at + 1)
}

/// Which word list a game file names.
fn lexicon_name(rules: &[u8]) -> Result<String> {
    let text = std::str::from_utf8(rules).context("the game file is not UTF-8")?;
    let document: toml::de::DeTable<'_> = toml::de::DeTable::parse(text)?.into_inner();
    let name = document.get("crossword").and_then(|table| table.get_ref().get("lexicon"));
    let name = name.and_then(|name| name.get_ref().as_str());
    Ok(name.context("the game file names no word list")?.to_owned())
}

fn read(root: &Path, file: &str) -> Result<Vec<u8>> {
    fs::read(root.join(file)).with_context(|| format!("reading {file}"))
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn parse_key(text: &str) -> Result<[u8; 32], String> {
    hex::bytes32(&text.to_ascii_lowercase()).ok_or_else(|| {
        format!("a key is 64 hexadecimal digits; this has {} characters", text.len())
    })
}
