//! What a block's directory says of itself.

use std::path::Path;

use game::Game;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{VaultError, file_error};

/// The manifest's name in a block's directory.
pub const MANIFEST: &str = "manifest.json";
/// The format of a directory whose records are not sealed.
const FORMAT: &str = "grille/block/v0";

/// What a block's directory says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format of the directory.
    pub format: String,
    /// The block's name: the game's id and the beginning of a hash of all it was made from.
    pub block: String,
    /// The game's id.
    pub game: String,
    /// The game's version.
    pub game_version: u32,
    /// SHA-256 of the game file, in hexadecimal.
    pub game_sha256: String,
    /// SHA-256 of the word list, in hexadecimal.
    pub lexicon_sha256: String,
    /// How many units.
    pub units: u64,
}

impl Manifest {
    pub(crate) fn new(game: &Game, hashes: &Hashes) -> Self {
        let mut all = Sha256::new();
        all.update(FORMAT.as_bytes());
        all.update(hashes.game);
        all.update(hashes.lexicon);
        all.update(hashes.share);
        let id = hex(&all.finalize()[..8]);
        Self {
            format: FORMAT.to_owned(),
            block: format!("{}-{id}", game.id),
            game: game.id.to_string(),
            game_version: game.version,
            game_sha256: hex(&hashes.game),
            lexicon_sha256: hex(&hashes.lexicon),
            units: game.block_units.into(),
        }
    }

    pub(crate) fn read(path: &Path) -> Result<Self, VaultError> {
        let bytes = std::fs::read(path).map_err(file_error("reading", path))?;
        let manifest = serde_json::from_slice(&bytes);
        manifest.map_err(|source| VaultError::Manifest { path: path.to_owned(), source })
    }
}

/// SHA-256 of what a block is made from.
pub(crate) struct Hashes {
    pub(crate) game: [u8; 32],
    pub(crate) lexicon: [u8; 32],
    pub(crate) share: [u8; 32],
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
