//! The complete search: which letters to leave out so that each grid completes a number of words
//! within its interval.

use super::{ALPHABET, Reach, WordBits, without};
use game::MAX_GRIDS;

/// At most so many words in one grid.
const MAX_WORDS: usize = 32;

impl Reach {
    /// The `left_out` letters to leave out, as bits, so that in each of the `GRIDS` grids a number
    /// of words within that grid's interval (both ends included) is complete; nothing when there
    /// are none such.
    pub(super) fn search<const GRIDS: usize>(
        &self,
        left_out: u32,
        intervals: &[(u8, u8)],
    ) -> Option<u32> {
        let mut search =
            Search { has: &self.has, used: self.used, least: [0; GRIDS], most: [0; GRIDS] };
        for (grid, &(least, most)) in intervals.iter().take(GRIDS).enumerate() {
            (search.least[grid], search.most[grid]) = (u32::from(least), u32::from(most));
        }
        search.from(Node {
            alive: self.words,
            absent: 0,
            open: (1 << ALPHABET) - 1,
            left: left_out,
        })
    }
}

struct Search<'face, const GRIDS: usize> {
    has: &'face [WordBits; ALPHABET],
    /// The letters that some word has, as bits.
    used: u32,
    least: [u32; GRIDS],
    most: [u32; GRIDS],
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

/// What is seen at a node.
enum Seen {
    /// A set that fits: these are left out too.
    Fits(u32),
    /// Nothing below fits.
    Nothing,
    /// Not decided: leave this letter out next, then keep it.
    Branch(usize),
}

/// What the open letters of a node can do.
struct Letters<const GRIDS: usize> {
    /// How many letters hit so many words of a grid.
    by_hits: [[u8; MAX_WORDS + 1]; GRIDS],
    /// The most words of a grid that one letter hits.
    top: [usize; GRIDS],
    /// The words that some letter hits, and those that several do.
    hit: [u32; GRIDS],
    twice: [u32; GRIDS],
    /// Letters that hit nothing.
    idle: u32,
    /// The letter to leave out next: the one that brings the grids with too many complete words
    /// nearest to their intervals, and costs the others least.
    best: usize,
}

impl<const GRIDS: usize> Search<'_, GRIDS> {
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

    /// Decides a node, or says which letter to leave out next.
    fn look(&self, node: &mut Node) -> Seen {
        let alive: [u32; GRIDS] = core::array::from_fn(|grid| node.alive[grid].count_ones());
        if (0..GRIDS).any(|grid| alive[grid] < self.least[grid]) {
            return Seen::Nothing;
        }
        let excess = core::array::from_fn(|grid| alive[grid].saturating_sub(self.most[grid]));
        let spare = core::array::from_fn(|grid| alive[grid] - self.least[grid]);
        let all_within = excess == [0; GRIDS];
        if node.left == 0 {
            return if all_within { Seen::Fits(0) } else { Seen::Nothing };
        }
        let letters = self.weigh(node, &excess, &spare);
        if node.open.count_ones() < node.left {
            return Seen::Nothing;
        }
        if all_within {
            let enough = letters.idle.count_ones() >= node.left;
            return if enough {
                Seen::Fits(first(letters.idle, node.left))
            } else {
                Seen::Branch(letters.best)
            };
        }
        for (grid, &excess) in excess.iter().enumerate() {
            // Words that no open letter hits stay complete; and even the letters that hit most
            // together must hit enough.
            let stay = (node.alive[grid] & !letters.hit[grid]).count_ones();
            if stay > self.most[grid] || letters.strongest(grid, node.left) < excess {
                return Seen::Nothing;
            }
            // No further word may stay: one that a single letter hits needs that letter left out.
            let single = node.alive[grid] & letters.hit[grid] & !letters.twice[grid];
            if stay == self.most[grid] && single != 0 {
                return Seen::Branch(self.hitting(node.open, grid, single));
            }
        }
        Seen::Branch(letters.best)
    }

    /// Weighs every open letter; one that would bring a grid below its interval must stay, now and
    /// ever after, and is no longer open.
    fn weigh(
        &self,
        node: &mut Node,
        excess: &[u32; GRIDS],
        spare: &[u32; GRIDS],
    ) -> Letters<GRIDS> {
        let mut letters = Letters {
            by_hits: [[0; MAX_WORDS + 1]; GRIDS],
            top: [0; GRIDS],
            hit: [0; GRIDS],
            twice: [0; GRIDS],
            idle: node.open & !self.used,
            best: 0,
        };
        let mut best = i32::MIN;
        let mut rest = node.open & self.used;
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let has = &self.has[letter];
            let hits: [u32; GRIDS] =
                core::array::from_fn(|grid| (node.alive[grid] & has[grid]).count_ones());
            if (0..GRIDS).any(|grid| hits[grid] > spare[grid]) {
                node.open &= !(1 << letter);
                continue;
            }
            let (mut merit, mut all) = (0, 0);
            for grid in 0..GRIDS {
                let useful = hits[grid].min(excess[grid]);
                merit += 3 * useful as i32 - hits[grid] as i32;
                all += hits[grid];
                letters.by_hits[grid][hits[grid] as usize % (MAX_WORDS + 1)] += 1;
                letters.top[grid] = letters.top[grid].max(hits[grid] as usize);
                letters.twice[grid] |= letters.hit[grid] & has[grid];
                letters.hit[grid] |= has[grid];
            }
            letters.idle |= u32::from(all == 0) << letter;
            if merit > best {
                (best, letters.best) = (merit, letter);
            }
        }
        letters
    }

    /// The first of the `open` letters that hits one of `words`.
    fn hitting(&self, open: u32, grid: usize, words: u32) -> usize {
        let hits = |&letter: &usize| open >> letter & 1 == 1 && self.has[letter][grid] & words != 0;
        (0..ALPHABET).find(hits).expect("an open letter hits the word")
    }
}

impl<const GRIDS: usize> Letters<GRIDS> {
    /// How many words of a grid the `left` strongest letters hit, were they to hit each another.
    fn strongest(&self, grid: usize, mut left: u32) -> u32 {
        let mut sum = 0;
        for hits in (1..=self.top[grid]).rev() {
            let taken = left.min(u32::from(self.by_hits[grid][hits]));
            sum += taken * hits as u32;
            left -= taken;
            if left == 0 {
                break;
            }
        }
        sum
    }
}

/// The lowest `count` of some bits.
fn first(mut bits: u32, count: u32) -> u32 {
    while bits.count_ones() > count {
        bits &= !(1 << bits.ilog2());
    }
    bits
}

const _: () = assert!(MAX_GRIDS <= 4, "the searching code is compiled for up to four grids");
