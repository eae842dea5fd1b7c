//! The seam between the ledger and what keeps it.

use std::collections::BTreeMap;

use game::Cents;
use ledger::{
    Block, BlockId, CounterId, Dated, Decision, Deposit, Event, EventKind, Facts, GameCode, Millis,
    Needs, Offer, Payment, PlayId, Player, PlayerId, PlayerName, Provider, Record, Reference,
    RetailFacts, RetailNeeds, Withdrawal, WithdrawalId,
};

use crate::chain::Entry;
use crate::error::StoreError;
use crate::lapsed::Lapsed;
use crate::register::{Hour, Register};
use crate::retail::{Asking, Paper, Sales};
use crate::sold::{History, PlayPlace, Sold};
use crate::statement::{Before, Outstanding, Statement};

/// What keeps a ledger. It loads facts and saves what was decided on them, in one transaction; it
/// decides nothing.
pub trait Engine: Send {
    /// Another engine on the same ledger: one hand writes while the other reads.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    fn twin(&self) -> Result<Box<dyn Engine>, StoreError>;

    /// How many hands may decide at the same time. One, where each waits for all others anyway.
    fn tellers(&self) -> usize {
        1
    }

    /// In one transaction: loads what `needs` names, with the stakes and deposits that `frame` says;
    /// lets `work` decide; saves all of what it returns; commits.
    ///
    /// `work` may be asked again when another server was in the way. When it fails, nothing is
    /// saved.
    ///
    /// # Errors
    ///
    /// [`Fault::Failed`]: nothing was saved. [`Fault::Unknown`]: everything was or nothing.
    fn transact(
        &mut self,
        needs: &Needs,
        frame: Frame<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Fault>;

    /// Makes a game known, or its price, and a block of it that is published and whose files are
    /// verified. A block that is known goes on where it stands.
    ///
    /// # Errors
    ///
    /// When the block is known as another one or another one has its number, or the ledger fails.
    fn publish(&mut self, offer: &Offer, block: &Block) -> Result<(), StoreError>;

    /// Suspends every block that may have been sold from since the ledger's backup was made, and the
    /// payment of every block on paper, in one transaction: [`ledger::BlockState::restored`],
    /// [`ledger::Printing::is_restored`].
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn suspend_restored(&mut self) -> Result<(), StoreError>;

    /// The latest time that the ledger holds; the beginning of time for an empty one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn latest(&mut self) -> Result<Millis, StoreError>;

    /// A player and what he has; nothing if there is no such player.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn player(&mut self, id: PlayerId) -> Result<Option<Purse>, StoreError>;

    /// A sold unit; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn play(&mut self, id: &PlayId) -> Result<Option<Sold>, StoreError>;

    /// Every unfinished unit of a player, and at most `limit` finished ones older than `before`.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn history(
        &mut self,
        player: PlayerId,
        before: Option<PlayPlace>,
        limit: u16,
    ) -> Result<History, StoreError>;

    /// A block; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn block(&mut self, id: &BlockId) -> Result<Option<Block>, StoreError>;

    /// Every block that is known, by game, emission and number.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn blocks(&mut self) -> Result<Vec<Block>, StoreError>;

    /// All accounts.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn books(&mut self) -> Result<Books, StoreError>;

    /// At most `limit` events after the one with the number `after`, in order.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn events(&mut self, after: i64, limit: u32) -> Result<Vec<Entry>, StoreError>;

    /// The last event of a kind; nothing if there was none.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn last_event(&mut self, kind: EventKind) -> Result<Option<Entry>, StoreError>;

    /// Games and blocks as they stand.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn register(&mut self) -> Result<Register, StoreError>;

    /// What was sold, by block and hour, of blocks that are over ([`crate::is_over`]).
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn turnover(&mut self) -> Result<Vec<Hour>, StoreError>;

    /// Whose account a name is; nothing if it is nobody's.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn named(&mut self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError>;

    /// Whose data were kept long enough: at most `limit` players whose accounts were closed at `by` or
    /// before, and how many bearers of tickets that were paid then or before.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn lapsed(&mut self, by: Millis, limit: u32) -> Result<Lapsed, StoreError>;

    /// A page of what came to a player and what left him, newest first: at most `limit` lines.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn statement(
        &mut self,
        player: PlayerId,
        before: &Before,
        limit: u16,
    ) -> Result<Statement, StoreError>;

    /// A deposit; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn deposit(
        &mut self,
        provider: &Provider,
        reference: &Reference,
    ) -> Result<Option<Deposit>, StoreError>;

    /// A withdrawal; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn withdrawal(&mut self, id: &WithdrawalId) -> Result<Option<Withdrawal>, StoreError>;

    /// What providers have not answered yet: at most `limit` deposits and as many withdrawals,
    /// oldest first.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn outstanding(&mut self, limit: u32) -> Result<Outstanding, StoreError>;

    /// What is known of the paper game that `needs` names.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn retail(&mut self, needs: &RetailNeeds) -> Result<RetailFacts, StoreError>;

    /// The paper game as it stands.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn paper(&mut self) -> Result<Paper, StoreError>;

    /// At most `limit` payments of a counter from `from` on and before `to`, newest first.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn paid(
        &mut self,
        counter: CounterId,
        within: (Millis, Millis),
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError>;

    /// How much each counter has asked from `from` on and before `to`, by its number; those that asked
    /// nothing are left out.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn asking(&mut self, within: (Millis, Millis)) -> Result<Vec<Asking>, StoreError>;

    /// What has become of the tickets of an emission's blocks, by first book.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    fn sales(&mut self, code: GameCode) -> Result<Vec<Sales>, StoreError>;
}

/// Which stakes and deposits count in a batch: those of the last days before its time. That is our
/// clock's, or the latest that the ledger holds of its players, whose server's clock may be ahead.
///
/// Since an engine can tell from when they count, it may load the sum instead of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The time by our clock.
    pub now: Millis,
    /// What says how long a stake or a deposit counts, at each time.
    pub parameters: &'a Dated,
}

impl Frame<'_> {
    /// What moved later than this counts, when `latest` is the latest time of the players.
    #[must_use]
    pub fn since(self, latest: Option<Millis>) -> Millis {
        let at = latest.map_or(self.now, |latest| latest.max(self.now));
        at.before(self.parameters.at(at).limit_window)
    }
}

/// The latest time in the windows of all players.
pub(crate) fn latest(facts: &Facts) -> Option<Millis> {
    let windows = facts.players.values().flat_map(|player| [&player.stakes, &player.deposits]);
    windows.filter_map(|window| window.entries().last()).map(|(at, _)| at).max()
}

/// What decides a batch on loaded facts.
pub type Work<'a> = dyn FnMut(Facts) -> Result<Changes, StoreError> + 'a;

/// What a batch leaves to save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Decisions, in order.
    pub decisions: Vec<Decision>,
    /// What screens have uncovered since: bits to add to each unit's.
    pub views: BTreeMap<PlayId, u32>,
    /// Events besides those of the decisions, which they follow.
    pub events: Vec<(Millis, Event)>,
    /// Refusals older than this are forgotten.
    pub forget_before: Option<Millis>,
}

impl Changes {
    /// Whether there is nothing to save.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.views.is_empty()
            && self.events.is_empty()
            && self.decisions.iter().all(|it| it.transfers.is_empty() && it.records.is_empty())
    }

    /// All events, in the order in which they are chained.
    pub(crate) fn all_events(&self) -> impl Iterator<Item = (Millis, &Event)> {
        let records = self.decisions.iter().flat_map(|decision| &decision.records);
        let decided = records.filter_map(|record| match record {
            Record::Event(at, event) => Some((*at, event)),
            _ => None,
        });
        decided.chain(self.events.iter().map(|(at, event)| (*at, event)))
    }
}

/// Why a transaction has no good end.
#[derive(Debug)]
pub enum Fault {
    /// Nothing of it was saved.
    Failed(StoreError),
    /// The answer to its commit is lost: all of it was saved, or nothing.
    Unknown(StoreError),
}

impl Fault {
    /// What went wrong, for work that is the same when it is done twice.
    pub(crate) fn into_error(self) -> StoreError {
        match self {
            Self::Failed(error) | Self::Unknown(error) => error,
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

/// A player and what he has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purse {
    /// His row.
    pub player: Player,
    /// All that he can stake or withdraw: credited gains are in it from the purchase on.
    pub balance: Cents,
}

/// All accounts, by their names ([`ledger::Account`]'s text), and how much was sold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Books {
    /// What each account holds, in cents; accounts that hold nothing may be left out.
    pub balances: BTreeMap<String, i64>,
    /// How many units were sold.
    pub sold: u64,
}
