//! Where money may go: one pure function, [`decide()`].
//!
//! Someone gives a [`Command`]; the [`Facts`] say what is true; [`decide()`] answers with a
//! [`Decision`]: the [`Receipt`], the [`Transfer`]s of money, and the [`Record`]s to save. A stake,
//! the unit it buys, the unit's result and its gain are *one* decision (Mots Croisés, regulation of
//! 3 November 2011, article 4.4); what a screen does afterwards is not the ledger's business.
//!
//! # Who calls it, and how
//!
//! A *teller* takes all commands that wait and, in one transaction:
//!
//! 1. loads what [`Needs::of`] names for them into [`Facts`];
//! 2. for each command in order: reads the unit that [`Facts::unit_needed`] asks for, if any, and
//!    puts it into [`Facts::standing`]; decides; and *applies the decision to the facts before the
//!    next command is decided* ([`Facts::apply`]), so that two purchases of one batch cannot spend
//!    one balance or sell one unit;
//! 3. saves all transfers and records, commits, and only then answers.
//!
//! A command that was answered before has a decision without transfers and records: there is
//! nothing to save, and the receipt is the stored one, before every other check.
//!
//! # What holds
//!
//! The sum of all accounts is zero, by construction: a [`Transfer`] lowers one account and raises
//! another by one positive [`Amount`]. No guarded account is ever negative, no unit is sold twice or
//! out of order, no gain is paid twice: asserted on every decision, in release builds too.
//!
//! # What this crate does not do
//!
//! It reads no clock (times come in commands, see [`Stamp`]), draws nothing, opens no unit, keeps
//! nothing, and knows nothing of SQL, HTTP, passwords or of which zones of a unit are uncovered.
//! A paper ticket's lot comes with the question, from whoever could open its record: the ledger
//! keeps neither validation codes nor the lots of tickets that are not paid.

#![no_std]

extern crate alloc;

mod account;
mod amount;
mod block;
mod command;
mod decide;
mod event;
mod facts;
mod id;
mod keeper;
mod legal_day;
mod limit;
mod needs;
mod offer;
mod operator;
mod parameters;
mod play;
mod player;
mod receipt;
mod record;
mod refusal;
mod retail;
mod time;

pub use account::{Account, Reason, Transfer};
pub use amount::{Amount, Ceiling};
pub use block::{Block, BlockState, Suspension};
pub use command::{Act, Command, Content, OutboxAct, PlayerAct};
pub use decide::{Decision, decide};
pub use event::{Event, EventKind, Remark};
pub use facts::Facts;
pub use id::{
    Actor, BlockId, CommandId, CommandKey, EmissionId, OperatorName, PlayId, PlayerId, PlayerName,
    Provider, Reference, TransferId, WithdrawalId,
};
pub use keeper::KeeperAct;
pub use legal_day::LegalDay;
pub use limit::{Limit, Window};
pub use needs::Needs;
pub use offer::{Offer, PutOff};
pub use operator::{Correction, OperatorAct, Signed};
pub use parameters::{Dated, Parameters, RulesVersion};
pub use play::{Gain, Mode, Place, Play, PlayFacts, PlayState, Standing};
pub use player::{Deposit, DepositState, Player, PlayerFacts, Withdrawal, WithdrawalState};
pub use receipt::{Done, Known, Receipt};
pub use record::Record;
pub use refusal::Refusal;
pub use retail::{
    Bearer, Book, BookId, BookRange, BookState, Claim, Claims, Closing, Counter, CounterAct,
    CounterId, CounterName, Emission, GameCode, Lot, Obstacle, Payment, Printing, Report,
    RetailAct, RetailDone, RetailFacts, RetailNeeds, RetailRecord, TicketId, Verdict,
};
pub use time::{Millis, Span, Stamp};
