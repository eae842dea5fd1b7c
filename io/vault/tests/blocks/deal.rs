//! A block on disk: exactly its table, the same for any number of threads, whole or not there.

use std::collections::BTreeMap;
use std::num::NonZero;

use crate::sample::{self, Silent, deal_into, files, ingredients, open};
use block::hex::hex;
use game::{UnitIndex, Units, check_form, score};
use vault::{Commitment, VaultError, deal, rebuild};

const TWO: NonZero<usize> = NonZero::new(2).unwrap();

#[test]
fn a_block_is_exactly_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::mots_croises(), 7);
    let dealt = deal_into(&dir, &from, 2).unwrap();
    let block = open(&dir, &from).unwrap();
    assert_eq!(block.block_id(), dealt.manifest.block.as_str());
    assert_eq!(block.count(), 3000);
    let mut lots: BTreeMap<u64, u32> = BTreeMap::new();
    for index in 0..block.count() {
        let unit = block.unit(UnitIndex(index)).unwrap();
        assert_eq!(check_form(&from.rules.game, &unit), [], "unit {index}");
        *lots.entry(score(&from.rules.game, &unit).unwrap().lot.0).or_default() += 1;
    }
    let winners = sample::MOTS_CROISES.iter().map(|&(count, cents)| (cents, count));
    assert_eq!(lots, winners.chain([(0, 2295)]).collect());
    assert!(block.unit(UnitIndex(3000)).is_err());
}

/// The units of a block are those that its shares make one by one.
#[test]
fn threads_change_no_byte_and_another_share_changes_them() {
    let folder = tempfile::tempdir().unwrap();
    let dealt = |name: &str, share, threads| {
        let dir = folder.path().join(name);
        deal_into(&dir, &ingredients(&sample::mots_croises(), share), threads).unwrap();
        files(&dir)
    };
    let one = dealt("one", 7, 1);
    assert_eq!(one, dealt("three", 7, 3));
    let other = dealt("other", 8, 2);
    let same: Vec<&String> = one.keys().filter(|&name| other.get(name) == one.get(name)).collect();
    assert_eq!(same, ["game.toml", "lexicon.txt"]);
}

#[test]
fn the_shares_make_the_block_again_and_another_root_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::maxi(), 7);
    let dealt = deal_into(&dir, &from, 2).unwrap();
    assert_eq!(rebuild(&from, TWO, &Silent).unwrap().manifest, dealt.manifest);

    // Someone without the operator's key makes the block again, and lays the checkpoint into it.
    let again = folder.path().join("again");
    deal(&again, &from, None, Some(dealt.manifest.root), TWO, &Silent).unwrap();
    assert!(Commitment::open(&again).is_err(), "without a checkpoint it is no block");
    std::fs::copy(dir.join("checkpoint"), again.join("checkpoint")).unwrap();
    assert_eq!(files(&again), files(&dir));

    let other = folder.path().join("other");
    let refused = deal(&other, &from, None, Some([0; 32]), TWO, &Silent).unwrap_err();
    assert!(matches!(refused, VaultError::OtherRoot { expected, .. } if expected == [0; 32]));
    assert!(!other.exists() && !folder.path().join("other.part").exists());
}

/// The same shares with another game have nothing in common: no salt, no face, no letters.
#[test]
fn another_game_file_with_the_same_shares_gives_another_block() {
    let folder = tempfile::tempdir().unwrap();
    let text = sample::mots_croises();
    let texts = [text.clone(), text.replace("version = 1", "version = 2")];
    let leaves = texts.map(|text| {
        let from = ingredients(&text, 7);
        let dir = folder.path().join(from.block_id().as_str());
        deal_into(&dir, &from, 2).unwrap();
        let block = open(&dir, &from).unwrap();
        let leaf = |index| String::from_utf8(block.leaf(index).unwrap()).unwrap();
        (0..3000).map(leaf).collect::<Vec<String>>()
    });
    // Line by line: the format, the index and single rows may be equal, salts and letters not.
    for (one, other) in leaves[0].iter().zip(&leaves[1]) {
        let ([one, other], rows) = ([one, other].map(|leaf| leaf.lines().collect::<Vec<_>>()), 5);
        assert_ne!(one[1], other[1]);
        assert_ne!(one[3], other[3]);
        assert_ne!(one[rows..], other[rows..]);
    }
    let letters = |leaf: &String| leaf.lines().nth(4).unwrap().to_owned();
    let equal = leaves[0].iter().zip(&leaves[1]).filter(|(a, b)| letters(a) == letters(b)).count();
    assert_eq!(equal, 0, "two draws of 14 letters in order are equal once in 10^16");
}

#[test]
fn nothing_is_overwritten_and_what_is_not_whole_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let part = folder.path().join("block.part");
    // What a deal that was stopped leaves behind.
    std::fs::create_dir(&part).unwrap();
    std::fs::write(part.join("units.sealed"), "half").unwrap();
    let from = ingredients(&sample::maxi(), 7);
    assert!(open(&part, &from).is_err() && open(&dir, &from).is_err());
    // Unless it is still at work.
    let lock = std::fs::File::open(&part).unwrap();
    lock.lock().unwrap();
    assert!(matches!(deal_into(&dir, &from, 2), Err(VaultError::AtWork(_))));
    assert!(part.join("units.sealed").exists());
    drop(lock);
    deal_into(&dir, &from, 2).unwrap();
    assert!(!part.exists());
    assert!(matches!(deal_into(&dir, &from, 2), Err(VaultError::Exists(_))));
    let other = ingredients(&sample::maxi(), 8);
    assert!(matches!(open(&dir, &other), Err(VaultError::OtherKey { .. })));
}

/// Roots of small blocks, frozen: they change only with a format version, and with the word list.
#[test]
fn golden_roots() {
    let golden = [
        (
            sample::mots_croises(),
            "mots-croises-a5d6c6e726edf425",
            "3b4b976bcd9b79395c0a6e26ef55e3d13a77434dd2dfb0201349d3f083597ea5",
        ),
        (
            sample::maxi(),
            "maxi-mots-croises-3d2fc59c56397d1b",
            "7fbd69a4f4eb65e6708197c79d724ddea9e7b6f43e24a29bbd1ea736450cf35c",
        ),
    ];
    for (text, id, root) in golden {
        let manifest = rebuild(&ingredients(&text, 7), TWO, &Silent).unwrap().manifest;
        assert_eq!((manifest.block.as_str(), hex(&manifest.root).as_str()), (id, root));
    }
}

/// Everything that a verifier needs is public, and nothing else is: not by any other name either.
#[test]
fn public_files_are_public_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::mots_croises(), 7);
    deal_into(&dir, &from, 2).unwrap();
    let block = Commitment::open(&dir).unwrap();
    let is_public = |name: &str| block.public_file(name).unwrap().is_some();
    let mut public = 0;
    for (name, bytes) in files(&dir) {
        let given = block.public_file(&name).unwrap();
        if name == "units.sealed" {
            assert_eq!(given, None);
        } else {
            assert_eq!(given.as_deref(), Some(&bytes[..]), "{name}");
            public += 1;
        }
    }
    // 3 000 leaves are twelve tiles of level 0 and one of level 1; and four files.
    assert_eq!(public, 12 + 1 + 4);
    for name in [
        "",
        ".",
        "..",
        "tile",
        "tile/0",
        "tile/0/0",
        "tile/0/012",
        "tile/0/x000/000",
        "tile/0/011",
        "tile/0/000.p/3",
        "tile/2/000",
        "tile/00/000",
        "tile/0/../../checkpoint",
        "/checkpoint",
        "./checkpoint",
        "tile/entries/000",
        "tile/0/18446744073709551616",
        "units.sealed",
        "tile/../units.sealed",
    ] {
        assert!(!is_public(name), "{name}");
    }
}
