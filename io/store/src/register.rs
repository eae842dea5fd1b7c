//! What an operator asks: games and blocks as they stand, and what was sold of those that are over.

use game::Cents;
use ledger::{Block, BlockId, BlockState, Offer, PlayId};

/// Games and blocks as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Register {
    /// Whether everything is suspended.
    pub is_halted: bool,
    /// Every game, by its id.
    pub offers: Vec<Offer>,
    /// Every block, by game, emission and number.
    pub blocks: Vec<Block>,
    /// The plays whose gain waits for two people, in the order in which they were sold.
    pub held: Vec<PlayId>,
}

/// What was sold of one block within one hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hour {
    /// The block.
    pub block: BlockId,
    /// The hour's number since 1970-01-01T00:00:00Z.
    pub hour: i64,
    /// How many units were sold.
    pub plays: u64,
    /// What was paid for them.
    pub stakes: Cents,
    /// What they won, held gains too.
    pub gains: Cents,
}

/// Whether no unit of a block will ever be sold any more. Only then is anything told of how much of
/// it was: before, that would say what is left in it.
#[must_use]
pub fn is_over(state: BlockState) -> bool {
    match state {
        BlockState::SoldOut | BlockState::Closed => true,
        BlockState::Published
        | BlockState::OnSale
        | BlockState::Suspended(_)
        | BlockState::Printed => false,
    }
}
