//! Faults planted by a dealer who seals them consistently: root, tiles and checkpoint all fit.

use audit::{Verdict, text};
use block::SALT;
use game::{Grid, Letter, LetterSet, Unit, score};

use crate::sample::{Dealt, mots_croises};

type Planted<'units> = &'units mut Vec<(Unit, [u8; SALT])>;

/// Plants a fault and asks that the audit say each of these things, of so many faults in all.
#[track_caller]
fn check(plant: impl Fn(&Dealt, Planted<'_>), total: u64, says: &[&str]) {
    let dealt = Dealt::new(&mots_croises(), 7);
    let mut units = dealt.units();
    plant(&dealt, &mut units);
    dealt.seal(&units);
    let audit = dealt.audit();
    let text = text(&audit);
    assert_eq!(audit.verdict(), Verdict::Fails, "{text}");
    for words in says {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(audit.faults.total(), total, "{text}");
}

/// The place of the first unit that is worth so many cents.
fn worth(dealt: &Dealt, units: &[(Unit, [u8; SALT])], cents: u64) -> usize {
    let is = |(unit, _): &(Unit, _)| score(dealt.game(), unit).unwrap().lot.0 == cents;
    units.iter().position(is).unwrap()
}

/// A unit's letters, drawn again until the judge says what is asked: first come, first taken.
fn letters_for(unit: &Unit, fits: impl Fn(&Unit) -> bool) -> Unit {
    let sets = block::LetterSets::new(14);
    let tried = (0..sets.count()).step_by(37).map(|number| {
        let letters = sets.set(number).iter().collect();
        Unit { letters, grids: unit.grids.clone() }
    });
    let mut tried = tried;
    tried.find(|unit| fits(unit)).unwrap()
}

#[test]
fn the_dealer_himself_is_sound() {
    let dealt = Dealt::new(&mots_croises(), 7);
    dealt.seal(&dealt.units());
    assert_eq!(dealt.audit().verdict(), Verdict::Holds);
}

#[test]
fn a_lot_too_few_is_counted() {
    let plant = |dealt: &Dealt, units: Planted<'_>| {
        let (game, at) = (dealt.game(), worth(dealt, units, 600));
        units[at].0 =
            letters_for(&units[at].0, |unit| score(game, unit).is_ok_and(|score| score.lot.0 == 0));
    };
    let says = ["419 units are worth 600 cents where the table has 420", "2296 units are worth 0"];
    check(plant, 2, &says);
}

#[test]
fn equal_faces_are_named() {
    let plant = |dealt: &Dealt, units: Planted<'_>| {
        let (game, grids) = (dealt.game(), units[17].0.grids.clone());
        let lot = score(game, &units[2000].0).unwrap().lot;
        units[2000].0.grids = grids;
        units[2000].0 =
            letters_for(&units[2000].0, |unit| score(game, unit).is_ok_and(|it| it.lot == lot));
    };
    check(plant, 1, &["units 17 and 2000 have the same face"]);
}

#[test]
fn equal_salts_are_named() {
    let plant = |_: &Dealt, units: Planted<'_>| units[1999].1 = units[3].1;
    check(plant, 1, &["units 3 and 1999 have the same salt"]);
}

#[test]
fn a_letter_twice_is_named() {
    let plant = |dealt: &Dealt, units: Planted<'_>| {
        // A letter that completes nothing either way, so that the lot stays.
        let (game, unit) = (dealt.game(), &mut units[5].0);
        let lot = score(game, unit).unwrap().lot;
        let changed = (1..14).map(|tile| {
            let mut changed = unit.clone();
            changed.letters[tile] = changed.letters[0];
            changed
        });
        let mut changed = changed;
        *unit = changed.find(|unit| score(game, unit).is_ok_and(|it| it.lot == lot)).unwrap();
    };
    check(plant, 1, &["unit 5: a letter stands under two tiles"]);
}

/// One cell more or less makes another run, an unknown word, or pieces; each is named.
#[test]
fn an_extra_run_is_named() {
    let plant = |_: &Dealt, units: Planted<'_>| {
        let unit = &mut units[8].0;
        let grid = &unit.grids[0];
        let mut cells = grid.cells().to_vec();
        let grey = cells.iter().position(Option::is_none).unwrap();
        cells[grey] = Some(missing(unit));
        unit.grids[0] = Grid::new(grid.rows(), grid.columns(), cells);
    };
    let dealt = Dealt::new(&mots_croises(), 7);
    let mut units = dealt.units();
    plant(&dealt, &mut units);
    dealt.seal(&units);
    let text = text(&dealt.audit());
    assert!(text.contains("unit 8: grid 1 "), "{text}");
}

/// A letter that the unit lacks: what has it is never complete.
fn missing(unit: &Unit) -> Letter {
    let has: LetterSet = unit.letter_set();
    LetterSet::ALL.iter().find(|&letter| !has.contains(letter)).unwrap()
}

#[test]
fn a_word_that_is_none_is_named() {
    let plant = |_: &Dealt, units: Planted<'_>| {
        // A cell of no complete word gets a letter that the unit lacks: no word is completed.
        let unit = &mut units[40].0;
        let (grid, has) = (&unit.grids[0], unit.letter_set());
        let lacks = |cell: &Option<Letter>| cell.is_some_and(|letter| !has.contains(letter));
        let mut cells = grid.cells().to_vec();
        let at = cells.iter().position(lacks).unwrap();
        let other = LetterSet::ALL.iter().filter(|&letter| !has.contains(letter));
        cells[at] = other.filter(|&letter| cells[at] != Some(letter)).last();
        unit.grids[0] = Grid::new(grid.rows(), grid.columns(), cells);
    };
    let dealt = Dealt::new(&mots_croises(), 7);
    let mut units = dealt.units();
    plant(&dealt, &mut units);
    dealt.seal(&units);
    let text = text(&dealt.audit());
    assert!(
        text.contains("unit 40: grid 1 holds ") && text.contains("not in the word list"),
        "{text}"
    );
}

#[test]
fn a_grid_above_the_pay_list_is_named() {
    let plant = |dealt: &Dealt, units: Planted<'_>| {
        let (game, at) = (dealt.game(), worth(dealt, units, 300));
        units.swap(at, 100);
        units[100].0 = letters_for(&units[100].0, |unit| score(game, unit).is_err());
    };
    check(
        plant,
        2,
        &["unit 100: grid 1 has ", "more than the pay list knows", "118 units are worth 300"],
    );
}

#[test]
fn damage_is_named_and_hides_nothing() {
    let dealt = Dealt::new(&mots_croises(), 7);
    let path = dealt.dir().join("units.sealed");
    let mut bytes = std::fs::read(&path).unwrap();
    let record = bytes.len() / 3000;
    bytes[record * 70] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let tile = dealt.dir().join("tile/0/001");
    let mut bytes = std::fs::read(&tile).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&tile, bytes).unwrap();
    std::fs::remove_file(dealt.dir().join("tile/0/002")).unwrap();
    let audit = dealt.audit();
    let text = text(&audit);
    assert_eq!(audit.verdict(), Verdict::Fails);
    for words in [
        "unit 70: its record does not open",
        "unit 256: its record does not fit its leaf",
        "tile/0/002",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
