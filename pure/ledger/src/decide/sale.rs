//! What the operator does with blocks and games.

use alloc::format;
use alloc::string::ToString;

use game::{GameId, UnitIndex};

use super::Draft;
use crate::account::{Account, Reason};
use crate::block::{Block, BlockState, Suspension};
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::id::BlockId;
use crate::offer::{Offer, PutOff};
use crate::receipt::Done;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::time::Millis;

/// Makes `block` the one that is sold, and has the operator fund its prizes: the total of its
/// table. Whoever calls records the block itself, in the state it then has.
pub(super) fn fund(draft: &mut Draft, offer: &Offer, block: &Block) {
    let to = Account::Prizes(block.id.clone());
    draft.transfer(Account::Operator, to, block.prizes, Reason::Prizes);
    let on_sale_at = Some(offer.on_sale_at.unwrap_or(draft.at));
    let current = Some(block.id.clone());
    draft.record(Record::Offer(Offer { current, on_sale_at, ..offer.clone() }));
    draft.event(EventKind::BlockOnSale, &block.id, "");
}

/// Puts a published block on sale. Where its game is due to open later, nobody can buy before; then
/// it opens by itself. Refuses, in order: `block_unknown`, `game_unknown`,
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
    draft.event(EventKind::BlockSuspended, id, "");
    Ok(Done::Suspended)
}

/// Stops the sale of a block whose files are not what was signed. Refuses, in order:
/// `block_unknown`, `block_not_on_sale`.
pub(super) fn suspend_changed(
    facts: &Facts,
    draft: &mut Draft,
    id: &BlockId,
    found: &Remark,
) -> Result<Done, Refusal> {
    let block = known(facts, id)?;
    if block.state != BlockState::OnSale {
        return Err(Refusal::BlockNotOnSale);
    }
    let state = BlockState::Suspended(Suspension::Damaged);
    draft.record(Record::Block(Block { state, ..block.clone() }));
    draft.event(EventKind::BlockSuspended, id, found.as_str());
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
    draft.event(EventKind::BlockResumed, id, &format!("{lost} lost"));
    if state == BlockState::SoldOut {
        draft.event(EventKind::BlockSoldOut, id, "");
    }
    Ok(Done::Resumed { lost })
}

/// Puts off the opening of a game. Refuses, in order: `game_unknown`, `game_open`,
/// `opening_not_later`.
pub(super) fn put_off(
    facts: &Facts,
    draft: &mut Draft,
    game: &GameId,
    until: Millis,
    reason: &Remark,
) -> Result<Done, Refusal> {
    let offer = offer(facts, game)?;
    if offer.has_opened(draft.at) {
        return Err(Refusal::GameOpen);
    }
    // What was put off can be brought forward again, but not before the planned day.
    if until <= draft.at || offer.planned.is_some_and(|planned| until < planned) {
        return Err(Refusal::OpeningNotLater);
    }
    let before = offer.due().map_or("-".into(), |due| due.to_string());
    draft.event(EventKind::OpeningPutOff, game, &format!("from {before} to {until}: {reason}"));
    let put_off = Some(PutOff { until, reason: reason.clone() });
    draft.record(Record::Offer(Offer { put_off, ..offer.clone() }));
    Ok(Done::PutOff { until })
}

/// Stops the sale of a game. Refuses, in order: `game_unknown`, `game_suspended`.
pub(super) fn suspend_game(
    facts: &Facts,
    draft: &mut Draft,
    game: &GameId,
) -> Result<Done, Refusal> {
    let offer = offer(facts, game)?;
    if offer.is_suspended {
        return Err(Refusal::GameSuspended);
    }
    draft.record(Record::Offer(Offer { is_suspended: true, ..offer.clone() }));
    draft.event(EventKind::GameSuspended, game, "");
    Ok(Done::Suspended)
}

/// Goes on with a suspended game. Refuses, in order: `game_unknown`, `game_not_suspended`.
pub(super) fn resume_game(
    facts: &Facts,
    draft: &mut Draft,
    game: &GameId,
) -> Result<Done, Refusal> {
    let offer = offer(facts, game)?;
    if !offer.is_suspended {
        return Err(Refusal::GameNotSuspended);
    }
    draft.record(Record::Offer(Offer { is_suspended: false, ..offer.clone() }));
    draft.event(EventKind::GameResumed, game, "");
    Ok(Done::Resumed { lost: 0 })
}

/// Stops the sale of everything. Refuses: `all_suspended`.
pub(super) fn suspend_all(facts: &Facts, draft: &mut Draft) -> Result<Done, Refusal> {
    if facts.is_halted {
        return Err(Refusal::AllSuspended);
    }
    draft.record(Record::Halt(true));
    draft.event(EventKind::AllSuspended, &"", "");
    Ok(Done::Suspended)
}

/// Goes on after everything was stopped; what was suspended by itself stays so. Refuses:
/// `all_not_suspended`.
pub(super) fn resume_all(facts: &Facts, draft: &mut Draft) -> Result<Done, Refusal> {
    if !facts.is_halted {
        return Err(Refusal::AllNotSuspended);
    }
    draft.record(Record::Halt(false));
    draft.event(EventKind::AllResumed, &"", "");
    Ok(Done::Resumed { lost: 0 })
}

/// Ends the sale of a game's current emission. What was sold stays: units can be finished, gains
/// confirmed, receipts asked for. Refuses, in order: `game_unknown`, `game_not_on_sale`.
pub(super) fn close(facts: &Facts, draft: &mut Draft, game: &GameId) -> Result<Done, Refusal> {
    let offer = offer(facts, game)?;
    let current = offer.current.as_ref().and_then(|id| facts.blocks.get(id));
    let current = current.ok_or(Refusal::GameNotOnSale)?;
    let unsold = facts.blocks.values().filter(|block| {
        let is_waiting = block.state == BlockState::Published && block.emission == current.emission;
        is_waiting || (block.id == current.id && block.state != BlockState::SoldOut)
    });
    for block in unsold {
        draft.record(Record::Block(Block { state: BlockState::Closed, ..block.clone() }));
        draft.event(EventKind::BlockClosed, &block.id, "");
    }
    draft.record(Record::Offer(Offer { current: None, ..offer.clone() }));
    Ok(Done::Closed)
}

/// Ends the sale of a block of which a restored ledger does not know how far it was sold, and which
/// is not its game's current one: that one ends with its emission ([`close`]). No money moves: what
/// the lost ledger had put into its accounts this one never had. Refuses, in order:
/// `block_unknown`, `game_unknown`, `block_not_restored`.
pub(super) fn close_restored(
    facts: &Facts,
    draft: &mut Draft,
    id: &BlockId,
) -> Result<Done, Refusal> {
    let block = known(facts, id)?;
    let offer = facts.offers.get(&block.emission.game).ok_or(Refusal::GameUnknown)?;
    let is_restored = block.state == BlockState::Suspended(Suspension::Restored);
    if !is_restored || offer.current.as_ref() == Some(id) {
        return Err(Refusal::BlockNotRestored);
    }
    draft.record(Record::Block(Block { state: BlockState::Closed, ..block.clone() }));
    draft.event(EventKind::BlockClosed, id, "after a restored backup");
    Ok(Done::Closed)
}

fn known<'a>(facts: &'a Facts, id: &BlockId) -> Result<&'a Block, Refusal> {
    facts.blocks.get(id).ok_or(Refusal::BlockUnknown)
}

fn offer<'a>(facts: &'a Facts, game: &GameId) -> Result<&'a Offer, Refusal> {
    facts.offers.get(game).ok_or(Refusal::GameUnknown)
}
