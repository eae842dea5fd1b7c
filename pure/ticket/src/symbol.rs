//! The modules of what a scanner reads.
//!
//! The encoders are other people's; what they make is read back by other people's decoders in the
//! tests of `press`, from the rendered page.

use alloc::string::String;
use alloc::vec::Vec;

use barcoders::sym::code128::Code128;
use datamatrix::{DataMatrix, SymbolList};

use crate::code::ValidationCode;
use crate::identification::Identification;
use crate::scene::{Ink, Point, SymbolMark};

/// So many modules stay free left and right of a Code 128 (ISO/IEC 15417).
pub(crate) const BARCODE_QUIET: i32 = 10;
/// So many modules stay free around a Data Matrix: ISO/IEC 16022 asks for one.
pub(crate) const MATRIX_QUIET: i32 = 2;
/// A module of the barcode, and how high its bars are.
pub(crate) const BARCODE_MODULE_UM: i32 = 330;
pub(crate) const BARCODE_HEIGHT_UM: i32 = 10_000;
/// A module of the Data Matrix.
pub(crate) const MATRIX_MODULE_UM: i32 = 500;

/// A ticket's number as a Code 128, in its set C: two digits a character.
pub(crate) fn barcode(number: Identification, at: Point, ink: Ink) -> SymbolMark {
    // The encoder takes its set from this letter.
    let mut data = String::from("\u{106}");
    data.extend(number.digits().map(char::from));
    let bars = Code128::new(data).expect("an even number of digits is a Code 128").encode();
    let dark: Vec<bool> = bars.into_iter().map(|bar| bar == 1).collect();
    let (module_um, row_um) = (BARCODE_MODULE_UM, BARCODE_HEIGHT_UM);
    SymbolMark { at, module_um, row_um, columns: dark.len(), dark, ink }
}

/// A validation code as a Data Matrix.
///
/// Every code gives a symbol of the same size, so that the size tells nothing of the code.
pub(crate) fn matrix(code: &ValidationCode, at: Point, ink: Ink) -> SymbolMark {
    let symbol = DataMatrix::encode(
        &code.characters(),
        SymbolList::default().enforce_width_in(18..=18).enforce_square(),
    );
    let map = symbol.expect("seventeen characters fit into 18 by 18 modules").bitmap();
    let (columns, rows) = (map.width(), map.height());
    let mut dark = alloc::vec![false; columns * rows];
    for (x, y) in map.pixels() {
        dark[y * columns + x] = true;
    }
    let module_um = MATRIX_MODULE_UM;
    SymbolMark { at, module_um, row_um: module_um, columns, dark, ink }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identification::{GameCode, Printing};

    const BLACK: Ink = Ink(0, 0, 0);
    const ORIGIN: Point = Point { x_um: 0, y_um: 0 };

    #[test]
    fn sizes_are_the_same_for_every_code() {
        for seed in 0..2000_u64 {
            let mut bytes = [0; 10];
            bytes[..8].copy_from_slice(&(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_be_bytes());
            let symbol = matrix(&ValidationCode::new(bytes), ORIGIN, BLACK);
            assert_eq!((symbol.columns, symbol.dark.len()), (18, 324), "{seed}");
        }
        for bytes in [[0; 10], [255; 10]] {
            assert_eq!(matrix(&ValidationCode::new(bytes), ORIGIN, BLACK).columns, 18);
        }
        let code = GameCode::parse("31702").unwrap();
        let printing = Printing::new(code, 1, 50, 3_000_000).unwrap();
        for index in [0, 1, 77, 2_999_999] {
            // A start, eight pairs, a check character of eleven modules each, a stop of thirteen.
            assert_eq!(barcode(printing.identification(index), ORIGIN, BLACK).columns, 123);
        }
    }

    #[test]
    fn bars_are_the_dark_modules() {
        let dark = [true, true, false, false, true, false].to_vec();
        let symbol =
            SymbolMark { at: ORIGIN, module_um: 10, row_um: 5, columns: 3, dark, ink: BLACK };
        use crate::scene::Area;
        let bars: Vec<Area> = symbol.bars().collect();
        assert_eq!(bars, [Area::new(0, 0, 20, 5), Area::new(10, 5, 10, 5)]);
        assert_eq!(symbol.area(), Area::new(0, 0, 30, 10));
    }
}
