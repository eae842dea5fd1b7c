//! Amounts that can be moved, and the bounds that keep every sum within 64 bits.

use core::fmt;
use core::num::NonZeroU64;

use game::Cents;

/// An amount of money that a transfer moves: from 1 cent to [`Amount::MAX`].
///
/// Nothing moves zero, and nothing moves a negative amount: neither can be written down. The
/// upper bound, ten thousand million euros, is far above any prize table, and so small that an
/// account takes nine million transfers of it to leave 63 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(NonZeroU64);

impl Amount {
    /// The most that one transfer moves.
    pub const MAX: Cents = Cents(1_000_000_000_000);

    /// `cents` as an amount; nothing when they are zero or above [`Amount::MAX`].
    #[must_use]
    pub fn new(cents: Cents) -> Option<Self> {
        if cents > Self::MAX { None } else { NonZeroU64::new(cents.0).map(Self) }
    }

    /// The amount in cents.
    #[must_use]
    pub fn cents(self) -> Cents {
        Cents(self.0.get())
    }

    /// For adding to and taking from a balance.
    pub(crate) fn signed(self) -> i64 {
        i64::try_from(self.0.get()).expect("an amount is below its bound")
    }
}

/// The bare number of cents.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a player allows himself in a rolling window: from nothing at all to [`Amount::MAX`] cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ceiling(Cents);

impl Ceiling {
    /// `cents` as a ceiling; nothing when they are above [`Amount::MAX`].
    #[must_use]
    pub fn new(cents: Cents) -> Option<Self> {
        (cents <= Amount::MAX).then_some(Self(cents))
    }

    /// The ceiling in cents.
    #[must_use]
    pub fn cents(self) -> Cents {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        assert_eq!(Amount::new(Cents(0)), None);
        assert_eq!(Amount::new(Cents(1)).unwrap().cents(), Cents(1));
        assert_eq!(Amount::new(Amount::MAX).unwrap().cents(), Amount::MAX);
        assert_eq!(Amount::new(Cents(Amount::MAX.0 + 1)), None);
        assert_eq!(Ceiling::new(Cents(0)).unwrap().cents(), Cents(0));
        assert_eq!(Ceiling::new(Cents(u64::MAX)), None);
    }
}
