//! Dealing a block onto disk: made, committed to, sealed and written, on all cores, in flat memory.

use std::fs::OpenOptions;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use block::note::{Checkpoint, SigningKey};
use block::tree::{Hash, root, upper_tiles};
use sha2::{Digest, Sha256};

use crate::ingredients::Ingredients;
use crate::manifest::{MANIFEST, Manifest};
use crate::part::Part;
use crate::stages::Stages;
use crate::work::{Made, Output, Work};
use crate::{CHECKPOINT, GAME, LEXICON, UNITS, VaultError, file_error};

/// Told how far long work has got.
pub trait Progress: Sync {
    /// So many more units are done.
    fn advance(&self, units: u64);

    /// What went before is done; another part of the work begins, over so many units anew.
    fn next(&self, _doing: &'static str, _units: u64) {}
}

/// A block that was dealt.
#[derive(Debug)]
pub struct Dealt {
    /// What its directory says of itself.
    pub manifest: Manifest,
    /// Where the time went.
    pub stages: Stages,
    /// How long it took, all threads together at work.
    pub elapsed: Duration,
}

/// Deals a whole block into the new directory `dir`.
///
/// The same ingredients give the same bytes for any number of threads. `operator` signs the
/// checkpoint; without him there is none, and the directory is not taken for a block until the
/// published one is laid into it.
///
/// # Errors
///
/// When `dir` exists, a file cannot be written, a unit cannot be made, two units have one face, or
/// `expected` is another root than the block has. No directory is left then.
pub fn deal(
    dir: &Path,
    ingredients: &Ingredients,
    operator: Option<&SigningKey>,
    expected: Option<Hash>,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Dealt, VaultError> {
    let began = Instant::now();
    let part = Part::begin(dir)?;
    let path = part.path().join(UNITS);
    let units = OpenOptions::new().write(true).create_new(true).open(&path);
    let units = units.map_err(file_error("writing", &path))?;
    let output = Output { dir: part.path(), units: &units };
    let (manifest, mut stages) = weave(ingredients, Some(&output), threads, progress)?;
    if let Some(expected) = expected.filter(|&expected| expected != manifest.root) {
        return Err(VaultError::OtherRoot { expected, found: manifest.root });
    }
    part.write(GAME, &ingredients.rules.game_file)?;
    part.write(LEXICON, &ingredients.rules.lexicon_file)?;
    let bytes = manifest.to_bytes();
    if let Some(operator) = operator {
        let hash = Sha256::digest(&bytes).into();
        let (name, leaves) = (operator.verifier().name().clone(), u64::from(manifest.units));
        let checkpoint = Checkpoint::new(&name, &manifest.block, leaves, manifest.root, hash);
        part.write(CHECKPOINT, checkpoint.sign(operator).as_bytes())?;
    }
    let syncing = Instant::now();
    part.finish(MANIFEST, &bytes)?;
    stages.finish = syncing.elapsed();
    Ok(Dealt { manifest, stages, elapsed: began.elapsed() })
}

/// Makes a whole block again and throws it away: what remains is its manifest, with its root.
///
/// # Errors
///
/// As [`deal`], as far as nothing is written.
pub fn rebuild(
    ingredients: &Ingredients,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Dealt, VaultError> {
    let began = Instant::now();
    let (manifest, stages) = weave(ingredients, None, threads, progress)?;
    Ok(Dealt { manifest, stages, elapsed: began.elapsed() })
}

/// Everything but what lies around the units and the tree.
fn weave(
    ingredients: &Ingredients,
    output: Option<&Output<'_>>,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(Manifest, Stages), VaultError> {
    let preparing = Instant::now();
    let recipe = ingredients.recipe().map_err(VaultError::Prepare)?;
    let work = Work::new(ingredients, &recipe);
    let prepared = preparing.elapsed();
    let Made { whole, partial, faces, mut stages } = work.run(output, threads, progress)?;
    let closing = Instant::now();
    work.refuse_equal_faces(faces)?;
    if let Some(output) = output {
        for (tile, hashes) in upper_tiles(&whole) {
            output.write_tile(tile, &hashes)?;
        }
    }
    let subtrees: Vec<Hash> = whole.into_iter().chain(partial).collect();
    let manifest =
        Manifest::new(&ingredients.rules.game, ingredients.sources.clone(), root(&subtrees));
    stages.prepare = prepared;
    stages.close = closing.elapsed();
    Ok((manifest, stages))
}
