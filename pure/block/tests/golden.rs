//! Golden units: the bytes that a key gives, in any year and on any machine.
//!
//! They change only with a format version and a line under **Formats** in the changelog.

#![expect(clippy::unwrap_used, reason = "a unit that cannot be made fails the test")]

mod sample;

use std::fmt::Write;

use block::{Maker, Recipe};
use game::Unit;
use sha2::{Digest, Sha256};

/// So many units are shown for each game, and so many more go into a hash.
const SHOWN: u64 = 3;
const HASHED: u64 = 2000;

fn check(name: &str, text: &str) {
    let recipe = sample::recipe(text, 42);
    let mut maker = Maker::new(&recipe);
    let mut golden = String::new();
    for index in 0..SHOWN {
        golden += &shown(&recipe, index, &maker.unit(index, recipe.loose_amount(index)).unwrap());
    }
    for (index, id) in (SHOWN..).zip(recipe.amounts().ids()) {
        let unit = maker.unit(index, id).unwrap();
        let amount = recipe.amounts().amount(id);
        writeln!(golden, "unit {index}, {amount} cents: {}", letters(&unit)).unwrap();
    }
    let mut hash = Sha256::new();
    for index in 0..HASHED {
        let unit = maker.unit(index, recipe.loose_amount(index)).unwrap();
        hash.update(shown(&recipe, index, &unit));
    }
    writeln!(golden, "\nSHA-256 of {HASHED} units: {:x}", Hex(&hash.finalize())).unwrap();
    insta::assert_snapshot!(name, golden);
}

struct Hex<'bytes>(&'bytes [u8]);

impl std::fmt::LowerHex for Hex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn letters(unit: &Unit) -> String {
    unit.letters.iter().map(|letter| letter.char()).collect()
}

fn shown(recipe: &Recipe, index: u64, unit: &Unit) -> String {
    let lot = game::score(recipe.game(), unit).unwrap().lot;
    let mut text = format!("unit {index}, {lot} cents: {}\n", letters(unit));
    for grid in &unit.grids {
        for row in grid.rows_text() {
            text += &format!("  {row}\n");
        }
        text.push('\n');
    }
    text
}

#[test]
fn golden_mots_croises() {
    check("mots-croises", sample::SHIPPED[0]);
}

#[test]
fn golden_maxi() {
    check("maxi-mots-croises", sample::SHIPPED[1]);
}

#[test]
fn golden_highest() {
    check("highest", sample::HIGHEST);
}

#[test]
fn golden_long_list() {
    check("long-list", sample::LONG_LIST);
}

#[test]
fn golden_wide() {
    check("wide", sample::WIDE);
}

#[test]
fn golden_harsh() {
    check("harsh", sample::HARSH);
}
