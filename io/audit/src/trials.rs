//! The tests: a fixed list of questions to chance, with one budget of false alarms for all.

use game::Game;

use crate::hand::{Desk, NONE, Tally};
use crate::law::{chi_square_tail, holm};
use crate::number::grouped;
use crate::order::{self, Found};
use crate::paired::Paired;
use crate::roc::Roc;
use crate::score::pool;
use crate::twin::{Pairs, way_count};

/// How often a sound block is called unsound, at the most.
pub const FALSE_ALARMS: f64 = 1e-4;
/// A test alone is passed at 99 %, as GLI-19 (3.0, chapter 3) asks of random numbers, unless its
/// p-value is below this. Of sound blocks' tests one in a hundred is not: it is told, and decides
/// nothing.
pub(crate) const ONE_PERCENT: f64 = 0.01;
/// Classes of lots have at least so many units.
const CLASS: u64 = 100;
/// The block is cut into so many parts.
pub(crate) const PARTS: usize = 10;

/// One test.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its name.
    pub name: &'static str,
    /// What it asks.
    pub asks: &'static str,
    /// The statistic, or why there is none.
    pub found: String,
    /// How likely chance alone goes so far; 1 where there is nothing to test.
    pub p: f64,
    /// What Holm's method holds against it.
    pub threshold: f64,
    /// Whether it is further off than the budget lets chance go.
    pub falls: bool,
}

/// Names and questions, in the order of the list.
const LIST: [(&str, &str); 20] = [
    ("face: letters", "Do the letters of the grids depend on the lot?"),
    ("face: words", "Do the commonest words stand as often on units that win?"),
    ("face: lengths", "Do the lengths of the words depend on the lot?"),
    ("face: shape", "Do the words' places and crossings depend on the lot?"),
    ("face: classifier", "Can a classifier that sees only the grids tell winners?"),
    ("order: parts", "Are the lots spread evenly over ten parts of the block?"),
    ("order: runs", "Do wins and losses follow each other as often as in a shuffled row?"),
    ("order: neighbours", "Is a lot independent of the one before it?"),
    ("order: gaps", "Are wins as far from each other as in a shuffled row?"),
    ("faces: runs", "Do dense and sparse grids follow each other as in a shuffled row?"),
    ("faces: neighbours", "Is a grid's density independent of that of the one before it?"),
    ("faces: gaps", "Are dense grids as far from each other as in a shuffled row?"),
    ("letters: near misses", "Do losing units complete as many words as uniform letters do?"),
    ("letters: almost words", "Do losing units have as many words that lack one letter?"),
    ("letters: frequency", "Are a unit's letters those that uniform letters for its lot are?"),
    ("letters: ways", "Are lots of several grids made up as uniform letters make them?"),
    ("letters: mirrored ways", "Is a way as frequent as the same way with grids exchanged?"),
    ("tiles: places", "Does each letter lie under each tile equally often?"),
    ("tiles: rises", "Are the letters neither in order nor against it?"),
    ("tiles: rounds", "Do the first tiles of units that follow each other look drawn?"),
];

/// What is kept of each unit, in the block's order.
pub(crate) struct Rows<'a> {
    /// The place of its amount, or [`NONE`].
    pub(crate) lots: &'a [u8],
    /// The rank of its first tile's letter; of units without a fault.
    pub(crate) ranks: &'a [u8],
    /// How many cells of its face bear a letter; of units without a fault.
    pub(crate) cells: &'a [u8],
}

/// Runs all tests.
pub(crate) fn trials(
    desk: &Desk,
    rows: &Rows<'_>,
    tally: &Tally,
    pairs: &Pairs,
    leak: Option<&Roc>,
) -> Vec<Trial> {
    let ranks = rows.ranks;
    let lots: Vec<u8> = rows.lots.iter().copied().filter(|&lot| lot != NONE).collect();
    let counts = &tally.faces.counts;
    let (classes, count) = pool(counts, CLASS);
    let of =
        |classes: &[u8]| -> Vec<u8> { lots.iter().map(|&lot| classes[usize::from(lot)]).collect() };
    let (coarse, coarse_count) = pool(counts, (5.0 * lots.len() as f64).sqrt() as u64);
    let pays: Vec<bool> = desk.amounts.all().iter().map(|amount| amount.0 > 0).collect();
    let wins: Vec<bool> = lots.iter().map(|&lot| pays[usize::from(lot)]).collect();
    let (dense, density, densities) = density(rows.cells);
    let [letters, lengths, shape] = desk.columns();
    let face = |from: usize, width: usize| {
        if count > 1 { tally.faces.test(from..from + width, &classes, count) } else { None }
    };
    let (tiles, units) = (usize::from(desk.game.crossword().letters), ranks.len() as u64);
    let found: [Found; 20] = [
        face(0, letters),
        words(tally, &pays),
        face(letters, lengths),
        face(letters + lengths, shape),
        leak.map(|roc| (format!("AUC {:.4}", roc.auc), roc.p)),
        order::parts(&of(&classes), count, PARTS),
        order::runs(&wins),
        order::serial(&of(&coarse), coarse_count),
        order::gaps(&wins),
        order::runs(&dense),
        order::serial(&density, densities),
        order::gaps(&dense),
        paired(&pairs.complete),
        paired(&pairs.almost),
        paired(&pairs.letters),
        paired(&pairs.ways),
        mirrored(&desk.game, &tally.ways),
        order::places(&tally.places, tiles, units),
        order::rises(tally.rises, tiles, units),
        rounds(ranks, tiles),
    ];
    let p: Vec<f64> = found.iter().map(|found| found.as_ref().map_or(1.0, |it| it.1)).collect();
    let verdicts = holm(&p, FALSE_ALARMS);
    let trial = |((name, asks), (found, (threshold, falls)))| {
        let (found, p) = Option::unwrap_or(
            found,
            ("nothing to test in this game or so small a block".to_owned(), 1.0),
        );
        Trial { name, asks, found, p, threshold, falls }
    };
    LIST.into_iter().zip(found.into_iter().zip(verdicts)).map(trial).collect()
}

fn paired(paired: &Paired) -> Found {
    let (value, freedom, p) = paired.test()?;
    Some((format!("χ² = {value:.1} on {freedom}, {} pairs", grouped(paired.pairs)), p))
}

/// Which faces have more letters than the middle one, and each face's class by its letters: faces
/// are made one by one, so that whatever is read off them comes in an order that a shuffle makes.
fn density(cells: &[u8]) -> (Vec<bool>, Vec<u8>, usize) {
    let mut counts = vec![0_u64; 256];
    cells.iter().for_each(|&cells| counts[usize::from(cells)] += 1);
    let half = cells.len() as u64 / 2;
    let mut below = 0;
    let middle = counts.iter().position(|count| {
        below += count;
        below > half
    });
    let dense = cells.iter().map(|&cells| usize::from(cells) > middle.unwrap_or(0)).collect();
    let (classes, count) = pool(&counts, (5.0 * cells.len() as f64).sqrt() as u64);
    let density = cells.iter().map(|&cells| classes[usize::from(cells)]).collect();
    (dense, density, count)
}

/// Two questions to the ranks, the worse answer counted twice.
fn rounds(ranks: &[u8], kinds: usize) -> Found {
    let found = [order::pairs(ranks, kinds), order::collector(ranks, kinds)];
    let count = found.iter().flatten().count() as f64;
    let worst = found.into_iter().flatten().min_by(|one, other| one.1.total_cmp(&other.1))?;
    Some((worst.0, (worst.1 * count).min(1.0)))
}

/// The commonest words: how many of the units on which each stands win, against how many do at all.
///
/// Words hardly depend on each other, so the squared deviations of many are summed; but there must
/// be far fewer words than units, or their chance dependence adds up.
fn words(tally: &Tally, pays: &[bool]) -> Found {
    let counts = &tally.faces.counts;
    let units: u64 = counts.iter().sum();
    let won: u64 = counts.iter().zip(pays).filter(|(_, pays)| **pays).map(|(count, _)| count).sum();
    let share = won as f64 / units as f64;
    let mut common: Vec<[u32; 2]> = tally.words.clone();
    common.sort_unstable_by_key(|count| std::cmp::Reverse(count[0]));
    common.truncate((units / 50).min(1000) as usize);
    common.retain(|count| f64::from(count[0]) * share * (1.0 - share) >= 5.0);
    let square = |&[on, won]: &[u32; 2]| {
        let on = f64::from(on);
        let spread = on * share * (1.0 - share) * (units as f64 - on) / (units as f64 - 1.0);
        (f64::from(won) - on * share).powi(2) / spread
    };
    let (value, freedom): (f64, usize) = (common.iter().map(square).sum(), common.len());
    (freedom > 0)
        .then(|| (format!("χ² = {value:.1} on {freedom}"), chi_square_tail(value, freedom)))
}

/// Ways that differ only in which grid does what are equally likely, since the grids of a face are
/// drawn alike; that a later grid avoids the earlier ones' words is too little to be seen.
fn mirrored(game: &Game, ways: &[u64]) -> Found {
    let rules = game.crossword();
    let (base, grids) = (rules.pays.len() + 1, usize::from(rules.grids));
    let mut orbits = std::collections::BTreeMap::<Vec<usize>, Vec<f64>>::new();
    for (number, &found) in ways.iter().enumerate().take(way_count(game)) {
        let mut levels = levels(number, base, grids);
        levels.sort_unstable();
        orbits.entry(levels).or_default().push(found as f64);
    }
    let (mut value, mut freedom) = (0.0, 0);
    for found in orbits.into_values().filter(|found| found.len() > 1) {
        let expected = found.iter().sum::<f64>() / found.len() as f64;
        if expected >= 10.0 {
            value += found.iter().map(|count| (count - expected).powi(2) / expected).sum::<f64>();
            freedom += found.len() - 1;
        }
    }
    (freedom > 0)
        .then(|| (format!("χ² = {value:.1} on {freedom}"), chi_square_tail(value, freedom)))
}

/// The levels of the grids of a combination: 0 for a grid that loses, else 1 and up.
pub(crate) fn levels(number: usize, base: usize, grids: usize) -> Vec<usize> {
    (0..grids).rev().map(|grid| number / base.pow(grid as u32) % base).collect()
}
