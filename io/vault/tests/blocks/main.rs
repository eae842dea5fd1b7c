//! Blocks on disk, small ones by the real rules.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod damage;
mod deal;
#[path = "../../../../fuzz/directory.rs"]
mod directory;
#[path = "../../../../fuzz/functions.rs"]
mod functions;
mod fuzz;
mod keys;
mod sample;
mod small;
mod vectors;
