//! A sold unit as the text in its row: the letters, then each grid's rows, grids parted by an
//! empty line. It can be read with the eye, and never changes once written.

use game::{Grid, Letter, Unit};

/// `unit` as text.
pub(crate) fn write(unit: &Unit) -> String {
    let mut text: String = unit.letters.iter().map(|letter| letter.char()).collect();
    text.push('\n');
    for (index, grid) in unit.grids.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for row in grid.rows_text() {
            text.push_str(&row);
            text.push('\n');
        }
    }
    text
}

/// The unit that `text` writes, or nothing when it writes none.
pub(crate) fn read(text: &str) -> Option<Unit> {
    let (letters, grids) = text.split_once('\n')?;
    let letters = letters.bytes().map(Letter::from_ascii).collect::<Option<Vec<_>>>()?;
    let grids = grids
        .split("\n\n")
        .map(|grid| Grid::from_rows(&grid.lines().collect::<Vec<_>>()).ok())
        .collect::<Option<Vec<_>>>()?;
    Some(Unit { letters, grids })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(letters: &str, grids: &[&[&str]], expected: &str) {
        let unit = Unit {
            letters: letters.bytes().map(|byte| Letter::from_ascii(byte).unwrap()).collect(),
            grids: grids.iter().map(|rows| Grid::from_rows(rows).unwrap()).collect(),
        };
        assert_eq!(write(&unit), expected);
        assert_eq!(read(expected), Some(unit));
    }

    #[test]
    fn a_unit_is_its_text() {
        check("AB", &[&["AB.", "..C"]], "AB\nAB.\n..C\n");
        check("Z", &[&["AB", "C."], &["DE", ".F"]], "Z\nAB\nC.\n\nDE\n.F\n");
    }

    #[test]
    fn what_is_no_unit_is_nothing() {
        for text in ["", "AB", "AB\n", "ab\nAB\n", "AB\nAB\nA\n", "AB\nA?\n"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
