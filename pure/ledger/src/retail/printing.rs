//! How a block is cut into books.

use crate::amount::Amount;
use crate::id::BlockId;
use crate::retail::{BookId, GameCode, TicketId};
use crate::time::Millis;

/// A block on paper: its tickets in books, numbered through the emission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printing {
    /// The emission.
    pub code: GameCode,
    /// The block.
    pub block: BlockId,
    /// Its first book.
    pub first_book: u32,
    /// How many books it has.
    pub books: u32,
    /// How many tickets a book has.
    pub book_tickets: u16,
    /// What a ticket costs.
    pub price: Amount,
    /// When the operator funded its prizes.
    pub at: Millis,
    /// Whether the ledger was restored from a copy and may lack payments: nothing of it is paid
    /// until two people say that they are entered.
    pub is_restored: bool,
}

impl Printing {
    /// Its last book.
    #[must_use]
    pub fn last_book(&self) -> u32 {
        self.first_book + self.books - 1
    }

    /// Whether a book is of this block.
    #[must_use]
    pub fn holds(&self, book: BookId) -> bool {
        book.code == self.code && (self.first_book..=self.last_book()).contains(&book.number())
    }

    /// Whether a ticket is of this block.
    #[must_use]
    pub fn has(&self, ticket: TicketId) -> bool {
        self.holds(ticket.book) && ticket.index() < self.book_tickets
    }

    /// What so many tickets cost, if it is anything.
    #[must_use]
    pub fn cost(&self, tickets: u32) -> Option<Amount> {
        let cents = self.price.cents().0.checked_mul(tickets.into())?;
        Amount::new(game::Cents(cents))
    }

    /// How many books of `book_tickets` a block of so many units makes from `first_book` on;
    /// nothing when it is not a whole number of them or they cannot be numbered.
    #[must_use]
    pub fn cut(units: u64, book_tickets: u16, first_book: u32) -> Option<u32> {
        let is_size = (1..=TicketId::MAX + 1).contains(&book_tickets);
        if !is_size || !units.is_multiple_of(book_tickets.into()) {
            return None;
        }
        let books = u32::try_from(units / u64::from(book_tickets)).ok()?;
        let after = first_book.checked_add(books)?;
        (first_book > 0 && books > 0 && after - 1 <= BookId::MAX).then_some(books)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_cut_into_whole_books() {
        assert_eq!(Printing::cut(3_000_000, 50, 12_345), Some(60_000));
        assert_eq!(Printing::cut(1000, 1000, BookId::MAX), Some(1));
        for (units, size, first) in [
            (100, 0, 1),
            (2002, 1001, 1),
            (100, 30, 1),
            (100, 50, 0),
            (0, 50, 1),
            (100, 50, BookId::MAX),
            (100, 50, u32::MAX),
        ] {
            assert_eq!(Printing::cut(units, size, first), None, "{units} {size} {first}");
        }
    }
}
