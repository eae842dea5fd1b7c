//! Acceptance is exact: it says yes just when going through all sets finds one.

#![expect(clippy::unwrap_used, reason = "a face that cannot be made fails the test")]

mod sample;

use block::{LetterSets, Maker, Reach, Words, census};
use game::{Grid, Letter, LetterSet, complete_words};

use sample::{FOREIGN, SHIPPED, recipe};

/// Faces of each game that are compared.
const FACES: u64 = 200;

fn compare(text: &str) -> u32 {
    let recipe = recipe(text, 11);
    let letters = recipe.game().crossword().letters;
    let sets = LetterSets::new(letters);
    let mut maker = Maker::new(&recipe);
    let mut refused = 0;
    for index in 0..FACES {
        maker.fill_face(index).unwrap();
        let words = maker.last_face().words();
        let reach = Reach::new(words);
        let counts = census(words, &sets, recipe.amounts());
        let ids: Vec<_> = recipe.amounts().ids().collect();
        for (&id, &count) in ids.iter().zip(&counts) {
            let reached = reach.reaches(letters, recipe.amounts(), id);
            let amount = recipe.amounts().amount(id);
            assert_eq!(reached, count > 0, "face {index}, {amount} cents: {count} sets");
            refused += u32::from(!reached);
        }
        match reach.out_of_reach(letters, recipe.amounts()) {
            None => assert!(!counts.contains(&0), "face {index}"),
            Some(id) => assert_eq!(counts[usize::from(id.0)], 0, "face {index}"),
        }
    }
    refused
}

#[test]
fn mots_croises_agrees_with_all_sets() {
    compare(SHIPPED[0]);
}

#[test]
fn maxi_agrees_with_all_sets() {
    compare(SHIPPED[1]);
}

#[test]
fn foreign_games_agree_with_all_sets() {
    let refused: u32 = FOREIGN.iter().map(|text| compare(text)).sum();
    assert!(refused > 0, "some face cannot carry some amount, or the comparison shows nothing");
}

/// Going through all sets by halves of the alphabet counts what the judge counts set by set.
#[test]
fn the_census_agrees_with_the_judge() {
    let rows = ["CAFE..", "A..TRI", "R..E..", ".EAU..", "......"];
    let grid = Grid::from_rows(&rows).unwrap();
    let masks: Vec<u32> = grid.runs().map(|run| run.letters.bits()).collect();
    let words = Words::new(&[&masks]);
    for letters in [3, 5, 23] {
        let sets = LetterSets::new(letters);
        let mut by_judge = [0_u32; 8];
        for bits in 0..1_u32 << Letter::COUNT {
            if bits.count_ones() == u32::from(letters) {
                by_judge[usize::from(complete_words(&grid, LetterSet::from_bits(bits)))] += 1;
            }
        }
        let mut by_set = [0_u32; 8];
        for number in 0..sets.count() {
            let [complete, ..] = words.complete(!sets.set(number).bits());
            by_set[usize::from(complete)] += 1;
        }
        assert_eq!(by_set, by_judge, "sets of {letters} letters");
    }
}
