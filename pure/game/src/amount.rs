//! Money: whole cents, never a fraction, never negative.

use core::fmt;

/// An amount of money in cents of the game's currency.
///
/// Arithmetic is checked: a sum that does not fit is an error or a bug, never a wrong amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cents(pub u64);

impl Cents {
    /// Nothing won, or nothing owed.
    pub const ZERO: Self = Self(0);

    /// The sum, or `None` when it does not fit in 64 bits.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// `self` taken `count` times, or `None` when it does not fit in 64 bits.
    #[must_use]
    pub fn checked_mul(self, count: u64) -> Option<Self> {
        self.0.checked_mul(count).map(Self)
    }
}

/// The number of cents, bare: `1300`.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
