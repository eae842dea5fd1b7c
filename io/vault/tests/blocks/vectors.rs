//! The blocks of `docs/spec/vectors/block.json`, computed by another implementation: made again
//! from their sources, and read from a directory that holds the other one's bytes.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;

use block::hex::{bytes, hex};
use block::note::{Checkpoint, VerifierKey, is_signed};
use block::tree::leaf_hash;
use block::{Beacon, Codes, Records, Salts, Sources};
use game::{Grid, Letter, Unit};
use serde_json::Value;
use sha2::{Digest, Sha256};
use ticket::{GameCode, Printing};
use vault::{
    Block, CHECKPOINT, Commitment, GAME, Ingredients, LEXICON, MANIFEST, Manifest, Rules, Share,
    UNITS, disclose, load_signing_key,
};

use crate::sample::{Silent, files};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../docs/spec/vectors/block.json")).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

fn shares(vector: &Value) -> Vec<Share> {
    let share =
        |digits: &Value| Share::new(bytes(digits.as_str().unwrap()).unwrap().try_into().unwrap());
    list(vector, "shares").iter().map(share).collect()
}

fn beacon(vector: &Value) -> Option<Beacon> {
    let beacon = &vector["beacon"];
    let round = beacon["round"].as_str()?;
    Some(Beacon::new(round.to_owned(), bytes(text(beacon, "value")).unwrap()).unwrap())
}

fn ingredients(vector: &Value) -> Ingredients {
    let file = |key| text(vector, key).as_bytes().to_vec();
    let rules = Rules::parse(file("game_toml"), file("lexicon_txt")).unwrap();
    let from = Ingredients::new(rules, shares(vector), beacon(vector));
    let units = from.rules.game.block_units;
    from.printed(printing(vector, units))
}

fn printing(vector: &Value, units: u32) -> Option<Printing> {
    let paper = vector.get("paper")?;
    let number = |key: &str| u32::try_from(paper[key].as_u64().unwrap()).unwrap();
    let code = GameCode::parse(text(paper, "game_code")).unwrap();
    let size = number("book_tickets").try_into().unwrap();
    Some(Printing::new(code, number("first_book"), size, units).unwrap())
}

fn unit(vector: &Value) -> Unit {
    let grid = |rows: &Value| {
        let rows: Vec<&str> =
            rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        Grid::from_rows(&rows).unwrap()
    };
    Unit {
        letters: text(vector, "letters")
            .bytes()
            .map(|it| Letter::from_ascii(it).unwrap())
            .collect(),
        grids: list(vector, "grids").iter().map(grid).collect(),
    }
}

/// Files of the vector by name, whose contents are written in hexadecimal.
fn named(vector: &Value, key: &str) -> BTreeMap<String, Vec<u8>> {
    let files = vector[key].as_object().unwrap();
    files.iter().map(|(name, it)| (name.clone(), bytes(it.as_str().unwrap()).unwrap())).collect()
}

/// The public files that an undisclosed and a disclosed block have in common.
fn public_files(vector: &Value) -> BTreeMap<String, Vec<u8>> {
    let mut files = named(vector, "tiles");
    let texts = [
        (MANIFEST, "manifest"),
        (GAME, "game_toml"),
        (LEXICON, "lexicon_txt"),
        (CHECKPOINT, "checkpoint"),
    ];
    for (name, key) in texts {
        files.insert(name.to_owned(), text(vector, key).as_bytes().to_vec());
    }
    files
}

fn lay(dir: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files {
        let path = dir.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

#[test]
fn sources_give_the_published_names_and_keys() {
    for vector in list(&vectors(), "blocks") {
        let from = ingredients(vector);
        assert_eq!(from.block_id().as_str(), text(vector, "block"));
        let digest = hex(&Sha256::digest(text(vector, "block_text")));
        let named = format!("{}-{}", text(vector, "game"), &digest[..16]);
        assert_eq!(from.block_id().as_str(), named);
        assert_eq!(hex(&*from.secret().selling_key()), text(vector, "selling_key"));

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("selling");
        from.selling_key().save(&path).unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), text(vector, "selling_key_file"));
        let mut shares = shares(vector);
        shares.sort_by_key(Share::hash);
        let texts: Vec<String> = shares.iter().map(|share| share.text().to_string()).collect();
        assert_eq!(texts, list(vector, "share_files_in_disclosed_order"));
    }
}

#[test]
fn units_give_the_published_leaves() {
    for vector in list(&vectors(), "blocks") {
        let from = ingredients(vector);
        let layout = from.layout();
        let secret = from.secret();
        let (salts, codes) = (Salts::of(&secret), Codes::of(&secret));
        let records = Records::of(layout, &secret);
        for (index, expected) in (0..).zip(list(vector, "units")) {
            assert_eq!(hex(&salts.salt(index)), text(expected, "salt"));
            if let Some(code) = expected.get("code") {
                assert_eq!(hex(codes.code(index).bytes()), code.as_str().unwrap());
                assert_eq!(codes.code(index).grouped(' '), text(expected, "code_text"));
            }
            let (mut plain, mut leaf) = (Vec::new(), Vec::new());
            records.write(index, &unit(expected), &mut plain);
            layout.leaf(&from.block_id(), index, &plain, &mut leaf);
            assert_eq!(str::from_utf8(&leaf).unwrap(), text(expected, "leaf_data"));
            assert_eq!(hex(&leaf_hash(&leaf)), text(expected, "leaf_hash"));
        }
    }
}

#[test]
fn manifests_are_written_as_published() {
    for vector in list(&vectors(), "blocks") {
        let from = ingredients(vector);
        let mut hashes: Vec<_> = shares(vector).iter().map(Share::hash).collect();
        hashes.sort_unstable();
        let manifest = Manifest {
            block: from.block_id(),
            game: text(vector, "game").to_owned(),
            game_version: from.rules.game.version,
            sources: Sources {
                game: Sha256::digest(text(vector, "game_toml")).into(),
                lexicon: Sha256::digest(text(vector, "lexicon_txt")).into(),
                shares: hashes,
                beacon: beacon(vector),
                printing: printing(vector, from.rules.game.block_units),
            },
            units: u32::try_from(list(vector, "units").len()).unwrap(),
            root: bytes(text(vector, "root")).unwrap().try_into().unwrap(),
        };
        let written = manifest.to_bytes();
        assert_eq!(str::from_utf8(&written).unwrap(), text(vector, "manifest"));
        assert_eq!(hex(&Sha256::digest(&written)), text(vector, "manifest_sha256"));
        assert_eq!(Manifest::parse(&written).unwrap(), manifest);
    }
}

#[test]
fn the_operators_key_signs_as_published() {
    let vectors = vectors();
    let operator = &vectors["operator"];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("signing");
    std::fs::write(&path, text(operator, "signing_key_file")).unwrap();
    let key = load_signing_key(&path).unwrap();
    assert_eq!(key.verifier().to_string(), text(operator, "verifier_key"));
    assert_eq!(key.verifier(), VerifierKey::parse(text(operator, "verifier_key")).unwrap());
    for vector in list(&vectors, "blocks") {
        let checkpoint = Checkpoint::new(
            key.verifier().name(),
            &ingredients(vector).block_id(),
            list(vector, "units").len() as u64,
            bytes(text(vector, "root")).unwrap().try_into().unwrap(),
            bytes(text(vector, "manifest_sha256")).unwrap().try_into().unwrap(),
        );
        assert_eq!(checkpoint.sign(&key), text(vector, "checkpoint"));
        assert_eq!(Checkpoint::parse(text(vector, "checkpoint")).unwrap(), checkpoint);
        assert!(is_signed(text(vector, "checkpoint"), &key.verifier()));
    }
}

/// What the other implementation sealed opens here, and gives its proofs and its disclosure.
#[test]
fn a_directory_of_the_published_bytes_opens_and_is_disclosed() {
    let vectors = vectors();
    let operator = VerifierKey::parse(text(&vectors["operator"], "verifier_key")).unwrap();
    for vector in list(&vectors, "blocks") {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("block");
        let mut expected = public_files(vector);
        lay(&dir, &expected);
        let units = list(vector, "units");
        let sealed: Vec<u8> =
            units.iter().flat_map(|unit| bytes(text(unit, "record")).unwrap()).collect();
        std::fs::write(dir.join(UNITS), sealed).unwrap();
        let key = folder.path().join("selling");
        std::fs::write(&key, text(vector, "selling_key_file")).unwrap();

        Commitment::open(&dir).unwrap().check_signature(&operator).unwrap();
        let block = Block::open_dir(&dir, &[key]).unwrap();
        for (index, unit) in (0..).zip(units) {
            assert_eq!(block.leaf(index).unwrap(), text(unit, "leaf_data").as_bytes());
            assert_eq!(block.prove(index).unwrap(), text(unit, "proof"));
            let ticket = block.ticket(index).unwrap();
            let number = ticket.as_ref().map(|ticket| ticket.identification.to_string());
            assert_eq!(number.as_deref(), unit.get("identification").and_then(Value::as_str));
            let code = ticket.map(|ticket| hex(ticket.code.bytes()));
            assert_eq!(code.as_deref(), unit.get("code").and_then(Value::as_str));
        }
        let disclosed = folder.path().join("disclosed");
        let threads = NonZero::new(1).unwrap();
        disclose(&block, shares(vector), &disclosed, threads, &Silent).unwrap();
        expected.extend(named(vector, "bundles"));
        for (number, share) in (1..).zip(list(vector, "share_files_in_disclosed_order")) {
            let share = share.as_str().unwrap().as_bytes().to_vec();
            expected.insert(format!("shares/{number}"), share);
        }
        assert_eq!(files(&disclosed), expected);
    }
}
