//! Whether an order is what a shuffle makes: runs, pairs, gaps, and how long until all were met.

use crate::law::{chi_square_tail, two_sided};
use crate::number::grouped;

/// A statistic, what it is, and its p-value.
pub(crate) type Found = Option<(String, f64)>;

fn chi_square(value: f64, freedom: usize) -> Found {
    (freedom > 0).then(|| {
        let text = format!("χ² = {value:.1} on {freedom}");
        (text, chi_square_tail(value, freedom))
    })
}

/// Wald and Wolfowitz: in a shuffled row of wins and losses, how often the one follows the other.
pub(crate) fn runs(wins: &[bool]) -> Found {
    let count = wins.len() as f64;
    let won = wins.iter().filter(|&&win| win).count() as f64;
    let pairs = 2.0 * won * (count - won);
    let variance = pairs * (pairs - count) / (count * count * (count - 1.0));
    if count < 2.0 || variance <= 0.0 {
        return None;
    }
    let found = 1 + wins.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let z = (found as f64 - 1.0 - pairs / count) / variance.sqrt();
    Some((format!("{} runs, z = {z:+.2}", grouped(found as u64)), two_sided(z)))
}

/// Good's serial test of neighbours in a shuffled row of classes.
pub(crate) fn serial(classes: &[u8], count: usize) -> Found {
    let mut each = vec![0.0; count];
    classes.iter().for_each(|&class| each[usize::from(class)] += 1.0);
    let mut pairs = vec![0.0; count * count];
    for pair in classes.windows(2) {
        pairs[usize::from(pair[0]) * count + usize::from(pair[1])] += 1.0;
    }
    let total = classes.len() as f64;
    let mut value = 0.0;
    for one in 0..count {
        for other in 0..count {
            let same = f64::from(u8::from(one == other));
            let expected = each[one] * (each[other] - same) / total;
            value += (pairs[one * count + other] - expected).powi(2) / expected;
        }
    }
    chi_square(value, (count - 1).pow(2))
}

/// How far each win is from the next one, the row closed to a ring, against the exact law of a
/// shuffled ring.
pub(crate) fn gaps(wins: &[bool]) -> Found {
    let places: Vec<usize> = (0..wins.len()).filter(|&at| wins[at]).collect();
    let (&first, &last) = (places.first()?, places.last()?);
    let neighbours = places.windows(2).map(|pair| pair[1] - pair[0]);
    let (won, count) = (places.len() as f64, wins.len() as f64);
    let mut found: Vec<f64> = Vec::new();
    for gap in neighbours.chain([first + wins.len() - last]) {
        found.resize(found.len().max(gap + 1), 0.0);
        found[gap] += 1.0;
    }
    // The probability that a gap is longer than `gap`, gap by gap.
    let mut longer = 1.0;
    let law = (1..wins.len()).map(|gap| {
        let before = longer;
        let gap = gap as f64;
        longer *= ((count - won - gap + 1.0) / (count - gap)).max(0.0);
        before - longer
    });
    bins(&found[1..], law, won)
}

/// Knuth's coupon collector: how many draws, each uniform below `kinds`, until all were met.
pub(crate) fn collector(draws: &[u8], kinds: usize) -> Found {
    let mut found: Vec<f64> = Vec::new();
    // So many rounds are looked at, fewer than there can be: the last one is never cut off.
    let mean: f64 = (1..=kinds).map(|left| kinds as f64 / left as f64).sum();
    let rounds = draws.len() as f64 / mean;
    let rounds = (rounds - 3.0 * rounds.sqrt()).floor();
    let (mut met, mut length, mut done) = (0_u32, 0, 0.0);
    for &draw in draws {
        met |= 1 << draw;
        length += 1;
        if met.count_ones() as usize == kinds {
            found.resize(found.len().max(length + 1), 0.0);
            found[length] += 1.0;
            done += 1.0;
            (met, length) = (0, 0);
            if done >= rounds {
                break;
            }
        }
    }
    // How likely it is that so many kinds were met, draw by draw.
    let mut chances = vec![0.0; kinds + 1];
    chances[0] = 1.0;
    let law = (1..).map(|_: usize| {
        let before = chances[kinds];
        for met in (1..=kinds).rev() {
            let stays = if met == kinds { 1.0 } else { met as f64 / kinds as f64 };
            let comes = (kinds + 1 - met) as f64 / kinds as f64;
            chances[met] = chances[met] * stays + chances[met - 1] * comes;
        }
        chances[0] = 0.0;
        chances[kinds] - before
    });
    bins(found.get(1..)?, law, done)
}

/// The fewest that are expected in a bin.
const LEAST: f64 = 8.0;

/// Chi-square of counts of 1, 2, 3 … against their law, neighbours put together until enough are
/// expected.
fn bins(found: &[f64], law: impl Iterator<Item = f64>, total: f64) -> Found {
    let (mut value, mut bins) = (0.0, 0);
    let (mut seen, mut expected, mut left) = (0.0, 0.0, 1.0);
    let (mut all_seen, mut found) = (0.0, found.iter());
    for chance in law {
        seen += found.next().copied().unwrap_or(0.0);
        expected += chance * total;
        left -= chance;
        if expected >= LEAST && left * total >= LEAST {
            value += (seen - expected).powi(2) / expected;
            all_seen += seen;
            bins += 1;
            (seen, expected) = (0.0, 0.0);
        }
        if left * total < LEAST {
            break;
        }
    }
    let (rest, expected) = (total - all_seen, expected + left * total);
    value += (rest - expected).powi(2) / expected;
    chi_square(value, bins)
}

/// Pairs of neighbours, none in two pairs, of draws that are uniform below `kinds`.
pub(crate) fn pairs(draws: &[u8], kinds: usize) -> Found {
    let mut found = vec![0.0; kinds * kinds];
    for pair in draws.chunks_exact(2) {
        found[usize::from(pair[0]) * kinds + usize::from(pair[1])] += 1.0;
    }
    let expected = (draws.len() / 2) as f64 / found.len() as f64;
    if expected < 1.0 {
        return None;
    }
    let value = found.iter().map(|count| (count - expected).powi(2) / expected).sum();
    chi_square(value, found.len() - 1)
}

/// Which letter lies under which tile: `counts[tile * n + rank]` over shuffles of n letters. Since
/// each tile and each rank is met once a unit, the statistic is (n − 1)/n of Pearson's.
pub(crate) fn places(counts: &[u64], letters: usize, units: u64) -> Found {
    if units == 0 {
        return None;
    }
    let expected = units as f64 / letters as f64;
    let sum: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2)).sum();
    let value = sum / expected * (letters - 1) as f64 / letters as f64;
    chi_square(value, (letters - 1).pow(2))
}

/// How often a letter is followed by a later one of the alphabet, in shuffles of n letters: (n − 1)/2
/// a unit, with variance (n + 1)/12.
pub(crate) fn rises(found: u64, letters: usize, units: u64) -> Found {
    let (letters, units) = (letters as f64, units as f64);
    let z =
        (found as f64 - units * (letters - 1.0) / 2.0) / (units * (letters + 1.0) / 12.0).sqrt();
    (units > 0.0).then(|| (format!("{} rises, z = {z:+.2}", grouped(found)), two_sided(z)))
}

/// Classes by part of the block: a table whose sums on both sides are settled.
pub(crate) fn parts(classes: &[u8], count: usize, parts: usize) -> Found {
    let total = classes.len();
    let mut each = vec![0.0; count];
    let mut table = vec![0.0; count * parts];
    let mut sizes = vec![0.0; parts];
    for (at, &class) in classes.iter().enumerate() {
        let part = at * parts / total;
        each[usize::from(class)] += 1.0;
        sizes[part] += 1.0;
        table[part * count + usize::from(class)] += 1.0;
    }
    let mut value = 0.0;
    for part in 0..parts {
        for class in 0..count {
            let expected = sizes[part] * each[class] / total as f64;
            value += (table[part * count + class] - expected).powi(2) / expected;
        }
    }
    let scaled = value * (total as f64 - 1.0) / total as f64;
    chi_square(scaled, (count - 1) * (parts - 1))
}

#[cfg(test)]
mod tests;
