//! Where the parts of a ticket's front are. One map serves the hidden layer and the covers, so that
//! neither can stand where the other does not.

use alloc::vec::Vec;

use game::{Crossword, Game};

use crate::scene::{Area, Point};
use crate::symbol::{MATRIX_MODULE_UM, MATRIX_QUIET};

/// The width of a ticket.
pub(crate) const WIDTH_UM: i32 = 130_000;
/// What stays free left and right.
pub(crate) const MARGIN_UM: i32 = 7_000;
/// Where the band with the name ends.
pub(crate) const BAND_UM: i32 = 27_000;

const INNER_UM: i32 = WIDTH_UM - 2 * MARGIN_UM;
const TILE_GAP_UM: i32 = 1_675;
const TILE_UM: i32 = 11_400;
/// At most so many tiles stand in a row where there are two rows.
const TILES_IN_ROW: i32 = 9;
const GRID_GAP_UM: i32 = 6_000;
const CELL_UM: i32 = 6_400;
/// What frames a grid, around its cells.
pub(crate) const FRAME_UM: i32 = 500;
const PAY_GAP_UM: i32 = 1_200;
const PAY_HEIGHT_UM: i32 = 6_200;
const PAYS_IN_ROW: i32 = 4;
const HEADING_UM: i32 = 5_000;
const CODE_HEIGHT_UM: i32 = 13_000;
const CODE_WIDTH_UM: i32 = 70_000;
/// A Data Matrix of a code has so many modules a side.
const MATRIX_MODULES: i32 = 18;

/// Where the parts of a ticket's front are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketMap {
    /// Each letter's tile, in order.
    pub tiles: Vec<Area>,
    /// Each grid's cells, row by row.
    pub grids: Vec<Vec<Area>>,
    /// The validation code.
    pub code: CodePlace,
    /// Each line of the pay list.
    pub(crate) pays: Vec<Area>,
    pub(crate) height_um: i32,
}

/// Where the validation code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePlace {
    /// What its cover covers.
    pub zone: Area,
    /// Where its symbol begins, the quiet zone around it left free.
    pub(crate) symbol: Point,
    /// Where its characters begin, and how wide they may be.
    pub(crate) text: (Point, i32),
}

impl TicketMap {
    /// The map of a game's tickets.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rules = game.crossword();
        let tiles = tiles(rules, BAND_UM + HEADING_UM + 3_000);
        let below_tiles = tiles.last().map_or(0, |tile| tile.bottom_um());
        let (grids, below_grids) = grids(rules, below_tiles + 10_500);
        let count = rules.pays.len();
        let pays =
            row_of(count, PAYS_IN_ROW, PAY_GAP_UM, below_grids + HEADING_UM + 2_200, |width| {
                (width, PAY_HEIGHT_UM)
            });
        let below_pays = pays.last().map_or(below_grids, |pay| pay.bottom_um());
        let code = code(below_pays + HEADING_UM + 1_800);
        let height_um = code.zone.bottom_um() + 7_500;
        Self { tiles, grids, code, pays, height_um }
    }
}

/// The letters' tiles: one row of up to nine, else two rows of as many as are needed.
fn tiles(rules: &Crossword, y_um: i32) -> Vec<Area> {
    let count = i32::from(rules.letters);
    let columns = if count <= TILES_IN_ROW { count } else { (count + 1) / 2 };
    row_of(rules.letters.into(), columns, TILE_GAP_UM, y_um, |width| {
        let side = width.min(TILE_UM);
        (side, side)
    })
}

/// Areas in rows of `columns`, the rows in the middle of the ticket.
fn row_of(
    count: usize,
    columns: i32,
    gap_um: i32,
    y_um: i32,
    size: impl Fn(i32) -> (i32, i32),
) -> Vec<Area> {
    let count = i32::try_from(count).expect("a ticket has few of anything");
    let columns = columns.min(count).max(1);
    let (width_um, height_um) = size((INNER_UM - (columns - 1) * gap_um) / columns);
    let used_um = columns * width_um + (columns - 1) * gap_um;
    let left_um = (WIDTH_UM - used_um) / 2;
    let place = |number: i32| {
        let (row, column) = (number / columns, number % columns);
        let x_um = left_um + column * (width_um + gap_um);
        Area::new(x_um, y_um + row * (height_um + gap_um), width_um, height_um)
    };
    (0..count).map(place).collect()
}

/// The grids' cells, two grids beside each other, and where the last grid ends.
fn grids(rules: &Crossword, y_um: i32) -> (Vec<Vec<Area>>, i32) {
    let (rows, columns) = (i32::from(rules.rows), i32::from(rules.columns));
    let beside = i32::from(rules.grids).min(2);
    let gap_um = GRID_GAP_UM + 2 * FRAME_UM;
    let room_um = INNER_UM - 2 * FRAME_UM - (beside - 1) * gap_um;
    let cell_um = (room_um / (beside * columns)).min(CELL_UM);
    let (width_um, height_um) = (cell_um * columns, cell_um * rows);
    // What whole cells leave over goes between the grids: their frames stand in line with the rest.
    let gap_um =
        if cell_um < CELL_UM && beside > 1 { room_um - beside * width_um + gap_um } else { gap_um };
    let left_um = (WIDTH_UM - beside * width_um - (beside - 1) * gap_um) / 2;
    let mut bottom_um = y_um;
    let mut grid = |number: i32| {
        let x_um = left_um + number % beside * (width_um + gap_um);
        let y_um = y_um + number / beside * (height_um + HEADING_UM + 2_500);
        bottom_um = y_um + height_um;
        let cell = |place: i32| {
            let (row, column) = (place / columns, place % columns);
            Area::new(x_um + column * cell_um, y_um + row * cell_um, cell_um, cell_um)
        };
        (0..rows * columns).map(cell).collect()
    };
    let grids = (0..i32::from(rules.grids)).map(&mut grid).collect();
    (grids, bottom_um)
}

fn code(y_um: i32) -> CodePlace {
    let zone = Area::new(MARGIN_UM, y_um, CODE_WIDTH_UM, CODE_HEIGHT_UM);
    let side_um = MATRIX_MODULES * MATRIX_MODULE_UM;
    let edge_um = (CODE_HEIGHT_UM - side_um) / 2;
    let symbol = Point { x_um: zone.x_um + edge_um, y_um: zone.y_um + edge_um };
    let x_um = symbol.x_um + side_um + 2 * MATRIX_QUIET * MATRIX_MODULE_UM;
    let text = Point { x_um, y_um: zone.y_um + CODE_HEIGHT_UM / 2 + 1_200 };
    CodePlace { zone, symbol, text: (text, zone.right_um() - x_um - 2_000) }
}
