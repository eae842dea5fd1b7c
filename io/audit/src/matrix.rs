//! Symmetric matrices: the lower root of one, and what a vector measures by it.

/// The lower root of a symmetric matrix without negative directions (Cholesky), its dependent
/// columns left out.
pub(crate) struct Root {
    kept: Vec<usize>,
    /// Row by row, each up to its diagonal.
    lower: Vec<Vec<f64>>,
}

/// A column whose rest is smaller than this part of it depends on those before it.
const DEPENDENT: f64 = 1e-7;

impl Root {
    /// The root of the matrix of `size` × `size` that `entry` gives.
    pub(crate) fn of(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut root = Self { kept: Vec::new(), lower: Vec::new() };
        for column in 0..size {
            let mut row: Vec<f64> = Vec::with_capacity(root.kept.len() + 1);
            for (at, &kept) in root.kept.iter().enumerate() {
                let above = &root.lower[at];
                let known: f64 = above.iter().zip(&row).map(|(a, b)| a * b).sum();
                row.push((entry(column, kept) - known) / above[at]);
            }
            let whole = entry(column, column);
            let rest = whole - row.iter().map(|part| part * part).sum::<f64>();
            if whole > 0.0 && rest > whole * DEPENDENT {
                row.push(rest.sqrt());
                root.lower.push(row);
                root.kept.push(column);
            }
        }
        root
    }

    /// How many columns are independent.
    pub(crate) fn rank(&self) -> usize {
        self.kept.len()
    }

    /// vᵀ M⁻¹ v.
    pub(crate) fn square(&self, vector: &[f64]) -> f64 {
        self.forward(vector).iter().map(|part| part * part).sum()
    }

    /// M⁻¹ v; zero where a column was left out.
    pub(crate) fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let mut parts = self.forward(vector);
        for at in (0..parts.len()).rev() {
            parts[at] /= self.lower[at][at];
            let part = parts[at];
            for (before, factor) in parts[..at].iter_mut().zip(&self.lower[at]) {
                *before -= part * factor;
            }
        }
        let mut solved = vec![0.0; vector.len()];
        for (&column, part) in self.kept.iter().zip(parts) {
            solved[column] = part;
        }
        solved
    }

    fn forward(&self, vector: &[f64]) -> Vec<f64> {
        let mut parts: Vec<f64> = Vec::with_capacity(self.kept.len());
        for (row, &column) in self.lower.iter().zip(&self.kept) {
            let known: f64 = row.iter().zip(&parts).map(|(a, b)| a * b).sum();
            parts.push((vector[column] - known) / row[parts.len()]);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::Root;

    #[test]
    fn a_matrix_is_solved_and_its_dependent_columns_are_left_out() {
        // The third column is the sum of the first two.
        let matrix = [[4.0, 2.0, 6.0], [2.0, 3.0, 5.0], [6.0, 5.0, 11.0]];
        let root = Root::of(3, |row, column| matrix[row][column]);
        assert_eq!(root.rank(), 2);
        let solved = root.solve(&[2.0, 5.0, 7.0]);
        // 4x + 2y = 2 and 2x + 3y = 5.
        let expected = [-0.5, 2.0, 0.0];
        assert!(
            solved.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9)
        );
        assert!((root.square(&[2.0, 5.0, 7.0]) - (2.0 * -0.5 + 5.0 * 2.0)).abs() < 1e-9);
    }
}
