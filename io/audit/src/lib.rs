//! A block's audit: everything worked out again from its units, and whether what can be seen of
//! them tells anything.
//!
//! The units are opened, judged and counted one by one; what must hold exactly is a *check*, and
//! what holds but for chance is a *test*, all tests within one budget of false alarms. The report
//! is a page that stands alone. `docs/audit.md` says what each test asks.
//!
//! This crate knows nothing of sale, players or money paid, and it changes nothing in a block.

mod fault;
mod page;
mod reading;
mod repeats;
mod scan;
mod text;
mod words;

pub use fault::{Fault, Faults, KEPT};
pub use page::page;
pub use scan::{Audit, AuditError, Line, audit};
pub use text::text;
