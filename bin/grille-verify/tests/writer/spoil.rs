//! Spoils blocks, and looks at what the program says.

use std::fs;
use std::path::Path;

use super::run::{Answer, run};
use super::{Made, Model, put};

pub const UNITS: usize = 600;

/// Where a block is spoilt: before everything follows from it, or in the written files.
pub enum Spoil {
    Model(fn(&mut Model)),
    Leaves(fn(&mut Made)),
    Manifest(fn(&str) -> String),
    Files(fn(&Path)),
}
pub use Spoil::{Files, Leaves, Manifest, Model as Rules};

pub type Case = (&'static str, Spoil, &'static [(usize, &'static str)]);

/// What is spoilt before the signing is compared with the key alone, files with the checkpoint too.
pub fn look(spoil: &Spoil) -> Answer {
    let dir = tempfile::tempdir().unwrap();
    let (block, seen) = (dir.path().join("block"), dir.path().join("published"));
    let mut model = Model::sound(UNITS);
    if let Rules(spoil) = spoil {
        spoil(&mut model);
    }
    let vkey = Model::sound(1).vkey();
    let mut made = model.make();
    if let Leaves(spoil) = spoil {
        spoil(&mut made);
    }
    match spoil {
        Manifest(spoil) => made.write_with(&block, &spoil(&made.manifest())),
        _ => made.write(&block),
    }
    fs::copy(block.join("checkpoint"), &seen).unwrap();
    let (block, seen) = (block.to_str().unwrap(), seen.to_str().unwrap());
    match spoil {
        Files(spoil) => {
            spoil(Path::new(block));
            run(&["block", block, "--vkey", &vkey, "--checkpoint", seen])
        }
        _ => run(&["block", block, "--vkey", &vkey]),
    }
}

pub fn check(cases: &[Case]) {
    for (name, spoil, expected) in cases {
        look(spoil).expect(name, expected);
    }
}

pub fn edit(dir: &Path, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(dir.join(name)).unwrap();
    change(&mut bytes);
    put(dir, name, &bytes);
}

pub fn replace(dir: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(dir.join(name)).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    put(dir, name, text.replacen(from, to, 1).as_bytes());
}

pub fn line(dir: &Path, name: &str, number: usize) -> String {
    fs::read_to_string(dir.join(name)).unwrap().lines().nth(number).unwrap().to_owned()
}

pub fn change_leaf(made: &mut Made, unit: usize, from: &str, to: &str) {
    let text = String::from_utf8(made.leaves[unit].clone()).unwrap();
    assert!(text.contains(from), "{text} has no {from}");
    made.leaves[unit] = text.replacen(from, to, 1).into_bytes();
}
