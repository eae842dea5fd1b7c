//! The walk: from a set of letters that gives a dear amount to sets that give cheaper ones.

use super::{ALPHABET, Reach, Seen, WordBits, without};
use crate::amounts::Amounts;
use game::MAX_GRIDS;

/// A walk takes at most so many steps.
const MAX_STEPS: u32 = 48;

impl Reach {
    /// Walks from the set without the `absent` letters, and notes every amount on the way.
    ///
    /// At each step one more letter is left out, which completes one word less in the grid that is
    /// nearest to losing, and one letter comes back that completes nothing. So two grids with nine
    /// words each become a grid that loses beside one with nine, eight, seven and so on.
    pub(super) fn walk(&self, mut absent: u32, amounts: &Amounts, seen: &mut Seen) {
        for _ in 0..MAX_STEPS {
            let stand = self.stand(absent);
            if let Some(id) = amounts.of_words(&stand.complete[..self.grids]) {
                seen.add(id);
            }
            match self.next(absent, &stand, amounts.losing()) {
                Some(next) => absent = next,
                None => break,
            }
        }
    }

    /// How the grids stand without the `absent` letters.
    fn stand(&self, absent: u32) -> Stand {
        let (mut hit, mut twice) = ([0; MAX_GRIDS], [0; MAX_GRIDS]);
        let mut rest = absent;
        while rest != 0 {
            let has = &self.has[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            for grid in 0..MAX_GRIDS {
                twice[grid] |= hit[grid] & has[grid];
                hit[grid] |= has[grid];
            }
        }
        let alive = without(self.words, &hit);
        let mut complete = [0; MAX_GRIDS];
        for grid in 0..self.grids {
            complete[grid] = alive[grid].count_ones() as u8;
        }
        Stand { alive, once: without(hit, &twice), complete }
    }

    /// The absent letters one step on, or nothing when every grid loses.
    fn next(&self, absent: u32, stand: &Stand, losing: u8) -> Option<u32> {
        let target = (0..self.grids)
            .filter(|&grid| stand.complete[grid] > losing)
            .min_by_key(|&grid| stand.complete[grid])?;
        let mut out = (u32::MAX, 0);
        let mut rest = !absent & ((1 << ALPHABET) - 1);
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (mut cost, mut useful) = (0, 0);
            for grid in 0..self.grids {
                let hit = (stand.alive[grid] & self.has[letter][grid]).count_ones();
                if grid == target {
                    useful = hit;
                } else {
                    cost += 4 * hit;
                }
            }
            if useful > 0 && cost + useful < out.0 {
                out = (cost + useful, letter);
            }
        }
        let once = without(stand.once, &self.has[out.1]);
        let mut back = (u32::MAX, 0);
        let mut rest = absent;
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let revived: u32 = (0..self.grids)
                .map(|grid| (once[grid] & self.has[letter][grid]).count_ones())
                .sum();
            if revived < back.0 {
                back = (revived, letter);
            }
        }
        Some((absent | 1 << out.1) & !(1 << back.1))
    }
}

/// How the grids stand without some letters.
struct Stand {
    /// The complete words.
    alive: WordBits,
    /// The words that lack one letter.
    once: WordBits,
    complete: [u8; MAX_GRIDS],
}
