//! The paper ticket: its numbers, its codes, and what it looks like.
//!
//! A [`Ticket`] is one record: a unit, its [`Identification`] and its [`ValidationCode`]. From this
//! one record come the front, its covers and the back, each a [`Scene`] of areas, lines, texts and
//! symbols at whole micrometres. Where something is covered, what lies under it is not in the scene
//! at all.
//!
//! This crate knows nothing of files, of PDF, of keys, of how units and codes are drawn, or of what
//! a ticket wins.

#![no_std]

extern crate alloc;

mod back;
mod code;
mod field;
mod font;
mod front;
mod identification;
mod money;
mod pen;
mod place;
mod scene;
mod skin;
mod symbol;
mod words;

pub use code::{CODE_BYTES, CODE_CHARACTERS, CodeError, ValidationCode};
pub use font::{Font, Fonts};
pub use identification::{
    GameCode, Identification, IdentificationError, Printing, PrintingError, TicketPlace,
};
pub use place::{CodePlace, TicketMap};
pub use scene::{Area, Ink, Mark, Point, Scene, SymbolMark, TextMark};
pub use skin::{Language, Skin, SkinError, State, Ticket};
