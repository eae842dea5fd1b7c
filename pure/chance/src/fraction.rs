//! Exact weights: what a branch of a computation counts for, without rounding.

use core::fmt;
use core::ops::{Add, Div, Mul};

/// A number from zero up, exactly: a fraction in lowest terms.
///
/// Arithmetic panics where 128 bits do not hold the result: a weight is never rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    over: u128,
    under: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { over: 0, under: 1 };
    /// The whole.
    pub const ONE: Self = Self { over: 1, under: 1 };

    /// `over` divided by `under`.
    ///
    /// # Panics
    ///
    /// When `under` is 0.
    #[must_use]
    pub fn new(over: u128, under: u128) -> Self {
        assert!(under > 0, "nothing is divided by zero");
        let common = common_divisor(over, under);
        Self { over: over / common, under: under / common }
    }
}

impl Default for Fraction {
    fn default() -> Self {
        Self::ZERO
    }
}

const FITS: &str = "an exact weight fits in 128 bits";

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let common = common_divisor(self.under, other.under);
        let (mine, others) = (other.under / common, self.under / common);
        let one = self.over.checked_mul(mine).expect(FITS);
        let two = other.over.checked_mul(others).expect(FITS);
        Self::new(one.checked_add(two).expect(FITS), self.under.checked_mul(mine).expect(FITS))
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let one = Self::new(self.over, other.under);
        let two = Self::new(other.over, self.under);
        Self {
            over: one.over.checked_mul(two.over).expect(FITS),
            under: one.under.checked_mul(two.under).expect(FITS),
        }
    }
}

impl Div for Fraction {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        assert!(other.over > 0, "nothing is divided by zero");
        self * Self { over: other.under, under: other.over }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.over, self.under)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Euclid's, in 64 bits as soon as both numbers fit in them.
fn common_divisor(mut one: u128, mut two: u128) -> u128 {
    while two > 0 {
        if let (Ok(one), Ok(two)) = (u64::try_from(one), u64::try_from(two)) {
            let (mut one, mut two) = (one, two);
            while two > 0 {
                (one, two) = (two, one % two);
            }
            return u128::from(one);
        }
        (one, two) = (two, one % two);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn sums_and_products_are_in_lowest_terms() {
        let of = Fraction::new;
        assert_eq!(of(1, 6) + of(1, 3), of(1, 2));
        assert_eq!(of(4, 6) * of(9, 8), of(3, 4));
        assert_eq!(of(1, 2) / of(3, 4), of(2, 3));
        assert_eq!(of(0, 7), Fraction::ZERO);
        let small = of(1, 1 << 100);
        assert_eq!((small + small) * of(1 << 99, 1), Fraction::ONE);
    }
}
