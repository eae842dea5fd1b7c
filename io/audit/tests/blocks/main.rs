//! Audits of small blocks on disk: sound ones, and ones with a planted fault.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod sabotage;
mod sample;
mod sound;
mod wrong;
