//! The complete search: which letters to leave out so that each grid completes a number of words
//! within its interval.

use super::{ALPHABET, Reach, WordBits, without};
use game::MAX_GRIDS;

impl Reach {
    /// The `left_out` letters to leave out, as bits, so that in each grid a number of words within
    /// that grid's interval (both ends included) is complete; nothing when there are none such.
    pub(super) fn search(&self, left_out: u32, intervals: &[(u8, u8)]) -> Option<u32> {
        let node = Node { alive: self.words, absent: 0, open: (1 << ALPHABET) - 1, left: left_out };
        Search { has: &self.has, intervals }.from(node)
    }
}

struct Search<'face> {
    has: &'face [WordBits; ALPHABET],
    intervals: &'face [(u8, u8)],
}

/// A place in the search.
#[derive(Clone, Copy)]
struct Node {
    /// The words that no absent letter has hit, a bit a word.
    alive: WordBits,
    /// The letters left out so far.
    absent: u32,
    /// The letters that are not decided yet.
    open: u32,
    /// How many of them must still be left out.
    left: u32,
}

impl Search<'_> {
    fn from(&self, mut node: Node) -> Option<u32> {
        loop {
            let letter = match self.look(&mut node) {
                Seen::Fits(rest) => return Some(node.absent | rest),
                Seen::Nothing => return None,
                Seen::Branch(letter) => letter,
            };
            node.open &= !(1 << letter);
            let below = Node {
                alive: without(node.alive, &self.has[letter]),
                absent: node.absent | 1 << letter,
                open: node.open,
                left: node.left - 1,
            };
            let found = self.from(below);
            if found.is_some() {
                return found;
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
            return if all_within { Seen::Fits(0) } else { Seen::Nothing };
        }
        let mut hits = [[0_u8; MAX_WORDS + 1]; MAX_GRIDS];
        let mut best = (i32::MIN, 0);
        // Letters that no word left needs, as many as are wanted.
        let mut idle: u32 = 0;
        let mut rest = node.open;
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            match self.weigh(node, letter, &excess, &mut hits) {
                // Without this letter a grid falls below its interval, now and ever after.
                None => node.open &= !(1 << letter),
                Some((merit, hit)) => {
                    if hit == 0 && idle.count_ones() < node.left {
                        idle |= 1 << letter;
                    }
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
            let enough = idle.count_ones() == node.left;
            return if enough { Seen::Fits(idle) } else { Seen::Branch(best.1) };
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
    /// A set that fits: these are left out too.
    Fits(u32),
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
