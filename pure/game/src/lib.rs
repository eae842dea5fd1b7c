//! The vocabulary and the rules: what a game is, what a unit is, and what a unit is worth.
//!
//! A [`Game`] is read from a text file ([`Game::parse`]); a [`Unit`] is the printed thing, letters
//! and grids; [`score`] is the judge, which looks at a unit and at nothing else. [`Ways`] says
//! which amounts the grids of a game can make together, how, and which they cannot.
//!
//! This crate knows nothing of how a unit is made, of word lists, of chance, of who buys a unit,
//! or of what money is in an account. It reads no file: whoever calls it brings the bytes.

#![no_std]

extern crate alloc;

mod amount;
mod date;
mod fault;
mod form;
mod grid;
mod judge;
mod letter;
mod parse;
mod rules;
mod unit;
mod ways;

pub use amount::Cents;
pub use date::Date;
pub use fault::{Fault, FaultKind};
pub use form::{FormFault, check_form};
pub use grid::{Cell, Direction, Grid, GridTextError, Run};
pub use judge::{AbovePayList, MAX_GRIDS, Score, complete_words, score};
pub use letter::{Letter, LetterSet};
pub use parse::{ANY_LEXICON, LexiconFacts, MAX_FILE_BYTES};
pub use rules::{
    Channel, Combine, Crossword, Game, GameId, Mechanic, Name, Opening, Pay, Prize, Source, Stated,
    WordLength,
};
pub use unit::{Unit, UnitIndex, Units, UnitsError};
pub use ways::{Level, Way, Ways};
