//! All randomness: a keyed stream, a number below n, a shuffle.
//!
//! Whoever needs chance takes a [`Chance`] and asks it for numbers below n, so that a test can
//! [walk](Walk) every branch of a small case with exact weights, and so that the same key gives the same
//! draws on any machine. `docs/spec/chance.md` has the algorithms and their vectors.
//!
//! This crate knows nothing of what is drawn, and has no source of chance of its own: keys come
//! from outside.

#![no_std]

extern crate alloc;

mod draw;
mod fraction;
mod stream;
mod walk;

pub use draw::{Chance, shuffle};
pub use fraction::Fraction;
pub use stream::{Stream, StreamKey};
pub use walk::{Branch, Law, Walk};
