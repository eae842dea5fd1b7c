//! Block directories: dealing a whole block onto disk, and reading its units again.
//!
//! A block's directory holds `units`, one record of fixed length a unit, and `manifest.json`,
//! which is written last, so a directory that is not whole never looks whole. The records are not
//! sealed yet: whoever can read the directory can read every unit.
//!
//! This crate knows nothing of sale, players or pages.

mod deal;
mod manifest;
mod open;
mod record;

pub use deal::{Ingredients, Progress, deal};
pub use manifest::{MANIFEST, Manifest};
pub use open::Block;
pub use record::Layout;

use std::io;
use std::path::PathBuf;

/// Why a block could not be dealt or read.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The directory is there already.
    #[error("{} exists already; nothing is overwritten", .0.display())]
    Exists(PathBuf),
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
    /// The manifest is not one.
    #[error("{} is not a block's manifest", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Why it could not be read.
        source: serde_json::Error,
    },
    /// The block was dealt for other rules.
    #[error("the block in {} was dealt for another game or another version of it", .0.display())]
    OtherGame(PathBuf),
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
    /// There is no such unit.
    #[error("the block has {count} units; there is no unit {index}")]
    NoUnit {
        /// The unit asked for.
        index: u64,
        /// How many there are.
        count: u64,
    },
    /// A record is not a unit.
    #[error("the record of unit {index} is damaged")]
    Damaged {
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
