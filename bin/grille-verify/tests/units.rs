//! Units that are spoilt, and everything that follows from them made anew and signed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod writer;

use writer::grid;
use writer::spoil::{Case, Leaves, Rules, change_leaf, check};

const UNITS: &[Case] = &[
    (
        "a letter",
        Rules(|m| m.units[13].letters = "CADE".into()),
        &[(14, "units that win 1.00 EUR: 59 instead of 60")],
    ),
    (
        "a cell",
        Rules(|m| m.units[1].grids[0][1] = "Q....".into()),
        &[(11, "unit 1: grid 1: the word EQG is not in")],
    ),
    (
        "an extra run",
        Rules(|m| m.units[1].grids[0][4] = "CPS..".into()),
        &[(11, "unit 1: grid 1: 4 words instead of 3")],
    ),
    (
        "an island",
        Rules(|m| m.units[1].grids[1][4] = "A....".into()),
        &[(11, "unit 1: grid 2: its letters are not connected")],
    ),
    (
        "two letters",
        Rules(|m| m.units[1].grids[0][4] = "ZZ...".into()),
        &[(11, "the word ZZ has 2 letters")],
    ),
    (
        "five letters",
        Rules(|m| m.units[1].grids[0][2] = "GEHZZ".into()),
        &[(11, "the word GEHZZ has 5 letters")],
    ),
    (
        "a run missing",
        Rules(|m| m.units[1].grids[0][1] = ".....".into()),
        &[(11, "unit 1: grid 1: 2 words instead of 3")],
    ),
    (
        "twice in a grid",
        Rules(|m| m.units[1].grids[0][2] = "EFF..".into()),
        &[(11, "unit 1: the word EFF stands twice")],
    ),
    (
        "twice in two",
        Rules(|m| m.units[1].grids[1] = grid(1, 0, false)),
        &[(11, "unit 1: the word EFF stands twice")],
    ),
    (
        "not in the list",
        Rules(|m| m.lexicon = m.lexicon.replace("\nEFF\n", "\n")),
        &[(11, "unit 1: grid 1: the word EFF is not in")],
    ),
    (
        "a letter twice",
        Rules(|m| m.units[1].letters = "CADA".into()),
        &[(11, "unit 1: a letter is there twice")],
    ),
    (
        "too few letters",
        Rules(|m| m.units[1].letters = "CAD".into()),
        &[(11, "unit 1: 3 letters instead of 4")],
    ),
    (
        "too many letters",
        Rules(|m| m.units[1].letters = "CADBL".into()),
        &[(11, "unit 1: 5 letters instead of 4")],
    ),
    (
        "a wide row",
        Rules(|m| m.units[1].grids[0][4] = "......".into()),
        &[(11, "unit 1: a row has not 5 cells")],
    ),
    (
        "a row more",
        Rules(|m| m.units[1].grids[1].push(".....".into())),
        &[(10, "unit 1: [5, 6] rows, not 2 times 5")],
    ),
    (
        "a grid more",
        Rules(|m| m.units[1].grids.push(grid(2, 0, false))),
        &[(10, "unit 1: [5, 5, 5] rows, not 2 times 5")],
    ),
    (
        "a grid less",
        Rules(|m| m.units[1].grids.truncate(1)),
        &[(10, "unit 1: [5] rows, not 2 times 5")],
    ),
    (
        "above the list",
        Rules(|m| m.units[1].grids[0] = grid(1, 3, false)),
        &[(12, "unit 1: above the pay list")],
    ),
    (
        "an amount of no line",
        Rules(|m| m.units[1].grids = vec![grid(1, 2, false), grid(1, 2, true)]),
        &[(12, "unit 1: 400 cents"), (14, "lots: 133 instead of 132")],
    ),
    (
        "a lot more",
        Rules(|m| m.units[1].grids[0] = grid(1, 1, false)),
        &[(14, "units that win 1.00 EUR: 61 instead of 60")],
    ),
    (
        "a lot less",
        Rules(|m| m.units[13].grids[0] = grid(13, 0, false)),
        &[(14, "their sum in cents: 21500 instead of 21600")],
    ),
    (
        "grids repeated",
        Rules(|m| m.units[5].grids = m.units[4].grids.clone()),
        &[(13, "unit 5: it has the grids of unit 4")],
    ),
    (
        "salt repeated",
        Rules(|m| m.units[599].salt = m.units[8].salt.clone()),
        &[(13, "unit 599: it has the salt of unit 8")],
    ),
];

#[test]
fn spoilt_units_are_found() {
    check(UNITS);
}

const TEXTS: &[Case] = &[
    ("units swapped", Leaves(|m| m.leaves.swap(4, 5)), &[(10, "unit 4: its index line says 5")]),
    (
        "another block's",
        Leaves(|m| change_leaf(m, 7, "small-", "small-0")),
        &[(10, "unit 7: its block id is `small-0")],
    ),
    (
        "an index",
        Leaves(|m| change_leaf(m, 300, "\n300\n", "\n301\n")),
        &[(10, "unit 300: its index line says 301")],
    ),
    (
        "a zero before",
        Leaves(|m| change_leaf(m, 300, "\n300\n", "\n0300\n")),
        &[(10, "unit 300: line 3")],
    ),
    (
        "a capital salt",
        Leaves(|m| {
            m.leaves[9] = String::from_utf8(m.leaves[9].clone())
                .unwrap()
                .replacen(&m.model.units[9].salt, &"F".repeat(32), 1)
                .into();
        }),
        &[(10, "unit 9: line 4")],
    ),
    (
        "a short salt",
        Leaves(|m| {
            let salt = m.model.units[9].salt.clone();
            change_leaf(m, 9, &salt, &salt[1..]);
        }),
        &[(10, "unit 9: line 4")],
    ),
    (
        "another format",
        Leaves(|m| change_leaf(m, 9, "unit/v1", "unit/v2")),
        &[(10, "unit 9: line 1")],
    ),
    ("a small letter", Leaves(|m| change_leaf(m, 1, "CADB", "cADB")), &[(10, "unit 1: line 5")]),
    (
        "a digit in a row",
        Leaves(|m| change_leaf(m, 1, "EFF..", "EFF.1")),
        &[(10, "unit 1: line 6")],
    ),
    (
        "no last newline",
        Leaves(|m| {
            m.leaves[1].pop();
        }),
        &[(10, "unit 1: the last line does not end")],
    ),
    (
        "a newline more",
        Leaves(|m| m.leaves[1].push(b'\n')),
        &[(10, "unit 1: line 18 is not a row")],
    ),
    ("CRLF", Leaves(|m| change_leaf(m, 1, "CADB\n", "CADB\r\n")), &[(10, "unit 1: line 5")]),
    (
        "two empty lines",
        Leaves(|m| change_leaf(m, 1, "\n\n", "\n\n\n")),
        &[(10, "unit 1: line 12 is not a row")],
    ),
    (
        "an empty entry",
        Leaves(|m| m.leaves[1].clear()),
        &[(10, "unit 1: the last line does not end")],
    ),
];

#[test]
fn spoilt_texts_are_found() {
    check(TEXTS);
}
