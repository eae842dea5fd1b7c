//! A sheet of grids as one SVG picture.

use std::fmt::Write;

use game::{Grid, Letter};

/// How many grids a sheet shows.
pub(super) const FACES: usize = 100;
const IN_A_ROW: usize = 10;
const CELL: usize = 16;
const GAP: usize = 20;

/// Draws the first hundred grids.
pub(super) fn draw(grids: &[Grid]) -> String {
    let grids = &grids[..grids.len().min(FACES)];
    let first = grids.first();
    let (rows, columns) =
        first.map_or((1, 1), |g| (usize::from(g.rows()), usize::from(g.columns())));
    let (across, down) = (columns * CELL + GAP, rows * CELL + GAP);
    let (width, height) = (IN_A_ROW * across + GAP, grids.len().div_ceil(IN_A_ROW) * down + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f4efe0\"/>\n"
    );
    for (number, grid) in grids.iter().enumerate() {
        let x = GAP + number % IN_A_ROW * across;
        let y = GAP + number / IN_A_ROW * down;
        let side = (columns * CELL, rows * CELL);
        writeln!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect x=\"-2\" y=\"-2\" width=\"{}\" height=\"{}\" \
             fill=\"#1b2138\"/>",
            side.0 + 4,
            side.1 + 4
        )
        .expect("writing to a text");
        for (cell, letter) in grid.cells().iter().enumerate() {
            if let Some(letter) = letter {
                cell_svg(&mut svg, cell % columns * CELL, cell / columns * CELL, *letter);
            }
        }
        svg.push_str("</g>\n");
    }
    svg + "</svg>\n"
}

fn cell_svg(svg: &mut String, x: usize, y: usize, letter: Letter) {
    let side = CELL - 1;
    let (middle, base) = (x + CELL / 2, y + CELL - 4);
    writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"#fffdf6\"/>\
         <text x=\"{middle}\" y=\"{base}\">{letter}</text>"
    )
    .expect("writing to a text");
}
