//! Rows as both databases write them, and what they mean.
//!
//! A row is plain integers and texts; a row that means nothing was not written by this program.

mod player;
pub(crate) mod retail;

use std::sync::Arc;

use game::{Cents, GameId, UnitIndex};
use ledger::{
    Account, Amount, Block, BlockId, BlockState, CommandId, Deposit, DepositState, EmissionId,
    Gain, Millis, Mode, Offer, Play, PlayFacts, PlayId, PlayerId, Provider, PutOff, Reason,
    Reference, Remark, RulesVersion, Transfer, Window, Withdrawal, WithdrawalId, WithdrawalState,
};

use crate::register::Hour;
use crate::sold::{PlayPlace, Sold};
use crate::statement::{Movement, MovementPlace};
use crate::unit_text;

pub(crate) use player::PlayerRow;

/// Cents as a database keeps them.
pub(crate) fn signed(cents: Cents) -> i64 {
    i64::try_from(cents.0).expect("the ledger's amounts are far below 63 bits")
}

/// A count as a database keeps it.
pub(crate) fn count(number: u64) -> i64 {
    i64::try_from(number).expect("the ledger's counts are far below 63 bits")
}

/// What a database kept.
pub(crate) fn cents(cents: i64) -> Option<Cents> {
    u64::try_from(cents).ok().map(Cents)
}

/// Before which unit a page begins, as two columns compare with it: time and sum.
pub(crate) fn place(before: Option<PlayPlace>) -> (i64, i64) {
    before.map_or((i64::MAX, i64::MAX), |place| (place.at.0, signed(place.staked)))
}

fn amount(of: i64) -> Option<Amount> {
    Amount::new(cents(of)?)
}

/// A row of `plays`, with its view where there is one.
pub(crate) struct PlayRow {
    pub(crate) player: i64,
    pub(crate) command: String,
    pub(crate) game: String,
    pub(crate) block: String,
    pub(crate) index: i64,
    pub(crate) mode: String,
    pub(crate) stake: i64,
    pub(crate) staked: i64,
    pub(crate) gain: i64,
    pub(crate) is_held: bool,
    pub(crate) unit: String,
    pub(crate) before: i64,
    pub(crate) after: i64,
    pub(crate) at: i64,
    pub(crate) finished_at: Option<i64>,
    pub(crate) confirmed_at: Option<i64>,
    pub(crate) zones: Option<i64>,
    pub(crate) rules: i64,
}

impl PlayRow {
    /// The row of a sale that was just made.
    pub(crate) fn of(play: &Arc<Play>) -> Self {
        let facts = PlayFacts::sold(Arc::clone(play));
        Self {
            player: play.id.player.0,
            command: play.id.command.as_str().to_owned(),
            game: play.game.as_str().to_owned(),
            block: play.block.as_str().to_owned(),
            index: count(play.index.0),
            mode: play.mode.as_str().to_owned(),
            stake: signed(play.stake.cents()),
            staked: signed(play.staked),
            gain: signed(play.gain.cents()),
            is_held: matches!(play.gain, Gain::Held(_)),
            unit: unit_text::write(&play.unit),
            before: signed(play.balance_before),
            after: signed(play.balance_after),
            at: play.at.0,
            finished_at: facts.finished_at.map(|at| at.0),
            confirmed_at: None,
            zones: None,
            rules: play.rules.0.into(),
        }
    }

    /// What it means.
    pub(crate) fn sold(self) -> Option<Sold> {
        let gain = match (cents(self.gain)?, self.is_held) {
            (Cents::ZERO, false) => Gain::None,
            (gain, false) => Gain::Credited(Amount::new(gain)?),
            (gain, true) => Gain::Held(Amount::new(gain)?),
        };
        let play = Play {
            id: PlayId { player: PlayerId(self.player), command: CommandId::new(&self.command)? },
            game: GameId::new(&self.game)?,
            block: BlockId::new(&self.block)?,
            index: UnitIndex(u64::try_from(self.index).ok()?),
            mode: Mode::parse(&self.mode)?,
            stake: amount(self.stake)?,
            staked: cents(self.staked)?,
            gain,
            unit: Arc::new(unit_text::read(&self.unit)?),
            balance_before: cents(self.before)?,
            balance_after: cents(self.after)?,
            rules: RulesVersion(u32::try_from(self.rules).ok()?),
            at: Millis(self.at),
        };
        Some(Sold {
            facts: PlayFacts {
                play: Arc::new(play),
                finished_at: self.finished_at.map(Millis),
                confirmed_at: self.confirmed_at.map(Millis),
            },
            zones: u32::try_from(self.zones.unwrap_or(0)).ok()?,
        })
    }
}

/// A row of `blocks`.
pub(crate) struct BlockRow {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) emission: i64,
    pub(crate) number: i64,
    pub(crate) units: i64,
    pub(crate) prizes: i64,
    pub(crate) state: String,
    pub(crate) next: i64,
    pub(crate) lost: i64,
}

impl BlockRow {
    pub(crate) fn of(block: &Block) -> Self {
        Self {
            id: block.id.as_str().to_owned(),
            game: block.emission.game.as_str().to_owned(),
            emission: block.emission.number.into(),
            number: block.number.into(),
            units: count(block.units),
            prizes: signed(block.prizes.cents()),
            state: block.state.code().to_owned(),
            next: count(block.next.0),
            lost: count(block.lost),
        }
    }

    /// What it means.
    pub(crate) fn block(&self) -> Option<Block> {
        let number = u16::try_from(self.emission).ok()?;
        Some(Block {
            id: BlockId::new(&self.id)?,
            emission: EmissionId { game: GameId::new(&self.game)?, number },
            number: u32::try_from(self.number).ok()?,
            units: u64::try_from(self.units).ok()?,
            prizes: amount(self.prizes)?,
            state: BlockState::parse(&self.state)?,
            next: UnitIndex(u64::try_from(self.next).ok()?),
            lost: u64::try_from(self.lost).ok()?,
        })
    }
}

/// A row of `offers`.
pub(crate) struct OfferRow {
    pub(crate) game: String,
    pub(crate) price: i64,
    pub(crate) planned: Option<i64>,
    pub(crate) until: Option<i64>,
    pub(crate) reason: Option<String>,
    pub(crate) on_sale_at: Option<i64>,
    pub(crate) is_suspended: bool,
    pub(crate) current: Option<String>,
}

impl OfferRow {
    pub(crate) fn of(offer: &Offer) -> Self {
        let put_off = offer.put_off.as_ref();
        Self {
            game: offer.game.as_str().to_owned(),
            price: signed(offer.price.cents()),
            planned: offer.planned.map(|at| at.0),
            until: put_off.map(|it| it.until.0),
            reason: put_off.map(|it| it.reason.to_string()),
            on_sale_at: offer.on_sale_at.map(|at| at.0),
            is_suspended: offer.is_suspended,
            current: offer.current.as_ref().map(ToString::to_string),
        }
    }

    /// What it means.
    pub(crate) fn offer(&self) -> Option<Offer> {
        let put_off = match (self.until, &self.reason) {
            (Some(until), Some(reason)) => {
                Some(PutOff { until: Millis(until), reason: Remark::new(reason)? })
            }
            (None, None) => None,
            _ => return None,
        };
        let current = match &self.current {
            Some(id) => Some(BlockId::new(id)?),
            None => None,
        };
        Some(Offer {
            game: GameId::new(&self.game)?,
            price: amount(self.price)?,
            planned: self.planned.map(Millis),
            put_off,
            on_sale_at: self.on_sale_at.map(Millis),
            is_suspended: self.is_suspended,
            current,
        })
    }
}

/// A withdrawal's state in its column.
pub(crate) fn withdrawal_code(state: WithdrawalState) -> &'static str {
    match state {
        WithdrawalState::Pending => "pending",
        WithdrawalState::Settled => "settled",
        WithdrawalState::Returned => "returned",
    }
}

/// A withdrawal by its columns.
pub(crate) fn withdrawal(
    id: &WithdrawalId,
    cents: i64,
    at: i64,
    state: &str,
) -> Option<Withdrawal> {
    let states = [WithdrawalState::Pending, WithdrawalState::Settled, WithdrawalState::Returned];
    let state = states.into_iter().find(|it| withdrawal_code(*it) == state)?;
    Some(Withdrawal { id: id.clone(), amount: amount(cents)?, at: Millis(at), state })
}

/// A deposit by its columns: provider, reference, player, cents, time, state.
pub(crate) fn deposit(
    (provider, reference): (&str, &str),
    player: i64,
    cents: i64,
    at: i64,
    state: &str,
) -> Option<Deposit> {
    Some(Deposit {
        provider: Provider::new(provider)?,
        reference: Reference::new(reference)?,
        player: PlayerId(player),
        amount: amount(cents)?,
        at: Millis(at),
        state: DepositState::parse(state)?,
    })
}

/// In whose statement a transfer stands by itself: a player's whose money comes or goes otherwise
/// than by a unit, which is a line of its own.
pub(crate) fn stated(transfer: &Transfer) -> Option<i64> {
    match transfer.reason {
        Reason::Stake
        | Reason::Gain
        | Reason::GainHeld
        | Reason::Prizes
        | Reason::CounterPaidIn
        | Reason::CounterPaidOut
        | Reason::Activation
        | Reason::BookReturn
        | Reason::Ticket
        | Reason::Unclaimed => return None,
        Reason::Deposit
        | Reason::Withdrawal
        | Reason::WithdrawalSettled
        | Reason::WithdrawalReturned
        | Reason::GainConfirmed
        | Reason::Correction => {}
    }
    [&transfer.from, &transfer.to].into_iter().find_map(|account| match account {
        Account::Player(player) => Some(player.0),
        _ => None,
    })
}

/// A movement by its columns: actor, command, number, account that is raised, cents, reason, time.
pub(crate) fn movement(
    (actor, command, number): (&str, &str, i64),
    to: &str,
    cents: i64,
    reason: &str,
    at: i64,
) -> Option<Movement> {
    Some(Movement {
        place: MovementPlace {
            at: Millis(at),
            actor: actor.to_owned(),
            command: command.to_owned(),
            number: u8::try_from(number).ok()?,
        },
        reason: Reason::ALL.into_iter().find(|it| it.code() == reason)?,
        amount: amount(cents)?,
        is_in: to.starts_with("player/"),
    })
}

/// An hour's sales by their columns: block, hour, plays, stakes, gains.
pub(crate) fn hour(block: &str, hour: i64, plays: i64, stakes: i64, gains: i64) -> Option<Hour> {
    let (block, plays) = (BlockId::new(block)?, u64::try_from(plays).ok()?);
    Some(Hour { block, hour, plays, stakes: cents(stakes)?, gains: cents(gains)? })
}

/// A play's name by its columns.
pub(crate) fn play_id(player: i64, command: &str) -> Option<PlayId> {
    Some(PlayId { player: PlayerId(player), command: CommandId::new(command)? })
}

/// All that a player moved of late, as if he had moved it when he moved the last of it.
pub(crate) fn window(at: i64, cents: i64) -> Option<Window> {
    let mut window = Window::default();
    window.add(Millis(at), amount(cents)?);
    Some(window)
}
