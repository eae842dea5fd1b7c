//! How long things hold at the door, and how many guesses are free.

use ledger::{Millis, Span};

/// The rules of the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How many wrong passwords in a row lock a login.
    pub misses: u32,
    /// For how long it is then locked; after that one guess is free, and locks it again.
    pub lock: Span,
    /// After how long without a request a session ends.
    pub idle: Span,
    /// After how long a session ends in any case.
    pub longest: Span,
    /// How long a reset may be used.
    pub reset: Span,
}

impl Policy {
    /// How exactly a session's last use is known.
    pub(crate) const NOTED: Span = Span(60_000);

    /// Whether a session is still open at `at`.
    pub(crate) fn is_open(&self, began_at: Millis, seen_at: Millis, at: Millis) -> bool {
        at < seen_at.after(self.idle) && at < began_at.after(self.longest)
    }
}

impl Default for Policy {
    fn default() -> Self {
        let minutes = |minutes: u64| Span(minutes * 60_000);
        Self {
            misses: 5,
            lock: minutes(15),
            idle: minutes(30),
            longest: Span::hours(12),
            reset: minutes(30),
        }
    }
}
