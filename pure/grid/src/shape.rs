//! A shape: where the words go, before there are words.
//!
//! A shape is grown word by word: each new word crosses the ones that are there, the more the
//! better, and makes no run by accident. Of several grown shapes the best is kept: the one that
//! crosses most and uses most of the square.

use alloc::vec::Vec;

use chance::Chance;

use crate::plane::{Placement, Plane};

/// What shapes are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The grid's height in cells, at most 32.
    pub rows: u8,
    /// The grid's width in cells, at most 32.
    pub columns: u8,
    /// How many words.
    pub words: u8,
    /// The shortest word's length.
    pub min: u8,
    /// The longest word's length.
    pub max: u8,
}

/// Along which direction a slot is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Left to right.
    Row,
    /// Top to bottom.
    Column,
}

/// A word's place in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// How it is read.
    pub along: Along,
    /// The row of its first cell, from 0.
    pub row: u8,
    /// The column of its first cell, from 0.
    pub column: u8,
    /// How many cells it takes.
    pub length: u8,
}

impl Slot {
    /// The row and column of its cell `place`, from 0.
    #[must_use]
    pub fn cell(&self, place: u8) -> (u8, u8) {
        match self.along {
            Along::Row => (self.row, self.column + place),
            Along::Column => (self.row + place, self.column),
        }
    }
}

/// Where the words of one grid go: exactly the asked number of runs, connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The grid's height in cells.
    pub rows: u8,
    /// The grid's width in cells.
    pub columns: u8,
    /// The words' places.
    pub slots: Vec<Slot>,
}

/// No shape was found within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no shape found for {} words of {} to {} letters in a grid of {} × {}",
    spec.words, spec.min, spec.max, spec.rows, spec.columns
)]
pub struct NoShape {
    /// What was asked for.
    pub spec: Spec,
}

/// Of so many grown shapes the best is kept.
const CANDIDATES: u32 = 5;
/// So many times a shape is begun before it is said that there is none.
const MAX_STARTS: u32 = 400;

impl Shape {
    /// Draws a shape.
    ///
    /// # Errors
    ///
    /// When none was found in a fixed number of tries.
    pub fn draw(chance: &mut impl Chance, spec: Spec) -> Result<Self, NoShape> {
        let mut best: Option<(i32, Self)> = None;
        let mut grown = 0;
        for start in 0..MAX_STARTS {
            // Where short words alone can fill the grid, they are let in after a while.
            let short_words = if start < MAX_STARTS / 2 { spec.words / 6 } else { spec.words };
            let Some(growth) = Growth::grow(chance, spec, short_words) else { continue };
            let merit = growth.merit();
            if best.as_ref().is_none_or(|(most, _)| merit > *most) {
                best = Some((merit, growth.into_shape()));
            }
            grown += 1;
            if grown == CANDIDATES {
                break;
            }
        }
        best.map(|(_, shape)| shape).ok_or(NoShape { spec })
    }

    /// The shape and its mirror images; a square shape also turned over its diagonal.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Self> {
        let mut all = alloc::vec![self.clone()];
        all.push(self.map(|slot| self.mirrored_left_right(slot)));
        for shape in all.clone() {
            all.push(shape.map(|slot| self.mirrored_top_bottom(slot)));
        }
        if self.rows == self.columns {
            for shape in all.clone() {
                all.push(shape.map(|slot| Slot {
                    along: match slot.along {
                        Along::Row => Along::Column,
                        Along::Column => Along::Row,
                    },
                    row: slot.column,
                    column: slot.row,
                    length: slot.length,
                }));
            }
        }
        all
    }

    fn map(&self, change: impl Fn(Slot) -> Slot) -> Self {
        let slots = self.slots.iter().map(|&slot| change(slot)).collect();
        Self { rows: self.rows, columns: self.columns, slots }
    }

    fn mirrored_left_right(&self, slot: Slot) -> Slot {
        let width = if slot.along == Along::Row { slot.length } else { 1 };
        Slot { column: self.columns - width - slot.column, ..slot }
    }

    fn mirrored_top_bottom(&self, slot: Slot) -> Slot {
        let height = if slot.along == Along::Column { slot.length } else { 1 };
        Slot { row: self.rows - height - slot.row, ..slot }
    }

    /// How many cells belong to two words.
    #[must_use]
    pub fn crossings(&self) -> usize {
        let mut seen = alloc::collections::BTreeSet::new();
        let cells = self.slots.iter().flat_map(|slot| (0..slot.length).map(|i| slot.cell(i)));
        cells.filter(|&cell| !seen.insert(cell)).count()
    }
}

/// A shape that grows.
struct Growth {
    spec: Spec,
    across: Plane,
    down: Plane,
    slots: Vec<Slot>,
    crossings: u32,
    short_words: u8,
}

impl Growth {
    /// Grows a whole shape, or nothing when no further word can be laid.
    fn grow(chance: &mut impl Chance, spec: Spec, short_words: u8) -> Option<Self> {
        let mut growth = Self {
            spec,
            across: Plane::new(spec.rows, spec.columns),
            down: Plane::new(spec.columns, spec.rows),
            slots: Vec::with_capacity(usize::from(spec.words)),
            crossings: 0,
            short_words,
        };
        growth.begin(chance);
        let mut open: Vec<(Along, Placement, u32)> = Vec::new();
        while growth.slots.len() < usize::from(spec.words) {
            growth.list(&mut open);
            let total: u32 = open.iter().map(|&(_, _, weight)| weight).sum();
            if total == 0 {
                return None;
            }
            let mut left = chance.below(total);
            let chosen = open.iter().find(|&&(_, _, weight)| {
                let here = left < weight;
                left = left.wrapping_sub(weight);
                here
            });
            let &(along, placement, _) = chosen.expect("the draw is below the total");
            growth.lay(along, placement);
        }
        Some(growth)
    }

    /// Lays the first word anywhere.
    fn begin(&mut self, chance: &mut impl Chance) {
        let Spec { rows, columns, min, max, .. } = self.spec;
        let along = match (max <= rows, max <= columns) {
            (true, true) if chance.below(2) == 0 => Along::Column,
            (true, false) => Along::Column,
            _ => Along::Row,
        };
        let (lines, width) = match along {
            Along::Row => (rows, columns),
            Along::Column => (columns, rows),
        };
        let max = max.min(width);
        let draw = |chance: &mut dyn Chance, n: u8| chance.below(u32::from(n)) as u8;
        let length = max - draw(chance, (max - min + 1).min(3));
        let start = draw(chance, width - length + 1);
        let line = draw(chance, lines);
        self.lay(along, Placement { line, start, length, crossings: 0 });
    }

    /// Lists every placement with its weight.
    fn list(&self, open: &mut Vec<(Along, Placement, u32)>) {
        open.clear();
        let Spec { min, max, .. } = self.spec;
        let mut placed = [0_u32; MAX_LENGTH];
        for slot in &self.slots {
            placed[usize::from(slot.length)] += 1;
        }
        let shortest = if placed[usize::from(min)] >= u32::from(self.short_words) && max > min {
            min + 1
        } else {
            min
        };
        let weight = |placement: Placement| {
            // A second and a third crossing are worth far more than the first: they interlock.
            let crossing = [0, 1, 12, 48, 96][usize::from(placement.crossings.min(4))];
            // A length that is there already comes back less readily.
            let length = 24 / (1 + placed[usize::from(placement.length)]);
            crossing * length.max(1)
        };
        self.across.placements(shortest, max, |p| open.push((Along::Row, p, weight(p))));
        self.down.placements(shortest, max, |p| open.push((Along::Column, p, weight(p))));
    }

    fn lay(&mut self, along: Along, placement: Placement) {
        let Placement { line, start, length, crossings } = placement;
        for cell in start..start + length {
            let (row, column) = match along {
                Along::Row => (line, cell),
                Along::Column => (cell, line),
            };
            self.across.take(row, column);
            self.down.take(column, row);
            match along {
                Along::Row => self.across.cover(row, column),
                Along::Column => self.down.cover(column, row),
            }
        }
        let (row, column) = match along {
            Along::Row => (line, start),
            Along::Column => (start, line),
        };
        self.slots.push(Slot { along, row, column, length });
        self.crossings += u32::from(crossings);
    }

    /// How good a shape it is: it crosses much, uses every row and column, and leaves no large
    /// empty patch.
    fn merit(&self) -> i32 {
        let rows = (0..self.spec.rows).filter(|&row| self.across.is_used(row)).count() as i32;
        let columns =
            (0..self.spec.columns).filter(|&column| self.down.is_used(column)).count() as i32;
        2 * self.crossings as i32 + 8 * (rows + columns) - 3 * self.across.empty_squares() as i32
    }

    fn into_shape(self) -> Shape {
        Shape { rows: self.spec.rows, columns: self.spec.columns, slots: self.slots }
    }
}

/// One more than the longest word.
const MAX_LENGTH: usize = crate::lexicon::MAX_WORD + 1;

#[cfg(test)]
mod tests;
