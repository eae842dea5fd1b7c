//! What a decision changes besides balances.
//!
//! A record holds a row as it stands after the decision, so that an engine inserts or replaces it
//! without thinking.

use alloc::sync::Arc;

use crate::block::Block;
use crate::event::Event;
use crate::id::{CommandKey, PlayId, PlayerId};
use crate::offer::Offer;
use crate::play::Play;
use crate::player::{Deposit, Player, Withdrawal};
use crate::receipt::Known;
use crate::retail::RetailRecord;
use crate::time::Millis;

/// One row to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A command's receipt: insert it under its key, which must be new. A purchase has none
    /// besides its [`Record::Play`].
    Known(CommandKey, Known),
    /// A player: insert or replace.
    Player(Player),
    /// A player's name and date of birth are erased: take them from his row, and from what is kept of
    /// the command that opened his account ([`crate::Content::erased`]). His [`Record::Player`]
    /// follows.
    Erased(PlayerId),
    /// A deposit: insert it; provider and reference must be new.
    Deposit(Deposit),
    /// A deposit that was asked for has ended: set its state.
    DepositEnded(Deposit),
    /// A withdrawal: insert or replace.
    Withdrawal(Withdrawal),
    /// A sale: insert it; its id and its place (block, index) must be new.
    Play(Arc<Play>),
    /// A unit is finished: set its time.
    Finished(PlayId, Millis),
    /// A held gain is confirmed: set its time.
    GainConfirmed(PlayId, Millis),
    /// A block: replace its state, cursor and number of lost units.
    Block(Block),
    /// A game, as it is sold: replace all but its price and planned opening.
    Offer(Offer),
    /// Whether everything is suspended.
    Halt(bool),
    /// A row of the paper game.
    Retail(RetailRecord),
    /// A significant event: insert it behind the last one.
    Event(Millis, Event),
}
