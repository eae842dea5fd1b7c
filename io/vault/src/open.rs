//! Reading a block's units with the selling key.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use block::Layout;
use block::tree::{Hash, TILE, leaf_hash, root};
use game::{Unit, UnitIndex, Units, UnitsError};
use ticket::Ticket;
use zeroize::Zeroizing;

use crate::commitment::Commitment;
use crate::keys::SellingKey;
use crate::seal::{Sealer, TAG};
use crate::{UNITS, VaultError, file_error, length_of};

/// A block whose records can be opened, and whose public files lead to its signed root.
pub struct Block {
    commitment: Commitment,
    pub(crate) layout: Layout,
    pub(crate) sealer: Sealer,
    pub(crate) file: File,
    /// The roots of the tiles of level 0: what keeps a tile honest that is read again later. None
    /// where the tiles do not lead to the signed root, and that was said.
    roots: Option<Vec<Hash>>,
    /// The tile that was read last: units are sold in order.
    last: Mutex<Option<(u64, Vec<Hash>)>>,
}

/// The plain text of a record, gone from memory when it is no longer needed.
pub(crate) type Plain = Zeroizing<Vec<u8>>;

impl Block {
    /// Opens a block for reading.
    ///
    /// # Errors
    ///
    /// When the key is another block's, a tile is off, or the file of units has not its length.
    pub fn open(commitment: Commitment, key: &SellingKey) -> Result<Self, VaultError> {
        let (block, mut faults) = Self::open_despite_tiles(commitment, key)?;
        if faults.is_empty() { Ok(block) } else { Err(faults.swap_remove(0)) }
    }

    /// Opens a block to look for its faults: what is wrong with its tiles is told and does not
    /// keep its records from being opened, each compared with its leaf where there is one.
    ///
    /// # Errors
    ///
    /// When the key is another block's, or the file of units has not its length.
    pub fn open_despite_tiles(
        commitment: Commitment,
        key: &SellingKey,
    ) -> Result<(Self, Vec<VaultError>), VaultError> {
        if key.block() != commitment.block() {
            return Err(VaultError::OtherKey {
                found: key.block().to_string(),
                expected: commitment.block().to_string(),
            });
        }
        let (roots, faults) = match commitment.check_tiles() {
            Ok(roots) => (Some(roots), Vec::new()),
            Err(faults) => (None, faults),
        };
        let path = commitment.dir().join(UNITS);
        let file = File::open(&path).map_err(file_error("reading", &path))?;
        let found = file.metadata().map_err(file_error("reading", &path))?.len();
        let layout = commitment.layout();
        let expected = commitment.units() * (layout.plain_bytes() + TAG) as u64;
        if found != expected {
            return Err(VaultError::Length { path, found, expected });
        }
        let (sealer, last) = (Sealer::new(key), Mutex::new(None));
        Ok((Self { commitment, layout, sealer, file, roots, last }, faults))
    }

    /// Opens the block in `dir` with its selling key or all of its shares.
    ///
    /// # Errors
    ///
    /// As [`Commitment::open`] and [`Block::open`].
    pub fn open_dir<P: AsRef<Path>>(dir: &Path, key_files: &[P]) -> Result<Self, VaultError> {
        let commitment = Commitment::open(dir)?;
        let key = commitment.selling_key(key_files)?;
        Self::open(commitment, &key)
    }

    /// Its public half.
    #[must_use]
    pub fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    /// Looks whether its files are where they were when it was opened, with the units' file of its
    /// length. What is in them is compared when a unit is read.
    ///
    /// # Errors
    ///
    /// When one is missing or cannot be looked at, or the units' file has another length.
    pub fn check_files(&self) -> Result<(), VaultError> {
        self.commitment.check_there()?;
        let path = self.commitment.dir().join(UNITS);
        match length_of(&path)? == self.commitment.units() * self.record_bytes() as u64 {
            true => Ok(()),
            false => Err(VaultError::Broken { path, what: "has not the length of its units" }),
        }
    }

    /// Reads all its public files again and compares them with what was signed: the checkpoint is
    /// the one that it was opened with, and every file and tile leads to it. Records stay closed;
    /// each is compared when it is sold. Tiles are read one after the other.
    ///
    /// Returns what is wrong, file by file.
    #[must_use]
    pub fn check_public(&self) -> Vec<VaultError> {
        self.commitment.check_again(|_| self.check_files())
    }

    pub(crate) fn record_bytes(&self) -> usize {
        self.layout.plain_bytes() + TAG
    }

    /// The hashes of the tile that holds leaf `index`, led to the signed root again.
    pub(crate) fn hashes(&self, index: u64) -> Result<Vec<Hash>, VaultError> {
        let tile = self.commitment.tile_of(index);
        let hashes = self.commitment.tile(tile)?;
        if self.roots.as_ref().is_some_and(|roots| root(&hashes) != roots[tile.number as usize]) {
            let path = self.commitment.dir().join(tile.path());
            return Err(VaultError::Broken { path, what: "has changed since it was checked" });
        }
        Ok(hashes)
    }

    /// Whether the tiles lead to the signed root.
    pub(crate) fn has_sound_tiles(&self) -> bool {
        self.roots.is_some()
    }

    fn leaf_hash(&self, index: u64) -> Result<Hash, VaultError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let number = index / TILE;
        let at = (index % TILE) as usize;
        if let Some((_, hashes)) = last.as_ref().filter(|(kept, _)| *kept == number) {
            return Ok(hashes[at]);
        }
        let hashes = self.hashes(index)?;
        let hash = hashes[at];
        *last = Some((number, hashes));
        Ok(hash)
    }

    /// The plain text and the leaf data of unit `index`: opened, and compared with its leaf.
    fn read(&self, index: u64) -> Result<(Plain, Vec<u8>), VaultError> {
        let count = self.commitment.units();
        if index >= count {
            return Err(VaultError::NoUnit { index, count });
        }
        let mut record = vec![0; self.record_bytes()];
        let at = index * record.len() as u64;
        let path = || self.commitment.dir().join(UNITS);
        self.file.read_exact_at(&mut record, at).map_err(|e| file_error("reading", &path())(e))?;
        let plain = self.sealer.open(index, &mut record).ok_or(VaultError::Damaged { index })?;
        let plain = Zeroizing::new(plain.to_vec());
        let mut leaf = Vec::new();
        self.layout.leaf(self.commitment.block(), index, &plain, &mut leaf);
        if leaf_hash(&leaf) != self.leaf_hash(index)? {
            return Err(VaultError::OtherLeaf { index });
        }
        Ok((plain, leaf))
    }

    /// The ticket at `index` of a paper block; nothing where the block is not printed.
    ///
    /// # Errors
    ///
    /// As [`Block::leaf`].
    pub fn ticket(&self, index: u64) -> Result<Option<Ticket>, VaultError> {
        let Some(printing) = self.commitment.manifest().sources.printing else { return Ok(None) };
        let (plain, _) = self.read(index)?;
        let unit = self.layout.read(&plain).ok_or(VaultError::NotAUnit { index })?;
        let code = self.layout.code(&plain).expect("a paper block's record has a code");
        Ok(Some(Ticket { identification: printing.identification(index), code, unit }))
    }

    /// The leaf data of unit `index`: what its buyer is given, to check.
    ///
    /// # Errors
    ///
    /// When there is no such unit, or its record is damaged or does not fit its leaf.
    pub fn leaf(&self, index: u64) -> Result<Vec<u8>, VaultError> {
        Ok(self.read(index)?.1)
    }

    /// A proof of unit `index` that stands alone (`docs/spec/block.md`, rule 21).
    ///
    /// # Errors
    ///
    /// As [`Block::leaf`], or when a tile cannot be read.
    pub fn prove(&self, index: u64) -> Result<String, VaultError> {
        let leaf = self.leaf(index)?;
        let path = self.commitment.path(index)?;
        Ok(block::note::proof(index, &leaf, &path, self.commitment.note()))
    }
}

impl Units for Block {
    fn block_id(&self) -> &str {
        self.commitment.block().as_str()
    }

    fn count(&self) -> u64 {
        self.commitment.units()
    }

    fn unit(&self, index: UnitIndex) -> Result<Unit, UnitsError> {
        let (plain, _) = self.read(index.0)?;
        Ok(self.layout.read(&plain).ok_or(VaultError::NotAUnit { index: index.0 })?)
    }
}
