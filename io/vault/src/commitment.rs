//! The public half of a block's directory: what it was made from, its tree, its checkpoint.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use block::note::{Checkpoint, VerifierKey, is_signed};
use block::tree::{Hash, TILE, Tile, inclusion_path, root, tiles, upper_tiles};
use block::{BlockId, Layout};
use game::{Channel, Game};
use sha2::{Digest, Sha256};

use crate::ingredients::{Ingredients, Rules};
use crate::keys::{KeyFile, SellingKey, Share};
use crate::manifest::{MANIFEST, Manifest};
use crate::{CHECKPOINT, GAME, LEXICON, UNITS, VaultError, file_error, length_of};

/// The public half of a block's directory. Its files fit each other.
#[derive(Debug)]
pub struct Commitment {
    dir: PathBuf,
    manifest: Manifest,
    rules: Rules,
    note: String,
}

impl Commitment {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// When a file is missing, is not of its form, or does not fit the others.
    pub fn open(dir: &Path) -> Result<Self, VaultError> {
        let read = |name: &str| {
            let path = dir.join(name);
            std::fs::read(&path).map_err(file_error("reading", &path))
        };
        let broken = |name: &str, what| VaultError::Broken { path: dir.join(name), what };
        let bytes = read(MANIFEST)?;
        let manifest = Manifest::parse_file(&bytes, &dir.join(MANIFEST))?;
        let note =
            String::from_utf8(read(CHECKPOINT)?).map_err(|_| broken(CHECKPOINT, "is no text"))?;
        let checkpoint = Checkpoint::parse(&note)
            .map_err(|source| VaultError::Checkpoint { path: dir.join(CHECKPOINT), source })?;
        if checkpoint.manifest != <[u8; 32]>::from(Sha256::digest(&bytes)) {
            return Err(broken(MANIFEST, "is not what the checkpoint beside it was signed for"));
        }
        if checkpoint.block() != manifest.block.as_str()
            || checkpoint.leaves != u64::from(manifest.units)
            || checkpoint.root != manifest.root
        {
            return Err(broken(CHECKPOINT, "names another block, size or root than the manifest"));
        }
        let (game, lexicon) = (read(GAME)?, read(LEXICON)?);
        for (name, bytes, hash) in
            [(GAME, &game, manifest.sources.game), (LEXICON, &lexicon, manifest.sources.lexicon)]
        {
            if hash != <[u8; 32]>::from(Sha256::digest(bytes)) {
                return Err(broken(name, "has another hash than the manifest says"));
            }
        }
        let rules = Rules::parse(game, lexicon)
            .map_err(|source| VaultError::Rules { dir: dir.to_owned(), source })?;
        let is_paper = manifest.sources.printing.is_some();
        if is_paper && rules.game.channel != Channel::Retail {
            return Err(broken(MANIFEST, "numbers tickets of a game that is not on paper"));
        }
        let expected = Manifest::new(&rules.game, manifest.sources.clone(), manifest.root);
        if manifest != expected {
            return Err(broken(MANIFEST, "does not follow from the game file beside it"));
        }
        Ok(Self { dir: dir.to_owned(), manifest, rules, note })
    }

    /// What the directory says of itself.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The block's name.
    #[must_use]
    pub fn block(&self) -> &BlockId {
        &self.manifest.block
    }

    /// The rules and words that it was made with.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.rules.game
    }

    /// The checkpoint, as it was signed.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Checks that the checkpoint carries a right signature of this key.
    ///
    /// # Errors
    ///
    /// When it does not.
    pub fn check_signature(&self, key: &VerifierKey) -> Result<(), VaultError> {
        if is_signed(&self.note, key) {
            Ok(())
        } else {
            Err(self.unlike("carries no right signature of the operator's key"))
        }
    }

    /// The checkpoint's first line: the operator's name, `/`, the block's name.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.note.lines().next().unwrap_or_default()
    }

    /// A fault of the checkpoint.
    #[must_use]
    pub fn unlike(&self, what: &'static str) -> VaultError {
        VaultError::Broken { path: self.dir.join(CHECKPOINT), what }
    }

    /// Looks whether its files are where they were when it was opened.
    pub(crate) fn check_there(&self) -> Result<(), VaultError> {
        let mut names = [MANIFEST, CHECKPOINT, GAME, LEXICON, "tile"].into_iter();
        names.try_for_each(|name| length_of(&self.dir.join(name)).map(drop))
    }

    /// Reads all its files again: the checkpoint is the one that it was opened with, and every file
    /// and tile leads to it. With what was read, `rest` looks at what lies beside them. Returns what
    /// is wrong, file by file.
    pub(crate) fn check_again(
        &self,
        rest: impl FnOnce(Self) -> Result<(), VaultError>,
    ) -> Vec<VaultError> {
        let again = match Self::open(&self.dir) {
            Ok(again) => again,
            Err(fault) => return vec![fault],
        };
        if again.note != self.note {
            return vec![again.unlike("is not the one that the sale began with")];
        }
        let mut faults = again.check_tiles().err().unwrap_or_default();
        faults.extend(rest(again).err());
        faults
    }

    /// Every file and folder in the directory that is none of a sealed block's. What lies below
    /// `tile/` is handed out to anyone, so nothing else may lie there.
    ///
    /// # Errors
    ///
    /// When a folder cannot be read.
    pub fn other_files(&self) -> Result<Vec<VaultError>, VaultError> {
        let mut known: BTreeSet<PathBuf> =
            [MANIFEST, CHECKPOINT, GAME, LEXICON, UNITS].into_iter().map(PathBuf::from).collect();
        for tile in (0..8).flat_map(|level| tiles(self.units(), level)) {
            known.extend(Path::new(&tile.path()).ancestors().map(Path::to_owned));
        }
        let mut faults = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let path = self.dir.join(&folder);
            let entries = std::fs::read_dir(&path).map_err(file_error("reading", &path))?;
            for entry in entries {
                let entry = entry.map_err(file_error("reading", &path))?;
                let place = folder.join(entry.file_name());
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if !known.contains(&place) {
                    faults.push(VaultError::Broken {
                        path: entry.path(),
                        what: "is no file of a block",
                    });
                } else if is_folder {
                    folders.push(place);
                }
            }
        }
        faults.sort_by_key(ToString::to_string);
        Ok(faults)
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// How its records look.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of(self.game()).printed(self.manifest.sources.printing)
    }

    /// How many units.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.manifest.units.into()
    }

    /// The block's ingredients, from its shares.
    ///
    /// # Errors
    ///
    /// When these are not the shares that the manifest names.
    pub fn ingredients(&self, shares: Vec<Share>) -> Result<Ingredients, VaultError> {
        let beacon = self.manifest.sources.beacon.clone();
        let mut hashes: Vec<Hash> = shares.iter().map(Share::hash).collect();
        hashes.sort_unstable();
        if hashes != self.manifest.sources.shares {
            return Err(VaultError::OtherShares(self.block().to_string()));
        }
        let printing = self.manifest.sources.printing;
        Ok(Ingredients::new(self.rules.clone(), shares, beacon).printed(printing))
    }

    /// What opens the block's records: from its shares, or the selling key itself.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or belongs to another block.
    pub fn selling_key<P: AsRef<Path>>(&self, key_files: &[P]) -> Result<SellingKey, VaultError> {
        let mut shares = Vec::new();
        for path in key_files {
            match KeyFile::load(path.as_ref())? {
                KeyFile::Share(share) => shares.push(share),
                KeyFile::Selling(key) if key.block() == self.block() => return Ok(key),
                KeyFile::Selling(key) => {
                    return Err(VaultError::OtherKey {
                        found: key.block().to_string(),
                        expected: self.block().to_string(),
                    });
                }
            }
        }
        Ok(self.ingredients(shares)?.selling_key())
    }

    /// Reads one tile.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or has not its width.
    pub fn tile(&self, tile: Tile) -> Result<Vec<Hash>, VaultError> {
        let path = self.dir.join(tile.path());
        let bytes = std::fs::read(&path).map_err(file_error("reading", &path))?;
        let (hashes, rest) = bytes.as_chunks::<32>();
        if !rest.is_empty() || hashes.len() != usize::from(tile.width) {
            return Err(VaultError::Broken { path, what: "has not its width" });
        }
        Ok(hashes.to_vec())
    }

    /// The tile of level 0 that holds the hash of leaf `index`.
    pub(crate) fn tile_of(&self, index: u64) -> Tile {
        let number = index / TILE;
        let width = u16::try_from((self.units() - number * TILE).min(TILE)).expect("at most 256");
        Tile { level: 0, number, width }
    }

    /// The inclusion path of leaf `index`, from the leaf's sibling up.
    ///
    /// # Errors
    ///
    /// When a tile cannot be read.
    pub fn path(&self, index: u64) -> Result<Vec<Hash>, VaultError> {
        inclusion_path(index, self.units(), |tile| self.tile(tile))
    }

    /// Checks every tile, up to the checkpoint's root; returns the roots of the tiles of level 0.
    ///
    /// # Errors
    ///
    /// Every tile that is missing or holds another hash than follows from those below it.
    pub fn check_tiles(&self) -> Result<Vec<Hash>, Vec<VaultError>> {
        let mut faults = Vec::new();
        let mut roots = Vec::new();
        for tile in tiles(self.units(), 0) {
            match self.tile(tile) {
                Ok(hashes) => roots.push(root(&hashes)),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let whole = (self.units() / TILE) as usize;
        let mut stored: Vec<Hash> = Vec::new();
        for (tile, expected) in upper_tiles(&roots[..whole]) {
            match self.tile(tile) {
                Err(fault) => faults.push(fault),
                Ok(hashes) if tile.level == 1 => {
                    stored.extend(hashes);
                }
                Ok(hashes) if hashes != expected => faults.push(self.off(tile)),
                Ok(_) => {}
            }
        }
        let subtrees: Vec<Hash> =
            stored.iter().copied().chain(roots[whole..].iter().copied()).collect();
        if faults.is_empty() {
            faults = self.blame(&roots, &subtrees);
        }
        if faults.is_empty() { Ok(subtrees) } else { Err(faults) }
    }

    /// Which tiles are off, where the roots of level 0 and the hashes stored in level 1 tell: if
    /// level 1 leads to the signed root, a tile below it is wrong; if not, it is wrong itself; and
    /// if both agree but lead elsewhere, the last tile of level 0 is, which no other one covers.
    fn blame(&self, roots: &[Hash], stored: &[Hash]) -> Vec<VaultError> {
        let agrees = stored.len() == roots.len() && root(stored) == self.manifest.root;
        let differ = |&number: &usize| roots.get(number) != stored.get(number);
        let off: Vec<usize> = (0..roots.len()).filter(differ).collect();
        let ground = |number: usize| self.tile_of(number as u64 * TILE);
        match (agrees, off.is_empty()) {
            (true, true) => Vec::new(),
            (true, false) => off.into_iter().map(|number| self.off(ground(number))).collect(),
            (false, true) => vec![self.off(ground(roots.len() - 1))],
            (false, false) => {
                let above = |number: usize| tiles(self.units(), 1).nth(number / TILE as usize);
                let mut blamed: Vec<Tile> = off.into_iter().filter_map(above).collect();
                blamed.dedup();
                blamed.into_iter().map(|tile| self.off(tile)).collect()
            }
        }
    }

    fn off(&self, tile: Tile) -> VaultError {
        let path = self.dir.join(tile.path());
        VaultError::Broken { path, what: "holds hashes that do not lead to the signed root" }
    }
}
