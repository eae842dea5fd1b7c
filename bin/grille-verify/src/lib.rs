//! Checks what Grille publishes: a disclosed block, or the proof of one unit.
//!
//! Written from docs/spec alone. It shares no code with the programs that make a block, so that a
//! fault of theirs is not a fault of the verifier too.

pub mod block;
pub mod proof;

pub mod note;
pub mod report;

pub mod files;
pub mod manifest;
pub mod rules;

pub mod entries;
pub mod repeats;
pub mod table;
pub mod tiles;
pub mod unit;

pub mod notation;
pub mod tree;
