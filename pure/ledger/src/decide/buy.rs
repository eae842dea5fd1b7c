//! The purchase: stake, unit, result and gain in one decision (article 4.4).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::sync::Arc;

use game::{Cents, GameId, Unit, UnitIndex};

use super::{Draft, sale};
use crate::account::{Account, Reason};
use crate::amount::Amount;
use crate::block::{Block, BlockState, Suspension};
use crate::event::EventKind;
use crate::facts::Facts;
use crate::id::{CommandId, PlayId, PlayerId};
use crate::limit::plus;
use crate::offer::Offer;
use crate::play::{Gain, Mode, Play, Standing};
use crate::player::PlayerFacts;
use crate::receipt::Done;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::time::Millis;

/// What a buyer wants.
pub(super) struct Wish<'a> {
    pub(super) id: &'a CommandId,
    pub(super) game: &'a GameId,
    pub(super) price: Cents,
    pub(super) mode: Mode,
}

/// Where the unit comes from.
pub(super) enum Source<'a> {
    /// From the block that is on sale.
    Current(&'a Offer, &'a Block),
    /// From the block that follows one that is sold out, and is put on sale for it.
    Following(&'a Offer, &'a Block),
}

impl<'a> Source<'a> {
    pub(super) fn block(&self) -> &'a Block {
        let (Self::Current(_, block) | Self::Following(_, block)) = self;
        block
    }

    fn offer(&self) -> &'a Offer {
        let (Self::Current(offer, _) | Self::Following(offer, _)) = self;
        offer
    }
}

/// Every check before the unit is looked at. Refuses, in order: `game_not_on_sale`,
/// `player_barred`, `player_excluded`, `rules_not_accepted`, `limits_not_set`, `unfinished_unit`, `price_changed`,
/// `stake_limit`, `insufficient_funds`, `sold_out`.
pub(super) fn check<'a>(
    facts: &'a Facts,
    player: &PlayerFacts,
    wish: &Wish<'_>,
    at: Millis,
) -> Result<Source<'a>, Refusal> {
    let row = &player.row;
    let offer = facts.offers.get(wish.game).ok_or(Refusal::GameNotOnSale)?;
    if facts.is_halted || offer.is_suspended || !offer.has_opened(at) {
        return Err(Refusal::GameNotOnSale);
    }
    let current = offer.current.as_ref().and_then(|id| facts.blocks.get(id));
    let current = current.ok_or(Refusal::GameNotOnSale)?;
    if !matches!(current.state, BlockState::OnSale | BlockState::SoldOut) {
        return Err(Refusal::GameNotOnSale);
    }
    if player.row.closed_at.is_some() {
        return Err(Refusal::AccountClosed);
    }
    if row.barred_at.is_some() {
        return Err(Refusal::PlayerBarred);
    }
    if row.is_excluded(at) {
        return Err(Refusal::PlayerExcluded);
    }
    if row.rules < facts.parameters.rules {
        return Err(Refusal::RulesNotAccepted);
    }
    let limit = row.stakes.ok_or(Refusal::LimitsNotSet)?;
    if player.unfinished.contains_key(wish.game) {
        return Err(Refusal::UnfinishedUnit);
    }
    let price = offer.price.cents();
    if wish.price != price {
        return Err(Refusal::PriceChanged);
    }
    let of_late = player.stakes.since(at.before(facts.parameters.limit_window));
    if plus(of_late, price) > limit.holds(at).cents() {
        return Err(Refusal::StakeLimit);
    }
    if facts.player_balance(row.id) < price {
        return Err(Refusal::InsufficientFunds);
    }
    if current.state == BlockState::OnSale {
        return Ok(Source::Current(offer, current));
    }
    let following = facts.following(current).ok_or(Refusal::SoldOut)?;
    Ok(Source::Following(offer, following))
}

/// Sells the next unit. Refuses, in order: `player_unknown`, what [`check`] refuses, and
/// `unit_damaged`, which suspends the block.
pub(super) fn buy(
    facts: &Facts,
    draft: &mut Draft,
    player: &PlayerFacts,
    wish: &Wish<'_>,
) -> Result<Done, Refusal> {
    let source = check(facts, player, wish, draft.at)?;
    let mut block = source.block().clone();
    // What the prizes hold once a following block is funded.
    let mut prizes = facts.balance(&Account::Prizes(block.id.clone()));
    if let Source::Following(offer, _) = source {
        sale::fund(draft, offer, &block);
        block.state = BlockState::OnSale;
        prizes += block.prizes.signed();
    }
    let standing = facts.standing.get(&block.place());
    let standing = standing.expect("whoever decides a sale has brought its unit");
    let Some((unit, lot)) = sound(&block, prizes, standing) else {
        block.state = BlockState::Suspended(Suspension::Damaged);
        draft.event(EventKind::BlockDamaged, &block.id, &format!("unit {}", block.next.0));
        draft.record(Record::Block(block));
        return Err(Refusal::UnitDamaged);
    };
    let (stake, index) = (source.offer().price, block.next);
    block.next = UnitIndex(index.0 + 1);
    if block.next.0 == block.units {
        block.state = BlockState::SoldOut;
        draft.event(EventKind::BlockSoldOut, &block.id, "");
    }
    let gain = match Amount::new(lot) {
        None => Gain::None,
        Some(amount) if lot > facts.parameters.credit_ceiling => Gain::Held(amount),
        Some(amount) => Gain::Credited(amount),
    };
    let before = facts.player_balance(player.row.id);
    let rest = before.0.checked_sub(stake.cents().0).expect("the balance was checked");
    let credited = if matches!(gain, Gain::Credited(_)) { lot } else { Cents::ZERO };
    let play = Arc::new(Play {
        id: PlayId { player: player.row.id, command: wish.id.clone() },
        game: wish.game.clone(),
        block: block.id.clone(),
        index,
        mode: wish.mode,
        stake,
        staked: plus(player.staked, stake.cents()),
        gain,
        unit: unit.to_owned(),
        balance_before: before,
        balance_after: plus(Cents(rest), credited),
        rules: facts.parameters.rules,
        at: draft.at,
    });
    pay(draft, &play);
    note_gain(facts, draft, &play);
    draft.record(Record::Block(block));
    draft.record(Record::Play(Arc::clone(&play)));
    Ok(Done::Bought(play))
}

/// The unit and its lot, if it can be sold: its record is sound, the block's prizes hold its lot,
/// and with the last unit of a whole block they are used up exactly. Otherwise the block is not
/// the one that its table describes.
fn sound<'a>(block: &Block, prizes: i64, standing: &'a Standing) -> Option<(&'a Arc<Unit>, Cents)> {
    let Standing::Sound { unit, lot } = standing else { return None };
    let rest = prizes.checked_sub(i64::try_from(lot.0).ok()?)?;
    let is_last = block.next.0 + 1 == block.units;
    let fits = if is_last && block.lost == 0 { rest == 0 } else { rest >= 0 };
    fits.then_some((unit, *lot))
}

fn pay(draft: &mut Draft, play: &Play) {
    let player = Account::Player(play.id.player);
    draft.transfer(player, Account::Stakes(play.block.clone()), play.stake, Reason::Stake);
    let (amount, reason) = match play.gain {
        Gain::None => return,
        Gain::Credited(amount) => (amount, Reason::Gain),
        Gain::Held(amount) => (amount, Reason::GainHeld),
    };
    let from = Account::Prizes(play.block.clone());
    draft.transfer(from, play.gain_account(), amount, reason);
}

/// A gain that someone should know of.
fn note_gain(facts: &Facts, draft: &mut Draft, play: &Play) {
    let kind = match play.gain {
        Gain::Held(_) => EventKind::GainHeld,
        Gain::Credited(amount) if amount.cents() >= facts.parameters.large_gain => {
            EventKind::GainLarge
        }
        Gain::None | Gain::Credited(_) => return,
    };
    draft.event(kind, &play.id, &format!("{} cents", play.gain.cents()));
}

/// Notes that a player has done with a unit of his; again, without effect. It pays nothing: that
/// is done since the purchase. Refuses, in order: `player_unknown`, `play_unknown`.
pub(super) fn finish(
    facts: &Facts,
    draft: &mut Draft,
    player: PlayerId,
    command: &CommandId,
) -> Result<Done, Refusal> {
    let id = PlayId { player, command: command.clone() };
    let sold = facts.plays.get(&id).ok_or(Refusal::PlayUnknown)?;
    if let Some(at) = sold.finished_at {
        return Ok(Done::Finished { at });
    }
    draft.record(Record::Finished(id, draft.at));
    Ok(Done::Finished { at: draft.at })
}
