//! The numbers that the report draws.

use crate::hand::{Desk, NONE, Tally};
use crate::trials::{PARTS, levels};
use crate::twin::Pairs;

/// The numbers that the report draws.
#[derive(Debug)]
pub struct Figures {
    /// How many units win in each part of the block, and how many it has.
    pub parts: Vec<(u64, u64)>,
    /// Losing units by complete words, and what uniform letters give as many twins.
    pub complete: Vec<(u64, u64)>,
    /// Losing units by words that lack one letter, and what uniform letters give.
    pub almost: Vec<(u64, u64)>,
    /// Letter by letter: units that have it, and twins.
    pub letters: Vec<(u64, u64)>,
    /// Tile by rank: units.
    pub places: Vec<u64>,
    /// How lots of several grids are made up: the grids' levels, the units, and among those with a
    /// twin, units and twins.
    pub ways: Vec<WayFigure>,
    /// The commonest words: on how many units each stands, and on how many that win.
    pub words: Vec<(String, u32, u32)>,
}

/// One way, and how often it was met.
#[derive(Debug)]
pub struct WayFigure {
    /// The levels of the grids: 0 loses, else the line of the pay list, from 1.
    pub levels: Vec<usize>,
    /// How many units of the block.
    pub units: u64,
    /// Among units with a twin: the units, and the twins.
    pub sampled: (u64, u64),
}

/// So many words are shown.
const WORDS: usize = 12;

impl Figures {
    pub(crate) fn of(desk: &Desk, lots: &[u8], tally: &Tally, pairs: &Pairs) -> Self {
        let pays = |lot: u8| lot != NONE && desk.amounts.all()[usize::from(lot)].0 > 0;
        let mut parts = vec![(0, 0); PARTS];
        for (at, &lot) in lots.iter().enumerate() {
            let part = &mut parts[at * PARTS / lots.len()];
            part.0 += u64::from(pays(lot));
            part.1 += 1;
        }
        let both = |pairs: &crate::paired::Paired| -> Vec<(u64, u64)> {
            let mut both: Vec<(u64, u64)> =
                pairs.units.iter().copied().zip(pairs.twins.iter().copied()).collect();
            while both.last() == Some(&(0, 0)) {
                both.pop();
            }
            both
        };
        let mut words: Vec<(u32, [u32; 2])> = (0..).zip(tally.words.iter().copied()).collect();
        words.sort_by_key(|&(number, counts)| (std::cmp::Reverse(counts[0]), number));
        words.truncate(WORDS);
        let word =
            |(number, [on, won]): (u32, [u32; 2])| (desk.words.word(number).to_owned(), on, won);
        Self {
            parts,
            complete: both(&pairs.complete),
            almost: both(&pairs.almost),
            letters: both(&pairs.letters),
            places: tally.places.clone(),
            ways: ways(desk, tally, pairs),
            words: words.into_iter().map(word).collect(),
        }
    }
}

fn ways(desk: &Desk, tally: &Tally, pairs: &Pairs) -> Vec<WayFigure> {
    let rules = desk.game.crossword();
    let (base, grids) = (rules.pays.len() + 1, usize::from(rules.grids));
    if grids == 1 {
        return Vec::new();
    }
    let met = tally.ways.iter().enumerate().filter(|&(_, &units)| units > 0);
    let sampled = |number| {
        let count = |counts: &[u64]| counts.get(number).copied().unwrap_or(0);
        (count(&pairs.ways.units), count(&pairs.ways.twins))
    };
    let way = |(number, &units): (usize, &u64)| WayFigure {
        levels: levels(number, base, grids),
        units,
        sampled: sampled(number),
    };
    met.map(way).collect()
}
