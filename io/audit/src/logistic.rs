//! Logistic regression: Newton's method on standardized features, with a little ridge.

use crate::matrix::Root;

/// So many steps are enough from nothing: each one squares the error.
const STEPS: usize = 6;
/// The penalty for each squared coefficient, in units of one row.
const RIDGE: f64 = 1.0;

/// What tells yes from no: a weight a feature. The constant is of no use for ranking.
pub(crate) struct Logistic {
    weights: Vec<f64>,
}

impl Logistic {
    /// Learns from rows of so many features, and what each is.
    pub(crate) fn fit(rows: &[&[f32]], yes: &[bool], features: usize) -> Self {
        let (means, scales) = standard(rows, features);
        let mut weights = vec![0.0; features + 1];
        let mut row = vec![1.0; features + 1];
        for _ in 0..STEPS {
            let mut slope = vec![0.0; features + 1];
            let mut bend = vec![0.0; (features + 1) * (features + 1)];
            for (&raw, &yes) in rows.iter().zip(yes) {
                for at in 0..features {
                    row[at] = (f64::from(raw[at]) - means[at]) * scales[at];
                }
                let score: f64 =
                    row.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
                let chance = 1.0 / (1.0 + (-score).exp());
                let (off, weight) = (f64::from(u8::from(yes)) - chance, chance * (1.0 - chance));
                for at in 0..=features {
                    slope[at] += off * row[at];
                    let part = weight * row[at];
                    let line = &mut bend[at * (features + 1)..][..=at];
                    line.iter_mut().zip(&row).for_each(|(sum, value)| *sum += part * value);
                }
            }
            for at in 0..features {
                slope[at] -= RIDGE * weights[at];
                bend[at * (features + 1) + at] += RIDGE;
            }
            let entry = |row: usize, column: usize| {
                bend[row.max(column) * (features + 1) + row.min(column)]
            };
            let step = Root::of(features + 1, entry).solve(&slope);
            weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
            if step.iter().all(|step| step.abs() < 1e-6) {
                break;
            }
        }
        weights.truncate(features);
        weights.iter_mut().zip(scales).for_each(|(weight, scale)| *weight *= scale);
        Self { weights }
    }

    /// How much a row looks like yes, against other rows.
    pub(crate) fn score(&self, row: &[f32]) -> f64 {
        row.iter().zip(&self.weights).map(|(&value, weight)| f64::from(value) * weight).sum()
    }
}

/// Each feature's mean, and what makes its spread one; zero where it never varies.
fn standard(rows: &[&[f32]], features: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut sums, mut squares) = (vec![0.0; features], vec![0.0; features]);
    for row in rows {
        for at in 0..features {
            let value = f64::from(row[at]);
            sums[at] += value;
            squares[at] += value * value;
        }
    }
    let count = rows.len().max(1) as f64;
    let scale = |(&sum, &square): (&f64, &f64)| {
        let variance: f64 = square / count - (sum / count).powi(2);
        if variance > 1e-9 { variance.sqrt().recip() } else { 0.0 }
    };
    let scales = sums.iter().zip(&squares).map(scale).collect();
    (sums.iter().map(|sum| sum / count).collect(), scales)
}

#[cfg(test)]
mod tests {
    use super::Logistic;

    /// With one yes-or-no feature the weight is the logarithm of the odds ratio:
    /// (900 · 600) / (300 · 400) = 4.5.
    #[test]
    fn one_feature_has_the_odds_ratio_as_its_weight() {
        let table: [(f32, bool, usize); 4] =
            [(1.0, true, 900), (1.0, false, 400), (0.0, true, 300), (0.0, false, 600)];
        let mut values = Vec::new();
        let mut yes = Vec::new();
        for (value, is, count) in table {
            values.extend(std::iter::repeat_n([value, 3.0], count));
            yes.extend(std::iter::repeat_n(is, count));
        }
        let rows: Vec<&[f32]> = values.iter().map(<[f32; 2]>::as_slice).collect();
        let weights = Logistic::fit(&rows, &yes, 2).weights;
        assert!((weights[0] - 4.5_f64.ln()).abs() < 0.01, "{weights:?}");
        assert!(weights[1].abs() < 1e-12, "a feature that never varies has no weight");
    }
}
