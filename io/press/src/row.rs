//! A unit as a row of a table.

use game::{Grid, Letter, Unit, score};

use crate::PressError;
use crate::field::{Column, Field, Fields};

/// The columns for units of so many grids. Texts begin with a letter or hold no digit, so that no
/// spreadsheet takes one for a number or a date.
pub(crate) fn columns(grids: usize) -> Vec<Column> {
    let mut columns = vec![Column::text("unit"), Column::number("index"), Column::text("letters")];
    columns.extend(Column::text("grid").each(grids));
    columns.extend(Column::number("complete").each(grids));
    columns.push(Column::number("prize_cents"));
    columns
}

/// One unit. `unit` is `<block id>/<index>`, which names it among all; a grid is its rows with `/`
/// between them; `complete` is how many complete words each grid has.
pub(crate) fn fields(
    game: &game::Game,
    block: &str,
    index: u64,
    unit: &Unit,
) -> Result<Fields, PressError> {
    let score = score(game, unit).map_err(|source| PressError::Judge { index, source })?;
    let mut fields = vec![Field::Text(format!("{block}/{index}")), Field::Number(index)];
    fields.push(Field::Text(letters(unit)));
    fields.extend(unit.grids.iter().map(|grid| Field::Text(rows(grid))));
    let complete = &score.complete[..unit.grids.len()];
    fields.extend(complete.iter().map(|&words| Field::Number(words.into())));
    fields.push(Field::Number(score.lot.0));
    Ok(fields)
}

/// The letters in order.
pub(crate) fn letters(unit: &Unit) -> String {
    unit.letters.iter().map(|letter: &Letter| letter.char()).collect()
}

/// The rows of a grid, with `/` between them.
pub(crate) fn rows(grid: &Grid) -> String {
    grid.rows_text().collect::<Vec<_>>().join("/")
}
