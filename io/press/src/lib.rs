//! A block's units as data for others: JSON Lines, CSV, Parquet.
//!
//! Whatever is written is streamed in index order, in flat memory. A file is made under another
//! name and gets its own when it is whole.
//!
//! This crate knows nothing of sale, keys or pages; it is given a block that is open.

mod export;
mod line;
mod row;
mod table;

pub use export::{Format, export, export_to};
pub use line::line;

use std::io;
use std::path::PathBuf;

/// Why a block's units could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    /// The file is there already.
    #[error("{} exists already; nothing is overwritten", .0.display())]
    Exists(PathBuf),
    /// The block could not be read.
    #[error(transparent)]
    Vault(#[from] vault::VaultError),
    /// A unit's record is damaged.
    #[error("the record of unit {index} is damaged; `grille block repair` mends it")]
    Damaged {
        /// The unit.
        index: u64,
    },
    /// A unit has more complete words than the pay list knows.
    #[error("unit {index} is no unit of its game")]
    Judge {
        /// The unit.
        index: u64,
        /// What the judge said.
        source: game::AbovePayList,
    },
    /// The output could not be written.
    #[error("writing the units")]
    Write(#[from] io::Error),
    /// Parquet could not be written.
    #[error("writing the units as Parquet")]
    Parquet(#[from] parquet::errors::ParquetError),
}
