//! What the teller is asked, and how it answers.

use std::collections::BTreeMap;

use ledger::{Act, Command, CommandId, Done, Event, Millis, PlayId, Receipt};
use tokio::sync::oneshot;

/// What a command's giver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// His name for it.
    pub id: CommandId,
    /// Who wants what.
    pub act: Act,
}

/// Why a command has no receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// Too many commands wait. Nothing was taken: come again.
    #[error("too many commands wait")]
    Busy,
    /// Nothing was saved. The same command may be given again.
    #[error("the command failed")]
    Failed,
    /// Whether it was carried out is not known; the same command, given again, finds out.
    #[error("whether the command was carried out is not known")]
    Unknown,
}

/// A receipt on its way.
pub type Answer = oneshot::Receiver<Result<Receipt, Unanswered>>;

/// A receipt, and whether it follows from the command now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The receipt.
    pub receipt: Receipt,
    /// Whether the command was decided now. Of one that was answered before, the receipt is the
    /// same, and what it tells of may have gone on since.
    pub is_new: bool,
}

/// Where an answer is awaited, and as what.
pub(crate) enum Reply {
    Receipt(oneshot::Sender<Result<Receipt, Unanswered>>),
    Told(oneshot::Sender<Outcome>),
    Done(oneshot::Sender<Result<(), Unanswered>>),
}

impl Reply {
    /// Whoever no longer listens finds the receipt under his command's id.
    pub(crate) fn send(self, outcome: Outcome) {
        match self {
            Self::Receipt(to) => drop(to.send(outcome.map(|told| told.receipt))),
            Self::Told(to) => drop(to.send(outcome)),
            Self::Done(to) => drop(to.send(outcome.map(drop))),
        }
    }
}

/// What is wanted of the teller.
pub(crate) enum Work {
    /// To decide a command.
    Order(Order),
    /// To note which tiles of a unit are uncovered.
    View(PlayId, u32),
    /// To add an event.
    Note(Event),
    /// Nothing but the transaction itself.
    Ping,
}

/// What the teller takes from its queue.
pub(crate) struct Job {
    pub(crate) work: Work,
    pub(crate) reply: Reply,
}

/// What became of one command of a batch.
pub(crate) type Outcome = Result<Told, Unanswered>;

/// What `job` has the ledger decide, if anything.
pub(crate) fn command(job: &Job, at: Millis) -> Option<Command> {
    match &job.work {
        Work::Order(Order { id, act }) => Some(Command { id: id.clone(), at, act: act.clone() }),
        Work::View(..) | Work::Note(_) | Work::Ping => None,
    }
}

/// Whether a unit was sold, and not told of once more.
pub(crate) fn is_sale(outcome: &Outcome) -> bool {
    matches!(outcome, Ok(Told { receipt: Receipt::Done(Done::Bought(_)), is_new: true }))
}

/// The tiles that a batch uncovers.
pub(crate) fn views(batch: &[Job]) -> BTreeMap<PlayId, u32> {
    let mut views = BTreeMap::new();
    for job in batch {
        if let Work::View(id, zones) = &job.work {
            *views.entry(id.clone()).or_default() |= zones;
        }
    }
    views
}
