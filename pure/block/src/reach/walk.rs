//! The walk: from a set of letters that gives a dear amount to sets that give cheaper ones.

use super::{Reach, Seen};
use crate::amounts::{AmountId, Amounts};
use game::MAX_GRIDS;

/// A walk takes at most so many steps.
const MAX_STEPS: u32 = 48;

impl Reach {
    /// Walks from the set without the `absent` letters, and notes every amount on the way.
    ///
    /// At each step one more letter is left out, which completes one word less in the grid that is
    /// nearest to losing, and one letter comes back that completes nothing. So two grids with nine
    /// words each become a grid that loses beside one with nine, eight, seven and so on.
    pub(super) fn walk_from<const GRIDS: usize>(
        &self,
        mut absent: u32,
        amounts: &Amounts,
        seen: &mut Seen,
    ) {
        for _ in 0..MAX_STEPS {
            let stand: Stand<GRIDS> = self.stand(absent);
            if let Some(id) = amounts.of_words(&stand.complete) {
                seen.add(id);
            }
            match self.step(absent, &stand, amounts.losing()) {
                Some(next) => absent = next,
                None => break,
            }
        }
    }

    /// The amount that the set without the `absent` letters gives, if it gives one.
    pub(super) fn gives(&self, absent: u32, amounts: &Amounts) -> Option<AmountId> {
        let stand: Stand<MAX_GRIDS> = self.stand(absent);
        amounts.of_words(&stand.complete[..self.grids])
    }

    /// How the grids stand without the `absent` letters.
    fn stand<const GRIDS: usize>(&self, absent: u32) -> Stand<GRIDS> {
        let (mut hit, mut twice) = ([0; GRIDS], [0; GRIDS]);
        let mut rest = absent;
        while rest != 0 {
            let has = &self.has[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            for grid in 0..GRIDS {
                twice[grid] |= hit[grid] & has[grid];
                hit[grid] |= has[grid];
            }
        }
        let alive: [u32; GRIDS] = core::array::from_fn(|grid| self.words[grid] & !hit[grid]);
        Stand {
            complete: alive.map(|words| words.count_ones() as u8),
            once: core::array::from_fn(|grid| hit[grid] & !twice[grid]),
            alive,
        }
    }

    /// The absent letters one step on, or nothing when every grid loses.
    fn step<const GRIDS: usize>(
        &self,
        absent: u32,
        stand: &Stand<GRIDS>,
        losing: u8,
    ) -> Option<u32> {
        let target = (0..GRIDS)
            .filter(|&grid| stand.complete[grid] > losing)
            .min_by_key(|&grid| stand.complete[grid])?;
        let mut out = (u32::MAX, 0);
        let mut rest = !absent & self.used;
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (mut cost, mut useful) = (0, 0);
            for grid in 0..GRIDS {
                let hit = (stand.alive[grid] & self.has[letter][grid]).count_ones();
                if grid == target {
                    useful = hit;
                } else {
                    cost += 4 * hit;
                }
            }
            if useful > 0 && cost + useful < out.0 {
                out = (cost + useful, letter);
                if out.0 == 1 {
                    break;
                }
            }
        }
        let once: [u32; GRIDS] =
            core::array::from_fn(|grid| stand.once[grid] & !self.has[out.1][grid]);
        let mut back = (u32::MAX, 0);
        let mut rest = absent;
        while rest != 0 {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let revived: u32 =
                (0..GRIDS).map(|grid| (once[grid] & self.has[letter][grid]).count_ones()).sum();
            if revived < back.0 {
                back = (revived, letter);
                if revived == 0 {
                    break;
                }
            }
        }
        Some((absent | 1 << out.1) & !(1 << back.1))
    }
}

/// How the grids stand without some letters.
struct Stand<const GRIDS: usize> {
    /// The complete words.
    alive: [u32; GRIDS],
    /// The words that lack one letter.
    once: [u32; GRIDS],
    complete: [u8; GRIDS],
}
