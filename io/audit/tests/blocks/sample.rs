//! Small blocks by the real rules, and a dealer without conscience who seals whatever he is given.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use audit::{Audit, audit};
use block::note::Checkpoint;
use block::tree::{Hash, leaf_hash, root, tiles, upper_tiles};
use block::{Layout, SALT};
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
        audit(&self.dir(), &[self.folder.path().join("key")], threads, &Silent).unwrap()
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
        let (dir, layout) = (self.dir(), Layout::of(self.game()));
        let block = self.from.block_id();
        let (mut records, mut hashes) = (Vec::new(), Vec::new());
        for (index, (unit, salt)) in (0..).zip(units) {
            let (mut plain, mut leaf) = (Vec::new(), Vec::new());
            layout.write(salt, unit, &mut plain);
            layout.leaf(&block, index, &plain, &mut leaf);
            hashes.push(leaf_hash(&leaf));
            records.extend(sealed(&self.from, index, plain));
        }
        std::fs::write(dir.join("units.sealed"), records).unwrap();
        let count = hashes.len() as u64;
        let mut roots: Vec<Hash> = Vec::new();
        for (tile, hashes) in tiles(count, 0).zip(hashes.chunks(256)) {
            write(&dir.join(tile.path()), hashes.as_flattened());
            roots.push(root(hashes));
        }
        for (tile, hashes) in upper_tiles(&roots[..hashes.len() / 256]) {
            write(&dir.join(tile.path()), hashes.as_flattened());
        }
        let bytes = std::fs::read(dir.join("manifest.json")).unwrap();
        let mut manifest = Manifest::parse(&bytes).unwrap();
        manifest.root = root(&roots);
        let bytes = manifest.to_bytes();
        write(&dir.join("manifest.json"), &bytes);
        let hash = Sha256::digest(&bytes).into();
        let operator = operator();
        let name = operator.verifier().name().clone();
        let checkpoint = Checkpoint::new(&name, &block, count, manifest.root, hash);
        write(&dir.join("checkpoint"), checkpoint.sign(&operator).as_bytes());
    }
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
}
