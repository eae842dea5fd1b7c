//! Acceptance: can this face carry that amount?
//!
//! The answer is exact: yes when some set of letters gives it, no when none does. The search is
//! complete over the letters that are left out and has no budget, so it can be made faster later
//! without changing a byte of any block.

use game::{Letter, MAX_GRIDS};

use crate::face::Words;

/// Whether some set of `letters` letters completes, in each grid, a number of words within that
/// grid's interval (both ends included).
#[must_use]
pub fn reaches(words: &Words, letters: u8, intervals: &[(u8, u8)]) -> bool {
    let mut has = [[0_u32; MAX_GRIDS]; ALPHABET];
    let mut alive = [0_u32; MAX_GRIDS];
    for grid in 0..words.grids() {
        for (word, &mask) in words.of(grid).iter().enumerate() {
            alive[grid] |= 1 << word;
            for (letter, has) in has.iter_mut().enumerate() {
                has[grid] |= (mask >> letter & 1) << word;
            }
        }
    }
    let search = Search { words, has: &has, intervals };
    search.from(Node { alive, open: (1 << ALPHABET) - 1, left: Letter::COUNT - letters })
}

const ALPHABET: usize = Letter::COUNT as usize;

struct Search<'face> {
    words: &'face Words,
    /// For each letter and grid, the words that have it, a bit a word.
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
    left: u8,
}

impl Search<'_> {
    fn from(&self, mut node: Node) -> bool {
        loop {
            if !self.is_possible(&node) {
                return false;
            }
            if node.left == 0 {
                return true;
            }
            let letter = self.choose(&node);
            let present = Node { open: node.open & !(1 << letter), ..node };
            let mut absent = Node { left: node.left - 1, ..present };
            for (alive, has) in absent.alive.iter_mut().zip(&self.has[letter]) {
                *alive &= !has;
            }
            if self.from(absent) {
                return true;
            }
            node = present;
        }
    }

    /// False only when nothing below the node can fit.
    fn is_possible(&self, node: &Node) -> bool {
        let open = node.open.count_ones();
        let left = u32::from(node.left);
        if open < left {
            return false;
        }
        let kept = open - left;
        self.intervals.iter().enumerate().all(|(grid, &(least, most))| {
            let alive = node.alive[grid];
            if alive.count_ones() < u32::from(least) {
                return false;
            }
            // Letters that are still open and must be kept for the word: more than can be kept,
            // and it is lost; none, and it is complete whatever follows.
            let (mut can_stay, mut must_stay) = (0, 0);
            let mut rest = alive;
            while rest != 0 {
                let word = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let needs = (self.words.of(grid)[word] & node.open).count_ones();
                can_stay += u32::from(needs <= kept);
                must_stay += u32::from(needs == 0 || left == 0);
            }
            can_stay >= u32::from(least) && must_stay <= u32::from(most)
        })
    }

    /// The letter to leave out next: the one that brings the grids with too many complete words
    /// nearest to their intervals, and costs the others least.
    fn choose(&self, node: &Node) -> usize {
        let mut best = (i32::MIN, 0);
        let mut open = node.open;
        while open != 0 {
            let letter = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut merit = 0;
            for (grid, &(least, most)) in self.intervals.iter().enumerate() {
                let alive = node.alive[grid].count_ones() as i32;
                let hit = (node.alive[grid] & self.has[letter][grid]).count_ones() as i32;
                let (least, most) = (i32::from(least), i32::from(most));
                let excess = (alive - most).max(0);
                merit += 4 * hit.min(excess) - 4 * (hit - excess).max(0);
                if alive - hit < least {
                    merit -= 1000;
                }
            }
            if merit > best.0 {
                best = (merit, letter);
            }
        }
        best.1
    }
}
