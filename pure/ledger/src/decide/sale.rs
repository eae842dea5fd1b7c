//! What the operator does with blocks.

use game::{GameId, UnitIndex};

use super::Draft;
use crate::account::{Account, Reason};
use crate::block::{Block, BlockState, Offer, Suspension};
use crate::facts::Facts;
use crate::id::BlockId;
use crate::receipt::Done;
use crate::record::Record;
use crate::refusal::Refusal;

/// Makes `block` the one that is sold, and has the operator fund its prizes: the total of its
/// table. Whoever calls records the block itself, in the state it then has.
pub(super) fn fund(draft: &mut Draft, offer: &Offer, block: &Block) {
    let to = Account::Prizes(block.id.clone());
    draft.transfer(Account::Operator, to, block.prizes, Reason::Prizes);
    draft.record(Record::Offer(Offer { current: Some(block.id.clone()), ..offer.clone() }));
}

/// Puts a published block on sale. Refuses, in order: `block_unknown`, `game_unknown`,
/// `block_not_published`, `other_block_on_sale`.
pub(super) fn put_on_sale(facts: &Facts, draft: &mut Draft, id: &BlockId) -> Result<Done, Refusal> {
    let block = known(facts, id)?;
    let offer = facts.offers.get(&block.emission.game).ok_or(Refusal::GameUnknown)?;
    if block.state != BlockState::Published {
        return Err(Refusal::BlockNotPublished);
    }
    check_free(facts, offer)?;
    fund(draft, offer, block);
    draft.record(Record::Block(Block { state: BlockState::OnSale, ..block.clone() }));
    Ok(Done::OnSale)
}

/// Whether another block of the game may be put on sale.
fn check_free(facts: &Facts, offer: &Offer) -> Result<(), Refusal> {
    let current = offer.current.as_ref().and_then(|id| facts.blocks.get(id));
    match current {
        Some(block) if block.state != BlockState::SoldOut => Err(Refusal::OtherBlockOnSale),
        _ => Ok(()),
    }
}

/// Stops the sale of a block. Refuses, in order: `block_unknown`, `block_not_on_sale`.
pub(super) fn suspend(facts: &Facts, draft: &mut Draft, id: &BlockId) -> Result<Done, Refusal> {
    let block = known(facts, id)?;
    if block.state != BlockState::OnSale {
        return Err(Refusal::BlockNotOnSale);
    }
    let state = BlockState::Suspended(Suspension::Asked);
    draft.record(Record::Block(Block { state, ..block.clone() }));
    Ok(Done::Suspended)
}

/// Goes on with the sale of a suspended block. After a restored backup, the units between the
/// cursor and `sold` are lost: never sold again. A block that only the lost ledger put on sale is
/// put on sale again, or waits again if nothing of it was sold. Refuses, in order:
/// `block_unknown`, `game_unknown`, `block_not_suspended`, `sold_through_missing`,
/// `sold_through_not_asked`, `sold_through_out_of_range`, `other_block_on_sale`.
pub(super) fn resume(
    facts: &Facts,
    draft: &mut Draft,
    id: &BlockId,
    sold: Option<u64>,
) -> Result<Done, Refusal> {
    let block = known(facts, id)?;
    let offer = facts.offers.get(&block.emission.game).ok_or(Refusal::GameUnknown)?;
    let BlockState::Suspended(why) = block.state else {
        return Err(Refusal::BlockNotSuspended);
    };
    let next = match (why, sold) {
        (Suspension::Restored, None) => return Err(Refusal::SoldThroughMissing),
        (Suspension::Restored, Some(sold)) => sold,
        (Suspension::Asked | Suspension::Damaged, Some(_)) => {
            return Err(Refusal::SoldThroughNotAsked);
        }
        (Suspension::Asked | Suspension::Damaged, None) => block.next.0,
    };
    if !(block.next.0..=block.units).contains(&next) {
        return Err(Refusal::SoldThroughOutOfRange);
    }
    let is_current = offer.current.as_ref() == Some(id);
    let state = match next {
        0 if !is_current => BlockState::Published,
        _ if next == block.units => BlockState::SoldOut,
        _ => BlockState::OnSale,
    };
    if !is_current && state != BlockState::Published {
        check_free(facts, offer)?;
        fund(draft, offer, block);
    }
    let lost = next - block.next.0;
    let next = UnitIndex(next);
    draft.record(Record::Block(Block { state, next, lost: block.lost + lost, ..block.clone() }));
    Ok(Done::Resumed { lost })
}

/// Ends the sale of a game's current emission. What was sold stays: units can be finished, gains
/// confirmed, receipts asked for. Refuses, in order: `game_unknown`, `game_not_on_sale`.
pub(super) fn close(facts: &Facts, draft: &mut Draft, game: &GameId) -> Result<Done, Refusal> {
    let offer = facts.offers.get(game).ok_or(Refusal::GameUnknown)?;
    let current = offer.current.as_ref().and_then(|id| facts.blocks.get(id));
    let current = current.ok_or(Refusal::GameNotOnSale)?;
    let unsold = facts.blocks.values().filter(|block| {
        let is_waiting = block.state == BlockState::Published && block.emission == current.emission;
        is_waiting || (block.id == current.id && block.state != BlockState::SoldOut)
    });
    for block in unsold {
        draft.record(Record::Block(Block { state: BlockState::Closed, ..block.clone() }));
    }
    draft.record(Record::Offer(Offer { current: None, ..offer.clone() }));
    Ok(Done::Closed)
}

fn known<'a>(facts: &'a Facts, id: &BlockId) -> Result<&'a Block, Refusal> {
    facts.blocks.get(id).ok_or(Refusal::BlockUnknown)
}
