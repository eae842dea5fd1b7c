//! Who hears how the teller works.

use std::time::Duration;

/// Hears how the teller works, and can change nothing of it. What it hears tells nothing of a
/// player, a block or a unit.
pub trait Observer: Send + Sync {
    /// Someone was turned away: too many commands wait.
    fn turned_away(&self);

    /// A transaction has ended, and nobody has been answered yet. The teller waits for this call.
    fn ended(&self, transaction: &Transaction);
}

/// A transaction of the teller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// How many commands, views and events it was for.
    pub batch: usize,
    /// How many units were sold in it: none of a transaction that was not saved.
    pub plays: usize,
    /// How long it took, from its first statement to the answer to its commit.
    pub elapsed: Duration,
    /// How it ended.
    pub end: End,
}

/// How a transaction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It is saved.
    Saved,
    /// Nothing of it is.
    Failed,
    /// The answer to its commit is lost.
    Unknown,
}
