//! What a unit has against what its twin has, whose letters were drawn anew for the same face and
//! the same lot.
//!
//! In a sound block both come from one law, so their difference is as likely as its opposite,
//! whatever the face and whatever the lot. So with differences d the sum D = Σd has mean zero and
//! covariance Σddᵀ, and Dᵀ (Σddᵀ)⁻¹ D is a chi-square variable.

use crate::law::chi_square_tail;
use crate::matrix::Root;

/// A column needs so many pairs that differ in it.
const LEAST: i64 = 30;

/// Sums over pairs of a unit and its twin.
#[derive(Clone)]
pub(crate) struct Paired {
    columns: usize,
    pub(crate) pairs: u64,
    /// What the units have, and what the twins have.
    pub(crate) units: Vec<u64>,
    pub(crate) twins: Vec<u64>,
    cross: Vec<i64>,
}

impl Paired {
    pub(crate) fn new(columns: usize) -> Self {
        let (units, twins) = (vec![0; columns], vec![0; columns]);
        Self { columns, pairs: 0, units, twins, cross: vec![0; columns * columns] }
    }

    /// Adds a pair: in which columns the unit counts, and in which its twin.
    pub(crate) fn add(&mut self, unit: &[usize], twin: &[usize]) {
        self.pairs += 1;
        unit.iter().for_each(|&column| self.units[column] += 1);
        twin.iter().for_each(|&column| self.twins[column] += 1);
        let signed = |columns, sign| move_signed(columns, sign);
        let both = || signed(unit, 1).chain(signed(twin, -1));
        for (row, sign) in both() {
            for (column, other) in both() {
                self.cross[row * self.columns + column] += sign * other;
            }
        }
    }

    pub(crate) fn absorb(&mut self, other: &Self) {
        self.pairs += other.pairs;
        let add = |sums: &mut Vec<u64>, others: &Vec<u64>| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        };
        add(&mut self.units, &other.units);
        add(&mut self.twins, &other.twins);
        self.cross.iter_mut().zip(&other.cross).for_each(|(sum, other)| *sum += other);
    }

    /// The statistic, its degrees of freedom, and its p-value; nothing without differences.
    pub(crate) fn test(&self) -> Option<(f64, usize, f64)> {
        let entry = |row: usize, column: usize| self.cross[row * self.columns + column];
        let columns: Vec<usize> =
            (0..self.columns).filter(|&column| entry(column, column) >= LEAST).collect();
        let root =
            Root::of(columns.len(), |row, column| entry(columns[row], columns[column]) as f64);
        let differences: Vec<f64> =
            columns.iter().map(|&at| self.units[at] as f64 - self.twins[at] as f64).collect();
        let (value, freedom) = (root.square(&differences), root.rank());
        (freedom > 0).then(|| (value, freedom, chi_square_tail(value, freedom)))
    }
}

fn move_signed(columns: &[usize], sign: i64) -> impl Iterator<Item = (usize, i64)> {
    columns.iter().map(move |&column| (column, sign))
}

#[cfg(test)]
mod tests {
    use super::Paired;

    /// With one column the statistic is McNemar's: (b − c)² / (b + c).
    #[test]
    fn one_column_is_mcnemars_test() {
        let mut paired = Paired::new(1);
        (0..40).for_each(|_| paired.add(&[0], &[]));
        (0..20).for_each(|_| paired.add(&[], &[0]));
        (0..99).for_each(|_| paired.add(&[0], &[0]));
        let (value, freedom, _) = paired.test().expect("there are differences");
        assert_eq!((freedom, paired.pairs), (1, 159));
        assert!((value - 400.0 / 60.0).abs() < 1e-9);
    }
}
