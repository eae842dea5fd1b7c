//! The functions that are fuzzed, on a fixed corpus: what is sound, cut short, and with bytes of it
//! changed, lost and doubled.

use chance::{Chance, StreamKey};

use crate::directory::Directory;
use crate::functions;
use crate::sample::{self, deal_into, ingredients};

/// So many mutants of each sound input.
const MUTANTS: u32 = 400;

fn check(name: u64, function: impl Fn(&[u8]), sound: &[&[u8]]) {
    let mut chance = StreamKey::new([5; 32]).stream(name, 0);
    function(&[]);
    for bytes in sound {
        function(bytes);
        for _ in 0..MUTANTS {
            let mut mutant = bytes.to_vec();
            for _ in 0..=chance.below(4) {
                let at = chance.below(mutant.len().max(1) as u32) as usize;
                let end = mutant.len().min(at + 1 + chance.below(40) as usize);
                match chance.below(5) {
                    0 if at < mutant.len() => mutant[at] ^= 1 << chance.below(8),
                    1 => mutant.truncate(at),
                    2 => drop(mutant.drain(at..end)),
                    3 => mutant.extend_from_within(at..end),
                    _ => mutant.insert(at, b"0-9\"'{}[]\n =.\xff"[chance.below(14) as usize]),
                }
            }
            function(&mutant);
        }
    }
}

#[test]
fn game_files() {
    let shipped: [&[u8]; 2] = [
        include_bytes!("../../../../games/mots-croises.toml"),
        include_bytes!("../../../../games/maxi-mots-croises.toml"),
    ];
    check(0, functions::game_file, &shipped);
}

#[test]
fn word_lists() {
    let words = &sample::LEXICON[..2000];
    check(1, functions::word_list, &[words.as_bytes(), b"AS 5\nOR\n"]);
}

#[test]
fn manifests_checkpoints_and_records() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    deal_into(&dir, &ingredients(&sample::maxi(), 7), 2).unwrap();
    let file = |name: &str| std::fs::read(dir.join(name)).unwrap();
    check(2, functions::manifest, &[&file("manifest.json")]);
    check(3, functions::checkpoint, &[&file("checkpoint")]);
    let record = [&[7; 16][..], &[b'A'; 18], &[b'.'; 242]].concat();
    check(4, functions::record, &[&record]);
}

/// Files of a block, its sealed units first, and its selling key.
#[test]
fn sealed_blocks() {
    let directory = Directory::new();
    let cases = directory.cases();
    let cases: Vec<&[u8]> = cases.iter().map(Vec::as_slice).collect();
    check(5, |case| directory.check(case), &cases);
}
