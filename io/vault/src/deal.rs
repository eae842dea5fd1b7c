//! Dealing a block onto disk, on all cores, in flat memory.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::num::NonZero;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use block::{Maker, Plan, Recipe, Secret};
use sha2::{Digest, Sha256};

use crate::manifest::{Hashes, MANIFEST, Manifest};
use crate::record::Layout;
use crate::{VaultError, file_error};

/// The file of units in a block's directory.
pub(crate) const UNITS: &str = "units";
/// So many units are made before they are written.
const CHUNK: u32 = 4096;

/// Told how far a deal has got.
pub trait Progress: Sync {
    /// So many more units are written.
    fn advance(&self, units: u64);
}

/// Everything that a block is made from.
pub struct Ingredients<'block> {
    /// The rules, the words, the shapes and the keys of the units.
    pub recipe: &'block Recipe,
    /// The block's secret, for the order of the amounts.
    pub secret: &'block Secret,
    /// The share that the secret was made from.
    pub share: &'block [u8; 32],
    /// SHA-256 of the game file.
    pub game_hash: [u8; 32],
    /// SHA-256 of the word list.
    pub lexicon_hash: [u8; 32],
}

/// Deals a whole block into the new directory `dir`, and returns its manifest.
///
/// The same ingredients give the same bytes for any number of threads. The work is done in a
/// directory beside, whose name ends in `.part` and which is renamed when all is on disk; one that
/// a stopped deal left behind is removed.
///
/// # Errors
///
/// When `dir` exists, a file cannot be written, a unit cannot be made, or two units have one face.
pub fn deal(
    dir: &Path,
    ingredients: &Ingredients<'_>,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Manifest, VaultError> {
    if dir.exists() {
        return Err(VaultError::Exists(dir.to_owned()));
    }
    let part = dir.with_extension("part");
    if part.exists() {
        std::fs::remove_dir_all(&part).map_err(file_error("removing", &part))?;
    }
    std::fs::create_dir_all(&part).map_err(file_error("making", &part))?;
    let path = part.join(UNITS);
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
    let file = file.map_err(file_error("writing", &path))?;
    let faces = write_units(&file, &path, ingredients, threads, progress)?;
    let layout = Layout::of(ingredients.recipe.game());
    refuse_equal_faces(faces, |index| read_record(&file, &path, &layout, index), &layout)?;
    file.sync_all().map_err(file_error("writing", &path))?;
    let hashes = Hashes {
        game: ingredients.game_hash,
        lexicon: ingredients.lexicon_hash,
        share: Sha256::digest(ingredients.share).into(),
    };
    let manifest = Manifest::new(ingredients.recipe.game(), &hashes);
    let path = part.join(MANIFEST);
    let text = serde_json::to_string_pretty(&manifest).expect("a manifest has only plain values");
    let written = std::fs::write(&path, text + "\n").and_then(|()| File::open(&path)?.sync_all());
    written.map_err(file_error("writing", &path))?;
    std::fs::rename(&part, dir).map_err(file_error("renaming", &part))?;
    let parent = dir.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or_else(|| Path::new("."));
    File::open(parent)
        .and_then(|parent| parent.sync_all())
        .map_err(file_error("writing", parent))?;
    Ok(manifest)
}

/// Makes and writes every unit; returns a hash of each unit's face, in index order.
fn write_units(
    file: &File,
    path: &Path,
    ingredients: &Ingredients<'_>,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Vec<(u64, u32)>, VaultError> {
    let recipe = ingredients.recipe;
    let plan = Plan::deal(recipe.game(), recipe.amounts(), ingredients.secret);
    let layout = Layout::of(recipe.game());
    let next = AtomicU32::new(0);
    let failed = AtomicBool::new(false);
    let worker = || -> Result<Vec<(u64, u32)>, VaultError> {
        let mut maker = Maker::new(recipe);
        let mut faces = Vec::new();
        let mut records = Vec::with_capacity(CHUNK as usize * layout.record_bytes());
        while !failed.load(Ordering::Relaxed) {
            let first = next.fetch_add(1, Ordering::Relaxed).saturating_mul(CHUNK);
            if first >= plan.count() {
                break;
            }
            records.clear();
            for index in first..plan.count().min(first.saturating_add(CHUNK)) {
                let unit = maker.unit(index.into(), plan.amount(index));
                let unit =
                    unit.map_err(|source| VaultError::Make { index: index.into(), source })?;
                let before = records.len();
                layout.write(&unit, &mut records);
                let mut hasher = DefaultHasher::new();
                hasher.write(layout.face(&records[before..]));
                faces.push((hasher.finish(), index));
            }
            let at = u64::from(first) * layout.record_bytes() as u64;
            file.write_all_at(&records, at).map_err(file_error("writing", path))?;
            progress.advance((records.len() / layout.record_bytes()) as u64);
        }
        Ok(faces)
    };
    let mut faces = Vec::with_capacity(plan.count() as usize);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get())
            .map(|_| {
                scope.spawn(|| worker().inspect_err(|_| failed.store(true, Ordering::Relaxed)))
            })
            .collect();
        for worker in workers {
            faces.extend(worker.join().expect("a worker that panics ends the deal")?);
        }
        Ok(faces)
    })
}

/// Two equal hashes are looked up, since two faces may share a hash and still differ.
fn refuse_equal_faces(
    mut faces: Vec<(u64, u32)>,
    record: impl Fn(u32) -> Result<Vec<u8>, VaultError>,
    layout: &Layout,
) -> Result<(), VaultError> {
    faces.sort_unstable();
    for pair in faces.windows(2) {
        let [(hash, first), (other, second)] = *pair else { continue };
        if hash == other && layout.face(&record(first)?) == layout.face(&record(second)?) {
            return Err(VaultError::SameFace { first: first.into(), second: second.into() });
        }
    }
    Ok(())
}

fn read_record(
    file: &File,
    path: &Path,
    layout: &Layout,
    index: u32,
) -> Result<Vec<u8>, VaultError> {
    let mut record = vec![0; layout.record_bytes()];
    let at = u64::from(index) * layout.record_bytes() as u64;
    file.read_exact_at(&mut record, at).map_err(file_error("reading", path))?;
    Ok(record)
}
