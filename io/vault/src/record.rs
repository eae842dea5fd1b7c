//! A unit as a record: its letters in order, then the cells of its grids, in ASCII, `.` for grey.

use game::{Game, Grid, Letter, Unit};

/// How the records of a game look: all of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    letters: usize,
    grids: usize,
    rows: u8,
    columns: u8,
}

impl Layout {
    /// The records of `game`.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rules = game.crossword();
        Self {
            letters: rules.letters.into(),
            grids: rules.grids.into(),
            rows: rules.rows,
            columns: rules.columns,
        }
    }

    /// How many bytes a record has.
    #[must_use]
    pub fn record_bytes(&self) -> usize {
        self.letters + self.grids * self.grid_bytes()
    }

    fn grid_bytes(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Appends a unit's record.
    ///
    /// # Panics
    ///
    /// When the unit is not of this game.
    pub fn write(&self, unit: &Unit, records: &mut Vec<u8>) {
        let before = records.len();
        records.extend(unit.letters.iter().map(|letter| letter.ascii()));
        for grid in &unit.grids {
            records.extend(grid.cells().iter().map(|cell| cell.map_or(b'.', Letter::ascii)));
        }
        assert_eq!(records.len() - before, self.record_bytes(), "the unit is of this game");
    }

    /// The part of a record that shows before any letter is uncovered.
    pub(crate) fn face<'record>(&self, record: &'record [u8]) -> &'record [u8] {
        &record[self.letters..]
    }

    /// A record's unit, or nothing when it is not one.
    #[must_use]
    pub fn read(&self, record: &[u8]) -> Option<Unit> {
        if record.len() != self.record_bytes() {
            return None;
        }
        let (letters, cells) = record.split_at(self.letters);
        let letters =
            letters.iter().map(|&byte| Letter::from_ascii(byte)).collect::<Option<_>>()?;
        let grids = cells
            .chunks_exact(self.grid_bytes())
            .map(|grid| {
                let cell = |&byte: &u8| match byte {
                    b'.' => Some(None),
                    _ => Letter::from_ascii(byte).map(Some),
                };
                let cells = grid.iter().map(cell).collect::<Option<_>>()?;
                Some(Grid::new(self.rows, self.columns, cells))
            })
            .collect::<Option<_>>()?;
        Some(Unit { letters, grids })
    }
}
