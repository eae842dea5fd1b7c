//! A half-built shape as bits, seen along one direction: where may a word still be laid?

/// A grid is at most so many cells wide and high.
pub(crate) const MAX_SIDE: usize = 32;

/// The lines of one direction: the rows for words across, the columns for words down. Bit i of a
/// line is its cell i. Line 0 and the line after the last stay empty, so every line has neighbours.
#[derive(Clone)]
pub(crate) struct Plane {
    lines: usize,
    width: u8,
    /// Cells that have a letter.
    taken: [u64; MAX_SIDE + 2],
    /// Cells that a word of this direction covers.
    own: [u64; MAX_SIDE + 2],
}

/// A word's place in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) line: u8,
    pub(crate) start: u8,
    pub(crate) length: u8,
    /// How many words of the other direction it crosses.
    pub(crate) crossings: u8,
}

impl Plane {
    pub(crate) fn new(lines: u8, width: u8) -> Self {
        let empty = [0; MAX_SIDE + 2];
        Self { lines: usize::from(lines), width, taken: empty, own: empty }
    }

    /// Marks a cell as having a letter.
    pub(crate) fn take(&mut self, line: u8, cell: u8) {
        self.taken[usize::from(line) + 1] |= 1 << cell;
    }

    /// Marks a cell as covered by a word of this direction.
    pub(crate) fn cover(&mut self, line: u8, cell: u8) {
        self.own[usize::from(line) + 1] |= 1 << cell;
    }

    /// Whether the line has a letter.
    pub(crate) fn is_used(&self, line: u8) -> bool {
        self.taken[usize::from(line) + 1] != 0
    }

    /// How many squares of four by four cells have no letter.
    pub(crate) fn empty_squares(&self) -> u32 {
        let all = (1_u64 << self.width) - 1;
        let empty = |lines: &[u64]| {
            let free = !lines.iter().fold(0, |taken, line| taken | line) & all;
            (free & free >> 1 & free >> 2 & free >> 3).count_ones()
        };
        self.taken[1..=self.lines].windows(4).map(empty).sum()
    }

    /// Gives `each` every placement of `min` to `max` letters that crosses a word and makes no run
    /// by accident: a new letter has no neighbour across the line, a letter that is there already
    /// belongs to a word of the other direction only, and both ends are free.
    pub(crate) fn placements(&self, min: u8, max: u8, mut each: impl FnMut(Placement)) {
        let all = (1_u64 << self.width) - 1;
        for line in 1..=self.lines {
            let taken = self.taken[line];
            let cross = taken & !self.own[line];
            if cross == 0 {
                continue;
            }
            let near = self.taken[line - 1] | self.taken[line + 1];
            let open = (!taken & !near & all) | cross;
            for start in 0..self.width {
                if start > 0 && taken >> (start - 1) & 1 == 1 {
                    continue;
                }
                for length in min..=max.min(self.width - start) {
                    let cells = ((1_u64 << length) - 1) << start;
                    if open & cells != cells {
                        break;
                    }
                    let crossings = (cross & cells).count_ones() as u8;
                    if crossings > 0 && taken >> (start + length) & 1 == 0 {
                        each(Placement { line: line as u8 - 1, start, length, crossings });
                    }
                }
            }
        }
    }
}
