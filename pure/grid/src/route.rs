//! The order in which a shape's slots are filled, with all that is known beforehand about it.
//!
//! The order is fixed for a shape, so which cells of a slot have a letter when its turn comes is
//! known before any word is drawn: it is worked out once here and not at every grid.

use alloc::vec;
use alloc::vec::Vec;

use crate::index::Index;
use crate::shape::{Along, Shape, Slot};

/// A slot's cells that can have a letter when its turn comes: crossings never touch, so a word of
/// 15 letters has at most 8.
pub(crate) const MAX_KNOWN: usize = 8;

/// A shape's slots in filling order.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(crate) steps: Vec<Step>,
    pub(crate) checks: Vec<Check>,
}

/// One slot's turn.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) length: u8,
    /// The step between its cells in a grid's cells: 1 across, the number of columns down.
    pub(crate) stride: u8,
    /// Its first cell in a grid's cells.
    pub(crate) first: u16,
    pub(crate) known_count: u8,
    /// The latest earlier step that crosses it: where to go back to when no word fits.
    pub(crate) back: u8,
    /// Its places that have a letter already.
    pub(crate) known: [u8; MAX_KNOWN],
    /// Its checks are those from here up to the next step's.
    pub(crate) first_check: u16,
}

/// Asked before a word is kept: does its letter at `at` leave a word for the slot that crosses it
/// there and whose turn comes later?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    /// The place in the word.
    pub(crate) at: u8,
    /// The crossing slot's length.
    pub(crate) length: u8,
    /// The place in the crossing slot.
    pub(crate) place: u8,
    /// A place of the crossing slot that has a letter already, and its cell.
    pub(crate) other: Option<(u8, u16)>,
}

impl Step {
    /// The cell of its letter `place`.
    #[inline]
    pub(crate) fn cell(&self, place: u8) -> usize {
        usize::from(self.first) + usize::from(place) * usize::from(self.stride)
    }
}

impl Route {
    pub(crate) fn new(shape: &Shape, index: &Index) -> Self {
        let order = order(shape, index);
        let mut turn = vec![0; shape.slots.len()];
        for (at, &slot) in order.iter().enumerate() {
            turn[slot] = at;
        }
        let mut route = Self { steps: Vec::new(), checks: Vec::new() };
        for (at, &slot) in order.iter().enumerate() {
            route.add(shape, &turn, at, slot);
        }
        route
    }

    fn add(&mut self, shape: &Shape, turn: &[usize], at: usize, slot: usize) {
        let place = shape.slots[slot];
        let columns = usize::from(shape.columns);
        let mut step = Step {
            length: place.length,
            stride: match place.along {
                Along::Row => 1,
                Along::Column => shape.columns,
            },
            first: cell_number(columns, place, 0),
            known_count: 0,
            back: 0,
            known: [0; MAX_KNOWN],
            first_check: u16::try_from(self.checks.len()).expect("few checks"),
        };
        for crossing in crossings(shape, slot) {
            if turn[crossing.slot] < at {
                step.known[usize::from(step.known_count)] = crossing.here;
                step.known_count += 1;
                step.back = step.back.max(turn[crossing.slot] as u8);
                continue;
            }
            let other = shape.slots[crossing.slot];
            let check = Check {
                at: crossing.here,
                length: other.length,
                place: crossing.there,
                other: None,
            };
            let before = self.checks.len();
            for known in crossings(shape, crossing.slot) {
                if turn[known.slot] < at {
                    let cell = cell_number(columns, other, known.here);
                    self.checks.push(Check { other: Some((known.here, cell)), ..check });
                }
            }
            if self.checks.len() == before {
                self.checks.push(check);
            }
        }
        self.steps.push(step);
    }

    /// The checks of a step.
    #[inline]
    pub(crate) fn checks(&self, at: usize) -> &[Check] {
        let first = usize::from(self.steps[at].first_check);
        let end = self.steps.get(at + 1).map_or(self.checks.len(), |s| usize::from(s.first_check));
        &self.checks[first..end]
    }
}

fn cell_number(columns: usize, slot: Slot, place: u8) -> u16 {
    let (row, column) = slot.cell(place);
    u16::try_from(usize::from(row) * columns + usize::from(column)).expect("a small grid")
}

/// Two slots that share a cell.
struct Crossing {
    slot: usize,
    here: u8,
    there: u8,
}

/// The slots that cross `slot`, in the order of its cells.
fn crossings(shape: &Shape, slot: usize) -> Vec<Crossing> {
    let this = shape.slots[slot];
    let mut found = Vec::new();
    for here in 0..this.length {
        for (number, other) in shape.slots.iter().enumerate() {
            if other.along == this.along {
                continue;
            }
            let there = (0..other.length).find(|&there| other.cell(there) == this.cell(here));
            found.extend(there.map(|there| Crossing { slot: number, here, there }));
        }
    }
    found
}

/// The filling order: first the slot that crosses most, then always the one with the fewest words
/// to be expected for the letters that it will have, among those that touch what is filled.
fn order(shape: &Shape, index: &Index) -> Vec<usize> {
    let count = shape.slots.len();
    let crossing: Vec<Vec<usize>> = (0..count)
        .map(|slot| crossings(shape, slot).iter().map(|crossing| crossing.slot).collect())
        .collect();
    let mut order = Vec::with_capacity(count);
    let mut done = vec![false; count];
    while order.len() < count {
        let next = (0..count).filter(|&slot| !done[slot]).min_by_key(|&slot| {
            let known = crossing[slot].iter().filter(|&&other| done[other]).count();
            let words = index.of(shape.slots[slot].length).all().len();
            // One known letter leaves about one word in eleven: letters are far from even.
            let expected = words / 11_usize.pow(known.min(4) as u32);
            (known == 0, expected, usize::MAX - crossing[slot].len())
        });
        let next = next.expect("a slot is left");
        done[next] = true;
        order.push(next);
    }
    order
}
