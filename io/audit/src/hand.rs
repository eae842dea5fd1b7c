//! What one thread gathers from the units that pass through it.

use block::tree::Hash;
use block::{AmountId, Amounts, Layout, LetterSets};
use game::Game;
use vault::Chunk;

use crate::fault::{Fault, Faults};
use crate::features::Features;
use crate::leak::Faces;
use crate::reading::{Reader, rank};
use crate::repeats::Marks;
use crate::sample::Sample;
use crate::score::Sums;
use crate::twin::{Pairs, Twins, way_count, way_number};
use crate::words::WordList;

/// So many units, or all, are kept with their features for a covariance.
const KEPT: u64 = 60_000;
/// So many winners and as many losers, or all, are given twins.
const TWINS: u64 = 60_000;
/// So many winners and as many losers, or all, are shown to the classifier.
const SHOWN: u64 = 50_000;

/// The place of no amount.
pub(crate) const NONE: u8 = u8::MAX;

/// What all threads share.
pub(crate) struct Desk {
    pub(crate) game: Game,
    pub(crate) amounts: Amounts,
    pub(crate) words: WordList,
    pub(crate) sets: LetterSets,
    pub(crate) root: Hash,
    pub(crate) sample: Sample,
}

impl Desk {
    /// How many features of letters, of lengths and of shape a face has.
    pub(crate) fn columns(&self) -> [usize; 3] {
        let rules = self.game.crossword();
        let lengths = usize::from(rules.word_length.max - rules.word_length.min) + 1;
        let grid = usize::from(rules.rows) + usize::from(rules.columns) + 1;
        [26, lengths, grid * usize::from(rules.grids)]
    }

    pub(crate) fn features(&self) -> Features<'_> {
        Features::new(self.game.crossword(), &self.amounts, &self.words, &self.sets)
    }
}

/// What is kept of a chunk of units, in their order.
#[derive(Default)]
pub(crate) struct Seen {
    /// The amount of each unit by its place among the game's amounts, or [`NONE`].
    pub(crate) lots: Vec<u8>,
    /// The place in the alphabet's order of the letter under each unit's first tile.
    pub(crate) ranks: Vec<u8>,
    /// How many cells of each unit's face bear a letter.
    pub(crate) cells: Vec<u8>,
    pub(crate) marks: Marks,
    pub(crate) faults: Faults,
}

impl Seen {
    pub(crate) fn with_capacity(units: u64) -> Self {
        let count = usize::try_from(units).expect("a block's units can be counted");
        let row = || Vec::with_capacity(count);
        let (lots, ranks, cells) = (row(), row(), row());
        Self { lots, ranks, cells, marks: Marks::with_capacity(units), faults: Faults::default() }
    }

    /// Adds the units that come next.
    pub(crate) fn absorb(&mut self, next: Self) {
        self.lots.extend(next.lots);
        self.ranks.extend(next.ranks);
        self.cells.extend(next.cells);
        self.marks.absorb(&next.marks);
        self.faults.absorb(next.faults);
    }
}

/// One thread's tools and sums.
pub(crate) struct Hand<'desk> {
    desk: &'desk Desk,
    layout: Layout,
    reader: Reader<'desk>,
    features: Features<'desk>,
    twins: Twins<'desk>,
    row: Vec<u16>,
    pub(crate) sums: Tally,
}

/// Sums that do not depend on the order of the units.
pub(crate) struct Tally {
    /// Features of faces by amount.
    pub(crate) faces: Sums,
    /// For each word of the list, on how many units it stands, and on how many that win.
    pub(crate) words: Vec<[u32; 2]>,
    /// Tile by rank.
    pub(crate) places: Vec<u64>,
    pub(crate) rises: u64,
    /// Units by the combination of their grids' levels.
    pub(crate) ways: Vec<u64>,
    pub(crate) shown: Faces,
}

impl Tally {
    fn new(desk: &Desk) -> Self {
        let letters = usize::from(desk.game.crossword().letters);
        let columns = desk.columns().iter().sum();
        Self {
            faces: Sums::new(columns, desk.amounts.all().len()),
            words: vec![[0; 2]; desk.words.count()],
            places: vec![0; letters * letters],
            rises: 0,
            ways: vec![0; way_count(&desk.game)],
            shown: Faces::default(),
        }
    }

    pub(crate) fn absorb(&mut self, other: &Self) {
        self.faces.absorb(&other.faces);
        for (sums, others) in self.words.iter_mut().zip(&other.words) {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
        let add = |sums: &mut Vec<u64>, others: &Vec<u64>| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        };
        add(&mut self.places, &other.places);
        add(&mut self.ways, &other.ways);
        self.rises += other.rises;
        self.shown.absorb(&other.shown);
    }
}

impl<'desk> Hand<'desk> {
    pub(crate) fn new(desk: &'desk Desk) -> Self {
        Self {
            desk,
            layout: Layout::of(&desk.game),
            reader: Reader::new(&desk.game, &desk.amounts, &desk.words),
            features: desk.features(),
            twins: Twins::new(&desk.game, &desk.amounts, &desk.sets, &desk.root),
            row: Vec::new(),
            sums: Tally::new(desk),
        }
    }

    pub(crate) fn done(self) -> (Tally, Pairs) {
        (self.sums, self.twins.seen)
    }

    pub(crate) fn chunk(&mut self, chunk: &Chunk<'_>) -> Seen {
        let mut seen = Seen::default();
        for (index, plain) in chunk.plain() {
            let lot = match plain {
                Err(damage) => {
                    seen.faults.push(Fault::Record { index, damage });
                    None
                }
                Ok(plain) => {
                    seen.marks.note(index, plain, self.layout.face(plain));
                    let judged = self.reader.read(index, plain, &mut seen.faults);
                    if let Some((id, true)) = judged {
                        self.gather(index, self.layout.letters(plain), id, &mut seen);
                    }
                    judged.map(|(id, _)| id)
                }
            };
            seen.lots.push(lot.map_or(NONE, |id| id.0));
        }
        seen
    }

    /// Adds a unit without a fault to all sums.
    fn gather(&mut self, index: u64, tiles: &[u8], id: AmountId, seen: &mut Seen) {
        let (desk, reading) = (self.desk, &self.reader.reading);
        let rules = desk.game.crossword();
        let wins = desk.amounts.amount(id).0 > 0;
        let units = u64::from(desk.game.block_units);
        self.row.clear();
        self.row.extend_from_slice(&reading.letter_cells);
        let lengths = self.row.len();
        let bounds = rules.word_length;
        self.row.resize(lengths + usize::from(bounds.max - bounds.min) + 1, 0);
        for &length in &reading.lengths {
            self.row[lengths + usize::from(length - bounds.min)] += 1;
        }
        self.row.extend_from_slice(&reading.shape);
        self.sums.faces.add(id.0, &self.row, desk.sample.takes(index, KEPT, units));
        for &word in &reading.words {
            let counts = &mut self.sums.words[word as usize];
            counts[0] += 1;
            counts[1] += u32::from(wins);
        }
        let ranks = tiles.iter().map(|&letter| rank(letter, reading.letters));
        for (counts, rank) in self.sums.places.chunks_exact_mut(tiles.len()).zip(ranks) {
            counts[rank] += 1;
        }
        let rises = tiles.windows(2).filter(|pair| pair[0] < pair[1]).count();
        self.sums.rises += rises as u64;
        seen.ranks.push(rank(tiles[0], reading.letters) as u8);
        let cells: u16 = reading.letter_cells.iter().sum();
        seen.cells.push(u8::try_from(cells).unwrap_or(u8::MAX));
        let complete = &reading.complete[..usize::from(rules.grids)];
        let way = way_number(complete, rules.pays.len() + 1, rules.first_paying());
        self.sums.ways[way] += 1;
        self.look_closer(index, id, wins);
    }

    /// Twins and the classifier see some units only.
    fn look_closer(&mut self, index: u64, id: AmountId, wins: bool) {
        let desk = self.desk;
        let winners = u64::from(desk.game.winning_units());
        let like_it = if wins { winners } else { u64::from(desk.game.block_units) - winners };
        if desk.sample.takes(index, TWINS.max(SHOWN), like_it) {
            let words = self.reader.masks();
            let reading = &self.reader.reading;
            if desk.sample.takes(index, TWINS, like_it) {
                self.twins.compare(index, &words, reading.letters, id);
            }
            if desk.sample.takes(index, SHOWN.min(winners), like_it) {
                self.sums.shown.units.push((index, wins));
                self.features.write(reading, &words, &mut self.sums.shown.rows);
            }
        }
    }
}
