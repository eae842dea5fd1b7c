//! A flipped bit anywhere in a block's directory is found, is named, and costs one unit at most.

use std::error::Error;
use std::num::NonZero;
use std::path::Path;

use crate::sample::{self, Silent, deal_into, files, ingredients, open, sealed};
use block::{Layout, SALT};
use chance::{Chance, Stream, StreamKey};
use game::{UnitIndex, Units};
use vault::{Damage, Ingredients, Share, VaultError, disclose, repair};

const TWO: NonZero<usize> = NonZero::new(2).unwrap();

/// Everything that is found wrong with a block's directory, as its reader would be told.
fn faults(dir: &Path, from: &Ingredients) -> Vec<String> {
    let block = match open(dir, from) {
        Ok(block) => block,
        Err(error) => return vec![chain(&error)],
    };
    let mut found = Vec::new();
    let map = |chunk: &vault::Chunk<'_>| {
        let broken = chunk.units().filter_map(|(index, unit)| unit.err().map(|it| (index, it)));
        Ok(broken.collect::<Vec<(u64, Damage)>>())
    };
    let sink = |broken: Vec<(u64, Damage)>| {
        found.extend(broken.iter().map(|(index, damage)| format!("unit {index}: {damage:?}")));
        Ok::<(), VaultError>(())
    };
    block.scan(TWO, &Silent, map, sink).unwrap();
    found
}

fn chain(error: &dyn Error) -> String {
    let source = error.source().map_or_else(String::new, |source| format!(": {}", chain(source)));
    format!("{error}{source}")
}

/// What must be named when a bit of the byte `at` of the file `name` is flipped.
fn expected(name: &str, at: usize, record: usize) -> String {
    if name == "units.sealed" { format!("unit {}: Unopened", at / record) } else { name.to_owned() }
}

#[test]
fn a_hundred_flipped_bits_are_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::mots_croises(), 7);
    deal_into(&dir, &from, 2).unwrap();
    assert_eq!(faults(&dir, &from), [""; 0]);
    let files: Vec<(String, Vec<u8>)> = files(&dir).into_iter().collect();
    let record = files.iter().find(|(name, _)| name == "units.sealed").unwrap().1.len() / 3000;
    // Half of them in any file with equal chance, since most bytes lie in the units.
    let mut chance: Stream = StreamKey::new([1; 32]).stream(0, 0);
    let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    for round in 0..120 {
        let (file, at) = if round % 2 == 0 {
            let file = chance.below(files.len() as u32) as usize;
            (file, chance.below(files[file].1.len() as u32) as usize)
        } else {
            let mut at = chance.below(total as u32) as usize;
            let mut file = 0;
            while at >= files[file].1.len() {
                at -= files[file].1.len();
                file += 1;
            }
            (file, at)
        };
        let (name, sound) = &files[file];
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << chance.below(8);
        std::fs::write(dir.join(name), &bytes).unwrap();
        let found = faults(&dir, &from);
        let named = expected(name, at, record);
        assert_eq!(found.len(), 1, "byte {at} of {name}: {found:?}");
        assert!(found[0].contains(&named), "byte {at} of {name}: {found:?}");
        std::fs::write(dir.join(name), sound).unwrap();
    }
    assert_eq!(faults(&dir, &from), [""; 0]);
}

#[test]
fn a_damaged_record_costs_one_unit_and_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::maxi(), 7);
    deal_into(&dir, &from, 2).unwrap();
    let path = dir.join("units.sealed");
    let sound = std::fs::read(&path).unwrap();
    let record = sound.len() / 768;
    let mut bytes = sound.clone();
    bytes[5 * record + 20] ^= 1;
    // A record in another's place opens nothing: it is bound to its index.
    bytes.copy_within(9 * record..10 * record, 700 * record);
    std::fs::write(&path, &bytes).unwrap();

    let block = open(&dir, &from).unwrap();
    let error = |index| block.unit(UnitIndex(index)).unwrap_err().to_string();
    assert_eq!(error(5), "the record of unit 5 is damaged");
    assert_eq!(error(700), "the record of unit 700 is damaged");
    assert!(block.unit(UnitIndex(4)).is_ok() && block.unit(UnitIndex(6)).is_ok());
    let shares = vec![Share::new([7; 32])];
    let out = folder.path().join("disclosed");
    let refused = disclose(&block, shares.clone(), &out, TWO, &Silent).unwrap_err();
    assert!(matches!(refused, VaultError::Damaged { index: 5 }), "{refused}");
    assert!(!out.exists() && !folder.path().join("disclosed.part").exists());

    let wrong = repair(&block, vec![Share::new([8; 32])], TWO, &Silent).unwrap_err();
    assert!(matches!(wrong, VaultError::OtherShares(_)));
    assert_eq!(repair(&block, shares.clone(), TWO, &Silent).unwrap(), [5, 700]);
    assert_eq!(std::fs::read(&path).unwrap(), sound);
    assert_eq!(repair(&block, shares, TWO, &Silent).unwrap(), [0_u64; 0]);

    std::fs::write(&path, &sound[1..]).unwrap();
    assert!(matches!(open(&dir, &from), Err(VaultError::Length { .. })));
}

/// Whoever has the selling key can seal another unit into a place; its leaf gives it away.
#[test]
fn a_record_that_opens_as_another_unit_is_refused_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::maxi(), 7);
    deal_into(&dir, &from, 2).unwrap();
    let path = dir.join("units.sealed");
    let sound = std::fs::read(&path).unwrap();
    let record = sound.len() / 768;
    let mut unit = open(&dir, &from).unwrap().unit(UnitIndex(300)).unwrap();
    unit.letters.swap(0, 1);
    let mut plain = Vec::new();
    Layout::of(&from.rules.game).write(&[7; SALT], &unit, &mut plain);
    let mut bytes = sound.clone();
    bytes[300 * record..301 * record].copy_from_slice(&sealed(&from, 300, plain));
    std::fs::write(&path, &bytes).unwrap();

    assert_eq!(faults(&dir, &from), ["unit 300: OtherLeaf"]);
    let block = open(&dir, &from).unwrap();
    let error = block.unit(UnitIndex(300)).unwrap_err().to_string();
    assert_eq!(error, "the record of unit 300 does not fit its leaf");
    let mended = repair(&block, vec![Share::new([7; 32])], TWO, &Silent).unwrap();
    assert_eq!(mended, [300]);
    assert_eq!(std::fs::read(&path).unwrap(), sound);
}

/// Whoever changes a tile while the block is on sale is noticed at the next unit.
#[test]
fn a_tile_that_changes_later_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::maxi(), 7);
    deal_into(&dir, &from, 2).unwrap();
    let block = open(&dir, &from).unwrap();
    let tile = dir.join("tile/0/001");
    let mut bytes = std::fs::read(&tile).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&tile, bytes).unwrap();
    assert!(block.unit(UnitIndex(255)).is_ok());
    let error = block.unit(UnitIndex(300)).unwrap_err().to_string();
    assert!(error.contains("tile/0/001"), "{error}");
}
