//! Block directories: dealing a whole block, committing to it, sealing it; reading, proving,
//! mending and disclosing its units; and the keys that each of these needs.
//!
//! `docs/spec/block.md` has every byte. A directory that is not whole never looks whole: it is made
//! under another name, `manifest.json` comes last, and the name after it.
//!
//! This crate knows nothing of sale, players or pages.

mod commitment;
mod deal;
mod disclose;
mod ingredients;
mod keys;
mod manifest;
mod open;
mod part;
mod printed;
mod public;
mod repair;
mod scan;
mod seal;
mod stages;
mod summed;
mod validation;
mod work;

pub use commitment::Commitment;
pub use deal::{Dealt, Progress, deal, rebuild};
pub use disclose::disclose;
pub use ingredients::{Ingredients, Rules, RulesError};
pub use keys::{
    KeyFile, SellingKey, Share, load_signing_key, mark_used, save_new_signing_key, save_secret,
};
pub use manifest::{MANIFEST, Manifest, ManifestError};
pub use open::Block;
pub use part::Part;
pub use printed::{PRINT_MARK, PrintMark, Printed, VALIDATION_FILE};
pub use repair::repair;
pub use scan::{Chunk, Damage};
pub use stages::Stages;
pub use summed::{SUMS, Summed, named};
pub use validation::{VALIDATION_RECORD, ValidationError, ValidationFile, validation_record};

use std::io;
use std::path::PathBuf;

use block::hex::hex;
use block::note::CheckpointError;
use block::tree::Hash;

/// The game file's name in a block's directory.
pub const GAME: &str = "game.toml";
/// The word list's name in a block's directory.
pub const LEXICON: &str = "lexicon.txt";
/// The checkpoint's name in a block's directory.
pub const CHECKPOINT: &str = "checkpoint";
/// The name of the file of sealed units.
pub const UNITS: &str = "units.sealed";

/// Why a block could not be dealt, read, mended or disclosed, or a key not read.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The file or directory is there already.
    #[error("{} exists already; nothing is overwritten", .0.display())]
    Exists(PathBuf),
    /// Another run is making the same directory.
    #[error("another run is at work in {}", .0.display())]
    AtWork(PathBuf),
    /// A file could not be read or written.
    #[error("{doing} {}", path.display())]
    File {
        /// What was being done: `reading`, `writing`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The system gave no randomness.
    #[error("asking the system for randomness")]
    NoRandomness(#[source] getrandom::Error),
    /// A file is not the key that was asked for.
    #[error("{} is not {expected}", path.display())]
    NotAKey {
        /// The file.
        path: PathBuf,
        /// What was expected.
        expected: &'static str,
    },
    /// A share has made another block.
    #[error("the share {} was used for the block {block}; one set of shares makes one block", path.display())]
    ShareUsed {
        /// The share.
        path: PathBuf,
        /// The block that it made.
        block: String,
    },
    /// The shares are not the block's.
    #[error("these are not the shares of the block {0}, or not all of them")]
    OtherShares(String),
    /// The selling key is another block's.
    #[error("the key is that of the block {found}, not of {expected}")]
    OtherKey {
        /// The block that the key belongs to.
        found: String,
        /// The block that was to be opened.
        expected: String,
    },
    /// The making of units could not be prepared.
    #[error("preparing to make units")]
    Prepare(#[source] block::MakeError),
    /// A unit could not be made.
    #[error("making unit {index}")]
    Make {
        /// The unit.
        index: u64,
        /// Why it failed.
        source: block::MakeError,
    },
    /// Two units have one face.
    #[error("units {first} and {second} have the same face")]
    SameFace {
        /// The unit that comes first.
        first: u64,
        /// The other one.
        second: u64,
    },
    /// The block has another root than was expected.
    #[error("the block has the root {}, not {}", hex(found), hex(expected))]
    OtherRoot {
        /// What was expected.
        expected: Hash,
        /// What came out.
        found: Hash,
    },
    /// The manifest is not one.
    #[error("{} is not a block's manifest", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Why it could not be read.
        source: ManifestError,
    },
    /// The checkpoint is not one.
    #[error("{} is not a block's checkpoint", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why it could not be read.
        source: CheckpointError,
    },
    /// The block's rules are none.
    #[error("reading the rules in {}", dir.display())]
    Rules {
        /// The directory.
        dir: PathBuf,
        /// What is wrong with them.
        source: RulesError,
    },
    /// A file of the block does not fit the others.
    #[error("{} {what}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The file of units has another length than its manifest says.
    #[error("{} has {found} bytes where the manifest asks for {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// How long it is.
        found: u64,
        /// How long it should be.
        expected: u64,
    },
    /// What was printed is not the block's.
    #[error("{} {what}", path.display())]
    Print {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The validation file cannot be used.
    #[error("using {}", path.display())]
    Validation {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ValidationError,
    },
    /// There is no such unit.
    #[error("the block has {count} units; there is no unit {index}")]
    NoUnit {
        /// The unit asked for.
        index: u64,
        /// How many there are.
        count: u64,
    },
    /// A record does not open.
    #[error("the record of unit {index} is damaged")]
    Damaged {
        /// The unit.
        index: u64,
    },
    /// A record is another unit than its leaf says.
    #[error("the record of unit {index} does not fit its leaf")]
    OtherLeaf {
        /// The unit.
        index: u64,
    },
    /// A record holds no unit of its game.
    #[error("the record of unit {index} holds no unit of the game")]
    NotAUnit {
        /// The unit.
        index: u64,
    },
}

pub(crate) fn file_error<'path>(
    doing: &'static str,
    path: &'path std::path::Path,
) -> impl FnOnce(io::Error) -> VaultError + use<'path> {
    move |source| VaultError::File { doing, path: path.to_owned(), source }
}

/// How long a file is, or whatever else lies there.
pub(crate) fn length_of(path: &std::path::Path) -> Result<u64, VaultError> {
    Ok(std::fs::metadata(path).map_err(file_error("looking at", path))?.len())
}
