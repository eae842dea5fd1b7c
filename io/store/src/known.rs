//! Whether a block that is given is the one that the ledger knows.

use ledger::Block;

use crate::error::StoreError;

/// A block that is published is the one that is known under its name, and no other one has its
/// number. `known` are the blocks of that name and of that number. Returns whether it is known.
pub(crate) fn check_known(known: &[Block], given: &Block) -> Result<bool, StoreError> {
    if let Some(block) = known.iter().find(|block| block.id == given.id) {
        return check_same(block, given).map(|()| true);
    }
    let Some(other) = known.first() else { return Ok(false) };
    Err(StoreError::NumberTaken {
        game: given.emission.game.to_string(),
        emission: given.emission.number,
        number: given.number,
        known: other.id.to_string(),
        given: given.id.to_string(),
    })
}

fn check_same(known: &Block, given: &Block) -> Result<(), StoreError> {
    let what = |block: &Block| (block.emission.clone(), block.number, block.units, block.prizes);
    if what(known) == what(given) {
        return Ok(());
    }
    let told = |block: &Block| {
        format!(
            "number {} of emission {} of {}, {} units with {} cents to win",
            block.number,
            block.emission.number,
            block.emission.game.as_str(),
            block.units,
            block.prizes
        )
    };
    Err(StoreError::OtherBlock {
        block: known.id.to_string(),
        known: told(known),
        given: told(given),
    })
}
