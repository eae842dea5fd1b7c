//! All sets of n letters, by number.
//!
//! The alphabet is split into A–M and N–Z. Sets are numbered first by how many letters of A–M they
//! have, fewest first, then by their letters of A–M, then by their letters of N–Z, each half
//! counted as a binary number with A or N as its lowest bit. So a set is found from its number
//! with two look-ups and one division, and one draw gives a uniform set.

use alloc::vec::Vec;

use game::{Letter, LetterSet};

const HALF: u32 = 13;

/// The sets of n letters of the alphabet.
#[derive(Clone, Debug)]
pub struct LetterSets {
    /// The subsets of one half, by how many letters they have.
    halves: Vec<Vec<u16>>,
    /// By how many letters of A–M: the number of the first such set, and how many sets of N–Z
    /// each goes with.
    groups: Vec<Group>,
    count: u32,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    first: u32,
    low: usize,
    high: usize,
    highs: u32,
}

impl LetterSets {
    /// The sets of `letters` letters.
    ///
    /// # Panics
    ///
    /// When `letters` is above 26.
    #[must_use]
    pub fn new(letters: u8) -> Self {
        assert!(letters <= Letter::COUNT, "there are 26 letters");
        let mut halves = alloc::vec![Vec::new(); HALF as usize + 1];
        for half in 0..1_u16 << HALF {
            halves[half.count_ones() as usize].push(half);
        }
        let mut groups = Vec::new();
        let mut count = 0;
        for low in 0..=HALF.min(u32::from(letters)) {
            let high = u32::from(letters) - low;
            if high <= HALF {
                let (low, high) = (low as usize, high as usize);
                let highs = halves[high].len() as u32;
                groups.push(Group { first: count, low, high, highs });
                count += halves[low].len() as u32 * highs;
            }
        }
        Self { halves, groups, count }
    }

    /// How many sets there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Set number `number`.
    ///
    /// # Panics
    ///
    /// When there is no such set.
    #[inline]
    #[must_use]
    pub fn set(&self, number: u32) -> LetterSet {
        assert!(number < self.count, "there is such a set");
        let at = self.groups.iter().rposition(|group| group.first <= number);
        let group = self.groups[at.expect("the first group begins at 0")];
        let within = number - group.first;
        let low = self.halves[group.low][(within / group.highs) as usize];
        let high = self.halves[group.high][(within % group.highs) as usize];
        LetterSet::from_bits(u32::from(low) | u32::from(high) << HALF)
    }

    /// Gives `each` every set, in the order of their numbers, as its two halves.
    pub(crate) fn for_each_half(&self, mut each: impl FnMut(u16, &[u16])) {
        for group in &self.groups {
            for &low in &self.halves[group.low] {
                each(low, &self.halves[group.high]);
            }
        }
    }
}

/// The halves of a set put together.
pub(crate) fn join(low: u16, high: u16) -> LetterSet {
    LetterSet::from_bits(u32::from(low) | u32::from(high) << HALF)
}
