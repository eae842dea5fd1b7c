//! The filler, walked whole: every grid that it can make from a tiny list is read anew.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use chance::{Branch, Fraction, Law, Walk};
use game::{Cell, Direction, Grid, Letter};

use super::{DEAD_ENDS, Filled, Filler};
use crate::index::Index;
use crate::lexicon::{FULL_WEIGHT, Lexicon};
use crate::pool::Pool;
use crate::shape::{Along, Shape, Slot};

/// A word list and shapes to fill from it.
struct Engine {
    lexicon: Lexicon,
    index: Index,
    pool: Pool,
    shapes: Vec<Shape>,
    weights: Vec<u32>,
}

impl Engine {
    fn new(words: &str, picture: &[&str]) -> Self {
        let lexicon = Lexicon::parse(words).expect("a sound list");
        let index = Index::new(&lexicon, 2, 4);
        let shape = shape(picture);
        let pool = Pool::new(core::slice::from_ref(&shape), &index);
        let mut weights: Vec<u32> =
            lexicon.words().iter().map(|word| u32::from(word.weight)).collect();
        weights.sort_unstable();
        Self { shapes: shape.symmetries(), lexicon, index, pool, weights }
    }

    /// A walk in which draws that decide about thinned words go two ways, not a thousand.
    fn walk(&self) -> Walk<'_> {
        Walk::grouping(u32::from(FULL_WEIGHT), &self.weights)
    }

    /// The law of units of so many grids, as texts; none where a grid was given up. Every grid is
    /// looked at.
    fn law(&self, walk: Walk<'_>, grids: usize) -> Law<Option<Vec<String>>> {
        let mut filler = Filler::new(&self.index, &self.pool);
        let mut filled = alloc::vec![Filled::default(); grids];
        let law = walk.law(|mut branch| {
            filler.draw(&mut branch, &mut filled).ok()?;
            Some(self.check(&filled))
        });
        let sum = law.values().fold(Fraction::ZERO, |sum, &chance| sum + chance);
        assert_eq!(sum, Fraction::ONE, "every branch was walked");
        law
    }

    /// A unit as text. Each grid has the runs of a shape and no other, hangs together, and has only
    /// words of the list, whose letters are as it says; no word is on the unit twice.
    fn check(&self, filled: &[Filled]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let grids = filled.iter().map(|filled| {
            let cell = |&cell: &u8| (!Filled::is_grey(cell)).then(|| Letter::from_index(cell));
            let cells: Vec<Cell> = filled.cells.iter().map(cell).collect();
            let grid = Grid::new(self.pool.rows(), self.pool.columns(), cells);
            let text = grid.rows_text().collect::<Vec<String>>().join("/");
            assert!(grid.is_connected(), "{text}");
            let slots = slots(&grid);
            let is_this = |shape: &Shape| {
                shape.slots.len() == slots.len() && slots.iter().all(|s| shape.slots.contains(s))
            };
            assert!(self.shapes.iter().any(is_this), "the runs of {text} are those of a shape");
            let mut masks: Vec<u32> = grid.runs().map(|run| run.letters.bits()).collect();
            let mut told = filled.masks.clone();
            masks.sort_unstable();
            told.sort_unstable();
            assert_eq!(told, masks, "{text}");
            for run in grid.runs() {
                let word = grid.run_text(&run);
                assert!(self.lexicon.words().iter().any(|known| known.text == word), "{text}");
                assert!(seen.insert(word), "a word stands twice in {text}");
            }
            text
        });
        grids.collect()
    }
}

fn slots(grid: &Grid) -> Vec<Slot> {
    let along = |direction| match direction {
        Direction::Across => Along::Row,
        Direction::Down => Along::Column,
    };
    let slot = |run: game::Run| Slot {
        along: along(run.direction),
        row: run.row,
        column: run.column,
        length: run.length,
    };
    grid.runs().map(slot).collect()
}

fn shape(picture: &[&str]) -> Shape {
    let rows: Vec<String> = picture.iter().map(|row| row.replace('#', "A")).collect();
    let grid = Grid::from_rows(&rows).expect("a rectangle");
    Shape { rows: grid.rows(), columns: grid.columns(), slots: slots(&grid) }
}

/// Four words that close a ring: the last of them has two letters already. Every ring there is can
/// be drawn, and nothing else.
#[test]
fn every_ring_is_sound() {
    let words = "NAN\nNEN\nNET\nNIN\nNON\nNUT\nTAN\nTAT\nTET\nTON\nTOT\nTUT";
    let ring = Engine::new(words, &["###", "#.#", "###"]);
    let law = ring.law(ring.walk(), 1);
    assert_eq!(law.len(), rings(words));
    assert!(!law.contains_key(&None), "there is always a word left");
}

/// How many rings of four different words there are, found by trying all.
fn rings(words: &str) -> usize {
    let words: Vec<&[u8]> = words.lines().map(str::as_bytes).collect();
    let mut count = 0;
    for &top in &words {
        for &left in words.iter().filter(|left| left[0] == top[0] && **left != top) {
            for &right in words.iter().filter(|right| right[0] == top[2]) {
                let bottoms = words.iter().filter(|b| b[0] == left[2] && b[2] == right[2]);
                let all = bottoms.map(|&bottom| BTreeSet::from([top, left, right, bottom]));
                count += all.filter(|different| different.len() == 4).count();
            }
        }
    }
    count
}

#[test]
fn every_pair_of_grids_is_sound_and_repeats_no_word() {
    let words = "EN\nET\nETE\nNE\nTE\nTOT 250\nTU\nUT";
    let pair = Engine::new(words, &["###", "#.."]);
    let law = pair.law(pair.walk(), 2);
    assert!(law.len() > 100);
    assert!(law.contains_key(&None), "the last word of its length is passed over now and then");
}

/// Where both words begin in the corner, EST has no other word to begin with E. Each time that it
/// is drawn first is a dead end, and the last of so many gives the grid up. Two of the eight
/// symmetries have that corner.
#[test]
fn a_grid_is_given_up_after_so_many_dead_ends() {
    let corner = Engine::new("EST\nNET\nNON\nTEN\nTOT", &["###", "#..", "#.."]);
    let law = corner.law(corner.walk(), 1);
    let given_up = Fraction::new(1, 4) * Fraction::new(1, 5_u128.pow(DEAD_ENDS));
    assert_eq!(law.get(&None), Some(&given_up));
}

/// One slot, three words, the second kept once in four: where it is drawn and passed over, the one
/// after it is taken.
#[test]
fn a_thinned_word_has_its_weight() {
    let line = Engine::new("NET\nNON 250\nTOT", &["###"]);
    let of = |word: &str, over, under| (Some(Vec::from([word.into()])), Fraction::new(over, under));
    let expected = [of("NET", 1, 3), of("NON", 1, 12), of("TOT", 7, 12)].into_iter().collect();
    assert_eq!(line.law(line.walk(), 1), expected);
}

/// A filler asks nothing of such a draw but whether it is below the word's weight: to walk one
/// answer on each side comes to the same as to walk all thousand.
#[test]
fn grouped_draws_are_as_good_as_all() {
    let corner = Engine::new("EN\nET\nETE\nNE\nTE\nTOT 250\nTU\nUT", &["###", "#.."]);
    assert_eq!(corner.law(corner.walk(), 1), corner.law(Walk::whole(), 1));
}

/// One filler for all units or one for each: what was drawn before leaves nothing behind.
#[test]
fn a_filler_keeps_nothing_from_unit_to_unit() {
    let pair = Engine::new("EN\nET\nETE\nNE\nTE\nTOT 250\nTU\nUT", &["###", "#.."]);
    let fresh = pair.walk().law(|mut branch: &Branch<'_>| {
        let mut filled = alloc::vec![Filled::default(); 2];
        Filler::new(&pair.index, &pair.pool).draw(&mut branch, &mut filled).ok()?;
        Some(pair.check(&filled))
    });
    assert_eq!(fresh, pair.law(pair.walk(), 2));
}
