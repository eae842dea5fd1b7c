//! What is asked about the paper game.

use std::collections::BTreeMap;

use game::Cents;
use ledger::{
    Book, BookId, Counter, CounterId, Emission, GameCode, Millis, Payment, Printing, RetailRecord,
};

/// The paper game as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// Every counter, with what it has.
    pub counters: Vec<(Counter, Cents)>,
    /// Every emission, by its code.
    pub emissions: Vec<Emission>,
    /// Every block on paper, by code and first book.
    pub printings: Vec<Printing>,
}

/// How much a counter asks. Many questions about tickets that are not then paid may be guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Who.
    pub counter: CounterId,
    /// About how many tickets.
    pub asked: u64,
    /// How many of these nobody has paid.
    pub unpaid: u64,
}

/// The rows of the paper game that a batch leaves, each as it stands at the end.
#[derive(Default)]
pub(crate) struct RetailSheet<'a> {
    pub(crate) counters: BTreeMap<CounterId, &'a Counter>,
    pub(crate) emissions: BTreeMap<GameCode, &'a Emission>,
    pub(crate) printings: Vec<&'a Printing>,
    pub(crate) books: BTreeMap<BookId, &'a Book>,
    pub(crate) payments: Vec<&'a Payment>,
    /// Who was paid then or before is erased.
    pub(crate) bearers_erased: Option<Millis>,
}

impl<'a> RetailSheet<'a> {
    pub(crate) fn add(&mut self, record: &'a RetailRecord) {
        match record {
            RetailRecord::Counter(it) => {
                self.counters.insert(it.id, it);
            }
            RetailRecord::Emission(it) => {
                self.emissions.insert(it.code, it);
            }
            RetailRecord::Printing(it) => self.printings.push(it),
            RetailRecord::Book(it) => {
                self.books.insert(it.id, it);
            }
            RetailRecord::Payment(it) => self.payments.push(it),
            RetailRecord::BearersErased(paid_by) => {
                self.bearers_erased = self.bearers_erased.max(Some(*paid_by));
            }
        }
    }
}
