//! A block: the plan of its amounts, and its units, each made so that its face tells nothing.
//!
//! The face (the grids) is drawn first, by code that is not given the amount; it is accepted when
//! every amount of the plan can be reached on it; then the letters are drawn, uniformly over all
//! sets that give the planned amount. So the probability of a face is the same whatever it is
//! worth. A [`Recipe`] is what all units of a block share, a [`Maker`] makes them one by one.
//!
//! A block is a pure function of its game file, its word list and its shares. Its units are the
//! leaves of a [`tree`], whose root stands in a signed [`note`] before the first one is sold.
//!
//! This crate knows nothing of files, threads, encryption or sale.

#![no_std]

extern crate alloc;

mod amounts;
mod face;
pub mod hex;
mod letters;
mod maker;
pub mod note;
mod plan;
#[cfg(test)]
mod proof;
mod reach;
mod record;
mod secret;
mod sets;
mod sources;
pub mod tree;
mod trial;

pub use amounts::{AmountId, Amounts, NotPayable};
pub use face::{Face, Words};
pub use letters::{census, draw_letters};
pub use maker::{MakeError, Maker, Recipe, shape_spec};
pub use plan::Plan;
pub use reach::Reach;
pub use record::{BlockId, Codes, Layout, Records, SALT, Salt, Salts};
pub use secret::{Purpose, Secret};
pub use sets::LetterSets;
pub use sources::{BLOCK_FORMAT, Beacon, BeaconError, Sources};
pub use trial::Trial;
