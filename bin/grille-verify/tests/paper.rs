//! Blocks on paper: their tickets' numbers follow from the manifest, and stand in the leaves.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod writer;

use std::fs;

use writer::run::run;
use writer::spoil::change_leaf;
use writer::{Made, Model, put};

const UNITS: usize = 600;

/// What the program says of a paper block that was spoilt before it was signed.
fn look(spoil: impl Fn(&mut Model), after: impl Fn(&mut Made)) -> writer::run::Answer {
    let dir = tempfile::tempdir().unwrap();
    let mut model = Model::paper(UNITS);
    spoil(&mut model);
    let mut made = model.make();
    after(&mut made);
    made.write(dir.path());
    run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()])
}

#[test]
fn a_sound_paper_block_holds() {
    look(|_| {}, |_| {}).expect("sound", &[]);
}

#[test]
fn what_is_wrong_with_numbers_is_named() {
    let number = |index: usize| Model::paper(UNITS).make().number_of(index);
    let swapped = (number(41), number(42));
    let answer = look(
        |_| {},
        |made| {
            change_leaf(made, 41, &swapped.0, &swapped.1);
            change_leaf(made, 42, &swapped.1, &swapped.0);
        },
    );
    let expected = format!("unit 41: its ticket's number is not {}", swapped.0);
    answer.expect("two numbers swapped", &[(10, &expected)]);

    let seventh = number(7);
    let lost = format!("\n{seventh}\n");
    let expected = format!("unit 7: its ticket's number is not {seventh}");
    look(|_| {}, |made| change_leaf(made, 7, &lost, "")).expect("no number", &[(10, &expected)]);

    let (head, check) = seventh.rsplit_once('-').unwrap();
    let other = format!("{head}-{}", (check.parse::<u8>().unwrap() + 1) % 10);
    let spoil = |made: &mut Made| change_leaf(made, 7, &seventh, &other);
    look(|_| {}, spoil).expect("another check digit", &[(10, &expected)]);

    let online = |model: &mut Model| model.game = model.game.replace("retail", "online");
    look(online, |_| {}).expect("not on paper", &[(6, "the game is not on paper")]);
}

#[test]
fn manifests_that_number_nothing_are_refused() {
    for paper in [
        ("31702", 1, 0),
        ("31702", 0, 30),
        ("31702", 9_999_981, 30),
        ("3170", 1, 30),
        ("31702", 1, 7),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let made = Model::paper(UNITS).make();
        let manifest = made.manifest();
        let (code, first, size) = paper;
        let manifest = manifest
            .replace("\"31702\"", &format!("\"{code}\""))
            .replace("\"first_book\": 990", &format!("\"first_book\": {first}"))
            .replace("\"book_tickets\": 30", &format!("\"book_tickets\": {size}"));
        made.write_with(dir.path(), &manifest);
        let answer = run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()]);
        assert_eq!(answer.steps("FAILED").first(), Some(&2), "{paper:?}: {}", answer.text);
        assert!(answer.faults(2).contains("`paper` numbers no tickets"), "{}", answer.text);
    }
}

#[test]
fn a_number_that_nobody_announced_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let mut made = Model::sound(UNITS).make();
    made.leaves[5].extend_from_slice(b"\n31702-0000990-005-0\n");
    made.write(dir.path());
    let answer = run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()]);
    answer.expect("a number", &[(10, "unit 5: its ticket's number is not none")]);
}

#[test]
fn proofs_of_tickets_show_their_number() {
    let dir = tempfile::tempdir().unwrap();
    let made = Model::paper(UNITS).make();
    let path = dir.path().join("proof");
    put(dir.path(), "proof", made.proof(77).as_bytes());
    let answer = run(&["proof", path.to_str().unwrap(), "--vkey", &made.model.vkey()]);
    answer.expect("a proof", &[]);
    assert!(answer.text.contains(&format!("ticket   {}", made.number_of(77))), "{}", answer.text);
    fs::remove_file(path).unwrap();
}
