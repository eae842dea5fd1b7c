//! Reading a block's units.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use game::{Game, Unit, UnitIndex, Units, UnitsError};

use crate::deal::UNITS;
use crate::manifest::{MANIFEST, Manifest, hex};
use crate::record::Layout;
use crate::{VaultError, file_error};

/// A dealt block, open for reading.
#[derive(Debug)]
pub struct Block {
    manifest: Manifest,
    layout: Layout,
    path: PathBuf,
    file: File,
}

impl Block {
    /// Opens the block in `dir`, dealt for `game`, whose file has the hash `game_hash`.
    ///
    /// # Errors
    ///
    /// When the directory is not a whole block of this game.
    pub fn open(dir: &Path, game: &Game, game_hash: &[u8; 32]) -> Result<Self, VaultError> {
        let manifest = Manifest::read(&dir.join(MANIFEST))?;
        if manifest.game_sha256 != hex(game_hash) {
            return Err(VaultError::OtherGame(dir.to_owned()));
        }
        let layout = Layout::of(game);
        let path = dir.join(UNITS);
        let file = File::open(&path).map_err(file_error("reading", &path))?;
        let found = file.metadata().map_err(file_error("reading", &path))?.len();
        let expected = manifest.units * layout.record_bytes() as u64;
        if found != expected {
            return Err(VaultError::Length { path, found, expected });
        }
        Ok(Self { manifest, layout, path, file })
    }

    /// What the block says of itself.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn read(&self, index: u64) -> Result<Unit, VaultError> {
        let count = self.manifest.units;
        if index >= count {
            return Err(VaultError::NoUnit { index, count });
        }
        let mut record = vec![0; self.layout.record_bytes()];
        let at = index * record.len() as u64;
        self.file.read_exact_at(&mut record, at).map_err(file_error("reading", &self.path))?;
        self.layout.read(&record).ok_or(VaultError::Damaged { index })
    }
}

impl Units for Block {
    fn block_id(&self) -> &str {
        &self.manifest.block
    }

    fn count(&self) -> u64 {
        self.manifest.units
    }

    fn unit(&self, index: UnitIndex) -> Result<Unit, UnitsError> {
        Ok(self.read(index.0)?)
    }
}
