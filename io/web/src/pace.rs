//! How fast a counter may try codes. Guessing is hopeless, 80 bits being what they are; here it is
//! also slow, and seen.
//!
//! Codes that do not fit their tickets count within a day, and so does, for a fifth, what was
//! mistyped. From the number on that the parameters allow, each more of them makes the counter wait
//! before it asks anything again: ten seconds, then twice as long each time, an hour at most. Other
//! counters do not wait. Counts are this server's own, and are forgotten with it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use ledger::{CounterId, Millis, Span};
use tokio::sync::OwnedMutexGuard;

/// How long a try counts.
const WINDOW: Span = Span::hours(24);
/// The first wait.
const SHORTEST: Span = Span(10_000);
/// The longest.
const LONGEST: Span = Span::hours(1);

/// What was wrong with a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Miss {
    /// A number or a code that is none, or is of no ticket here.
    Mistyped,
    /// A code that does not fit its ticket.
    DoesNotMatch,
}

impl Miss {
    /// What it counts, in fifths.
    fn weight(self) -> u64 {
        match self {
            Self::Mistyped => 1,
            Self::DoesNotMatch => 5,
        }
    }
}

/// How a counter has tried of late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tries {
    /// Codes that did not fit.
    pub(crate) misfits: usize,
    /// What was mistyped.
    pub(crate) mistyped: usize,
    /// How many seconds it waits from now on.
    pub(crate) wait_seconds: u64,
}

/// The tries of one counter.
#[derive(Default)]
pub(crate) struct Pace {
    misses: VecDeque<(Millis, Miss)>,
    /// Before this moment nothing is looked at.
    opens: Millis,
}

impl Pace {
    /// Whether something may be looked at now; if not, after how many seconds.
    pub(crate) fn check(&self, now: Millis) -> Result<(), u64> {
        if self.opens <= now { Ok(()) } else { Err(self.wait_seconds(now)) }
    }

    /// Counts a miss. If it makes the counter wait: how many misfits it has given, and for how long
    /// it waits.
    pub(crate) fn count(&mut self, miss: Miss, now: Millis, allowed: u32) -> Option<(usize, Span)> {
        self.forget(now);
        self.misses.push_back((now, miss));
        let fifths: u64 = self.misses.iter().map(|(_, miss)| miss.weight()).sum();
        let over = (fifths / 5).checked_sub(u64::from(allowed))?;
        let wait = SHORTEST.0.saturating_mul(1 << over.min(20)).min(LONGEST.0);
        self.opens = now.after(Span(wait));
        Some((self.tries(now).misfits, Span(wait)))
    }

    fn forget(&mut self, now: Millis) {
        while self.misses.front().is_some_and(|(at, _)| at.after(WINDOW) <= now) {
            self.misses.pop_front();
        }
    }

    fn tries(&self, now: Millis) -> Tries {
        let recent = self.misses.iter().filter(|(at, _)| now < at.after(WINDOW));
        let misfits = recent.clone().filter(|(_, miss)| *miss == Miss::DoesNotMatch).count();
        let mistyped = recent.count() - misfits;
        Tries { misfits, mistyped, wait_seconds: self.wait_seconds(now) }
    }

    fn wait_seconds(&self, now: Millis) -> u64 {
        if self.opens <= now { 0 } else { self.opens.0.abs_diff(now.0).div_ceil(1000) }
    }
}

/// The tries of every counter that has tried something.
#[derive(Default)]
pub(crate) struct Paces(Mutex<BTreeMap<CounterId, Arc<tokio::sync::Mutex<Pace>>>>);

impl Paces {
    /// The tries of a counter, for one request at a time: many guesses at once are no faster than one
    /// after another.
    pub(crate) async fn of(&self, counter: CounterId) -> OwnedMutexGuard<Pace> {
        self.shared(counter).lock_owned().await
    }

    /// How a counter has tried of late; nothing to tell of one whose request is being looked at,
    /// and nothing of one that has tried nothing.
    pub(crate) async fn tries(&self, counter: CounterId, now: Millis) -> Tries {
        let pace = self.known().get(&counter).cloned();
        match pace {
            Some(pace) => pace.lock().await.tries(now),
            None => Tries::default(),
        }
    }

    fn shared(&self, counter: CounterId) -> Arc<tokio::sync::Mutex<Pace>> {
        Arc::clone(self.known().entry(counter).or_default())
    }

    fn known(
        &self,
    ) -> std::sync::MutexGuard<'_, BTreeMap<CounterId, Arc<tokio::sync::Mutex<Pace>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misfits_make_a_counter_wait_longer_and_longer() {
        let mut pace = Pace::default();
        let mut now = Millis(1_000_000);
        for _ in 0..19 {
            assert_eq!(pace.count(Miss::DoesNotMatch, now, 20), None);
            assert_eq!(pace.check(now), Ok(()));
        }
        for (count, seconds) in (20..).zip([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
        {
            let wait = Span(seconds * 1000);
            assert_eq!(pace.count(Miss::DoesNotMatch, now, 20), Some((count, wait)));
            assert_eq!(pace.check(now), Err(seconds));
            assert_eq!(pace.check(Millis(now.after(wait).0 - 1)), Err(1));
            now = now.after(wait);
            assert_eq!(pace.check(now), Ok(()));
        }
        // A day later all is forgotten.
        now = now.after(WINDOW);
        assert_eq!(pace.tries(now), Tries::default());
        assert_eq!(pace.count(Miss::DoesNotMatch, now, 20), None);
    }

    #[test]
    fn five_slips_of_the_finger_count_as_one_misfit() {
        let (mut pace, now) = (Pace::default(), Millis(0));
        let slowed = (1..).find(|_| pace.count(Miss::Mistyped, now, 20).is_some());
        assert_eq!(slowed, Some(100));
        let tries = Tries { misfits: 0, mistyped: 100, wait_seconds: 10 };
        assert_eq!(pace.tries(now), tries);
    }

    #[tokio::test]
    async fn another_counter_does_not_wait() {
        let (paces, now) = (Paces::default(), Millis(0));
        let (one, other) = (CounterId(1), CounterId(2));
        assert!(paces.of(one).await.count(Miss::DoesNotMatch, now, 1).is_some());
        assert_eq!(paces.of(one).await.check(now), Err(10));
        assert_eq!(paces.of(other).await.check(now), Ok(()));
        assert_eq!(paces.tries(one, now).await.misfits, 1);
    }
}
