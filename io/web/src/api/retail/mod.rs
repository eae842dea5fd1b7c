//! The API of counters, below `/retail`: tickets are asked about and paid, and books are put on
//! sale.
//!
//! What comes in with a ticket, its code, and what its record says, its lot, are not written into
//! any log, error or table.

pub(crate) mod books;
pub(crate) mod counter;
pub(crate) mod inquiry;
pub(crate) mod payment;
pub(crate) mod payments;
pub(crate) mod shelf;
pub(crate) mod sign_in;
pub(crate) mod sign_out;

mod answer;
mod ticket;
