//! A grid as printed: letters and grey cells, and the runs that can be read in it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::letter::{Letter, LetterSet};

/// A cell of a grid: a letter, or `None` for a grey cell.
pub type Cell = Option<Letter>;

/// How a run is read. Nothing is read diagonally, right to left or bottom to top (articles 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left to right.
    Across,
    /// Top to bottom.
    Down,
}

/// A maximal unbroken line of two letters or more, between grey cells or the grid's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it is read.
    pub direction: Direction,
    /// The row of its first letter, from 0.
    pub row: u8,
    /// The column of its first letter, from 0.
    pub column: u8,
    /// How many cells it takes, 2 or more.
    pub length: u8,
    /// Which letters it needs.
    pub letters: LetterSet,
}

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: u8,
    columns: u8,
    cells: Vec<Cell>,
}

/// Why a text is not a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridTextError {
    /// There is no row, or its first row has no cell, or there are more than 255.
    #[error("a grid has 1 to 255 rows and columns")]
    Size,
    /// A row is longer or shorter than the first one.
    #[error("row {row} is not as long as the first one")]
    Ragged {
        /// The row, from 0.
        row: usize,
    },
    /// A character is neither A to Z nor `.`.
    #[error("row {row} holds a character that is neither A to Z nor a point")]
    Character {
        /// The row, from 0.
        row: usize,
    },
}

impl Grid {
    /// A grid of `rows` × `columns` from its cells, row by row.
    ///
    /// # Panics
    ///
    /// When the number of cells is not `rows` × `columns`.
    #[must_use]
    pub fn new(rows: u8, columns: u8, cells: Vec<Cell>) -> Self {
        assert_eq!(cells.len(), usize::from(rows) * usize::from(columns), "cells fill the grid");
        Self { rows, columns, cells }
    }

    /// Reads rows of `A`–`Z` and `.` for grey.
    ///
    /// # Errors
    ///
    /// When the rows are not a rectangle of these characters.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Self, GridTextError> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        let (Ok(height @ 1..), Ok(columns @ 1..)) = (u8::try_from(rows.len()), u8::try_from(width))
        else {
            return Err(GridTextError::Size);
        };
        let mut cells = Vec::with_capacity(rows.len() * width);
        for (row, text) in rows.iter().enumerate() {
            if text.as_ref().len() != width {
                return Err(GridTextError::Ragged { row });
            }
            for byte in text.as_ref().bytes() {
                cells.push(match (byte, Letter::from_ascii(byte)) {
                    (b'.', _) => None,
                    (_, Some(letter)) => Some(letter),
                    _ => return Err(GridTextError::Character { row }),
                });
            }
        }
        Ok(Self::new(height, columns, cells))
    }

    /// Its rows as text, `.` for grey.
    pub fn rows_text(&self) -> impl Iterator<Item = String> {
        self.cells
            .chunks_exact(usize::from(self.columns))
            .map(|row| row.iter().map(|cell| cell.map_or('.', Letter::char)).collect())
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Its cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell at a place.
    ///
    /// # Panics
    ///
    /// When the place is outside the grid.
    #[must_use]
    pub fn cell(&self, row: u8, column: u8) -> Cell {
        assert!(row < self.rows && column < self.columns, "the place is in the grid");
        self.cells[usize::from(row) * usize::from(self.columns) + usize::from(column)]
    }

    /// Every run: first the ones across, top to bottom and left to right, then the ones down,
    /// column by column, each top to bottom.
    ///
    /// They are read from the finished cells, whatever their maker believes it wrote.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        let across = (0..self.rows).flat_map(|row| self.line(Direction::Across, row));
        let down = (0..self.columns).flat_map(|column| self.line(Direction::Down, column));
        across.chain(down)
    }

    /// The runs of one row or one column.
    fn line(&self, direction: Direction, line: u8) -> LineRuns<'_> {
        let columns = usize::from(self.columns);
        let (at, step, length) = match direction {
            Direction::Across => (usize::from(line) * columns, 1, self.columns),
            Direction::Down => (usize::from(line), columns, self.rows),
        };
        LineRuns { cells: &self.cells, direction, line, length, next: 0, at, step }
    }

    /// The letters of a run of this grid, in reading order.
    pub fn run_letters(&self, run: &Run) -> impl Iterator<Item = Letter> {
        self.run_cells(run).map(|cell| self.cells[cell].expect("a run has no grey cell"))
    }

    /// The places of a run's cells in [`Grid::cells`], in reading order.
    pub fn run_cells(&self, run: &Run) -> impl Iterator<Item = usize> + use<> {
        let columns = usize::from(self.columns);
        let step = match run.direction {
            Direction::Across => 1,
            Direction::Down => columns,
        };
        let first = usize::from(run.row) * columns + usize::from(run.column);
        (0..usize::from(run.length)).map(move |place| first + place * step)
    }

    /// A run's word.
    #[must_use]
    pub fn run_text(&self, run: &Run) -> String {
        self.run_letters(run).map(Letter::char).collect()
    }

    /// Whether all its letters hang together, from cell to neighbouring cell.
    ///
    /// A grid without a letter hangs together.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let columns = usize::from(self.columns);
        let mut reached = alloc::vec![false; self.cells.len()];
        let mut waiting: Vec<usize> =
            self.cells.iter().position(Option::is_some).into_iter().collect();
        if let Some(&first) = waiting.first() {
            reached[first] = true;
        }
        while let Some(cell) = waiting.pop() {
            let (row, column) = (cell / columns, cell % columns);
            let neighbours = [
                (row > 0).then(|| cell - columns),
                (row + 1 < usize::from(self.rows)).then(|| cell + columns),
                (column > 0).then(|| cell - 1),
                (column + 1 < columns).then(|| cell + 1),
            ];
            for next in neighbours.into_iter().flatten() {
                if self.cells[next].is_some() && !reached[next] {
                    reached[next] = true;
                    waiting.push(next);
                }
            }
        }
        self.cells.iter().zip(&reached).all(|(cell, &reached)| cell.is_none() || reached)
    }
}

/// Walks one line of a grid, run by run.
struct LineRuns<'grid> {
    cells: &'grid [Cell],
    direction: Direction,
    line: u8,
    /// How many cells, and which comes next.
    length: u8,
    next: u8,
    /// Where the next cell is among all cells, and how far apart they lie.
    at: usize,
    step: usize,
}

impl Iterator for LineRuns<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        while self.next < self.length {
            let start = self.next;
            let mut letters = LetterSet::EMPTY;
            while self.next < self.length
                && let Some(letter) = self.cells[self.at]
            {
                letters = letters.with(letter);
                self.next += 1;
                self.at += self.step;
            }
            let length = self.next - start;
            // The cell that ended the run is grey, or the edge: the next run begins after it. A line
            // of 255 cells ends where the number does.
            self.next = self.next.saturating_add(1);
            self.at += self.step;
            if length >= 2 {
                let (row, column) = match self.direction {
                    Direction::Across => (self.line, start),
                    Direction::Down => (start, self.line),
                };
                return Some(Run { direction: self.direction, row, column, length, letters });
            }
        }
        None
    }
}
