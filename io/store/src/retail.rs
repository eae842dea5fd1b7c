//! What is asked about the paper game.

use std::collections::BTreeMap;

use game::Cents;
use ledger::{
    Book, BookId, BookState, Counter, CounterId, Emission, GameCode, Millis, Payment, Printing,
    Report, RetailRecord,
};

use crate::Store;
use crate::error::StoreError;
use crate::shelf::Stock;

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

/// What has become of a block's tickets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sales {
    /// The block on paper.
    pub printing: Printing,
    /// Its books that have left the stock or are missing from it: how many stand so.
    pub books: BTreeMap<(BookState, Option<Report>), u32>,
    /// Its paid tickets: how many of each lot.
    pub paid: BTreeMap<Cents, u64>,
}

/// Where a block's tickets are. Together they are all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tickets {
    /// Put on sale by a counter, which has paid for them, and not come back.
    pub sold: u64,
    /// Back from a counter.
    pub returned: u64,
    /// Lost or stolen before they were on sale.
    pub missing: u64,
    /// In stock, or at a counter that never put them on sale.
    pub in_stock: u64,
}

impl Sales {
    /// Nothing has become of it yet.
    pub(crate) fn none(printing: Printing) -> Self {
        Self { printing, books: BTreeMap::new(), paid: BTreeMap::new() }
    }

    /// Where its tickets are.
    #[must_use]
    pub fn tickets(&self) -> Tickets {
        let size = u64::from(self.printing.book_tickets);
        let mut tickets = Tickets::default();
        for (&(state, report), &count) in &self.books {
            let count = u64::from(count);
            match (state, report) {
                (BookState::Activated | BookState::SoldOut, _) => tickets.sold += count * size,
                (BookState::Returned(from), _) => {
                    tickets.sold += count * u64::from(from);
                    tickets.returned += count * (size - u64::from(from));
                }
                (BookState::Printed | BookState::Delivered, Some(_)) => {
                    tickets.missing += count * size;
                }
                (BookState::Printed | BookState::Delivered, None) => {}
            }
        }
        let all = u64::from(self.printing.books) * size;
        tickets.in_stock = all - tickets.sold - tickets.returned - tickets.missing;
        tickets
    }

    /// What was paid in all.
    #[must_use]
    pub fn paid_cents(&self) -> Cents {
        Cents(self.paid.iter().map(|(lot, count)| lot.0 * count).sum())
    }
}

/// What may be asked about the paper game.
impl Store {
    /// Makes a block known that no teller sells from, while the others are sold: one on paper, which
    /// was dealt meanwhile. A block that is known goes on where it stands.
    ///
    /// # Errors
    ///
    /// When the block is known as another one or another one has its number, or the ledger fails.
    pub fn publish(&self, stock: &Stock) -> Result<(), StoreError> {
        self.reader().publish(&stock.offer(), &stock.block())
    }

    /// The paper game as it stands.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn paper(&self) -> Result<Paper, StoreError> {
        self.reader().paper()
    }

    /// At most `limit` payments of a counter from `from` on and before `to`, newest first.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn paid(
        &self,
        counter: CounterId,
        (from, to): (Millis, Millis),
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        self.reader().paid(counter, (from, to), limit)
    }

    /// How much each counter has asked from `from` on and before `to`, by its number; those that asked
    /// nothing are left out.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn asking(&self, within: (Millis, Millis)) -> Result<Vec<Asking>, StoreError> {
        self.reader().asking(within)
    }

    /// What has become of the tickets of an emission's blocks, by first book. Nobody is told before
    /// its last day of payment is over.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn sales(&self, code: GameCode) -> Result<Vec<Sales>, StoreError> {
        self.reader().sales(code)
    }
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
