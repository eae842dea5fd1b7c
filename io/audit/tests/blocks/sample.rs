//! Small blocks by the real rules, and a dealer without conscience who seals whatever he is given.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use audit::{Audit, Published, audit};
use block::note::Checkpoint;
use block::tree::{Hash, leaf_hash, root, tiles, upper_tiles};
use block::{Layout, SALT, Sources};
use game::{Game, Unit, UnitIndex, Units};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use vault::{Block, Ingredients, Manifest, deal};

pub(crate) use crate::small::*;

pub(crate) const TWO: NonZero<usize> = NonZero::new(2).unwrap();

/// A block on disk, in a folder of its own, with its selling key.
pub(crate) struct Dealt {
    folder: TempDir,
    from: Ingredients,
}

impl Dealt {
    pub(crate) fn new(game: &str, share: u8) -> Self {
        let from = ingredients(game, share);
        let folder = tempfile::tempdir().unwrap();
        deal(&folder.path().join("block"), &from, Some(&operator()), None, TWO, &Silent).unwrap();
        from.selling_key().save(&folder.path().join("key")).unwrap();
        Self { folder, from }
    }

    /// A block whose units are still to be sealed.
    pub(crate) fn unmade(game: &str, share: u8) -> Self {
        let from = ingredients(game, share);
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("block/game.toml"), game.as_bytes());
        write(&folder.path().join("block/lexicon.txt"), LEXICON.as_bytes());
        from.selling_key().save(&folder.path().join("key")).unwrap();
        Self { folder, from }
    }

    pub(crate) fn dir(&self) -> PathBuf {
        self.folder.path().join("block")
    }

    pub(crate) fn game(&self) -> &Game {
        &self.from.rules.game
    }

    pub(crate) fn audit(&self) -> Audit {
        self.audit_on(2)
    }

    pub(crate) fn audit_on(&self, threads: usize) -> Audit {
        let threads = NonZero::new(threads).unwrap();
        let key = self.folder.path().join("key");
        audit(&self.dir(), &[key], &Published::default(), threads, &Silent).unwrap()
    }

    /// Every unit with its salt.
    pub(crate) fn units(&self) -> Vec<(Unit, [u8; SALT])> {
        let key = self.folder.path().join("key");
        let block = Block::open_dir(&self.dir(), &[key]).unwrap();
        let salt = |index| {
            let leaf = String::from_utf8(block.leaf(index).unwrap()).unwrap();
            block::hex::bytes(leaf.lines().nth(3).unwrap()).unwrap().try_into().unwrap()
        };
        let unit = |index| (block.unit(UnitIndex(index)).unwrap(), salt(index));
        (0..block.count()).map(unit).collect()
    }

    /// Seals other units into the same block, consistently: records, tiles, root, checkpoint.
    pub(crate) fn seal(&self, units: &[(Unit, [u8; SALT])]) {
        let layout = Layout::of(self.game());
        let plain = |(unit, salt): &(Unit, [u8; SALT])| {
            let mut plain = Vec::new();
            layout.write(salt, unit, &mut plain);
            plain
        };
        self.seal_plain(units.iter().map(plain).collect());
    }

    /// As [`Dealt::seal`], from the plain texts of the records. The share must be 7.
    pub(crate) fn seal_plain(&self, plains: Vec<Vec<u8>>) {
        seal(&self.dir(), &self.from, plains, |leaves| leaves);
    }
}

/// Seals plain texts as the units of a block, and signs the tree over their leaves.
pub(crate) fn seal(
    dir: &Path,
    from: &Ingredients,
    plains: Vec<Vec<u8>>,
    change: impl Fn(Vec<Vec<u8>>) -> Vec<Vec<u8>>,
) -> Manifest {
    let (block, layout) = (from.block_id(), Layout::of(&from.rules.game));
    let leaf = |(index, plain): (u64, &Vec<u8>)| {
        let mut leaf = Vec::new();
        layout.leaf(&block, index, plain, &mut leaf);
        leaf
    };
    let leaves = change((0..).zip(&plains).map(leaf).collect());
    let hashes: Vec<Hash> = leaves.iter().map(|leaf| leaf_hash(leaf)).collect();
    let records = (0..).zip(plains).flat_map(|(index, plain)| sealed(from, index, plain));
    write(&dir.join("units.sealed"), &records.collect::<Vec<u8>>());
    let mut roots: Vec<Hash> = Vec::new();
    for (tile, hashes) in tiles(hashes.len() as u64, 0).zip(hashes.chunks(256)) {
        write(&dir.join(tile.path()), hashes.as_flattened());
        roots.push(root(hashes));
    }
    for (tile, hashes) in upper_tiles(&roots[..hashes.len() / 256]) {
        write(&dir.join(tile.path()), hashes.as_flattened());
    }
    let digest = |bytes: &[u8]| Sha256::digest(bytes).into();
    let manifest = Manifest {
        block: block.clone(),
        game: from.rules.game.id.to_string(),
        game_version: from.rules.game.version,
        sources: Sources {
            game: digest(&from.rules.game_file),
            lexicon: digest(&from.rules.lexicon_file),
            shares: vec![digest(&[7; 32])],
            beacon: None,
            printing: None,
        },
        units: hashes.len() as u32,
        root: root(&roots),
    };
    sign(dir, &manifest, &manifest.to_bytes());
    manifest
}

/// Writes a manifest, and the checkpoint of what it should say.
pub(crate) fn sign(dir: &Path, manifest: &Manifest, bytes: &[u8]) {
    write(&dir.join("manifest.json"), bytes);
    let (operator, hash) = (operator(), Sha256::digest(bytes).into());
    let name = operator.verifier().name().clone();
    let count = manifest.units.into();
    let checkpoint = Checkpoint::new(&name, &manifest.block, count, manifest.root, hash);
    write(&dir.join("checkpoint"), checkpoint.sign(&operator).as_bytes());
}

pub(crate) fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}
