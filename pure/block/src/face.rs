//! A face: a unit's grids, all that can be seen of it before the letters are known.

use alloc::vec;
use alloc::vec::Vec;

use chance::Chance;
use game::{Cell, Grid, Letter, MAX_GRIDS};
use grid::{Filled, Filler, Starved};

/// The printed cells, by what the filler writes: letters by their number, the rest grey.
static CELLS: [Cell; 32] = {
    let mut cells = [None; 32];
    let mut letter = 0;
    while letter < Letter::COUNT {
        cells[letter as usize] = Letter::from_ascii(b'A' + letter);
        letter += 1;
    }
    cells
};

/// At most so many words in one grid.
const MAX_WORDS: usize = 32;

/// The grids of one unit.
#[derive(Clone, Debug)]
pub struct Face {
    rows: u8,
    columns: u8,
    grids: Vec<Filled>,
    words: Words,
}

/// The letters that each word of a face needs, as bits (bit 0 is A), grid by grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The words, grid after grid, each grid filled up with words that nothing completes.
    masks: [[u32; MAX_WORDS]; MAX_GRIDS],
    counts: [u8; MAX_GRIDS],
    grids: usize,
}

impl Words {
    /// The words of some grids, given as the letters that each needs.
    ///
    /// # Panics
    ///
    /// When there are more grids or words than a game can have.
    #[must_use]
    pub fn new(grids: &[&[u32]]) -> Self {
        let mut words = Self {
            masks: [[u32::MAX; MAX_WORDS]; MAX_GRIDS],
            counts: [0; MAX_GRIDS],
            grids: grids.len(),
        };
        for (at, masks) in grids.iter().enumerate() {
            words.masks[at][..masks.len()].copy_from_slice(masks);
            words.counts[at] = masks.len() as u8;
        }
        words
    }

    /// How many grids.
    #[must_use]
    pub fn grids(&self) -> usize {
        self.grids
    }

    /// The words of one grid.
    #[must_use]
    pub fn of(&self, grid: usize) -> &[u32] {
        &self.masks[grid][..usize::from(self.counts[grid])]
    }

    /// How many words of each grid can be spelled without the `absent` letters.
    #[inline]
    #[must_use]
    pub fn complete(&self, absent: u32) -> [u8; MAX_GRIDS] {
        let mut complete = [0; MAX_GRIDS];
        for (grid, complete) in complete[..self.grids].iter_mut().enumerate() {
            *complete = self.of(grid).iter().map(|mask| u8::from(mask & absent == 0)).sum();
        }
        complete
    }
}

impl Face {
    /// An empty face to draw into.
    pub(crate) fn empty(rows: u8, columns: u8, grids: u8) -> Self {
        Self {
            rows,
            columns,
            grids: vec![Filled::default(); usize::from(grids)],
            words: Words::new(&[]),
        }
    }

    /// Draws the grids anew. No amount comes in here: a face cannot depend on what its unit wins.
    pub(crate) fn draw(
        &mut self,
        chance: &mut impl Chance,
        filler: &mut Filler<'_>,
    ) -> Result<(), Starved> {
        filler.draw(chance, &mut self.grids)?;
        let mut masks: [&[u32]; MAX_GRIDS] = [&[]; MAX_GRIDS];
        for (masks, grid) in masks.iter_mut().zip(&self.grids) {
            *masks = &grid.masks;
        }
        self.words = Words::new(&masks[..self.grids.len()]);
        Ok(())
    }

    /// The letters that its words need.
    #[must_use]
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Its grids as printed.
    #[must_use]
    pub fn grids(&self) -> Vec<Grid> {
        // A grey cell has all bits set, so it stands in the table's last place.
        let cell = |cell: &u8| CELLS[usize::from(cell % CELLS.len() as u8)];
        let grids = self.grids.iter().map(|filled| filled.cells.iter().map(cell).collect());
        grids.map(|cells| Grid::new(self.rows, self.columns, cells)).collect()
    }
}
