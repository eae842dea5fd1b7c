//! When the server is to plan our statements anew.
//!
//! It keeps a plan for as long as the connection lives. One that was made while the tables were small
//! may look for a unit by its player alone, and walk through all that he has bought.

/// Counts what was done on a connection since plans were last made.
pub(super) struct Plans {
    /// After so many transactions they were last made anew.
    every: u32,
    /// In so many transactions they are again.
    left: u32,
}

impl Plans {
    /// Among so many transactions of one play planning costs a few hundredths of the time; among as
    /// many large ones nothing.
    const AT_MOST: u32 = 100;

    pub(super) fn new() -> Self {
        Self { every: 1, left: 1 }
    }

    /// Counts a transaction; says whether plans are to be made anew before it.
    pub(super) fn are_old(&mut self) -> bool {
        let are_old = self.left == 0;
        if are_old {
            self.every = (self.every * 2).min(Self::AT_MOST);
            self.left = self.every;
        }
        self.left -= 1;
        are_old
    }
}
