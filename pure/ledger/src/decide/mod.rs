//! The one function that says where money goes.

mod buy;
mod identity;
mod invariants;
mod operator;
mod payments;
mod retail;
mod sale;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::account::{Account, Reason, Transfer};
use crate::amount::Amount;
use crate::command::{Act, Command, OutboxAct, PlayerAct};
use crate::event::{Event, EventKind};
use crate::facts::Facts;
use crate::id::{CommandKey, PlayerId, TransferId};
use crate::keeper::KeeperAct;
use crate::operator::Signed;
use crate::play::Place;
use crate::player::PlayerFacts;
use crate::receipt::{Done, Known, Receipt};
use crate::record::Record;
use crate::refusal::Refusal;
use crate::time::Millis;

/// The answer to a command and all that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What its giver is told.
    pub receipt: Receipt,
    /// How money moves, in order.
    pub transfers: Vec<Transfer>,
    /// What else changes. Empty for a command that was answered before, and when its id is reused:
    /// then there is nothing to save.
    pub records: Vec<Record>,
}

/// Decides `command` on `facts`. The same arguments give the same decision, always.
///
/// A command that was answered before gets the stored receipt, before every other check; one that
/// bears its id and asks for something else gets [`Refusal::IdReused`]. Only a question about a
/// ticket is answered anew.
///
/// # Panics
///
/// On a bug: a sale whose unit was not brought ([`Facts::unit_needed`]), or a decision that would
/// break the books.
#[must_use]
pub fn decide(facts: &Facts, command: &Command) -> Decision {
    let key = command.key();
    if let Some(receipt) = answered(facts, command, &key) {
        return Decision { receipt, transfers: Vec::new(), records: Vec::new() };
    }
    let signed = match &command.act {
        Act::Operator(signed, _) => Some(signed.clone()),
        Act::Player(..) | Act::Counter(..) | Act::Outbox(_) | Act::Keeper(_) => None,
    };
    let mut draft = Draft::new(key.clone(), command.at, signed);
    let answer = match &command.act {
        Act::Player(player, act) => player_act(facts, &mut draft, command, *player, act),
        Act::Counter(counter, act) => {
            retail::counter_act(facts, &mut draft, *counter, act).map(Done::Retail)
        }
        Act::Operator(signed, act) => operator::act(facts, &mut draft, signed, act),
        Act::Outbox(OutboxAct::Credit { provider, reference, .. }) => {
            payments::credit(facts, &mut draft, &(provider.clone(), reference.clone()))
        }
        Act::Outbox(OutboxAct::Decline { provider, reference, .. }) => {
            payments::decline(facts, &mut draft, &(provider.clone(), reference.clone()))
        }
        Act::Outbox(OutboxAct::Settle { withdrawal }) => {
            payments::settle(facts, &mut draft, withdrawal)
        }
        Act::Outbox(OutboxAct::Return { withdrawal }) => {
            payments::give_back(facts, &mut draft, withdrawal)
        }
        Act::Keeper(KeeperAct::Suspend { block, found }) => {
            sale::suspend_changed(facts, &mut draft, block, found)
        }
        Act::Keeper(KeeperAct::Erase { player }) => identity::erase(facts, &mut draft, *player),
        Act::Keeper(KeeperAct::EraseBearers) => Ok(identity::erase_bearers(facts, &mut draft)),
    };
    let receipt = match answer {
        Ok(done) => Receipt::Done(done),
        Err(refusal) => Receipt::Refused(refusal),
    };
    let Draft { transfers, mut records, .. } = draft;
    // A question that is asked again has been noted before.
    let kept = receipt.kept().filter(|_| !facts.known.contains_key(&key));
    if let Some(receipt) = kept {
        let known = Known { content: command.content(), receipt, at: command.at };
        records.push(Record::Known(key, known));
    }
    let decision = Decision { receipt, transfers, records };
    invariants::assert_sound(facts, &decision);
    decision
}

fn player_act(
    facts: &Facts,
    draft: &mut Draft,
    command: &Command,
    id: PlayerId,
    act: &PlayerAct,
) -> Result<Done, Refusal> {
    if let PlayerAct::Register { name, born, today, rules } = act {
        return identity::register(facts, draft, id, name, (*born, *today), *rules);
    }
    let player = player(facts, id)?;
    match act {
        PlayerAct::Register { .. } => unreachable!("registering was answered above"),
        PlayerAct::AcceptRules { version } => {
            identity::accept_rules(facts, draft, &player.row, *version)
        }
        PlayerAct::SetLimits { stakes, deposits } => {
            Ok(identity::set_limits(facts, draft, &player.row, *stakes, *deposits))
        }
        PlayerAct::ExcludeSelf { period } => {
            identity::exclude_self(facts, draft, &player.row, *period)
        }
        PlayerAct::AskDeposit { provider, amount } => {
            payments::ask_deposit(facts, draft, player, (provider, &command.id), *amount)
        }
        PlayerAct::Deposit { provider, reference, amount } => {
            payments::deposit(facts, draft, player, (provider, reference), *amount)
        }
        PlayerAct::Withdraw { amount } => {
            payments::withdraw(facts, draft, &player.row, &command.id, *amount)
        }
        PlayerAct::Buy { game, price, mode } => {
            let wish = buy::Wish { id: &command.id, game, price: *price, mode: *mode };
            buy::buy(facts, draft, player, &wish)
        }
        PlayerAct::Finish { play } => buy::finish(facts, draft, id, play),
    }
}

impl Facts {
    /// The unit that must be brought into [`Facts::standing`] before `command` is decided: the one
    /// at the cursor, if the command would buy it and it is not there yet. A command that is
    /// refused for any other reason asks for none.
    #[must_use]
    pub fn unit_needed(&self, command: &Command) -> Option<Place> {
        let Act::Player(player, PlayerAct::Buy { game, price, mode }) = &command.act else {
            return None;
        };
        if answered(self, command, &command.key()).is_some() {
            return None;
        }
        let player = player_of(self, *player)?;
        let wish = buy::Wish { id: &command.id, game, price: *price, mode: *mode };
        let source = buy::check(self, player, &wish, command.at).ok()?;
        let place = source.block().place();
        (!self.standing.contains_key(&place)).then_some(place)
    }
}

/// The answer to a command whose id is known: the stored receipt, or that the id is reused. None
/// for a question.
fn answered(facts: &Facts, command: &Command, key: &CommandKey) -> Option<Receipt> {
    let known = facts.known.get(key)?;
    if known.content != command.content() {
        return Some(Receipt::Refused(Refusal::IdReused));
    }
    // A question moves nothing, and its answer was not kept: it is answered anew.
    (!known.receipt.is_told()).then(|| known.receipt.clone())
}

fn player_of(facts: &Facts, id: PlayerId) -> Option<&PlayerFacts> {
    facts.players.get(&id)
}

fn player(facts: &Facts, id: PlayerId) -> Result<&PlayerFacts, Refusal> {
    player_of(facts, id).ok_or(Refusal::PlayerUnknown)
}

/// A decision in the making.
struct Draft {
    cause: CommandKey,
    at: Millis,
    /// Who signs for it, if it is the operator's.
    signed: Option<Signed>,
    transfers: Vec<Transfer>,
    records: Vec<Record>,
}

impl Draft {
    fn new(cause: CommandKey, at: Millis, signed: Option<Signed>) -> Self {
        Self { cause, at, signed, transfers: Vec::new(), records: Vec::new() }
    }

    fn transfer(&mut self, from: Account, to: Account, amount: Amount, reason: Reason) {
        let number = u8::try_from(self.transfers.len()).expect("a command moves money a few times");
        let id = TransferId { cause: self.cause.clone(), number };
        self.transfers.push(Transfer { id, from, to, amount, reason, at: self.at });
    }

    fn record(&mut self, record: Record) {
        self.records.push(record);
    }

    fn event(&mut self, kind: EventKind, subject: &dyn fmt::Display, detail: &str) {
        let event = Event::new(kind, self.signed.clone(), &subject.to_string(), detail);
        self.records.push(Record::Event(self.at, event));
    }
}
