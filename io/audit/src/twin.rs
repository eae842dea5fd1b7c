//! Twins: for a unit's face and lot, letters drawn anew; and what is compared.

use block::{AmountId, Amounts, LetterSets, Words};
use chance::{Chance, StreamKey};
use game::{Game, MAX_GRIDS};
use sha2::{Digest, Sha256};

use crate::paired::Paired;

/// So many sets are drawn for a twin; a unit without one by then is left out, which does not depend
/// on its own letters.
const TRIES: u32 = 256;
/// Complete words, or almost complete ones, from here on count as one.
pub(crate) const MANY: usize = 24;

/// Draws twins.
pub(crate) struct Twins<'block> {
    amounts: &'block Amounts,
    sets: &'block LetterSets,
    key: StreamKey,
    base: usize,
    first_paying: u8,
    pub(crate) seen: Pairs,
}

/// What was compared.
pub(crate) struct Pairs {
    /// Complete words of losing units: column k for k in all grids together.
    pub(crate) complete: Paired,
    /// Words of losing units that lack one letter.
    pub(crate) almost: Paired,
    /// The letters of all units.
    pub(crate) letters: Paired,
    /// How the lots are made up: a column a way.
    pub(crate) ways: Paired,
}

impl Pairs {
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.complete.absorb(&other.complete);
        self.almost.absorb(&other.almost);
        self.letters.absorb(&other.letters);
        self.ways.absorb(&other.ways);
    }
}

/// How many combinations of levels the grids of a game have.
pub(crate) fn way_count(game: &Game) -> usize {
    let rules = game.crossword();
    (rules.pays.len() + 1).pow(rules.grids.into())
}

/// The number of a combination of levels: its digits are 0 for a grid that loses, else 1 and up.
pub(crate) fn way_number(complete: &[u8], base: usize, first_paying: u8) -> usize {
    let level = |&words: &u8| usize::from((words + 1).saturating_sub(first_paying));
    complete.iter().fold(0, |number, words| number * base + level(words))
}

impl<'block> Twins<'block> {
    pub(crate) fn new(
        game: &'block Game,
        amounts: &'block Amounts,
        sets: &'block LetterSets,
        root: &[u8; 32],
    ) -> Self {
        let rules = game.crossword();
        let key = Sha256::new().chain_update(b"grille/audit/twins").chain_update(root).finalize();
        let ways = if rules.grids > 1 { way_count(game) } else { 0 };
        Self {
            amounts,
            sets,
            key: StreamKey::new(key.into()),
            base: rules.pays.len() + 1,
            first_paying: rules.first_paying(),
            seen: Pairs {
                complete: Paired::new(MANY + 1),
                almost: Paired::new(MANY + 1),
                letters: Paired::new(26),
                // More ways than this are not compared: no shipped game comes near.
                ways: Paired::new(if ways <= 400 { ways } else { 0 }),
            },
        }
    }

    /// Draws the twin of unit `index`, and compares.
    pub(crate) fn compare(&mut self, index: u64, words: &Words, letters: u32, id: AmountId) {
        let grids = words.grids();
        let mut chance = self.key.stream(index, 0);
        let twin = (0..TRIES).find_map(|_| {
            let set = self.sets.set(chance.below(self.sets.count())).bits();
            let complete = words.complete(!set);
            (self.amounts.of_words(&complete[..grids]) == Some(id)).then_some((set, complete))
        });
        let Some((other, twin)) = twin else { return };
        let unit = words.complete(!letters);
        if self.amounts.amount(id).0 == 0 {
            let total = |complete: &[u8; MAX_GRIDS]| {
                let words: usize = complete.iter().map(|&words| usize::from(words)).sum();
                words.min(MANY)
            };
            self.seen.complete.add(&[total(&unit)], &[total(&twin)]);
            self.seen.almost.add(&[almost(words, letters)], &[almost(words, other)]);
        }
        let list = |set: u32| -> Vec<usize> { (0..26).filter(|at| set >> at & 1 == 1).collect() };
        // What both have makes no difference.
        self.seen.letters.add(&list(letters & !other), &list(other & !letters));
        let both = letters & other;
        for at in list(both) {
            self.seen.letters.units[at] += 1;
            self.seen.letters.twins[at] += 1;
        }
        if !self.seen.ways.units.is_empty() {
            let way = |complete: &[u8]| way_number(complete, self.base, self.first_paying);
            let (unit, twin) = (way(&unit[..grids]), way(&twin[..grids]));
            self.seen.ways.add(&[unit], &[twin]);
        }
    }
}

/// How many words lack one letter.
fn almost(words: &Words, letters: u32) -> usize {
    let lacking = |mask: &&u32| (**mask & !letters).count_ones() == 1;
    let count = |grid| words.of(grid).iter().filter(lacking).count();
    (0..words.grids()).map(count).sum::<usize>().min(MANY)
}
