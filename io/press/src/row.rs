//! A unit as a row of a table.

use game::{Grid, Letter, MAX_GRIDS, Unit, score};

use crate::PressError;

/// One unit. Texts begin with a letter or hold no digit, so that no spreadsheet takes one for a
/// number or a date.
pub(crate) struct Row {
    /// `<block id>/<index>`: names the unit among all.
    pub(crate) unit: String,
    pub(crate) index: u64,
    pub(crate) letters: String,
    /// The rows of each grid, with `/` between them.
    pub(crate) grids: Vec<String>,
    /// Complete words of each grid.
    pub(crate) complete: [u8; MAX_GRIDS],
    pub(crate) prize_cents: u64,
}

impl Row {
    pub(crate) fn of(
        game: &game::Game,
        block: &str,
        index: u64,
        unit: &Unit,
    ) -> Result<Self, PressError> {
        let score = score(game, unit).map_err(|source| PressError::Judge { index, source })?;
        let rows = |grid: &Grid| grid.rows_text().collect::<Vec<_>>().join("/");
        Ok(Self {
            unit: format!("{block}/{index}"),
            index,
            letters: unit.letters.iter().map(|letter: &Letter| letter.char()).collect(),
            grids: unit.grids.iter().map(rows).collect(),
            complete: score.complete,
            prize_cents: score.lot.0,
        })
    }

    /// The names of the columns for units of so many grids.
    pub(crate) fn columns(grids: usize) -> Vec<String> {
        let each = |name: &str| (1..=grids).map(|n| format!("{name}_{n}")).collect::<Vec<_>>();
        let first = ["unit", "index", "letters"].map(str::to_owned).to_vec();
        [first, each("grid"), each("complete"), vec!["prize_cents".to_owned()]].concat()
    }

    /// Its line of CSV.
    pub(crate) fn write_csv(&self, out: &mut csv::Writer<Vec<u8>>) -> Result<(), csv::Error> {
        out.write_field(&self.unit)?;
        out.write_field(self.index.to_string())?;
        out.write_field(&self.letters)?;
        for grid in &self.grids {
            out.write_field(grid)?;
        }
        for complete in &self.complete[..self.grids.len()] {
            out.write_field(complete.to_string())?;
        }
        out.write_field(self.prize_cents.to_string())?;
        out.write_record(None::<&[u8]>)
    }
}
