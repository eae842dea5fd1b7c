//! Acceptance: can this face carry that amount?
//!
//! The answer is exact: yes when some set of letters gives it, no when none does. The search is
//! complete over the letters that are left out and has no budget, so it can be made faster later
//! without changing a byte of any block.

use game::{Letter, MAX_GRIDS};

use crate::amounts::{AmountId, Amounts};
use crate::face::Words;

const ALPHABET: usize = Letter::COUNT as usize;

/// A face prepared for the question which amounts it can carry.
#[derive(Clone, Debug)]
pub struct Reach {
    /// For each letter and grid, the words that have it, a bit a word.
    has: [[u32; MAX_GRIDS]; ALPHABET],
    /// The words of each grid, a bit a word.
    words: [u32; MAX_GRIDS],
}

impl Reach {
    /// Prepares the words of a face.
    #[must_use]
    pub fn new(words: &Words) -> Self {
        let mut reach = Self { has: [[0; MAX_GRIDS]; ALPHABET], words: [0; MAX_GRIDS] };
        for grid in 0..words.grids() {
            for (word, &mask) in words.of(grid).iter().enumerate() {
                reach.words[grid] |= 1 << word;
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
        let mut intervals = amounts.intervals(id).iter();
        intervals.any(|intervals| self.completes(letters, intervals))
    }

    /// Whether every amount can be had.
    #[must_use]
    pub fn reaches_all(&self, letters: u8, amounts: &Amounts) -> bool {
        self.first_out_of_reach(letters, amounts).is_none()
    }

    /// The dearest amount that the face cannot carry, if there is one.
    #[must_use]
    pub fn first_out_of_reach(&self, letters: u8, amounts: &Amounts) -> Option<AmountId> {
        amounts.ids().rev().find(|&id| !self.reaches(letters, amounts, id))
    }

    /// Whether some set of `letters` letters completes, in each grid, a number of words within
    /// that grid's interval (both ends included).
    fn completes(&self, letters: u8, intervals: &[(u8, u8)]) -> bool {
        let node = Node {
            alive: self.words,
            open: (1 << ALPHABET) - 1,
            left: u32::from(Letter::COUNT - letters),
        };
        Search { has: &self.has, intervals }.from(node)
    }
}

struct Search<'face> {
    has: &'face [[u32; MAX_GRIDS]; ALPHABET],
    intervals: &'face [(u8, u8)],
}

/// A place in the search.
#[derive(Clone, Copy)]
struct Node {
    /// The words that no absent letter has hit, a bit a word.
    alive: [u32; MAX_GRIDS],
    /// The letters that are not decided yet.
    open: u32,
    /// How many of them must still be left out.
    left: u32,
}

impl Search<'_> {
    fn from(&self, mut node: Node) -> bool {
        loop {
            let letter = match self.look(&mut node) {
                Seen::Fits => return true,
                Seen::Nothing => return false,
                Seen::Branch(letter) => letter,
            };
            node.open &= !(1 << letter);
            let mut absent = Node { left: node.left - 1, ..node };
            for (grid, alive) in absent.alive[..self.intervals.len()].iter_mut().enumerate() {
                *alive &= !self.has[letter][grid];
            }
            if self.from(absent) {
                return true;
            }
        }
    }

    /// Decides a node, or says which letter to leave out next: the one that brings the grids with
    /// too many complete words nearest to their intervals, and costs the others least.
    fn look(&self, node: &mut Node) -> Seen {
        let mut excess = [0_u32; MAX_GRIDS];
        let mut all_within = true;
        for (grid, &(least, most)) in self.intervals.iter().enumerate() {
            let alive = node.alive[grid].count_ones();
            if alive < u32::from(least) {
                return Seen::Nothing;
            }
            excess[grid] = alive.saturating_sub(u32::from(most));
            all_within &= excess[grid] == 0;
        }
        if node.left == 0 {
            return if all_within { Seen::Fits } else { Seen::Nothing };
        }
        let mut hits = [[0_u8; MAX_WORDS + 1]; MAX_GRIDS];
        let mut best = (i32::MIN, 0);
        let mut idle = 0;
        let mut rest = node.open;
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            match self.weigh(node, letter, &excess, &mut hits) {
                // Without this letter a grid falls below its interval, now and ever after.
                None => node.open &= !(1 << letter),
                Some((merit, hit)) => {
                    idle += u32::from(hit == 0);
                    if merit > best.0 {
                        best = (merit, letter);
                    }
                }
            }
        }
        if node.open.count_ones() < node.left {
            return Seen::Nothing;
        }
        if all_within {
            return if idle >= node.left { Seen::Fits } else { Seen::Branch(best.1) };
        }
        // Even the letters that hit most together hit too little.
        let too_little =
            (0..self.intervals.len()).any(|grid| strongest(&hits[grid], node.left) < excess[grid]);
        if too_little { Seen::Nothing } else { Seen::Branch(best.1) }
    }

    /// What leaving out a letter is worth, and how many words it hits; nothing when it must stay.
    #[inline]
    fn weigh(
        &self,
        node: &Node,
        letter: usize,
        excess: &[u32; MAX_GRIDS],
        hits: &mut [[u8; MAX_WORDS + 1]; MAX_GRIDS],
    ) -> Option<(i32, u32)> {
        let (mut merit, mut all) = (0, 0);
        let mut hit = [0_u32; MAX_GRIDS];
        for (grid, &(least, _)) in self.intervals.iter().enumerate() {
            let alive = node.alive[grid].count_ones();
            hit[grid] = (node.alive[grid] & self.has[letter][grid]).count_ones();
            if alive - hit[grid] < u32::from(least) {
                return None;
            }
            all += hit[grid];
            let useful = hit[grid].min(excess[grid]);
            merit += 2 * useful as i32 - (hit[grid] - useful) as i32;
        }
        for grid in 0..self.intervals.len() {
            hits[grid][hit[grid] as usize] += 1;
        }
        Some((merit, all))
    }
}

/// At most so many words in one grid.
const MAX_WORDS: usize = 32;

/// What is seen at a node.
enum Seen {
    /// A set that fits can be completed from here.
    Fits,
    /// Nothing below fits.
    Nothing,
    /// Not decided: leave this letter out next, then keep it.
    Branch(usize),
}

/// The sum of the `left` largest hits, from how many letters have each number of hits.
fn strongest(letters_by_hits: &[u8; MAX_WORDS + 1], mut left: u32) -> u32 {
    let mut sum = 0;
    for (hits, &letters) in letters_by_hits.iter().enumerate().skip(1).rev() {
        let taken = left.min(u32::from(letters));
        sum += taken * hits as u32;
        left -= taken;
        if left == 0 {
            break;
        }
    }
    sum
}
