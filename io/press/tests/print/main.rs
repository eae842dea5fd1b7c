//! Whole directories for the press and the central system, of a block of ten thousand tickets.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod data;
mod drawing;
mod printed;
mod sample;
#[expect(dead_code, reason = "other blocks are for other tests")]
#[path = "../../../vault/tests/blocks/small.rs"]
mod small;
mod validation;
