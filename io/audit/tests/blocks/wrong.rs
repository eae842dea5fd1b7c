//! Blocks whose single units are sound, and which were not made as they should be.

use audit::{Verdict, text};
use game::{Letter, score};

use crate::sample::{Dealt, maxi, mots_croises};

#[track_caller]
fn check(dealt: &Dealt, units: &[(game::Unit, [u8; 16])], fallen: &[&str]) {
    dealt.seal(units);
    let audit = dealt.audit();
    assert_eq!(audit.verdict(), Verdict::Fails, "{}", text(&audit));
    assert!(audit.faults.is_empty(), "{}", text(&audit));
    let names: Vec<&str> = audit.fallen().map(|trial| trial.name).collect();
    for name in fallen {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
}

/// The dear half of the block is sold first.
#[test]
fn winners_in_front_are_found() {
    let dealt = Dealt::new(&mots_croises(), 7);
    let mut units = dealt.units();
    units[..1000]
        .sort_by_key(|(unit, _)| std::cmp::Reverse(score(dealt.game(), unit).unwrap().lot));
    check(&dealt, &units, &["order: parts", "order: runs", "order: neighbours", "order: gaps"]);
}

/// Letters in the order of the alphabet tell which tile hides which.
#[test]
fn letters_in_order_are_found() {
    let dealt = Dealt::new(&maxi(), 7);
    let mut units = dealt.units();
    units
        .iter_mut()
        .for_each(|(unit, _)| unit.letters[..6].sort_by_key(|letter: &Letter| letter.index()));
    check(&dealt, &units, &["tiles: places", "tiles: rises"]);
}

/// Losers that are brought near to winning: among those on the same face the set with the most
/// words that lack one letter is taken.
#[test]
fn staged_near_misses_are_found() {
    let dealt = Dealt::new(&mots_croises(), 7);
    let mut units = dealt.units();
    let sets = block::LetterSets::new(14);
    for (at, (unit, _)) in (0_u32..).zip(&mut units) {
        if score(dealt.game(), unit).unwrap().lot.0 > 0 {
            continue;
        }
        let tried = (0..4).map(|number| {
            let set = sets.set((at * 7919 + number * 1_000_003) % sets.count());
            let mut tried = unit.clone();
            tried.letters = set.iter().collect();
            tried.letters.rotate_left((at % 14) as usize);
            tried
        });
        let loses =
            |unit: &game::Unit| score(dealt.game(), unit).is_ok_and(|score| score.lot.0 == 0);
        if let Some(near) = tried.filter(loses).max_by_key(almost) {
            *unit = near;
        }
    }
    check(&dealt, &units, &["letters: almost words"]);
}

fn almost(unit: &game::Unit) -> usize {
    let letters = unit.letter_set().bits();
    let lacking = |run: &game::Run| (run.letters.bits() & !letters).count_ones() == 1;
    unit.grids.iter().flat_map(game::Grid::runs).filter(lacking).count()
}

/// The lots go to the faces that are most easily completed, so strongly that a small block shows it.
#[test]
fn lots_that_follow_the_face_are_found() {
    let dealt = Dealt::new(&mots_croises(), 7);
    let units = dealt.units();
    let vowels = |unit: &game::Unit| {
        let cells = unit.grids.iter().flat_map(game::Grid::cells).flatten();
        cells.filter(|letter| "EAISNR".contains(letter.char())).count()
    };
    // Faces are exchanged between units, and letters drawn anew for each.
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(vowels(&units[at].0)));
    let wins = |at: &usize| score(dealt.game(), &units[*at].0).unwrap().lot.0 > 0;
    // Every second winner takes one of the easiest faces, the others what is left.
    let takers: Vec<usize> = (0..units.len()).filter(wins).step_by(2).collect();
    let others: Vec<usize> = (0..units.len()).filter(|at| !takers.contains(at)).collect();
    let sets = block::LetterSets::new(14);
    let mut leaky = units.clone();
    let (easy, rest) = order.split_at_mut(takers.len());
    rest.sort_unstable();
    let faces = easy.iter().chain(rest.iter());
    for (&place, &face) in takers.iter().chain(&others).zip(faces) {
        let lot = score(dealt.game(), &units[place].0).unwrap().lot;
        let mut unit = units[place].0.clone();
        unit.grids.clone_from(&units[face].0.grids);
        let start = (place as u32).wrapping_mul(2_654_435_761) % sets.count();
        let fits = (0..sets.count()).find_map(|step| {
            let number = (u64::from(start) + u64::from(step) * 1_000_003) % u64::from(sets.count());
            unit.letters = sets.set(number as u32).iter().collect();
            let fits = score(dealt.game(), &unit).is_ok_and(|score| score.lot == lot);
            fits.then(|| unit.clone())
        });
        leaky[place].0 = fits.unwrap();
        leaky[place].0.letters.rotate_left(place % 14);
    }
    check(&dealt, &leaky, &["face: letters", "face: classifier"]);
}

/// Faces made in an order: dense ones first, whatever their lots are.
#[test]
fn faces_in_an_order_are_found() {
    let dealt = Dealt::new(&mots_croises(), 7);
    let mut units = dealt.units();
    let cells = |unit: &game::Unit| unit.grids[0].cells().iter().flatten().count();
    units[..1000].sort_by_key(|(unit, _)| std::cmp::Reverse(cells(unit)));
    check(&dealt, &units, &["faces: runs", "faces: neighbours", "faces: gaps"]);
}
