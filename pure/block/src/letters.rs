//! The letters: uniform over all sets that give a face the planned amount.

use alloc::vec;
use alloc::vec::Vec;

use chance::{Chance, shuffle};
use game::{Letter, LetterSet, MAX_GRIDS};

use crate::amounts::{AmountId, Amounts};
use crate::face::Words;
use crate::sets::{LetterSets, join};

/// So many sets are drawn and judged before all sets are gone through. The same for every amount;
/// and since both ways are uniform over the sets that fit, the bound changes no probability.
pub(crate) const TRIES: u32 = 1 << 15;

/// Draws a set of letters uniformly from those that give `words` the amount `id`, or `None` when
/// there is none.
#[must_use]
pub fn draw_letters(
    chance: &mut impl Chance,
    words: &Words,
    sets: &LetterSets,
    amounts: &Amounts,
    id: AmountId,
) -> Option<LetterSet> {
    draw_within(chance, words, sets, amounts, id, TRIES)
}

/// Draws a unit's letters in the order in which they lie under its tiles: a set of letters that
/// gives `words` the amount `id`, then one of the set's orders, both uniformly.
///
/// None when there is no such set. So many `tries` are made before all sets are gone through.
pub(crate) fn draw_tiles(
    chance: &mut impl Chance,
    words: &Words,
    sets: &LetterSets,
    amounts: &Amounts,
    id: AmountId,
    tries: u32,
) -> Option<Vec<Letter>> {
    let set = draw_within(chance, words, sets, amounts, id, tries)?;
    let mut letters: Vec<Letter> = set.iter().collect();
    shuffle(chance, &mut letters);
    Some(letters)
}

pub(crate) fn draw_within(
    chance: &mut impl Chance,
    words: &Words,
    sets: &LetterSets,
    amounts: &Amounts,
    id: AmountId,
    tries: u32,
) -> Option<LetterSet> {
    for _ in 0..tries {
        let set = sets.set(chance.below(sets.count()));
        let complete = words.complete(!set.bits());
        if amounts.of_words(&complete[..words.grids()]) == Some(id) {
            return Some(set);
        }
    }
    let fitting = fitting(words, sets, amounts, id);
    let count = u32::try_from(fitting.len()).expect("there are fewer than 2^32 sets");
    (count > 0).then(|| fitting[chance.below(count) as usize])
}

/// For each amount, smallest first, how many sets of letters give it to a face. All sets are gone
/// through.
#[must_use]
pub fn census(words: &Words, sets: &LetterSets, amounts: &Amounts) -> Vec<u32> {
    let mut counts = vec![0; amounts.all().len()];
    for_each_set(words, sets, |_, _, complete| {
        if let Some(id) = amounts.of_words(complete) {
            counts[usize::from(id.0)] += 1;
        }
    });
    counts
}

/// Every set that gives `words` the amount `id`, in the order of their numbers.
fn fitting(words: &Words, sets: &LetterSets, amounts: &Amounts, id: AmountId) -> Vec<LetterSet> {
    let mut found = Vec::new();
    for_each_set(words, sets, |low, high, complete| {
        if amounts.of_words(complete) == Some(id) {
            found.push(join(low, high));
        }
    });
    found
}

/// Gives `each` every set, in the order of their numbers, as its two halves, with how many words
/// of each grid it completes.
fn for_each_set(words: &Words, sets: &LetterSets, mut each: impl FnMut(u16, u16, &[u8])) {
    let low = halves(words, 0);
    let high = halves(words, 13);
    sets.for_each_half(|low_half, high_halves| {
        let low_words = low[usize::from(low_half)];
        for &high_half in high_halves {
            let high_words = high[usize::from(high_half)];
            let mut complete = [0; MAX_GRIDS];
            for grid in 0..words.grids() {
                complete[grid] = (low_words[grid] & high_words[grid]).count_ones() as u8;
            }
            each(low_half, high_half, &complete[..words.grids()]);
        }
    });
}

/// For every subset of the 13 letters from `first` on: the words of each grid, a bit a word, that
/// need no other letter of these 13.
fn halves(words: &Words, first: u32) -> Vec<[u32; MAX_GRIDS]> {
    let mut table = vec![[0; MAX_GRIDS]; 1 << 13];
    for (subset, entry) in (0..).zip(&mut table) {
        for (grid, entry) in entry[..words.grids()].iter_mut().enumerate() {
            for (word, &mask) in words.of(grid).iter().enumerate() {
                let needs = mask >> first & 0x1fff;
                *entry |= u32::from(needs & !subset == 0) << word;
            }
        }
    }
    table
}
