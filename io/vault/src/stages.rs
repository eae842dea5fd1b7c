//! Where the time of a deal went.

use std::time::Duration;

/// The time of each stage. Those of a unit are summed over all threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// Before the first unit: shapes, tables, the order of the amounts. One thread.
    pub prepare: Duration,
    /// Making units: faces, acceptance, letters, the judge.
    pub make: Duration,
    /// Committing to them: salts, leaves, their hashes, those of their tiles.
    pub commit: Duration,
    /// Sealing records.
    pub seal: Duration,
    /// Handing bytes to the operating system.
    pub write: Duration,
    /// After the last unit: equal faces, the upper tree. One thread.
    pub close: Duration,
    /// Waiting until all is on disk. One thread.
    pub finish: Duration,
}

impl Stages {
    pub(crate) fn add(&mut self, other: &Self) {
        self.make += other.make;
        self.commit += other.commit;
        self.seal += other.seal;
        self.write += other.write;
    }
}
