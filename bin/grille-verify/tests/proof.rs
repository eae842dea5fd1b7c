//! A sound proof, and every way of spoiling one that we could think of.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod writer;

use std::fs;

use writer::run::{Answer, run};
use writer::{Made, Model, base64, leaf_hash};

const UNITS: usize = 600;
const UNIT: usize = 300;

/// What is spoilt, the proof, and the faults by their steps.
type Case<'a> = (&'a str, String, &'a [(usize, &'a str)]);

fn look(proof: &str, args: &[&str]) -> Answer {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("proof");
    fs::write(&file, proof).unwrap();
    run(&[&["proof", file.to_str().unwrap()], args].concat())
}

fn line(proof: &str, number: usize) -> &str {
    proof.lines().nth(number - 1).unwrap()
}

/// The proof with another line; `to` may be several lines, each with its newline, or none.
fn with_line(proof: &str, number: usize, to: &str) -> String {
    proof.replacen(&format!("{}\n", line(proof, number)), to, 1)
}

fn with_unit(made: &Made, change: impl Fn(&str) -> String) -> String {
    let text = change(std::str::from_utf8(&made.leaves[UNIT]).unwrap());
    with_line(&made.proof(UNIT), 2, &format!("extra {}\n", base64(text.as_bytes())))
}

/// The proof of a leaf that the operator put into the tree himself.
fn with_leaf(made: &Made, change: impl Fn(&str) -> String) -> String {
    let mut made = made.clone();
    made.leaves[UNIT] = change(std::str::from_utf8(&made.leaves[UNIT]).unwrap()).into_bytes();
    made.proof(UNIT)
}

#[test]
fn sound_proofs_hold_and_show_the_unit() {
    let made = Model::sound(UNITS).make();
    for index in [0, 1, 255, 256, 300, 511, 512, 598, 599] {
        let answer = look(&made.proof(index), &["--vkey", &made.model.vkey()]);
        answer.expect(&format!("unit {index}"), &[]);
        assert_eq!(answer.steps("held"), [1, 2, 3, 4, 5]);
        let unit = &made.model.units[index];
        for shown in
            unit.grids.iter().flatten().chain([&unit.letters, &made.block, &index.to_string()])
        {
            assert!(answer.text.contains(shown), "{shown}: {}", answer.text);
        }
    }
    let single = Model::sound(1).make();
    look(&single.proof(0), &["--vkey", &single.model.vkey()]).expect("a tree of one", &[]);
}

fn check(made: &Made, sound: &str, cases: &[Case<'_>]) {
    for (name, proof, expected) in cases {
        assert_ne!(proof, sound, "{name}");
        look(proof, &["--vkey", &made.model.vkey()]).expect(name, expected);
    }
}

#[test]
fn spoilt_forms_and_paths_are_found() {
    let made = Model::sound(UNITS).make();
    let sound = made.proof(UNIT);
    let path = |number: usize| line(&sound, 4 + number).to_owned() + "\n";
    let flipped = format!("{}{}", if path(0).starts_with('A') { 'B' } else { 'A' }, &path(0)[1..]);
    // The last character before the padding of 32 bytes holds two unused bits.
    let loose = format!("{}{}=\n", &path(0)[..42], char::from(path(0).as_bytes()[42] ^ 1));
    let cases: &[Case<'_>] = &[
        (
            "another index line",
            with_line(&sound, 3, "index 301\n"),
            &[(4, "not that of the `index` line"), (5, "does not lead")],
        ),
        (
            "another index in the text",
            with_leaf(&made, |t| t.replace("\n300\n", "\n301\n")),
            &[(4, "not that of the `index` line")],
        ),
        (
            "an index at the size",
            with_line(&sound, 3, "index 600\n"),
            &[(2, "not below the number of units"), (4, "index")],
        ),
        (
            "an index without end",
            with_line(&sound, 3, "index 99999999999999999999999\n"),
            &[(1, "`index ` line")],
        ),
        ("a zero before", with_line(&sound, 3, "index 0300\n"), &[(1, "`index ` line")]),
        ("a path one short", with_line(&sound, 13, ""), &[(5, "9 hashes instead of 10")]),
        (
            "a path one long",
            with_line(&sound, 4, &path(0).repeat(2)),
            &[(5, "11 hashes instead of 10")],
        ),
        ("a hash flipped", with_line(&sound, 4, &flipped), &[(5, "does not lead")]),
        (
            "hashes swapped",
            with_line(&with_line(&sound, 5, ""), 4, &(path(1) + &path(0))),
            &[(5, "does not lead")],
        ),
        ("loose bits", with_line(&sound, 4, &loose), &[(1, "line 4 is not a hash")]),
        (
            "no padding",
            with_line(&sound, 4, &path(0).replace('=', "")),
            &[(1, "line 4 is not a hash")],
        ),
        ("a short hash", with_line(&sound, 4, "AAAA\n"), &[(1, "line 4 is not a hash")]),
        ("no extra", with_line(&sound, 2, ""), &[(1, "no `extra ` line")]),
        ("no index", with_line(&sound, 3, ""), &[(1, "no `index ` line")]),
        ("CRLF", sound.replace('\n', "\r\n"), &[(1, "no empty line"), (2, "")]),
    ];
    check(&made, &sound, cases);
}

#[test]
fn spoilt_parts_are_found() {
    let made = Model::sound(UNITS).make();
    let sound = made.proof(UNIT);
    let path = |number: usize| line(&sound, 4 + number).to_owned() + "\n";
    let inner = [leaf_hash(&made.leaves[300]), leaf_hash(&made.leaves[301])].concat();
    let mut model = made.model.clone();
    model.shares[0] = [1; 32];
    let other = model.make();
    let tail = |proof: &str| proof.split_once("\n\n").unwrap().1.to_owned();
    let cases: &[Case<'_>] = &[
        (
            "a leaf from within",
            with_line(&sound, 2, &format!("extra {}\n", base64(&inner))),
            &[(4, ""), (5, "does not lead")],
        ),
        (
            "extra behind index",
            with_line(&with_line(&sound, 2, ""), 2, &format!("index 300\n{}\n", line(&sound, 2))),
            &[(1, "no `extra ` line")],
        ),
        (
            "loose extra",
            with_line(&sound, 2, &format!("{}=\n", line(&sound, 2))),
            &[(1, "no `extra ` line")],
        ),
        ("another format", with_line(&sound, 1, "c2sp.org/tlog-proof@v2\n"), &[(1, "line 1")]),
        ("no format", with_line(&sound, 1, ""), &[(1, "line 1")]),
        (
            "an empty line more",
            with_line(&sound, 4, &format!("\n{}", path(0))),
            &[(2, "lines of text")],
        ),
        ("a line behind", sound.clone() + "more\n", &[(2, "not a signature line")]),
        ("a letter", with_unit(&made, |t| t.replace("CADB", "CADX")), &[(5, "does not lead")]),
        (
            "another block's unit",
            with_leaf(&made, |t| t.replace("small-", "small-0")),
            &[(4, "block id")],
        ),
        (
            "another block's checkpoint",
            sound.replace(&tail(&sound), &tail(&other.proof(UNIT))),
            &[(4, "block id"), (5, "does not lead")],
        ),
        (
            "a ragged grid",
            with_leaf(&made, |t| t.replacen(".....\n", "....\n", 1)),
            &[(4, "no rectangles")],
        ),
        (
            "grids of two sizes",
            with_leaf(&made, |t| format!("{t}.....\n")),
            &[(4, "no rectangles")],
        ),
        (
            "a cell that is none",
            with_leaf(&made, |t| t.replacen(".....\n", "...*.\n", 1)),
            &[(4, "is not a row")],
        ),
        (
            "signature",
            sound.replace(line(&sound, 20), "— lottery.example AAAA"),
            &[(2, "not a signature line")],
        ),
        ("size", sound.replace("\n600\n", "\n601\n"), &[(3, "does not verify")]),
        ("nothing", String::new(), &[(1, "line 1"), (2, "")]),
    ];
    check(&made, &sound, cases);
}

#[test]
fn a_proof_of_another_block_is_told_by_the_checkpoint_alone() {
    let dir = tempfile::tempdir().unwrap();
    let seen = dir.path().join("seen");
    let made = Model::sound(UNITS).make();
    fs::write(&seen, made.checkpoint()).unwrap();
    let mut model = made.model.clone();
    model.shares[0] = [1; 32];
    let other = model.make();
    let seen = ["--checkpoint", seen.to_str().unwrap()];
    look(&made.proof(3), &seen).expect("the block", &[]);
    look(&other.proof(3), &seen).expect("another block", &[(3, "not the published one's")]);
    look(&other.proof(3), &["--vkey", &made.model.vkey()]).expect("the key alone", &[]);
    assert_eq!(look(&other.proof(3), &[]).code, 2);
    assert_eq!(look(&other.proof(3), &["--in-itself"]).code, 0);
    assert_eq!(run(&["proof", "/nowhere/at/all", "--in-itself"]).code, 2);
}

#[test]
fn what_is_printed_cannot_command_a_terminal() {
    let made = Model::sound(UNITS).make();
    let answer =
        look(&with_leaf(&made, |text| text.replace("CADB", "\u{1b}[2J")), &["--in-itself"]);
    assert_eq!(answer.steps("FAILED"), [4], "{}", answer.text);
    assert!(!answer.text.contains('\u{1b}'), "{}", answer.text);
}
