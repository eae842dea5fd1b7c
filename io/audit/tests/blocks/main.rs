//! Audits of small blocks on disk: sound ones, and ones with a planted fault.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod kinds;
mod redrawn;
mod sabotage;
mod sample;
#[path = "../../../vault/tests/blocks/small.rs"]
mod small;
mod sound;
mod wrong;
