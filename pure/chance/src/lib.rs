//! All randomness: a keyed stream, a number below n, a shuffle.
//!
//! Whoever needs chance takes a [`Chance`] and asks it for numbers below n, so that a test can
//! walk every branch of a small case with exact weights, and so that the same key gives the same
//! draws on any machine. `docs/spec/chance.md` has the algorithms and their vectors.
//!
//! This crate knows nothing of what is drawn, and has no source of chance of its own: keys come
//! from outside.

#![no_std]

mod draw;
mod stream;

pub use draw::{Chance, shuffle};
pub use stream::{Stream, StreamKey};
