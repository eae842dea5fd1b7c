//! What a block's directory says of itself (`docs/spec/block.md`, rule 4).

use std::path::{Path, PathBuf};

use block::hex::{self, hex};
use block::tree::Hash;
use block::{BLOCK_FORMAT, Beacon, BlockId, Sources};
use game::Game;
use serde::{Deserialize, Deserializer, Serialize};
use ticket::{GameCode, Printing};

use crate::VaultError;

/// The manifest's name in a block's directory.
pub const MANIFEST: &str = "manifest.json";

/// What a block's directory says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The block's name.
    pub block: BlockId,
    /// The game's id.
    pub game: String,
    /// The game's version.
    pub game_version: u32,
    /// What it was made from.
    pub sources: Sources,
    /// How many units.
    pub units: u32,
    /// The root of its tree.
    pub root: Hash,
}

/// The manifest on disk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    format: String,
    block: String,
    game: String,
    game_version: u32,
    game_sha256: String,
    lexicon_sha256: String,
    units: u32,
    share_sha256: Vec<String>,
    beacon: Option<WireBeacon>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    paper: Option<WirePaper>,
    root: String,
}

/// For paper only: where it is not meant, the key lacks, and is not null.
fn there<'de, D: Deserializer<'de>>(value: D) -> Result<Option<WirePaper>, D::Error> {
    WirePaper::deserialize(value).map(Some)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePaper {
    game_code: String,
    first_book: u32,
    book_tickets: u16,
}

impl WirePaper {
    fn printing(&self, units: u32) -> Result<Printing, ManifestError> {
        let code = GameCode::parse(&self.game_code).ok_or(ManifestError::Value("paper"))?;
        Printing::new(code, self.first_book, self.book_tickets, units)
            .map_err(|_| ManifestError::Value("paper"))
    }
}

/// What is read first: the other keys of another format are unknown.
#[derive(Deserialize)]
struct Format {
    format: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireBeacon {
    round: String,
    value: String,
}

/// Why bytes are no manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// They are not JSON of its form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is of a format that this program does not know.
    #[error("its format is `{0}`; this program reads `{BLOCK_FORMAT}`")]
    Format(String),
    /// A key's value is not of its kind.
    #[error("`{0}` is not of its form")]
    Value(&'static str),
}

impl Manifest {
    pub(crate) fn new(game: &Game, sources: Sources, root: Hash) -> Self {
        Self {
            block: sources.block_id(&game.id),
            game: game.id.to_string(),
            game_version: game.version,
            sources,
            units: game.block_units,
            root,
        }
    }

    /// Its bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let beacon = self.sources.beacon.as_ref();
        let wire = Wire {
            format: BLOCK_FORMAT.to_owned(),
            block: self.block.to_string(),
            game: self.game.clone(),
            game_version: self.game_version,
            game_sha256: hex(&self.sources.game),
            lexicon_sha256: hex(&self.sources.lexicon),
            units: self.units,
            share_sha256: self.sources.shares.iter().map(|hash| hex(hash)).collect(),
            beacon: beacon.map(|beacon| WireBeacon {
                round: beacon.round().to_owned(),
                value: hex(beacon.value()),
            }),
            paper: self.sources.printing.map(|printing| WirePaper {
                game_code: printing.game_code().to_string(),
                first_book: printing.first_book(),
                book_tickets: printing.book_tickets(),
            }),
            root: hex(&self.root),
        };
        let mut bytes = serde_json::to_vec_pretty(&wire).expect("it has only plain values");
        bytes.push(b'\n');
        bytes
    }

    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// When the bytes are none.
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        use ManifestError::Value;
        let said: Format = serde_json::from_slice(bytes)?;
        if said.format != BLOCK_FORMAT {
            return Err(ManifestError::Format(said.format));
        }
        let wire: Wire = serde_json::from_slice(bytes)?;
        let hash = |text: &str, key| hex::bytes32(text).ok_or(Value(key));
        let shares: Vec<Hash> = wire
            .share_sha256
            .iter()
            .map(|text| hash(text, "share_sha256"))
            .collect::<Result<_, _>>()?;
        if shares.is_empty() || !shares.is_sorted() {
            return Err(Value("share_sha256"));
        }
        let beacon = wire.beacon.map(|beacon| {
            let value = hex::bytes(&beacon.value).ok_or(Value("beacon"))?;
            Beacon::new(beacon.round, value).map_err(|_| Value("beacon"))
        });
        let sources = Sources {
            game: hash(&wire.game_sha256, "game_sha256")?,
            lexicon: hash(&wire.lexicon_sha256, "lexicon_sha256")?,
            shares,
            beacon: beacon.transpose()?,
            printing: wire.paper.map(|paper| paper.printing(wire.units)).transpose()?,
        };
        if wire.units == 0 {
            return Err(Value("units"));
        }
        Ok(Self {
            block: BlockId::new(&wire.block).ok_or(Value("block"))?,
            game: wire.game,
            game_version: wire.game_version,
            sources,
            units: wire.units,
            root: hash(&wire.root, "root")?,
        })
    }

    pub(crate) fn parse_file(bytes: &[u8], path: &Path) -> Result<Self, VaultError> {
        Self::parse(bytes)
            .map_err(|source| VaultError::Manifest { path: PathBuf::from(path), source })
    }
}
