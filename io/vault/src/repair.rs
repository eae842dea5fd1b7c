//! Mending damaged records: made again from the shares, compared with their leaves, written back.

use std::fs::OpenOptions;
use std::num::NonZero;
use std::os::unix::fs::FileExt;

use block::tree::{TILE, leaf_hash};
use block::{Maker, Plan, Records};

use crate::keys::Share;
use crate::open::Block;
use crate::{Progress, UNITS, VaultError, file_error};

/// Finds every damaged record, and mends it. Returns the indices of those that were mended.
///
/// # Errors
///
/// When these are not all the block's shares, a file cannot be read or written, or what follows from
/// the shares is not what the block's leaves say.
pub fn repair(
    block: &Block,
    shares: Vec<Share>,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Vec<u64>, VaultError> {
    let commitment = block.commitment();
    let ingredients = commitment.ingredients(shares)?;
    let mut damaged = Vec::new();
    block.scan::<_, VaultError>(
        threads,
        progress,
        |chunk| {
            let broken = chunk.leaves().filter(|(_, leaf)| leaf.is_err());
            Ok(broken.map(|(index, _)| index).collect::<Vec<u64>>())
        },
        |found| {
            damaged.extend(found);
            Ok(())
        },
    )?;
    if damaged.is_empty() {
        return Ok(damaged);
    }
    let path = commitment.dir().join(UNITS);
    let file = OpenOptions::new().write(true).open(&path).map_err(file_error("writing", &path))?;
    let secret = ingredients.secret();
    let recipe = ingredients.recipe().map_err(VaultError::Prepare)?;
    let plan = Plan::deal(recipe.game(), recipe.amounts(), &secret);
    let records = Records::of(block.layout, &secret);
    let mut maker = Maker::new(&recipe);
    for &index in &damaged {
        let place = u32::try_from(index).expect("a block has less than 2^32 units");
        let unit = maker.unit(index, plan.amount(place));
        let unit = unit.map_err(|source| VaultError::Make { index, source })?;
        let (mut plain, mut leaf, mut record) = (Vec::new(), Vec::new(), Vec::new());
        records.write(index, &unit, &mut plain);
        block.layout.leaf(commitment.block(), index, &plain, &mut leaf);
        if leaf_hash(&leaf) != block.hashes(index)?[(index % TILE) as usize] {
            return Err(VaultError::OtherLeaf { index });
        }
        block.sealer.seal(index, &plain, &mut record);
        let written = file.write_all_at(&record, index * record.len() as u64);
        written.map_err(file_error("writing", &path))?;
    }
    file.sync_all().map_err(file_error("writing", &path))?;
    Ok(damaged)
}
