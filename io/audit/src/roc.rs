//! How well scores tell winners from losers: the curve, the area under it, and its interval.

use crate::law::above;

/// What a classifier achieved on units that it had not seen.
#[derive(Clone, Debug)]
pub struct Roc {
    /// How many winners and losers were judged.
    pub units: (usize, usize),
    /// The probability that a winner scores above a loser; 0.5 is blindness.
    pub auc: f64,
    /// An interval that holds it with 95 %, by DeLong's method.
    pub interval: (f64, f64),
    /// How likely chance alone goes so far above 0.5.
    pub p: f64,
    /// The curve: shares of losers and of winners above each score, from 0, 0 to 1, 1.
    pub curve: Vec<(f64, f64)>,
}

/// So many points of the curve are kept.
const POINTS: usize = 120;
/// The 97.5th percentile of the normal distribution.
const Z95: f64 = 1.959_964;

impl Roc {
    /// From scores and whether each is a winner's; nothing unless there are two of each.
    pub(crate) fn of(scores: &[f64], wins: &[bool]) -> Option<Self> {
        let select = |which: bool| -> Vec<f64> {
            let scores = scores.iter().zip(wins).filter(|&(_, &win)| win == which);
            let mut scores: Vec<f64> = scores.map(|(&score, _)| score).collect();
            scores.sort_by(f64::total_cmp);
            scores
        };
        let (winners, losers) = (select(true), select(false));
        if winners.len() < 2 || losers.len() < 2 {
            return None;
        }
        let (won, lost) = (winners.len() as f64, losers.len() as f64);
        // For each winner the share of losers below it, ties by half; and the other way round.
        let below = placements(&winners, &losers);
        let above_it = placements(&losers, &winners);
        let auc = below.iter().sum::<f64>() / won;
        let variance = spread(&below) / won + spread(&above_it) / lost;
        let half = Z95 * variance.sqrt();
        let null = ((won + lost + 1.0) / (12.0 * won * lost)).sqrt();
        Some(Self {
            units: (winners.len(), losers.len()),
            auc,
            interval: (auc - half, auc + half),
            p: above((auc - 0.5) / null),
            curve: curve(&winners, &losers),
        })
    }
}

/// For each of `scores` the share of `others` below it; both are sorted.
fn placements(scores: &[f64], others: &[f64]) -> Vec<f64> {
    let (mut below, mut up_to) = (0, 0);
    let place = |&score: &f64| {
        while below < others.len() && others[below] < score {
            below += 1;
        }
        up_to = up_to.max(below);
        while up_to < others.len() && others[up_to] <= score {
            up_to += 1;
        }
        (below + up_to) as f64 / 2.0 / others.len() as f64
    };
    scores.iter().map(place).collect()
}

fn spread(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0)
}

fn curve(winners: &[f64], losers: &[f64]) -> Vec<(f64, f64)> {
    let share = |scores: &[f64], bound: f64| {
        let up_to = scores.partition_point(|&score| score <= bound);
        (scores.len() - up_to) as f64 / scores.len() as f64
    };
    let bound = |point: usize| losers[(losers.len() - 1) * point / POINTS];
    let points = (0..=POINTS).rev().map(bound);
    let inner = points.map(|bound| (share(losers, bound), share(winners, bound)));
    [(0.0, 0.0)].into_iter().chain(inner).chain([(1.0, 1.0)]).collect()
}

#[cfg(test)]
mod tests {
    use super::Roc;

    /// Winners 0.8, 0.6, 0.4 and losers 0.6, 0.3, 0.2, 0.1, by hand: of 12 pairs 10 are in order
    /// and one is a tie.
    #[test]
    fn a_small_case_by_hand() {
        let scores = [0.8, 0.6, 0.4, 0.6, 0.3, 0.2, 0.1];
        let wins = [true, true, true, false, false, false, false];
        let roc = Roc::of(&scores, &wins).expect("there are enough");
        assert!((roc.auc - 10.5 / 12.0).abs() < 1e-12);
        // Placements 1, 7/8, 3/4 and 1/2, 1, 1, 1: variances 1/64 and 1/16.
        let half = 1.959_964 * (1.0 / 64.0 / 3.0 + 1.0 / 16.0 / 4.0_f64).sqrt();
        assert!((roc.interval.1 - roc.auc - half).abs() < 1e-9);
        assert_eq!(roc.units, (3, 4));
        assert!(roc.curve.is_sorted());
    }

    #[test]
    fn scores_that_tell_nothing() {
        let roc = Roc::of(&[1.0; 40], &[[true; 20], [false; 20]].concat()).expect("enough");
        assert!((roc.auc - 0.5).abs() < 1e-12 && (roc.p - 0.5).abs() < 1e-12);
    }
}
