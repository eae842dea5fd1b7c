//! The paper game: emissions and their notices, books of tickets, counters, and what is paid.
//!
//! A ticket is payable when its book is active, in its time, once. Its lot is not here: whoever
//! asks brings it, having opened the ticket's own record with the ticket's own validation code; so
//! neither these rows nor what is kept of a question tell a winner that is not yet paid.

mod act;
mod book;
mod counter;
mod done;
mod emission;
mod facts;
mod number;
mod payment;
mod printing;
mod record;
mod verdict;

pub use act::{Claim, Claims, CounterAct, RetailAct};
pub use book::{Book, BookState, Obstacle, Report};
pub use counter::{Counter, CounterName};
pub use done::RetailDone;
pub use emission::{Closing, Emission};
pub use facts::{RetailFacts, RetailNeeds};
pub use number::{BookId, BookRange, CounterId, GameCode, TicketId};
pub use payment::{Bearer, Lot, Payment};
pub use printing::Printing;
pub use record::RetailRecord;
pub use verdict::Verdict;
