//! A block's audit: everything worked out again from its units, and whether what can be seen of
//! them tells anything.
//!
//! The units are opened, judged and counted one by one. What must hold exactly is a *check*; what
//! holds but for chance is a *test*, all tests within one budget of false alarms. The report is a
//! page that stands alone. `docs/audit.md` says what each test asks.
//!
//! This crate knows nothing of sale, players or money paid, and it changes nothing in a block.

mod board;
mod control;
mod fault;
mod features;
mod figures;
mod hand;
mod law;
mod leak;
mod logistic;
mod matrix;
mod number;
mod order;
mod page;
mod paired;
mod reading;
mod repeats;
mod roc;
mod sample;
mod scan;
mod score;
mod text;
mod trials;
mod twin;
mod verdict;
mod words;

pub use control::Redrawn;
pub use fault::{Fault, Faults, KEPT};
pub use figures::{Figures, WayFigure};
pub use leak::tell;
pub use page::page;
pub use roc::Roc;
pub use scan::{Audit, AuditError, Line, Published, audit, check};
pub use text::text;
pub use trials::{FALSE_ALARMS, Trial};
pub use verdict::Verdict;
