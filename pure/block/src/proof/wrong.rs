//! Constructions that leak, each as somebody might well write it. The proof must find them out.

use alloc::vec::Vec;

use chance::{Branch, Chance};
use game::{Letter, LetterSet};

use crate::amounts::AmountId;
use crate::face::{Face, Words};
use crate::maker::Recipe;
use crate::reach::Reach;

/// Accepts a face when the one amount that is asked for can be had: hard faces go to cheap units.
pub(super) fn accepts_what_is_asked(recipe: &Recipe, face: &Face, id: AmountId) -> bool {
    let letters = recipe.game().crossword().letters;
    Reach::new(face.words()).reaches(letters, recipe.amounts(), id)
}

/// Accepts every face.
pub(super) fn accepts_all(_: &Recipe, _: &Face, _: AmountId) -> bool {
    true
}

/// Draws one set and sends the whole unit back when it does not fit: faces on which the amount
/// comes easily are over-represented.
pub(super) fn one_set_or_anew(
    mut chance: &Branch<'_>,
    recipe: &Recipe,
    words: &Words,
    id: AmountId,
) -> Option<Vec<Letter>> {
    let sets = recipe.sets();
    let set = sets.set(chance.below(sets.count()));
    gives(recipe, words, set, id).then(|| set.iter().collect())
}

/// Draws where to begin and takes the next set that fits: a set after a long gap is likelier.
pub(super) fn next_that_fits(
    mut chance: &Branch<'_>,
    recipe: &Recipe,
    words: &Words,
    id: AmountId,
) -> Option<Vec<Letter>> {
    let count = recipe.sets().count();
    let first = chance.below(count);
    let numbers = (first..count).chain(0..first);
    let set = numbers
        .map(|number| recipe.sets().set(number))
        .find(|&set| gives(recipe, words, set, id))?;
    Some(set.iter().collect())
}

/// Draws a word that shall be complete, then one of the sets that fit and complete it: a set that
/// completes words which few others do is likelier.
pub(super) fn a_word_first(
    mut chance: &Branch<'_>,
    recipe: &Recipe,
    words: &Words,
    id: AmountId,
) -> Option<Vec<Letter>> {
    let fitting = fitting(recipe, words, id);
    let all = (0..words.grids()).flat_map(|grid| words.of(grid));
    let completing = all.map(|&word| -> Vec<LetterSet> {
        fitting.iter().copied().filter(|set| word & !set.bits() == 0).collect()
    });
    let mut choices: Vec<Vec<LetterSet>> = completing.filter(|sets| !sets.is_empty()).collect();
    if choices.is_empty() {
        choices.push(fitting);
    }
    let choice = &choices[chance.below(choices.len() as u32) as usize];
    Some(choice[chance.below(choice.len() as u32) as usize].iter().collect())
}

/// Draws a sound set, and puts a letter of it under the first tile instead of shuffling.
pub(super) fn one_letter_first(
    mut chance: &Branch<'_>,
    recipe: &Recipe,
    words: &Words,
    id: AmountId,
) -> Option<Vec<Letter>> {
    let fitting = fitting(recipe, words, id);
    let set = fitting[chance.below(fitting.len() as u32) as usize];
    let mut letters: Vec<Letter> = set.iter().collect();
    // Three places for two letters: one of them takes two.
    let first = chance.below(letters.len() as u32 + 1) as usize % letters.len();
    letters.swap(0, first);
    Some(letters)
}

fn fitting(recipe: &Recipe, words: &Words, id: AmountId) -> Vec<LetterSet> {
    let sets = (0..recipe.sets().count()).map(|number| recipe.sets().set(number));
    sets.filter(|&set| gives(recipe, words, set, id)).collect()
}

fn gives(recipe: &Recipe, words: &Words, set: LetterSet, id: AmountId) -> bool {
    let complete = words.complete(!set.bits());
    recipe.amounts().of_words(&complete[..words.grids()]) == Some(id)
}
