//! What a player allows himself, and what counts against it.

use alloc::collections::VecDeque;

use game::Cents;

use crate::amount::{Amount, Ceiling};
use crate::time::{Millis, Span};

/// A player's limit: lowered at once, raised only after a delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What holds until the raise does.
    pub ceiling: Ceiling,
    /// A higher ceiling, and when it begins to hold.
    pub raise: Option<(Ceiling, Millis)>,
}

impl Limit {
    /// The ceiling that holds at `at`.
    #[must_use]
    pub fn holds(&self, at: Millis) -> Ceiling {
        match self.raise {
            Some((ceiling, from)) if from <= at => ceiling,
            _ => self.ceiling,
        }
    }

    /// The limit once its player has asked for `wish` at `at`, having had `known`.
    ///
    /// A first limit and a lower one hold at once, and a raise still waiting is dropped. A higher
    /// one waits for `delay`, and takes the place of a raise still waiting.
    pub(crate) fn set(known: Option<Self>, wish: Ceiling, at: Millis, delay: Span) -> Self {
        match known.map(|limit| limit.holds(at)) {
            Some(ceiling) if wish > ceiling => {
                Self { ceiling, raise: Some((wish, at.after(delay))) }
            }
            _ => Self { ceiling: wish, raise: None },
        }
    }
}

/// What a player staked or paid in of late, oldest first.
///
/// A window is loaded with what moved within [`crate::Parameters::limit_window`] before the batch;
/// older entries do no harm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    entries: VecDeque<(Millis, Cents)>,
    total: Cents,
}

impl Window {
    /// Adds what moved at `at`, not earlier than what was added before.
    ///
    /// # Panics
    ///
    /// When `at` is earlier than the entry before it: windows are loaded in order of time, and
    /// time does not go back.
    pub fn add(&mut self, at: Millis, amount: Amount) {
        let last = self.entries.back().map_or(at, |entry| entry.0);
        assert!(last <= at, "a window is filled in order of time");
        self.entries.push_back((at, amount.cents()));
        self.total = plus(self.total, amount.cents());
    }

    /// What moved later than `start`. What moved at `start` itself has left the window.
    #[must_use]
    pub fn since(&self, start: Millis) -> Cents {
        let gone = self.entries.iter().take_while(|entry| entry.0 <= start);
        let gone = gone.fold(0, |sum, entry| sum + entry.1.0);
        Cents(self.total.0.checked_sub(gone).expect("a part is below the whole"))
    }

    /// Drops what moved at `start` or earlier.
    pub(crate) fn forget(&mut self, start: Millis) {
        while self.entries.front().is_some_and(|entry| entry.0 <= start) {
            if let Some((_, amount)) = self.entries.pop_front() {
                self.total = Cents(self.total.0 - amount.0);
            }
        }
    }

    /// Takes back what moved at `at` and came to nothing.
    ///
    /// In a window that was loaded as one sum it may not be found; it then counts until the window
    /// is loaded again, which is stricter, and no longer than a batch.
    pub(crate) fn take_back(&mut self, at: Millis, amount: Amount) {
        let cents = amount.cents();
        let entry = self.entries.iter_mut().find(|entry| entry.0 == at && entry.1 >= cents);
        if let Some(entry) = entry {
            entry.1 = Cents(entry.1.0 - cents.0);
            self.total = Cents(self.total.0 - cents.0);
        }
    }

    /// What moved, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = (Millis, Cents)> {
        self.entries.iter().copied()
    }
}

/// The sum of two amounts that are each bounded by what the ledger holds.
pub(crate) fn plus(a: Cents, b: Cents) -> Cents {
    a.checked_add(b).expect("the ledger's sums are far below 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ceiling(cents: u64) -> Ceiling {
        Ceiling::new(Cents(cents)).unwrap()
    }

    #[test]
    fn lower_at_once_and_higher_after_the_delay() {
        let set = |known, wish, at| Limit::set(known, ceiling(wish), Millis(at), Span(48));
        let first = set(None, 100, 0);
        assert_eq!(first.holds(Millis(0)), ceiling(100));
        let raised = set(Some(first), 200, 10);
        assert_eq!(raised.holds(Millis(57)), ceiling(100));
        assert_eq!(raised.holds(Millis(58)), ceiling(200));
        // A second raise begins to wait anew; an old one that holds already is not lost.
        assert_eq!(set(Some(raised), 300, 20).holds(Millis(60)), ceiling(100));
        assert_eq!(set(Some(raised), 300, 58).holds(Millis(60)), ceiling(200));
        // Lowering drops what waits.
        let lowered = set(Some(raised), 50, 20);
        assert_eq!(lowered, Limit { ceiling: ceiling(50), raise: None });
        // Asking for what holds is no raise.
        assert_eq!(set(Some(raised), 100, 20), Limit { ceiling: ceiling(100), raise: None });
    }

    #[test]
    fn a_window_rolls() {
        let mut window = Window::default();
        for (at, cents) in [(0, 1), (5, 2), (5, 4), (9, 8)] {
            window.add(Millis(at), Amount::new(Cents(cents)).unwrap());
        }
        for (start, sum) in [(-1, 15), (0, 14), (4, 14), (5, 8), (8, 8), (9, 0)] {
            assert_eq!(window.since(Millis(start)), Cents(sum), "{start}");
        }
        window.forget(Millis(5));
        assert_eq!(window.since(Millis(-1)), Cents(8));
        assert_eq!(window.entries().count(), 1);
    }
}
