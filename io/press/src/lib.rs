//! A block's units as data for others (JSON Lines, CSV, Parquet), and its tickets for the press: as
//! data, as PDF, SVG and PNG, and the validation file that they are paid by.
//!
//! Whatever is written is streamed in index order, in flat memory. A file or a directory is made
//! under another name and gets its own when it is whole.
//!
//! This crate knows nothing of sale, keys or pages; it is given a block that is open.

mod draw;
mod export;
mod field;
mod line;
mod print;
mod row;
mod sort;
mod table;
mod ticket_row;

pub use draw::{pdf, png, svg};
pub use export::{Format, export, export_to};
pub use line::line;
pub use print::{print_books, print_data};

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
    /// A ticket could not be read.
    #[error("reading the ticket {number}")]
    Ticket {
        /// Its number, which names its book.
        number: ticket::Identification,
        /// What is wrong with its record.
        source: vault::VaultError,
    },
    /// The block's tickets have no numbers.
    #[error("this block is not for paper: it was dealt without a code jeu")]
    NotPrinted,
    /// The block has no such book.
    #[error("the block has the books {first} to {last}")]
    NoBook {
        /// Its first book.
        first: u32,
        /// Its last book.
        last: u32,
    },
    /// The game's tickets cannot be drawn.
    #[error("drawing the game's tickets")]
    Skin(#[from] ticket::SkinError),
    /// A font could not be embedded.
    #[error("embedding a font: {0}")]
    Subset(String),
    /// A picture would be empty or too large.
    #[error("a ticket cannot be drawn at {0} dots an inch")]
    PictureSize(u16),
    /// A picture could not be encoded.
    #[error("encoding the picture: {0}")]
    Picture(String),
    /// The output could not be written.
    #[error("writing the units")]
    Write(#[from] io::Error),
    /// Parquet could not be written.
    #[error("writing the units as Parquet")]
    Parquet(#[from] parquet::errors::ParquetError),
}
