//! What a decision of the paper game changes besides balances.

#[cfg(doc)]
use crate::retail::Bearer;
use crate::retail::{Book, Counter, Emission, Payment, Printing};
use crate::time::Millis;

/// One row to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RetailRecord {
    /// A counter: insert it; its number must be new.
    Counter(Counter),
    /// An emission: insert or replace.
    Emission(Emission),
    /// A block on paper: insert it, its block and its first book must be new; or, of one that is
    /// known, whether it was restored.
    Printing(Printing),
    /// A book: insert or replace.
    Book(Book),
    /// A paid ticket: insert it; the ticket must be new.
    Payment(Payment),
    /// Who was paid at this time or before is erased: put [`Bearer::erased`] in the place of each
    /// bearer that is recorded.
    BearersErased(Millis),
}
