//! The trees of `docs/spec/vectors/block.json` and the proofs of `docs/spec/vectors/proof.json`,
//! computed by another implementation.

#![expect(clippy::unwrap_used, reason = "a vector that cannot be read fails the test")]

use base64ct::{Base64, Encoding};
use block::hex::hex;
use block::note::{Checkpoint, VerifierKey, is_signed, proof};
use block::tree::{Hash, Tile, inclusion_path, leaf_hash, root, root_of_path, tiles, upper_tiles};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn blocks() -> Value {
    serde_json::from_str(include_str!("../../../docs/spec/vectors/block.json")).unwrap()
}

fn proofs() -> Value {
    serde_json::from_str(include_str!("../../../docs/spec/vectors/proof.json")).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap()
}

/// Every tile of the tree over these leaves, with its hashes.
fn all_tiles(hashes: &[Hash]) -> Vec<(Tile, Vec<Hash>)> {
    let mut made: Vec<_> = tiles(hashes.len() as u64, 0).zip(hashes.chunks(256)).collect();
    let whole: Vec<Hash> = hashes.chunks_exact(256).map(root).collect();
    let upper = upper_tiles(&whole);
    made.extend(upper.iter().map(|(tile, hashes)| (*tile, &hashes[..])));
    made.into_iter().map(|(tile, hashes)| (tile, hashes.to_vec())).collect()
}

#[test]
fn trees_have_the_published_roots_tiles_and_paths() {
    for tree in list(&blocks(), "trees") {
        let count = number(tree, "leaves");
        let leaves: Vec<String> = (0..count).map(|index| index.to_string()).collect();
        let hashes: Vec<Hash> = leaves.iter().map(|leaf| leaf_hash(leaf.as_bytes())).collect();
        assert_eq!(hex(&root(&hashes)), text(tree, "root"), "{count} leaves");

        let made = all_tiles(&hashes);
        let found = made.iter().map(|(tile, hashes)| {
            (tile.path(), Value::from(hex(&Sha256::digest(hashes.as_flattened()))))
        });
        assert_eq!(Value::Object(found.collect()), tree["tiles_sha256"], "{count} leaves");
        let bundles = tiles(count, 0).zip(leaves.chunks(256)).map(|(tile, leaves)| {
            let entry = |leaf: &String| [&[0, leaf.len() as u8], leaf.as_bytes()].concat();
            let bundle: Vec<u8> = leaves.iter().flat_map(entry).collect();
            (tile.bundle_path(), Value::from(hex(&Sha256::digest(bundle))))
        });
        assert_eq!(Value::Object(bundles.collect()), tree["bundles_sha256"], "{count} leaves");

        for vector in list(tree, "paths") {
            let index = number(vector, "index");
            let tile = |asked| made.iter().find(|(tile, _)| *tile == asked).map(|it| it.1.clone());
            let path = inclusion_path(index, count, |asked| tile(asked).ok_or(asked)).unwrap();
            let digits: Vec<String> = path.iter().map(|hash| hex(hash)).collect();
            assert_eq!(digits, list(vector, "path"), "leaf {index} of {count}");
            let found = root_of_path(hashes[index as usize], index, count, &path);
            assert_eq!(found, Some(root(&hashes)), "leaf {index} of {count}");
        }
    }
}

#[test]
fn tiles_have_the_published_names() {
    for vector in list(&blocks(), "tile_names") {
        let level = vector["level"].as_u64();
        let tile = Tile {
            level: u8::try_from(level.unwrap_or(0)).unwrap(),
            number: number(vector, "number"),
            width: u16::try_from(number(vector, "width")).unwrap(),
        };
        let name = if level.is_some() { tile.path() } else { tile.bundle_path() };
        assert_eq!(name, text(vector, "name"));
    }
}

#[test]
fn paths_have_the_published_lengths() {
    for vector in list(&blocks(), "path_lengths") {
        let (index, leaves) = (number(vector, "index"), number(vector, "leaves"));
        let fits = |length: &usize| {
            root_of_path([0; 32], index, leaves, &vec![[0; 32]; *length]).is_some()
        };
        let found: Vec<usize> = (0..70).filter(fits).collect();
        assert_eq!(found, [number(vector, "length") as usize], "leaf {index} of {leaves}");
    }
}

/// A proof taken apart, as far as nothing but its own lines are asked.
struct Parts<'a> {
    leaf: Vec<u8>,
    index: u64,
    path: Vec<Hash>,
    note: &'a str,
}

fn parts(proof: &str) -> Parts<'_> {
    let (head, note) = proof.split_once("\n\n").unwrap();
    let lines: Vec<&str> = head.split('\n').collect();
    let hash = |line: &&str| Base64::decode_vec(line).unwrap().try_into().unwrap();
    Parts {
        leaf: Base64::decode_vec(lines[1].strip_prefix("extra ").unwrap()).unwrap(),
        index: lines[2].strip_prefix("index ").unwrap().parse().unwrap(),
        path: lines[3..].iter().map(hash).collect(),
        note,
    }
}

#[test]
fn sound_proofs_are_written_as_published() {
    let vectors = proofs();
    for vector in list(&vectors, "sound") {
        let Parts { leaf, index, path, note } = parts(text(vector, "proof"));
        assert_eq!(proof(index, &leaf, &path, note), text(vector, "proof"));
        assert_eq!(faults(&vectors, vector), [0; 0], "{}", text(vector, "name"));
    }
}

/// The steps 2, 3 and 5 of `docs/spec/verification.md` that a proof of a sound form fails.
fn faults(published: &Value, vector: &Value) -> Vec<u64> {
    let Parts { leaf, index, path, note } = parts(text(vector, "proof"));
    let key = VerifierKey::parse(text(published, "vkey")).unwrap();
    let expected = Checkpoint::parse(text(published, "checkpoint")).unwrap();
    let Ok(checkpoint) = Checkpoint::parse(note) else { return vec![2] };
    let mut faults = Vec::new();
    if index >= checkpoint.leaves {
        return vec![2];
    }
    let named = checkpoint.origin.starts_with(&format!("{}/", key.name()));
    if checkpoint.text() != expected.text() || !is_signed(note, &key) || !named {
        faults.push(3);
    }
    let top = root_of_path(leaf_hash(&leaf), index, checkpoint.leaves, &path);
    if top != Some(checkpoint.root) {
        faults.push(5);
    }
    faults
}

/// What step 1 asks of a proof's form and step 4 of a unit's text is a verifier's matter; the rest
/// is decided by this crate.
#[test]
fn broken_proofs_fail_the_published_steps() {
    let vectors = proofs();
    for vector in list(&vectors, "broken") {
        let steps: Vec<u64> =
            list(vector, "steps").iter().map(|step| step.as_u64().unwrap()).collect();
        if steps.contains(&1) {
            continue;
        }
        let decided: Vec<u64> = steps.iter().copied().filter(|&step| step != 4).collect();
        let expected = if decided.contains(&2) { vec![2] } else { decided };
        assert_eq!(faults(&vectors, vector), expected, "{}", text(vector, "name"));
    }
}
