//! Whether a lot depends on what its unit's face looks like.
//!
//! In a sound block the lots are shuffled over the faces, so for features x of a face, with mean m
//! and covariance S over the block, Σ n_c (x̄_c − m)ᵀ S⁻¹ (x̄_c − m) over the classes c of lots has
//! the mean (C − 1)·p and is, for many units, a chi-square variable with as many degrees of freedom
//! (the score test of a multinomial model; Pillai's trace).

use std::ops::Range;

use crate::law::chi_square_tail;
use crate::matrix::Root;
use crate::order::Found;

/// Sums of features by lot, and whole rows of some units for their covariance.
#[derive(Clone, Default)]
pub(crate) struct Sums {
    columns: usize,
    /// By amount and column.
    sums: Vec<u64>,
    pub(crate) counts: Vec<u64>,
    rows: Vec<u16>,
}

impl Sums {
    pub(crate) fn new(columns: usize, amounts: usize) -> Self {
        let sums = vec![0; columns * amounts];
        Self { columns, sums, counts: vec![0; amounts], rows: Vec::new() }
    }

    pub(crate) fn add(&mut self, amount: u8, features: &[u16], keep: bool) {
        let at = usize::from(amount);
        self.counts[at] += 1;
        let sums = &mut self.sums[at * self.columns..(at + 1) * self.columns];
        sums.iter_mut().zip(features).for_each(|(sum, &feature)| *sum += u64::from(feature));
        if keep {
            self.rows.extend_from_slice(features);
        }
    }

    pub(crate) fn absorb(&mut self, other: &Self) {
        let add = |sums: &mut Vec<u64>, others: &Vec<u64>| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        };
        add(&mut self.sums, &other.sums);
        add(&mut self.counts, &other.counts);
        self.rows.extend_from_slice(&other.rows);
    }

    /// The test over some of the columns; `classes` gives the class of each amount.
    pub(crate) fn test(&self, columns: Range<usize>, classes: &[u8], count: usize) -> Found {
        let width = columns.len();
        let mut sums = vec![vec![0.0; width]; count];
        let mut units = vec![0.0; count];
        for (amount, &class) in classes.iter().enumerate() {
            let class = usize::from(class);
            units[class] += self.counts[amount] as f64;
            let row = &self.sums[amount * self.columns..][columns.clone()];
            sums[class].iter_mut().zip(row).for_each(|(sum, &more)| *sum += more as f64);
        }
        let total: f64 = units.iter().sum();
        let mean: Vec<f64> =
            (0..width).map(|at| sums.iter().map(|sum| sum[at]).sum::<f64>() / total).collect();
        let root = self.covariance(columns)?;
        let mut value = 0.0;
        for (sum, &units) in sums.iter().zip(&units) {
            let off: Vec<f64> =
                sum.iter().zip(&mean).map(|(sum, mean)| sum / units - mean).collect();
            value += units * root.square(&off);
        }
        let freedom = root.rank() * (count - 1);
        (freedom > 0)
            .then(|| (format!("χ² = {value:.1} on {freedom}"), chi_square_tail(value, freedom)))
    }

    fn covariance(&self, columns: Range<usize>) -> Option<Root> {
        let width = columns.len();
        let rows = self.rows.chunks_exact(self.columns);
        let count = rows.len() as i64;
        let (mut sums, mut cross) = (vec![0_i64; width], vec![0_i64; width * width]);
        for row in rows {
            let row = &row[columns.clone()];
            for (at, &feature) in row.iter().enumerate() {
                let feature = i64::from(feature);
                sums[at] += feature;
                let line = &mut cross[at * width..][..=at];
                line.iter_mut()
                    .zip(row)
                    .for_each(|(sum, &other)| *sum += feature * i64::from(other));
            }
        }
        let entry = |row: usize, column: usize| {
            let (row, column) = (row.max(column), row.min(column));
            let off = cross[row * width + column] * count - sums[row] * sums[column];
            off as f64 / (count * (count - 1)) as f64
        };
        (count > 10 * width as i64).then(|| Root::of(width, entry))
    }
}

/// Puts amounts into classes of at least `least` units, the dearest first: the class of each
/// amount, and how many classes there are.
pub(crate) fn pool(counts: &[u64], least: u64) -> (Vec<u8>, usize) {
    let mut classes = vec![0; counts.len()];
    let (mut class, mut units) = (0_u8, 0);
    for (at, &count) in counts.iter().enumerate().rev() {
        if units >= least {
            class += 1;
            units = 0;
        }
        classes[at] = class;
        units += count;
    }
    if units < least && class > 0 {
        // Too few are left for a class of their own.
        classes.iter_mut().filter(|it| **it == class).for_each(|it| *it -= 1);
        class -= 1;
    }
    (classes, usize::from(class) + 1)
}

#[cfg(test)]
mod tests {
    use super::{Sums, pool};

    #[test]
    fn rare_lots_are_put_together_from_the_dearest_down() {
        assert_eq!(pool(&[900, 60, 50, 5, 1], 50), (vec![2, 1, 0, 0, 0], 3));
        assert_eq!(pool(&[10, 60], 50), (vec![0, 0], 1));
        assert_eq!(pool(&[100], 50), (vec![0], 1));
    }

    /// With one yes-or-no feature and two classes it is Pearson's chi-square of the table
    /// 30 20 / 10 40, which is 16.667, times (N − 1)/N.
    #[test]
    fn one_feature_and_two_classes_are_pearsons_test() {
        let mut sums = Sums::new(1, 2);
        for (amount, feature, count) in [(0, 1, 30), (0, 0, 20), (1, 1, 10), (1, 0, 40)] {
            (0..count).for_each(|_| sums.add(amount, &[feature], true));
        }
        let (text, p) = sums.test(0..1, &[0, 1], 2).expect("there is a test");
        assert_eq!(text, "χ² = 16.5 on 1");
        assert!(p < 1e-4);
    }
}
