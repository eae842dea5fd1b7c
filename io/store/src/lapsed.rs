//! What says who someone is, and was kept for long enough.

use ledger::PlayerId;

/// Whose data are to be erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lapsed {
    /// Players whose accounts were closed so long ago and whose data are not erased.
    pub players: Vec<PlayerId>,
    /// Of how many tickets that were paid so long ago it is kept who was paid.
    pub bearers: u64,
}
