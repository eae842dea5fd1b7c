//! Units that were sold, and the pages of a player's history.

use game::Cents;
use ledger::{Millis, Mode, PlayFacts, PlayState, Span};

/// Where a unit stands in its player's history: by when he bought it, and of several in a millisecond
/// by all that he had staked by then. No two of his stand at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayPlace {
    /// When it was bought.
    pub at: Millis,
    /// All that its player had ever staked by then, its own stake included.
    pub staked: Cents,
}

/// A sold unit with what came after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sold {
    /// The sale, and whether it is finished.
    pub facts: PlayFacts,
    /// Which tiles a screen has uncovered: bit i is tile i.
    pub zones: u32,
}

impl Sold {
    /// Where it stands in its player's history.
    #[must_use]
    pub fn place(&self) -> PlayPlace {
        PlayPlace { at: self.facts.play.at, staked: self.facts.play.staked }
    }

    /// The mask of all its tiles.
    #[must_use]
    pub fn all_zones(&self) -> u32 {
        (0..self.facts.play.unit.letters.len()).fold(0, |mask, zone| mask | 1 << zone)
    }

    /// Whether its player has seen the whole of it. An Auto unit is finished for the ledger when it
    /// is bought, and seen once its screen has shown all.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        let is_shown = match self.facts.play.mode {
            Mode::Jouer => true,
            Mode::Auto => self.zones == self.all_zones(),
        };
        self.facts.finished_at.is_some() && is_shown
    }

    /// Where it stands at `now`: complete once its player has seen the whole of it.
    #[must_use]
    pub fn state(&self, now: Millis, patience: Span) -> PlayState {
        PlayState::of(self.facts.play.at, self.is_seen(), now, patience)
    }
}

/// A player's units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Those not yet finished, newest first.
    pub unfinished: Vec<Sold>,
    /// One page of those that are, newest first.
    pub finished: Vec<Sold>,
    /// Where the next page begins, if there is one.
    pub next: Option<PlayPlace>,
}

impl History {
    /// A page of at most `limit`, of `finished` with one more where there is one.
    pub(crate) fn page(unfinished: Vec<Sold>, mut finished: Vec<Sold>, limit: u16) -> Self {
        let more = finished.len() > usize::from(limit);
        finished.truncate(usize::from(limit));
        let next = finished.last().filter(|_| more).map(Sold::place);
        Self { unfinished, finished, next }
    }
}
