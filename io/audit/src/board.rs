//! A grid as bits: which cells bear letters, which runs they make, and whether these hang together.

/// A grid is at most so many cells wide and high.
const SIDE: usize = 32;
/// So many runs across are told apart; a grid with more has more than any game has words.
const MOST: u32 = 63;

/// One grid; each is read over the one before.
#[derive(Default)]
pub(crate) struct Board {
    /// The cells with letters of each row, its first cell lowest.
    pub(crate) rows: [u32; SIDE],
    /// The cells with letters of each column, its first cell lowest.
    pub(crate) columns: [u32; SIDE],
    /// Which run across holds each cell, from 1; 0 where none does.
    across_at: Vec<u8>,
    across: u32,
    /// For each run down, the runs across that it crosses: bit n is number n.
    down: Vec<u64>,
}

impl Board {
    /// Reads the bytes of a grid's cells, row by row; whether each is a letter or grey.
    pub(crate) fn set(&mut self, cells: &[u8], columns: usize) -> bool {
        self.columns = [0; SIDE];
        for ((row, bits), cells) in (0..).zip(&mut self.rows).zip(cells.chunks_exact(columns)) {
            *bits = 0;
            for ((column, cell), down) in (0..).zip(cells).zip(&mut self.columns) {
                let letter = u32::from(*cell != b'.');
                *bits |= letter << column;
                *down |= letter << row;
            }
        }
        self.across_at.clear();
        self.across_at.resize(cells.len(), 0);
        self.across = 0;
        self.down.clear();
        // Without a way out in the middle, many are looked at in one step.
        let known = |&byte: &u8| byte == b'.' || byte.is_ascii_uppercase();
        cells.iter().fold(true, |all, byte| all & known(byte))
    }

    /// Notes a run across of so many cells, from cell `at` on.
    pub(crate) fn across(&mut self, at: usize, length: u32) {
        self.across = (self.across + 1).min(MOST);
        self.across_at[at..at + length as usize].fill(self.across as u8);
    }

    /// Notes a run down of so many cells, `columns` apart, from cell `at` on. Those across come
    /// before.
    pub(crate) fn down(&mut self, at: usize, columns: usize, length: u32) {
        let cells = self.across_at[at..].iter().step_by(columns).take(length as usize);
        self.down.push(cells.fold(0, |crossed, across| crossed | 1 << across) & !1);
    }

    /// Whether all letters hang together. Letters that touch are in one run, so this asks whether
    /// every letter is in a run, and the runs hang together by their crossings.
    pub(crate) fn is_one_piece(&self) -> bool {
        let beside = |at: usize| {
            let above = at.checked_sub(1).map_or(0, |above| self.rows[above]);
            above | self.rows.get(at + 1).copied().unwrap_or(0)
        };
        let alone = |(at, bits): (usize, &u32)| bits & !(bits << 1 | bits >> 1 | beside(at)) != 0;
        if self.rows.iter().enumerate().any(alone) {
            return false;
        }
        let Some(&(mut reached)) = self.down.first() else { return self.across <= 1 };
        if self.across == 0 {
            return self.down.len() == 1;
        }
        loop {
            let before = reached;
            for crossed in self.down.iter().filter(|&crossed| crossed & before != 0) {
                reached |= crossed;
            }
            if reached == before {
                break;
            }
        }
        let all = ((1 << self.across) - 1) << 1;
        reached == all && self.down.iter().all(|crossed| crossed & reached != 0)
    }
}

/// The runs of a row or column, two letters or more: where each begins, and its length.
pub(crate) fn runs(line: u32) -> impl Iterator<Item = (usize, u32)> {
    let mut begins = line & !(line << 1) & line >> 1;
    std::iter::from_fn(move || {
        let at = (begins != 0).then(|| begins.trailing_zeros())?;
        begins &= begins - 1;
        Some((at as usize, (line >> at).trailing_ones()))
    })
}

/// Adds how many cells bear each letter, A first.
pub(crate) fn count_letters(cells: &[u8], counts: &mut [u16; 26]) {
    // The low six bits of A to Z are 1 to 26; those of a grey cell are none of these.
    let mut all = [0; 64];
    cells.iter().for_each(|cell| all[usize::from(cell & 63)] += 1);
    counts.iter_mut().zip(&all[1..]).for_each(|(count, more)| *count += more);
}

#[cfg(test)]
mod tests {
    use game::Grid;

    use super::{Board, runs};

    /// Every grid of 3 × 4 cells: its runs and whether it is one piece, as `game` reads them.
    #[test]
    fn every_small_grid_is_read_as_the_slow_way_reads_it() {
        let mut board = Board::default();
        for bits in 1_u32..1 << 12 {
            let letter = |at: u32| if bits >> at & 1 == 1 { b'A' } else { b'.' };
            let cells: Vec<u8> = (0..12).map(letter).collect();
            assert!(board.set(&cells, 4));
            let mut found = Vec::new();
            for (row, &line) in board.rows[..3].to_vec().iter().enumerate() {
                for (column, length) in runs(line) {
                    board.across(row * 4 + column, length);
                    found.push((row, column, length));
                }
            }
            for (column, &line) in board.columns[..4].to_vec().iter().enumerate() {
                for (row, length) in runs(line) {
                    board.down(row * 4 + column, 4, length);
                    found.push((row, column, length));
                }
            }
            let rows = cells.chunks(4).map(|row| String::from_utf8_lossy(row).into_owned());
            let grid = Grid::from_rows(&rows.collect::<Vec<_>>()).expect("a rectangle");
            let place = |run: game::Run| (run.row.into(), run.column.into(), run.length.into());
            assert_eq!(found, grid.runs().map(place).collect::<Vec<_>>());
            // A lone letter is in one piece and in no run: no game has a grid without a word.
            let expected = grid.is_connected() && bits.count_ones() > 1;
            assert_eq!(board.is_one_piece(), expected, "{cells:?}");
        }
    }

    #[test]
    fn a_line_as_wide_as_any_has_its_runs() {
        assert_eq!(runs(u32::MAX).collect::<Vec<_>>(), [(0, 32)]);
        assert_eq!(runs(0xc000_0003).collect::<Vec<_>>(), [(0, 2), (30, 2)]);
        assert_eq!(runs(0x8000_0001).next(), None);
    }

    #[test]
    fn other_bytes_are_told() {
        let mut board = Board::default();
        assert!(board.set(b"AZ.M", 2));
        for byte in [b'@', b'[', b'a', b' ', 0, b'-', b'/', 0xc1] {
            assert!(!board.set(&[b'A', b'.', byte, b'B'], 2), "{byte}");
        }
    }
}
