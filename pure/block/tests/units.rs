//! Units of real games, made from the real word list.

mod sample;

use std::collections::BTreeSet;

use block::{Maker, Secret};
use game::{Letter, check_form, score};

use sample::{FOREIGN, SHIPPED, lexicon, recipe};

/// Articles 4.1 to 4.3: distinct letters, exactly 18 words in each grid; and what was planned is
/// what the judge reads.
#[test]
fn every_amount_of_every_game_is_made_and_judged() {
    let lexicon = lexicon();
    let known: BTreeSet<&str> = lexicon.words().iter().map(|word| word.text.as_str()).collect();
    for text in SHIPPED.iter().chain(&FOREIGN) {
        let recipe = recipe(text, 1);
        let mut maker = Maker::new(&recipe);
        let mut index = 0;
        for id in recipe.amounts().ids() {
            for _ in 0..20 {
                let unit = maker.unit(index, id).unwrap();
                assert_eq!(check_form(recipe.game(), &unit), [], "unit {index}");
                let lot = score(recipe.game(), &unit).unwrap().lot;
                assert_eq!(lot, recipe.amounts().amount(id), "unit {index}");
                for grid in &unit.grids {
                    for run in grid.runs() {
                        assert!(known.contains(grid.run_text(&run).as_str()), "unit {index}");
                    }
                }
                index += 1;
            }
        }
    }
}

/// The face is the same whatever the unit wins: what can be seen of it cannot tell.
#[test]
fn a_face_is_the_same_for_every_amount() {
    for text in SHIPPED {
        let recipe = recipe(text, 2);
        let mut maker = Maker::new(&recipe);
        for index in 0..30 {
            let face = maker.face(index).unwrap().grids();
            for id in recipe.amounts().ids() {
                assert_eq!(maker.unit(index, id).unwrap().grids, face, "unit {index}");
            }
        }
    }
}

#[test]
fn a_unit_depends_on_its_own_index_and_amount_only() {
    let (one, two) = (recipe(SHIPPED[1], 3), recipe(SHIPPED[1], 3));
    let (mut forward, mut backward) = (Maker::new(&one), Maker::new(&two));
    let make = |maker: &mut Maker<'_>, recipe: &block::Recipe, index| {
        maker.unit(index, recipe.loose_amount(index)).unwrap()
    };
    let first: Vec<_> = (0..40).map(|index| make(&mut forward, &one, index)).collect();
    let last: Vec<_> = (0..40).rev().map(|index| make(&mut backward, &two, index)).collect();
    assert!(first.iter().eq(last.iter().rev()));
    let other = recipe(SHIPPED[1], 4);
    assert_ne!(make(&mut Maker::new(&other), &other, 0), first[0]);
}

/// The order under the tiles tells nothing: it is not the alphabet's.
#[test]
fn letters_lie_in_a_drawn_order() {
    let recipe = recipe(SHIPPED[0], 5);
    let mut maker = Maker::new(&recipe);
    let mut first_letters = BTreeSet::new();
    for index in 0..400 {
        first_letters.insert(maker.unit(index, recipe.loose_amount(index)).unwrap().letters[0]);
    }
    assert_eq!(
        first_letters.len(),
        usize::from(Letter::COUNT),
        "each letter comes first somewhere"
    );
}

#[test]
fn the_plan_is_exactly_the_table() {
    let lexicon = lexicon();
    for text in SHIPPED {
        let game = sample::game(text, &lexicon);
        let amounts = block::Amounts::new(&game);
        let secret = Secret::new(&[[6; 32]], b"", [1; 32], [2; 32]);
        let plan = block::Plan::deal(&game, &amounts, &secret);
        assert_eq!(plan.count(), game.block_units);
        let mut counts = vec![0_u32; amounts.all().len()];
        for index in 0..plan.count() {
            counts[usize::from(plan.amount(index).0)] += 1;
        }
        for prize in &game.prizes {
            let id = amounts.id(prize.amount).unwrap();
            assert_eq!(counts[usize::from(id.0)], prize.count, "lots of {}", prize.amount);
        }
        assert_eq!(counts[0], game.block_units - game.winning_units());
    }
}
