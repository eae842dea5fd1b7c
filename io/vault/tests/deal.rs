//! A block on disk: whole or not there, the same for any number of threads, exactly its table.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;

use block::{Recipe, Secret};
use game::{Game, LexiconFacts, UnitIndex, Units, check_form, score};
use grid::Lexicon;
use vault::{Block, Ingredients, Manifest, Progress, VaultError, deal};

/// A small block by the rules of Mots Croisés: real grids, a table of its own.
fn game() -> (String, Game, Lexicon) {
    let text = include_str!("../../../games/mots-croises.toml");
    let rules = &text[..text.find("[[prize]]").unwrap()];
    let lines = [(1, 3_000_000), (2, 100_000), (3, 50_000), (10, 15_000), (50, 3000), (100, 1300)];
    let mut text = rules.replace("block_units = 1_500_000", "block_units = 3_000");
    for (count, cents) in lines.iter().chain(&[(420, 600), (119, 300)]) {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    let lexicon = Lexicon::parse(include_str!("../../../lexicon/fr.txt")).unwrap();
    let words_by_length = lexicon.words_by_length().to_vec();
    let facts = LexiconFacts { name: "fr".to_owned(), words_by_length };
    let game = Game::parse(text.as_bytes(), &[facts]).unwrap();
    (text, game, lexicon)
}

struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

const GAME_HASH: [u8; 32] = [1; 32];

fn deal_into(dir: &Path, share: [u8; 32], threads: usize) -> Result<Manifest, VaultError> {
    let (_, game, lexicon) = game();
    let secret = Secret::new(&[share], b"", GAME_HASH, [2; 32]);
    let recipe = Recipe::new(game, &lexicon, &secret).unwrap();
    let ingredients = Ingredients {
        recipe: &recipe,
        secret: &secret,
        share: &share,
        game_hash: GAME_HASH,
        lexicon_hash: [2; 32],
    };
    deal(dir, &ingredients, NonZero::new(threads).unwrap(), &Silent)
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    let file = |entry: std::fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

#[test]
fn a_block_is_exactly_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let manifest = deal_into(&dir, [7; 32], 2).unwrap();
    let (_, game, _) = game();
    let block = Block::open(&dir, &game, &GAME_HASH).unwrap();
    assert_eq!(block.block_id(), manifest.block);
    assert_eq!(block.count(), 3000);
    let mut lots: BTreeMap<u64, u32> = BTreeMap::new();
    for index in 0..block.count() {
        let unit = block.unit(UnitIndex(index)).unwrap();
        assert_eq!(check_form(&game, &unit), [], "unit {index}");
        *lots.entry(score(&game, &unit).unwrap().lot.0).or_default() += 1;
    }
    let table: BTreeMap<u64, u32> = [
        (0, 2295),
        (300, 119),
        (600, 420),
        (1300, 100),
        (3000, 50),
        (15_000, 10),
        (50_000, 3),
        (100_000, 2),
        (3_000_000, 1),
    ]
    .into();
    assert_eq!(lots, table);
    assert!(block.unit(UnitIndex(3000)).is_err());
}

#[test]
fn threads_change_no_byte_and_another_share_changes_them() {
    let folder = tempfile::tempdir().unwrap();
    let dealt = |name: &str, share, threads| {
        let dir = folder.path().join(name);
        deal_into(&dir, share, threads).unwrap();
        files(&dir)
    };
    let one = dealt("one", [7; 32], 1);
    assert_eq!(one, dealt("three", [7; 32], 3));
    let other = dealt("other", [8; 32], 2);
    assert_ne!(one["units"], other["units"]);
    assert_ne!(one["manifest.json"], other["manifest.json"]);
}

#[test]
fn nothing_is_overwritten_and_what_is_not_whole_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    // What a deal that was stopped leaves behind.
    std::fs::create_dir(folder.path().join("block.part")).unwrap();
    std::fs::write(folder.path().join("block.part").join("units"), "half").unwrap();
    let (_, game, _) = game();
    assert!(Block::open(&dir, &game, &GAME_HASH).is_err());
    deal_into(&dir, [7; 32], 2).unwrap();
    assert!(!folder.path().join("block.part").exists());
    assert!(matches!(deal_into(&dir, [7; 32], 2), Err(VaultError::Exists(_))));
    assert!(matches!(Block::open(&dir, &game, &[9; 32]), Err(VaultError::OtherGame(_))));

    let units = dir.join("units");
    let mut bytes = std::fs::read(&units).unwrap();
    bytes[135 * 5 + 20] = b'!';
    std::fs::write(&units, &bytes).unwrap();
    let block = Block::open(&dir, &game, &GAME_HASH).unwrap();
    let error = block.unit(UnitIndex(5)).unwrap_err();
    assert_eq!(error.to_string(), "the record of unit 5 is damaged");
    assert!(block.unit(UnitIndex(4)).is_ok() && block.unit(UnitIndex(6)).is_ok());

    std::fs::write(&units, &bytes[1..]).unwrap();
    assert!(matches!(Block::open(&dir, &game, &GAME_HASH), Err(VaultError::Length { .. })));
}
