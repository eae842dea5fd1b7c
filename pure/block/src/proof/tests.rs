//! The proof of the shipped construction, and of its being a proof.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use chance::{Branch, Fraction};
use game::{Cents, Letter};

use super::tiny::Tiny;
use super::{Construction, Leak, wrong};
use super::{attempts, attempts_are_alike, faces_by_judge, prove, text};
use crate::amounts::AmountId;
use crate::face::{Face, Words};
use crate::letters::{draw_tiles, draw_within};
use crate::maker::{Maker, Recipe};

/// The shipped acceptance. It is not given the amount.
fn accepts(recipe: &Recipe, face: &Face, _: AmountId) -> bool {
    recipe.out_of_reach(face).is_none()
}

/// The shipped letters, with so many tries before all sets are gone through.
fn tiles(tries: u32) -> impl Fn(&Branch<'_>, &Recipe, &Words, AmountId) -> Option<Vec<Letter>> {
    move |mut chance, recipe, words, id| {
        draw_tiles(&mut chance, words, recipe.sets(), recipe.amounts(), id, tries)
    }
}

/// The same up to the order: 25 letters have too many.
fn letters(tries: u32) -> impl Fn(&Branch<'_>, &Recipe, &Words, AmountId) -> Option<Vec<Letter>> {
    move |mut chance, recipe, words, id| {
        let (sets, amounts) = (recipe.sets(), recipe.amounts());
        Some(draw_within(&mut chance, words, sets, amounts, id, tries)?.iter().collect())
    }
}

/// All sets at once, one try, two tries: three laws that are one.
#[test]
fn nothing_can_be_told_from_a_corner() {
    let tiny = Tiny::corner();
    let proved = |tries| prove(&tiny, &Construction { accepts, tiles: letters(tries) }, 1);
    let law = proved(0).expect("nothing leaks");
    assert!(proved(1).as_ref() == Ok(&law), "one try");
    assert!(proved(2) == Ok(law), "two tries");
}

#[test]
fn nothing_can_be_told_from_a_chain() {
    let tiny = Tiny::chain();
    let proved = |tries| prove(&tiny, &Construction { accepts, tiles: letters(tries) }, 1);
    let law = proved(0).expect("nothing leaks");
    assert!(proved(1) == Ok(law), "one try");
}

#[test]
fn nothing_can_be_told_from_two_grids_and_their_tiles() {
    assert!(prove(&Tiny::pair(), &Construction { accepts, tiles: tiles(0) }, 2).is_ok());
    let tiny = Tiny::poor_pair();
    let proved = |tries| prove(&tiny, &Construction { accepts, tiles: tiles(tries) }, 2);
    let law = proved(0).expect("nothing leaks");
    assert!(proved(1) == Ok(law), "one try");
}

/// A face is drawn from other branches than its letters, so a walk through whole units gives the
/// product of both laws: P(F, L, order | t) is one and the same for all units of an amount.
#[test]
fn face_letters_and_order_are_a_product() {
    let tiny = Tiny::corner();
    let laws = prove(&tiny, &Construction { accepts, tiles: letters(0) }, 1).expect("no leak");
    let mut maker = Maker::new(&tiny.recipe);
    for id in tiny.recipe.amounts().ids() {
        let out_of_reach = |face: &Face| tiny.recipe.out_of_reach(face);
        let mut joint = tiny.walk().law(|branch| {
            let face = maker.first_accepted(1, |_| branch, out_of_reach).ok()?;
            let tiles = letters(1)(branch, &tiny.recipe, face.words(), id);
            Some((text(face), tiles.expect("an accepted face carries every amount")))
        });
        let refused = joint.remove(&None).expect("some face is refused");
        let units = &laws[&tiny.recipe.amounts().amount(id)];
        let mut whole = refused;
        for (face, of_face) in units {
            for (tiles, &chance) in &of_face.tiles {
                let found = joint.remove(&Some((face.clone(), tiles.clone())));
                let found = found.expect("every face comes with all its letters");
                whole = whole + found;
                assert_eq!(found / of_face.chance / chance + refused, Fraction::ONE, "{face}");
            }
        }
        assert!(joint.is_empty(), "no other unit");
        assert_eq!(whole, Fraction::ONE);
    }
}

/// The second grid of a pair can end in a dead end, and a refused face is a finished one: neither
/// leaves anything behind.
#[test]
fn a_refusal_changes_nothing_for_the_next_attempt() {
    assert_eq!(attempts_are_alike(&Tiny::corner(), &accepts, 3), Ok(()));
    assert_eq!(attempts_are_alike(&Tiny::pair(), &accepts, 2), Ok(()));
}

/// What the proof goes through is not trivial: faces that cannot carry every amount, dead ends, and
/// faces that carry the same amount with more and with fewer sets.
#[test]
fn tiny_games_have_what_the_proof_is_about() {
    for tiny in [Tiny::chain(), Tiny::pair()] {
        let faces = faces_by_judge(&tiny);
        let accepted = attempts(&tiny, 1, &accepts, AmountId(0)).faces;
        assert!(accepted.len() > 1 && accepted.len() < faces.len(), "some faces are refused");
        let amounts = tiny.recipe.amounts().all();
        let counts = |face: &String| amounts.iter().map(|t| faces[face].fitting[t].len()).collect();
        let counts: BTreeSet<Vec<usize>> = accepted.keys().map(counts).collect();
        assert!(counts.len() > 1, "faces carry an amount with more and with fewer sets");
        let none = attempts(&tiny, 1, &wrong::accepts_all, AmountId(0)).none;
        assert!(none != Fraction::ZERO && none != Fraction::ONE, "some attempts end in dead ends");
    }
}

/// What the proof finds in a wrong construction.
fn leak<A, L>(tiny: &Tiny, accepts: A, tiles: L, orders: u32) -> Leak
where
    A: Fn(&Recipe, &Face, AmountId) -> bool,
    L: Fn(&Branch<'_>, &Recipe, &Words, AmountId) -> Option<Vec<Letter>>,
{
    match prove(tiny, &Construction { accepts, tiles }, orders) {
        Err(leak) => leak,
        Ok(_) => panic!("nothing was found in a wrong construction"),
    }
}

/// A corner's first face has the weight 1/16. Every face can lose; 1 in 8 cannot win 3.00, since
/// both its words have the same letters.
#[test]
fn acceptance_that_looks_at_the_amount_is_found() {
    let found = leak(&Tiny::corner(), wrong::accepts_what_is_asked, letters(0), 1);
    let amounts = [Cents(0), Cents(300)];
    let chances = [Fraction::new(1, 16), Fraction::new(1, 16) / Fraction::new(7, 8)];
    assert_eq!(found, Leak::Face { face: "..N/..E/TOT".to_owned(), amounts, chances });
    for tiny in [Tiny::chain(), Tiny::pair()] {
        let found = leak(&tiny, wrong::accepts_what_is_asked, letters(0), 1);
        assert!(matches!(found, Leak::Face { .. }), "{found:?}");
    }
}

#[test]
fn redrawing_the_whole_unit_until_it_fits_is_found() {
    for tiny in [Tiny::corner(), Tiny::chain(), Tiny::pair()] {
        let found = leak(&tiny, wrong::accepts_all, wrong::one_set_or_anew, 1);
        assert!(matches!(found, Leak::Face { .. }), "{found:?}");
    }
    // To refuse first what cannot carry every amount does not mend it.
    for tiny in [Tiny::chain(), Tiny::pair()] {
        let found = leak(&tiny, accepts, wrong::one_set_or_anew, 1);
        assert!(matches!(found, Leak::Face { .. }), "{found:?}");
    }
}

/// This tells nothing about the amount, and yet is not the construction.
#[test]
fn refusals_without_need_are_found() {
    let fussy =
        |recipe: &Recipe, face: &Face, id| accepts(recipe, face, id) && !text(face).contains("TOT");
    for tiny in [Tiny::corner(), Tiny::chain()] {
        let found = leak(&tiny, fussy, letters(0), 1);
        assert!(matches!(found, Leak::Acceptance { .. }), "{found:?}");
    }
}

#[test]
fn letters_that_are_not_uniform_are_found() {
    for tiny in [Tiny::corner(), Tiny::chain(), Tiny::pair()] {
        let found = leak(&tiny, accepts, wrong::next_that_fits, 1);
        assert!(matches!(found, Leak::Letters { .. }), "{found:?}");
    }
    // In a chain every fitting set completes as many words as the others, and no word is in more
    // of them: there a word can be drawn first.
    for tiny in [Tiny::corner(), Tiny::pair()] {
        let found = leak(&tiny, accepts, wrong::a_word_first, 1);
        assert!(matches!(found, Leak::Letters { .. }), "{found:?}");
    }
}

/// The last: a sound set, in the order of the alphabet.
#[test]
fn uneven_orders_are_found() {
    let found = leak(&Tiny::pair(), accepts, wrong::one_letter_first, 2);
    assert!(matches!(found, Leak::Order { .. }), "{found:?}");
    let found = leak(&Tiny::pair(), accepts, letters(0), 2);
    assert!(matches!(found, Leak::Order { .. }), "{found:?}");
}
