//! What is fuzzed of a block on disk: one file of its directory, or its key, holds other bytes.
//!
//! `fuzz_targets/sealed.rs` calls it with bytes that a fuzzer breeds, a test of `vault` with what
//! is sound and its mutants.

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;

use tempfile::TempDir;
use vault::{Block, Commitment, Ingredients, Progress, Rules, Share, VaultError};

/// The files that a case may replace: its first byte, by the number of files, says which one.
const FILES: [&str; 7] = [
    "block/units.sealed",
    "block/tile/0/000.p/5",
    "block/checkpoint",
    "block/manifest.json",
    "block/game.toml",
    "block/lexicon.txt",
    "key",
];

/// Five units of two crossing words: a block that is opened in no time.
const GAME: &str = r#"
id = "tiny"
version = 1
name = { fr = "petit", en = "tiny" }
channel = "online"
currency = "EUR"
price_cents = 300
block_units = 5
[crossword]
lexicon = "fr"
combine = "sum"
letters = 25
grids = 1
words_per_grid = 2
rows = 3
columns = 3
word_length = { min = 3, max = 3 }
pays = [{ words = 1, cents = 300 }, { words = 2, cents = 600 }]
[[prize]]
count = 1
cents = 600
[[prize]]
count = 2
cents = 300
"#;
const WORDS: &str = "ACE\nARC\nCRI\nILE\nLAC\nNET\nNON\nRIZ\nSEC\nSOL\nTEN\nTOT\n";

/// A sound block and its selling key, in a folder of their own.
pub(crate) struct Directory {
    folder: TempDir,
    files: Vec<Vec<u8>>,
    leaves: Vec<Vec<u8>>,
}

struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

impl Directory {
    /// Deals the block.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let rules = Rules::parse(GAME.into(), WORDS.into()).expect("a sound game");
        let from = Ingredients::new(rules, vec![Share::new([3; 32])], None);
        let key = block::note::KeyName::new("lottery.example").expect("a name");
        let key = block::note::SigningKey::new(key, &[9; 32]);
        let dir = folder.path().join("block");
        vault::deal(&dir, &from, Some(&key), None, NonZero::<usize>::MIN, &Silent)
            .expect("the block can be dealt");
        from.selling_key().save(&folder.path().join("key")).expect("the key can be written");
        let read = |name| fs::read(folder.path().join(name)).expect("it was just written");
        let files = FILES.into_iter().map(read).collect();
        let mut this = Self { folder, files, leaves: Vec::new() };
        let block = this.open().expect("a sound block opens").0;
        let leaves = (0..5).map(|index| block.leaf(index).expect("a sound record opens"));
        this.leaves = leaves.collect();
        this
    }

    /// The sound cases: each file as it is.
    pub(crate) fn cases(&self) -> Vec<Vec<u8>> {
        (0..).zip(&self.files).map(|(number, file)| [&[number], &file[..]].concat()).collect()
    }

    /// Replaces a file and reads every unit: it is refused, or is the one that was dealt.
    pub(crate) fn check(&self, case: &[u8]) {
        let Some((&number, bytes)) = case.split_first() else { return };
        let number = usize::from(number) % FILES.len();
        let path = self.path(number);
        fs::write(&path, bytes).expect("the folder is ours");
        if let Ok((block, faults)) = self.open() {
            self.read(&block, &faults, (number, bytes));
        }
        fs::write(&path, &self.files[number]).expect("the folder is ours");
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.path().join(FILES[number])
    }

    fn open(&self) -> Result<(Block, Vec<VaultError>), VaultError> {
        let commitment = Commitment::open(&self.folder.path().join("block"))?;
        let key = commitment.selling_key(&[self.folder.path().join("key")])?;
        Block::open_despite_tiles(commitment, &key)
    }

    fn read(&self, block: &Block, faults: &[VaultError], (number, bytes): (usize, &[u8])) {
        let sound = bytes == self.files[number];
        assert!(number == 1 || faults.is_empty(), "only tiles are told of: {faults:?}");
        assert!(number != 1 || faults.is_empty() == sound, "a tile that is off is told of");
        let record = self.files[0].len() / self.leaves.len();
        for (index, dealt) in (0..).zip(&self.leaves) {
            let at = index as usize * record..(index as usize + 1) * record;
            let expected = match number {
                0 => Some(bytes[at.clone()] == self.files[0][at]),
                _ => sound.then_some(true),
            };
            let leaf = block.leaf(index);
            assert!(expected.is_none_or(|opens| opens == leaf.is_ok()), "unit {index}: {leaf:?}");
            assert!(leaf.is_err() || leaf.is_ok_and(|leaf| leaf == *dealt), "another unit {index}");
        }
        assert!(block.leaf(self.leaves.len() as u64).is_err(), "there is no such unit");
        let mut opened = 0;
        let scanned = block.scan(
            NonZero::<usize>::MIN,
            &Silent,
            |chunk| Ok::<_, VaultError>(chunk.leaves().collect::<Vec<_>>()),
            |leaves| {
                for (index, leaf) in leaves {
                    assert!(
                        leaf.as_ref().is_err() || leaf.as_ref() == Ok(&self.leaves[index as usize])
                    );
                    opened += usize::from(leaf.is_ok());
                }
                Ok(())
            },
        );
        assert!(
            !sound || (scanned.is_ok() && opened == self.leaves.len()),
            "a sound block is read"
        );
    }
}
