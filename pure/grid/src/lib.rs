//! The crossword engine: a word list and a shape in, a filled grid out.
//!
//! Three stages, each a file or two. A [`Lexicon`] is the word list; an index of it answers "which
//! words have these letters at these places" by looking up one list. A [`Shape`] says where the
//! words go, without letters; a [`Pool`] holds many, each with the order in which its slots are
//! filled. A [`Filler`] draws a shape from the pool and words for it.
//!
//! This crate knows nothing of games, prizes, or the player's letters: a face cannot depend on
//! what is not here. Budgets are steps, never time, so the same draws give the same grid.

#![no_std]

extern crate alloc;

mod fill;
mod index;
mod lexicon;
mod plane;
mod pool;
mod route;
mod shape;

pub use fill::{Filled, Filler, Starved};
pub use index::Index;
pub use lexicon::{FULL_WEIGHT, Lexicon, LexiconFault, LexiconFaultKind, MAX_WORD, Word};
pub use pool::Pool;
pub use shape::{Along, NoShape, Shape, Slot, Spec};
