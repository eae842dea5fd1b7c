//! Moments and spans. Nothing here reads a clock: the edge stamps a command, once.

use core::fmt;

/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// The moment `span` later; the end of time when that is beyond it.
    #[must_use]
    pub fn after(self, span: Span) -> Self {
        Self(self.0.saturating_add_unsigned(span.0))
    }

    /// The moment `span` earlier; the beginning of time when that is before it.
    #[must_use]
    pub fn before(self, span: Span) -> Self {
        Self(self.0.saturating_sub_unsigned(span.0))
    }
}

/// The bare number of milliseconds.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How long something lasts, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(pub u64);

impl Span {
    /// So many minutes.
    #[must_use]
    pub const fn minutes(minutes: u32) -> Self {
        Self(minutes as u64 * 60_000)
    }

    /// So many hours.
    #[must_use]
    pub const fn hours(hours: u32) -> Self {
        // 2³² hours are 1.5 · 10¹⁶ ms, which fits.
        Self(hours as u64 * 3_600_000)
    }

    /// So many days of 24 hours.
    #[must_use]
    pub const fn days(days: u32) -> Self {
        Self(days as u64 * 24 * 3_600_000)
    }
}

/// The bare number of milliseconds.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Gives out times that never go back, whatever the clock does.
///
/// The edge holds one, begun at the latest time that the ledger holds, and stamps every command
/// with it. A clock that jumps back makes time stand still until it has caught up; so a window or
/// an exclusion never grows again, and a history stays in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    last: Millis,
}

impl Stamp {
    /// Times from `last` on.
    #[must_use]
    pub fn from(last: Millis) -> Self {
        Self { last }
    }

    /// The greater of what the clock says and what was given out last.
    pub fn give(&mut self, clock: Millis) -> Millis {
        self.last = self.last.max(clock);
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_never_goes_back() {
        let mut stamp = Stamp::from(Millis(10));
        let given = [5, 11, 7, 11, 12].map(|clock| stamp.give(Millis(clock)).0);
        assert_eq!(given, [10, 11, 11, 11, 12]);
    }

    #[test]
    fn spans_are_milliseconds() {
        assert_eq!(Span::hours(48), Span(48 * 60 * 60 * 1000));
        assert_eq!(Span::days(7), Span::hours(7 * 24));
        assert_eq!(Millis(0).after(Span::days(1)).before(Span::hours(24)), Millis(0));
        assert_eq!(Millis(i64::MAX).after(Span(1)), Millis(i64::MAX));
        assert_eq!(Millis(i64::MIN).before(Span(u64::MAX)), Millis(i64::MIN));
    }
}
