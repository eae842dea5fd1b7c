//! A unit: the printed thing, and nothing that is not printed.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::grid::Grid;
use crate::letter::{Letter, LetterSet};

/// What lies under one ticket's coat: the letters, tile by tile, and the grids.
///
/// It carries no prize: what it is worth is what the judge reads from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The player's letters; letter i lies under tile i.
    pub letters: Vec<Letter>,
    /// The grids, in printed order.
    pub grids: Vec<Grid>,
}

impl Unit {
    /// The player's letters as a set.
    #[must_use]
    pub fn letter_set(&self) -> LetterSet {
        self.letters.iter().copied().collect()
    }
}

/// A unit's place in its block, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitIndex(pub u64);

/// Why a unit could not be read.
pub type UnitsError = Box<dyn core::error::Error + Send + Sync>;

/// A dealt block as its seller sees it: units, by index.
pub trait Units: Send + Sync {
    /// The block's name, the same wherever it is spoken of.
    fn block_id(&self) -> &str;

    /// How many units it holds.
    fn count(&self) -> u64;

    /// The unit at `index`.
    ///
    /// # Errors
    ///
    /// When there is no such unit or its record cannot be read.
    fn unit(&self, index: UnitIndex) -> Result<Unit, UnitsError>;
}
