//! Acceptance: can this face carry every amount?
//!
//! The answer is exact: yes when for each amount some set of letters gives it, no when for one
//! amount none does. Most amounts are seen on the way: from a set that gives a dear amount a walk
//! exchanges letters one by one and so completes fewer and fewer words. For what the walk did not
//! see there is a complete search over the letters that are left out, which has no budget. So both
//! can be made faster later without changing a byte of any block.

mod search;
mod walk;

use game::{Letter, MAX_GRIDS};

use crate::amounts::{AmountId, Amounts};
use crate::face::Words;

const ALPHABET: usize = Letter::COUNT as usize;

/// Words of each grid of a face, a bit a word. The searching code is compiled for each number of
/// grids, so that its loops over the grids are gone.
type WordBits = [u32; MAX_GRIDS];

/// A face prepared for the question which amounts it can carry.
#[derive(Clone, Debug)]
pub struct Reach {
    /// For each letter and grid, the words that have it, a bit a word.
    has: [WordBits; ALPHABET],
    /// The words of each grid, a bit a word.
    words: WordBits,
    grids: usize,
    /// The letters that some word has, as bits.
    used: u32,
}

impl Reach {
    /// Prepares the words of a face.
    #[must_use]
    pub fn new(words: &Words) -> Self {
        let mut reach = Self {
            has: [[0; MAX_GRIDS]; ALPHABET],
            words: [0; MAX_GRIDS],
            grids: words.grids(),
            used: 0,
        };
        for grid in 0..words.grids() {
            for (word, &mask) in words.of(grid).iter().enumerate() {
                reach.words[grid] |= 1 << word;
                reach.used |= mask;
                let mut letters = mask;
                while letters != 0 {
                    reach.has[letters.trailing_zeros() as usize][grid] |= 1 << word;
                    letters &= letters - 1;
                }
            }
        }
        reach
    }

    /// Whether some set of `letters` letters gives the face the amount `id`.
    #[must_use]
    pub fn reaches(&self, letters: u8, amounts: &Amounts, id: AmountId) -> bool {
        self.witness(letters, amounts, id).is_some()
    }

    /// Whether every amount can be had.
    #[must_use]
    pub fn reaches_all(&self, letters: u8, amounts: &Amounts) -> bool {
        self.out_of_reach(letters, amounts).is_none()
    }

    /// An amount that the face cannot carry, if there is one.
    #[must_use]
    pub fn out_of_reach(&self, letters: u8, amounts: &Amounts) -> Option<AmountId> {
        let mut seen = Seen::default();
        // A walk from nine words in one grid meets all other numbers; nine in each of two grids are
        // far from everything, so with several grids the dearest amount comes last.
        let mut ids = amounts.ids().rev();
        let last = if self.grids > 1 { ids.next() } else { None };
        for id in ids.chain(last) {
            if !seen.has(id) {
                let Some(absent) = self.witness(letters, amounts, id) else { return Some(id) };
                seen.add(id);
                // For one or two amounts a search each is quicker than a walk.
                if seen.lacking(amounts) > 2 {
                    self.walk(absent, amounts, &mut seen);
                }
            }
        }
        None
    }

    /// Notes what is seen on a walk from the set without the `absent` letters.
    fn walk(&self, absent: u32, amounts: &Amounts, seen: &mut Seen) {
        let walk = match self.grids {
            1 => Self::walk_from::<1>,
            2 => Self::walk_from::<2>,
            3 => Self::walk_from::<3>,
            _ => Self::walk_from::<MAX_GRIDS>,
        };
        walk(self, absent, amounts, seen);
    }

    /// The letters left out of some set of `letters` letters that gives the amount `id`.
    fn witness(&self, letters: u8, amounts: &Amounts, id: AmountId) -> Option<u32> {
        let left_out = u32::from(Letter::COUNT - letters);
        let search = match self.grids {
            1 => Self::search::<1>,
            2 => Self::search::<2>,
            3 => Self::search::<3>,
            _ => Self::search::<MAX_GRIDS>,
        };
        let mut intervals = amounts.intervals(id).iter();
        let found = intervals.find_map(|intervals| search(self, left_out, intervals));
        debug_assert!(
            found.is_none_or(|absent| {
                absent.count_ones() == left_out && self.gives(absent, amounts) == Some(id)
            }),
            "what the search finds gives the amount that was asked for"
        );
        found
    }
}

/// The amounts that some set of letters was seen to give.
#[derive(Default)]
struct Seen([u64; 4]);

impl Seen {
    fn has(&self, id: AmountId) -> bool {
        self.0[usize::from(id.0) / 64] >> (id.0 % 64) & 1 == 1
    }

    fn lacking(&self, amounts: &Amounts) -> usize {
        let seen: u32 = self.0.iter().map(|bits| bits.count_ones()).sum();
        amounts.all().len() - seen as usize
    }

    fn add(&mut self, id: AmountId) {
        self.0[usize::from(id.0) / 64] |= 1 << (id.0 % 64);
    }
}

/// The words of `of` that are not in `bits`.
fn without(of: WordBits, bits: &WordBits) -> WordBits {
    core::array::from_fn(|grid| of[grid] & !bits[grid])
}
