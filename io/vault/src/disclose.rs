//! After the sale: a directory from which everything can be checked by anyone.

use std::num::NonZero;
use std::path::Path;

use block::tree::{TILE, Tile, tiles, upper_tiles};

use crate::keys::Share;
use crate::manifest::MANIFEST;
use crate::open::Block;
use crate::part::{Part, write_below};
use crate::scan::{Chunk, Damage};
use crate::{CHECKPOINT, GAME, LEXICON, Progress, VaultError};

/// Writes the disclosed block into the new directory `dir` (`docs/spec/block.md`, rule 23).
///
/// # Errors
///
/// When `dir` exists, these are not all the block's shares, a record is damaged, or a file cannot be
/// written. No directory is left then.
pub fn disclose(
    block: &Block,
    shares: Vec<Share>,
    dir: &Path,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(), VaultError> {
    let commitment = block.commitment();
    let ingredients = commitment.ingredients(shares)?;
    let part = Part::begin(dir)?;
    let units = commitment.units();
    let bundle = |tile: Tile, bytes: &[u8]| write_below(part.path(), &tile.bundle_path(), bytes);
    block.scan(threads, progress, |chunk| write_bundles(chunk, &bundle, units), |()| Ok(()))?;
    let mut roots = Vec::new();
    for tile in tiles(units, 0) {
        let hashes = commitment.tile(tile)?;
        part.write(&tile.path(), hashes.as_flattened())?;
        roots.push(block::tree::root(&hashes));
    }
    for (tile, hashes) in upper_tiles(&roots[..(units / TILE) as usize]) {
        part.write(&tile.path(), hashes.as_flattened())?;
    }
    for (number, share) in (1..).zip(&ingredients.shares) {
        part.write(&format!("shares/{number}"), share.text().as_bytes())?;
    }
    part.write(GAME, &commitment.rules().game_file)?;
    part.write(LEXICON, &commitment.rules().lexicon_file)?;
    part.write(CHECKPOINT, commitment.note().as_bytes())?;
    part.finish(MANIFEST, &commitment.manifest().to_bytes())
}

/// The bundles of one chunk, which is a whole number of them.
fn write_bundles(
    chunk: &Chunk<'_>,
    write: &impl Fn(Tile, &[u8]) -> Result<(), VaultError>,
    units: u64,
) -> Result<(), VaultError> {
    let mut bundle = Vec::new();
    for (index, leaf) in chunk.leaves() {
        let leaf = leaf.map_err(|damage| match damage {
            Damage::Unopened => VaultError::Damaged { index },
            Damage::OtherLeaf => VaultError::OtherLeaf { index },
            Damage::NotAUnit => VaultError::NotAUnit { index },
        })?;
        let length = u16::try_from(leaf.len()).expect("a leaf has less than 64 KiB");
        bundle.extend_from_slice(&length.to_be_bytes());
        bundle.extend_from_slice(&leaf);
        if index % TILE == TILE - 1 || index == units - 1 {
            let width = u16::try_from(index % TILE + 1).expect("at most 256");
            write(Tile { level: 0, number: index / TILE, width }, &bundle)?;
            bundle.clear();
        }
    }
    Ok(())
}
