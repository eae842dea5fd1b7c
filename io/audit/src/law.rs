//! How likely chance alone is to go so far: tails of distributions, and many tests in one budget.

use statrs::distribution::{ChiSquared, ContinuousCDF};
use statrs::function::erf::erfc;

/// The probability that a chi-square variable with so many degrees of freedom is above `value`.
pub(crate) fn chi_square_tail(value: f64, freedom: usize) -> f64 {
    let law = ChiSquared::new(freedom as f64).expect("there is a degree of freedom");
    law.sf(value.max(0.0))
}

/// The probability that a normal variable lies further than `z` from its mean, on either side.
pub(crate) fn two_sided(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// The probability that a normal variable is above `z`.
pub(crate) fn above(z: f64) -> f64 {
    erfc(z / std::f64::consts::SQRT_2) / 2.0
}

/// For each p-value the threshold that Holm's method holds against it, and whether it falls: with
/// the k-th smallest of m the budget over m − k + 1, until the first that stands.
pub(crate) fn holm(p_values: &[f64], budget: f64) -> Vec<(f64, bool)> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut verdicts = vec![(0.0, false); p_values.len()];
    let mut falls = true;
    for (place, at) in order.into_iter().enumerate() {
        let threshold = budget / (p_values.len() - place) as f64;
        falls &= p_values[at] <= threshold;
        verdicts[at] = (threshold, falls);
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::{above, chi_square_tail, holm, two_sided};

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} is not {expected}");
    }

    /// Upper percentage points of Abramowitz and Stegun, tables 26.8 and 26.1; the last ones with
    /// the normal approximation's own table.
    #[test]
    fn tails_are_as_published() {
        check(chi_square_tail(3.841_46, 1), 0.05);
        check(chi_square_tail(10.8276, 1), 0.001);
        check(chi_square_tail(23.2093, 10), 0.01);
        check(chi_square_tail(149.449, 100), 0.001);
        check(chi_square_tail(15.136_71, 1), 0.0001);
        check(two_sided(1.959_964), 0.05);
        check(above(3.719_016), 0.0001);
        assert!((chi_square_tail(0.0, 3) - 1.0).abs() < 1e-12);
    }

    /// Holm (1979): one that stands keeps all greater ones standing.
    #[test]
    fn holm_goes_down_step_by_step() {
        let verdicts = holm(&[0.01, 0.04, 0.03, 0.005], 0.05);
        assert_eq!(verdicts.map_fallen(), [true, false, false, true]);
        assert_eq!(holm(&[0.02, 0.001], 0.05).map_fallen(), [true, true]);
        assert_eq!(holm(&[0.03, 0.04], 0.05).map_fallen(), [false, false]);
    }

    trait Fallen {
        fn map_fallen(&self) -> Vec<bool>;
    }

    impl Fallen for Vec<(f64, bool)> {
        fn map_fallen(&self) -> Vec<bool> {
            self.iter().map(|&(_, falls)| falls).collect()
        }
    }
}
