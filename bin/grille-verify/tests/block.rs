//! A sound block, exit codes, and what is said of what could not be looked at.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod writer;

use std::fs;

use writer::run::run;
use writer::spoil::{Files, Manifest, Rules, UNITS, check, look};
use writer::{Model, base64, put};

#[test]
fn a_sound_block_holds() {
    let answer = look(&Files(|_| {}));
    answer.expect("sound", &[]);
    assert_eq!(answer.steps("held"), (1..=16).collect::<Vec<_>>(), "{}", answer.text);
    // 600 units: 12 of (2, 1) win 3.00; 60 end in 7 and win 2.00; 60 end in 3 and win 1.00.
    assert!(answer.text.contains("lots   132 lots, 216.00 EUR"), "{}", answer.text);
}

#[test]
fn blocks_of_other_sizes_hold() {
    for size in [1, 2, 255, 256, 257, 512, 1024] {
        let dir = tempfile::tempdir().unwrap();
        let mut model = Model::sound(size);
        model.beacon = None;
        let made = model.make();
        made.write(dir.path());
        run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()])
            .expect(&format!("{size} units"), &[]);
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    check(&[(
        "a link",
        Files(|d| {
            fs::rename(d.join("tile/entries/001"), d.parent().unwrap().join("elsewhere")).unwrap();
            std::os::unix::fs::symlink("../../../elsewhere", d.join("tile/entries/001")).unwrap();
        }),
        &[(1, "tile/entries/001: should not be there"), (9, "not a plain file")],
    )]);
}

#[test]
fn what_the_operator_signs_is_not_believed() {
    let dir = tempfile::tempdir().unwrap();
    let (sound, seen) = (Model::sound(UNITS).make(), dir.path().join("seen"));
    let block = dir.path().join("block");
    sound.write(&block);
    let text = sound.text(&sound.manifest());
    let root = text.lines().nth(2).unwrap();
    put(&block, "checkpoint", sound.model.sign(&text.replace(root, &base64(&[3; 32]))).as_bytes());
    let (path, vkey) = (block.to_str().unwrap(), sound.model.vkey());
    run(&["block", path, "--vkey", &vkey]).expect("another root", &[(3, "root"), (16, "follows")]);

    // A whole block that is sound, but is not the one that was announced.
    let mut other = sound.model.clone();
    other.units.swap(1, 2);
    other.shares[0] = [1; 32];
    other.shares.sort_by_key(|share| writer::sha(share));
    let other = other.make();
    fs::write(&seen, sound.checkpoint()).unwrap();
    other.write(&block);
    run(&["block", path, "--vkey", &vkey]).expect("another block, the key", &[]);
    run(&["block", path, "--checkpoint", seen.to_str().unwrap()])
        .expect("another block", &[(4, "not the published one's")]);

    let mut stranger = sound.model.clone();
    stranger.seed = [8; 32];
    stranger.make().write(&block);
    run(&["block", path, "--vkey", &vkey]).expect("another key", &[(4, "no signature of the key")]);
}

#[test]
fn what_cannot_be_done_is_not_called_held() {
    type Case = (&'static str, &'static [usize], &'static [usize]);
    let cases: [Case; 5] = [
        ("tile/entries/001", &[1, 2, 3, 4, 5, 6, 7, 8, 15], &[10, 11, 12, 13, 14, 16]),
        ("game.toml", &[2, 3, 4, 7, 8, 9, 13, 15, 16], &[5, 6, 10, 11, 12, 14]),
        ("manifest.json", &[4, 6, 9, 10, 11, 12, 13, 14, 15, 16], &[2, 3, 5, 7, 8]),
        ("checkpoint", &[2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], &[3, 4, 16]),
        ("lexicon.txt", &[2, 3, 4, 7, 8, 9, 10, 12, 13, 14, 15, 16], &[5, 6, 11]),
    ];
    for (name, held, unchecked) in cases {
        let dir = tempfile::tempdir().unwrap();
        let made = Model::sound(UNITS).make();
        made.write(dir.path());
        fs::remove_file(dir.path().join(name)).unwrap();
        let answer = run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()]);
        assert_eq!(answer.steps("held"), held, "{name}:\n{}", answer.text);
        assert_eq!(answer.steps("not checked"), unchecked, "{name}:\n{}", answer.text);
    }
}

#[test]
fn every_fault_is_counted_and_a_hundred_are_shown() {
    let answer =
        look(&Rules(|model| model.units.iter_mut().for_each(|unit| unit.letters = "CADD".into())));
    let faults = answer.faults(11);
    assert_eq!(faults.lines().count(), 101, "{}", answer.text);
    assert!(faults.starts_with("       unit 0:") && faults.ends_with("… and 500 more"), "{faults}");
}

#[test]
fn a_size_that_is_a_lie_costs_neither_time_nor_paper() {
    let answer = look(&Manifest(|text| text.replace("units\": 600", "units\": 4294967295")));
    assert_eq!(answer.code, 1);
    assert!(answer.text.len() < 100_000, "{} bytes", answer.text.len());
}

#[test]
fn exit_codes_tell_what_was_compared() {
    let dir = tempfile::tempdir().unwrap();
    let made = Model::sound(40).make();
    made.write(dir.path());
    let path = dir.path().to_str().unwrap();
    let alone = run(&["block", path]);
    assert_eq!(alone.code, 2, "{}", alone.text);
    assert!(
        alone.text.trim_end().ends_with("sound in itself, compared with nothing published"),
        "{}",
        alone.text
    );
    assert_eq!(alone.steps("not checked"), [4]);
    let content = run(&["block", path, "--in-itself"]);
    assert_eq!((content.code, &content.text), (0, &alone.text));
    assert_eq!(run(&["block", "/nowhere/at/all", "--in-itself"]).code, 2);
    assert_eq!(run(&["block", path, "--checkpoint", "/nowhere/at/all"]).code, 2);
    assert_eq!(run(&["block", path, "--quickly"]).code, 2);
    for vkey in ["", "a+b+c", &made.model.vkey().replace("+0", "+1"), &made.model.vkey()[1..]] {
        if *vkey != made.model.vkey() {
            assert_eq!(run(&["block", path, "--vkey", vkey]).code, 2, "{vkey}");
        }
    }
    fs::remove_file(dir.path().join("checkpoint")).unwrap();
    assert_eq!(run(&["block", path]).code, 1);
}
