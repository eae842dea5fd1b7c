//! The making of a block's units by several threads, chunk by chunk.
//!
//! A chunk is a whole number of tiles, so each is made, hashed, sealed and written by one thread,
//! which keeps nothing of it but the roots of its tiles and a hash of each face.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::num::NonZero;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use block::tree::{Hash, TILE, Tile, leaf_hash, root, tiles};
use block::{BlockId, Layout, Maker, Plan, Recipe, Records};

use crate::ingredients::Ingredients;
use crate::keys::SellingKey;
use crate::part::write_below;
use crate::seal::{Sealer, TAG};
use crate::stages::Stages;
use crate::{Progress, UNITS, VaultError, file_error};

/// So many units are made before they are written.
const CHUNK: u32 = 16 * TILE as u32;

/// Where the units and tiles go.
pub(crate) struct Output<'dir> {
    pub(crate) dir: &'dir Path,
    pub(crate) units: &'dir File,
}

impl Output<'_> {
    /// Writes a tile's file, and the directories above it when they are not there yet.
    pub(crate) fn write_tile(&self, tile: Tile, hashes: &[Hash]) -> Result<(), VaultError> {
        assert_eq!(hashes.len(), usize::from(tile.width), "a tile has its width");
        write_below(self.dir, &tile.path(), hashes.as_flattened())
    }
}

/// What is left of the units when they are written.
pub(crate) struct Made {
    /// The roots of the whole tiles, in order.
    pub(crate) whole: Vec<Hash>,
    /// The root over the last tile where it is not whole.
    pub(crate) partial: Option<Hash>,
    /// A hash of each unit's face, with its index.
    pub(crate) faces: Vec<(u64, u32)>,
    pub(crate) stages: Stages,
}

/// All that the threads share.
pub(crate) struct Work<'block> {
    recipe: &'block Recipe,
    plan: Plan,
    layout: Layout,
    records: Records,
    block: BlockId,
    selling: SellingKey,
}

/// What one thread has made.
#[derive(Default)]
struct Portion {
    roots: Vec<(u64, Hash)>,
    faces: Vec<(u64, u32)>,
    stages: Stages,
}

impl<'block> Work<'block> {
    pub(crate) fn new(ingredients: &Ingredients, recipe: &'block Recipe) -> Self {
        let secret = ingredients.secret();
        let block = ingredients.block_id();
        Self {
            plan: Plan::deal(recipe.game(), recipe.amounts(), &secret),
            layout: ingredients.layout(),
            records: Records::of(ingredients.layout(), &secret),
            selling: ingredients.selling_key(),
            block,
            recipe,
        }
    }

    /// Makes every unit.
    pub(crate) fn run(
        &self,
        output: Option<&Output<'_>>,
        threads: NonZero<usize>,
        progress: &dyn Progress,
    ) -> Result<Made, VaultError> {
        let next = AtomicU32::new(0);
        let failed = AtomicBool::new(false);
        let worker = || -> Result<Portion, VaultError> {
            let mut hand = Hand::new(self);
            let mut portion = Portion::default();
            while !failed.load(Ordering::Relaxed) {
                let first = next.fetch_add(1, Ordering::Relaxed).saturating_mul(CHUNK);
                if first >= self.plan.count() {
                    break;
                }
                let end = self.plan.count().min(first.saturating_add(CHUNK));
                hand.chunk(first, end, output, &mut portion)?;
                progress.advance(u64::from(end - first));
            }
            Ok(portion)
        };
        let count = u64::from(self.plan.count());
        let mut all = Portion::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get())
                .map(|_| {
                    scope.spawn(|| worker().inspect_err(|_| failed.store(true, Ordering::Relaxed)))
                })
                .collect();
            for worker in workers {
                let portion = worker.join().expect("a worker that panics ends the deal")?;
                all.roots.extend(portion.roots);
                all.faces.extend(portion.faces);
                all.stages.add(&portion.stages);
            }
            Ok::<_, VaultError>(())
        })?;
        all.roots.sort_unstable_by_key(|&(number, _)| number);
        let mut whole: Vec<Hash> = all.roots.into_iter().map(|(_, root)| root).collect();
        assert_eq!(whole.len() as u64, count.div_ceil(TILE), "each tile has one root");
        let partial = if count.is_multiple_of(TILE) { None } else { whole.pop() };
        Ok(Made { whole, partial, faces: all.faces, stages: all.stages })
    }

    /// Two equal hashes are looked at again, since two faces may share a hash and still differ.
    pub(crate) fn refuse_equal_faces(&self, mut faces: Vec<(u64, u32)>) -> Result<(), VaultError> {
        faces.sort_unstable();
        let mut maker = Maker::new(self.recipe);
        let mut grids = |index: u32| {
            let face = maker.face(index.into());
            face.map(block::Face::grids)
                .map_err(|source| VaultError::Make { index: index.into(), source })
        };
        for pair in faces.windows(2) {
            let [(hash, first), (other, second)] = *pair else { continue };
            if hash == other && grids(first)? == grids(second)? {
                return Err(VaultError::SameFace { first: first.into(), second: second.into() });
            }
        }
        Ok(())
    }
}

/// One thread's tools.
struct Hand<'work> {
    work: &'work Work<'work>,
    maker: Maker<'work>,
    sealer: Sealer,
    plain: Vec<u8>,
    leaf: Vec<u8>,
    hashes: Vec<Hash>,
    records: Vec<u8>,
}

impl<'work> Hand<'work> {
    fn new(work: &'work Work<'work>) -> Self {
        Self {
            work,
            maker: Maker::new(work.recipe),
            sealer: Sealer::new(&work.selling),
            plain: Vec::new(),
            leaf: Vec::new(),
            hashes: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Makes the units from `first` to before `end`, stage by stage, so that each can be timed.
    fn chunk(
        &mut self,
        first: u32,
        end: u32,
        output: Option<&Output<'_>>,
        portion: &mut Portion,
    ) -> Result<(), VaultError> {
        let mut watch = Watch(Instant::now());
        self.make(first..end, &mut portion.faces)?;
        portion.stages.make += watch.lap();
        self.commit(first.into());
        let tiles = u64::from(first) / TILE..;
        let roots = self.hashes.chunks(TILE as usize).map(root);
        portion.roots.extend(tiles.zip(roots));
        portion.stages.commit += watch.lap();
        if let Some(output) = output {
            self.seal(first.into());
            portion.stages.seal += watch.lap();
            self.write(first, output)?;
            portion.stages.write += watch.lap();
        }
        Ok(())
    }

    fn make(
        &mut self,
        units: std::ops::Range<u32>,
        faces: &mut Vec<(u64, u32)>,
    ) -> Result<(), VaultError> {
        let (work, layout) = (self.work, &self.work.layout);
        self.plain.clear();
        for index in units {
            let place = u64::from(index);
            let unit = self.maker.unit(place, work.plan.amount(index));
            let unit = unit.map_err(|source| VaultError::Make { index: place, source })?;
            let before = self.plain.len();
            work.records.write(place, &unit, &mut self.plain);
            let mut hasher = DefaultHasher::new();
            hasher.write(layout.face(&self.plain[before..]));
            faces.push((hasher.finish(), index));
        }
        Ok(())
    }

    fn commit(&mut self, first: u64) {
        let (work, layout) = (self.work, &self.work.layout);
        self.hashes.clear();
        for (index, plain) in (first..).zip(self.plain.chunks_exact(layout.plain_bytes())) {
            self.leaf.clear();
            layout.leaf(&work.block, index, plain, &mut self.leaf);
            self.hashes.push(leaf_hash(&self.leaf));
        }
    }

    fn seal(&mut self, first: u64) {
        self.records.clear();
        let plain = self.plain.chunks_exact(self.work.layout.plain_bytes());
        for (index, plain) in (first..).zip(plain) {
            self.sealer.seal(index, plain, &mut self.records);
        }
    }

    fn write(&mut self, first: u32, output: &Output<'_>) -> Result<(), VaultError> {
        let record = (self.work.layout.plain_bytes() + TAG) as u64;
        let units = output.units.write_all_at(&self.records, u64::from(first) * record);
        units.map_err(file_error("writing", &output.dir.join(UNITS)))?;
        let tiles = tiles(self.work.plan.count().into(), 0).skip(first as usize / TILE as usize);
        for (tile, hashes) in tiles.zip(self.hashes.chunks(TILE as usize)) {
            output.write_tile(tile, hashes)?;
        }
        Ok(())
    }
}

struct Watch(Instant);

impl Watch {
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.0, now)
    }
}

#[cfg(test)]
mod tests {
    use super::CHUNK;

    #[test]
    fn a_chunk_is_a_whole_number_of_tiles() {
        assert_eq!(u64::from(CHUNK) % block::tree::TILE, 0);
    }
}
