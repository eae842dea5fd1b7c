//! What is known of the paper game when a command is decided, and what a command needs of it.

use alloc::collections::{BTreeMap, BTreeSet};

use crate::account::Account;
use crate::id::{BlockId, EmissionId};
use crate::retail::{
    Bearer, Book, BookId, BookRange, Counter, CounterAct, CounterId, Emission, GameCode, Payment,
    Printing, RetailAct, RetailRecord, TicketId,
};

/// What is known of the paper game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetailFacts {
    /// Counters.
    pub counters: BTreeMap<CounterId, Counter>,
    /// Emissions, by code.
    pub emissions: BTreeMap<GameCode, Emission>,
    /// Blocks on paper, by code and first book.
    pub printings: BTreeMap<(GameCode, u32), Printing>,
    /// Books that are more than printed.
    pub books: BTreeMap<BookId, Book>,
    /// Paid tickets.
    pub payments: BTreeMap<TicketId, Payment>,
}

/// What to load of the paper game before a batch is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetailNeeds {
    /// Counters, with the balance of each.
    pub counters: BTreeSet<CounterId>,
    /// Emissions by their codes, each with all its blocks on paper, and the balances of `Unclaimed`
    /// and of each block's `Stakes` and `Prizes`.
    pub codes: BTreeSet<GameCode>,
    /// Emissions by what they are of, as above.
    pub emissions: BTreeSet<EmissionId>,
    /// Emissions of which this block is on paper, as above.
    pub blocks: BTreeSet<BlockId>,
    /// Books.
    pub books: BTreeSet<BookRange>,
    /// Tickets that may have been paid.
    pub tickets: BTreeSet<TicketId>,
}

impl RetailFacts {
    /// The block on paper that a book is of.
    #[must_use]
    pub fn printing_of(&self, book: BookId) -> Option<&Printing> {
        let before = self.printings.range(..=(book.code, book.number()));
        before.map(|(_, it)| it).next_back().filter(|it| it.holds(book))
    }

    /// How a block is on paper, if it is.
    #[must_use]
    pub fn printing(&self, block: &BlockId) -> Option<&Printing> {
        self.printings.values().find(|it| it.block == *block)
    }

    /// A book as it stands; in stock if nothing else is known of it.
    #[must_use]
    pub fn book(&self, id: BookId) -> Book {
        self.books.get(&id).cloned().unwrap_or_else(|| Book::printed(id))
    }

    pub(crate) fn apply(&mut self, record: &RetailRecord) {
        match record {
            RetailRecord::Counter(it) => {
                self.counters.insert(it.id, it.clone());
            }
            RetailRecord::Emission(it) => {
                self.emissions.insert(it.code, it.clone());
            }
            RetailRecord::Printing(it) => {
                self.printings.insert((it.code, it.first_book), it.clone());
            }
            RetailRecord::Book(it) => {
                self.books.insert(it.id, it.clone());
            }
            RetailRecord::Payment(it) => {
                self.payments.insert(it.ticket, it.clone());
            }
            RetailRecord::BearersErased(paid_by) => {
                let payments = self.payments.values_mut();
                for payment in payments.filter(|it| it.at <= *paid_by && it.bearer.is_some()) {
                    payment.bearer = Some(Bearer::erased());
                }
            }
        }
    }

    /// The part that `needs` names.
    pub(crate) fn pick(&self, needs: &RetailNeeds) -> Self {
        let mut picked = Self::default();
        let counters = self.counters.values().filter(|it| needs.counters.contains(&it.id));
        picked.counters.extend(counters.map(|it| (it.id, it.clone())));
        let is_needed = |it: &&Emission| {
            needs.codes.contains(&it.code)
                || needs.emissions.contains(&it.id)
                || self.printings.values().any(|printing| {
                    printing.code == it.code && needs.blocks.contains(&printing.block)
                })
        };
        let emissions = self.emissions.values().filter(is_needed);
        picked.emissions.extend(emissions.map(|it| (it.code, it.clone())));
        let printings =
            self.printings.iter().filter(|((code, _), _)| picked.emissions.contains_key(code));
        picked.printings.extend(printings.map(|(key, it)| (*key, it.clone())));
        for books in &needs.books {
            let range = self.books.range(books.first()..=books.last());
            picked.books.extend(range.map(|(id, it)| (*id, it.clone())));
        }
        let paid = needs.tickets.iter().filter_map(|ticket| self.payments.get(ticket));
        picked.payments.extend(paid.map(|it| (it.ticket, it.clone())));
        picked
    }

    /// The guarded accounts of all that is here.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = Account> {
        let counters = self.counters.keys().map(|counter| Account::Counter(*counter));
        let unclaimed = self.emissions.keys().map(|code| Account::Unclaimed(*code));
        let stakes = self.printings.values().map(|it| Account::Stakes(it.block.clone()));
        let prizes = self.printings.values().map(|it| Account::Prizes(it.block.clone()));
        counters.chain(unclaimed).chain(stakes).chain(prizes)
    }
}

impl RetailNeeds {
    /// Adds what a counter's act needs.
    pub(crate) fn add_counter_act(&mut self, counter: CounterId, act: &CounterAct) {
        self.counters.insert(counter);
        match act {
            CounterAct::Activate { book }
            | CounterAct::SellOut { book }
            | CounterAct::Report { book, .. } => self.add_books(BookRange::from(*book)),
            CounterAct::Inquire { claim } => self.add_ticket(claim.ticket),
            CounterAct::Pay { claims, .. } => {
                claims.as_slice().iter().for_each(|claim| self.add_ticket(claim.ticket));
            }
        }
    }

    /// Adds what an act of the operator's needs, but for the block's own row.
    pub(crate) fn add_operator_act(&mut self, act: &RetailAct) {
        match act {
            RetailAct::RegisterCounter { counter, .. }
            | RetailAct::SettleCounter { counter, .. } => {
                self.counters.insert(*counter);
            }
            RetailAct::Announce { code, emission, .. } => {
                self.codes.insert(*code);
                self.emissions.insert(emission.clone());
            }
            RetailAct::Print { code, .. }
            | RetailAct::Open { code, .. }
            | RetailAct::Close { code, .. }
            | RetailAct::Extend { code, .. } => {
                self.codes.insert(*code);
            }
            RetailAct::EnterPayment { ticket, counter, .. } => {
                self.counters.insert(*counter);
                self.add_ticket(*ticket);
            }
            RetailAct::Expire { block } | RetailAct::ResumePayments { block, .. } => {
                self.blocks.insert(block.clone());
            }
            RetailAct::Deliver { books, counter } | RetailAct::Return { books, counter, .. } => {
                self.counters.insert(*counter);
                self.add_books(*books);
            }
            RetailAct::Report { books, .. } | RetailAct::Release { books, .. } => {
                self.add_books(*books);
            }
        }
    }

    fn add_books(&mut self, books: BookRange) {
        self.codes.insert(books.code());
        self.books.insert(books);
    }

    fn add_ticket(&mut self, ticket: TicketId) {
        self.add_books(BookRange::from(ticket.book));
        self.tickets.insert(ticket);
    }

    /// Whether nothing is to be loaded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
