//! The identification number on a ticket's back, as a function of the ticket's place in its block.
//!
//! Sixteen digits: the code jeu (game 3, emission 2), the book (7, numbered through the whole
//! emission), the ticket in its book (3, from 000), a check digit. `docs/spec/ticket.md`, rules 1
//! to 4.

use alloc::string::String;
use core::fmt;

/// So many digits has a number, the check digit among them.
const DIGITS: usize = 16;
const MAX_BOOK: u32 = 9_999_999;
const MAX_BOOK_TICKETS: u16 = 1000;

/// The totally anti-symmetric quasigroup of order 10 of H. M. Damm (2004): the running digit and
/// the next one give the next running digit. It catches every wrong digit and every swap of two
/// neighbours.
const DAMM: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

/// The code jeu: three digits for the game, two for the emission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameCode(u32);

impl GameCode {
    /// The code that five digits write.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_code = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_code { text.parse().ok().map(Self) } else { None }
    }

    /// The game: 0 to 999.
    #[must_use]
    pub fn game(self) -> u32 {
        self.0 / 100
    }

    /// The emission: 0 to 99.
    #[must_use]
    pub fn emission(self) -> u32 {
        self.0 % 100
    }
}

impl fmt::Display for GameCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05}", self.0)
    }
}

/// How a block is cut into books, and where its books stand in the emission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printing {
    game_code: GameCode,
    first_book: u32,
    book_tickets: u16,
}

/// Why a block cannot be printed so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintingError {
    /// The book size.
    #[error("a book has 1 to {MAX_BOOK_TICKETS} tickets")]
    BookSize,
    /// A block that is not a whole number of books.
    #[error("a block of {units} tickets is not a whole number of books of {book_tickets}")]
    Remainder {
        /// How many tickets the block has.
        units: u32,
        /// How many a book has.
        book_tickets: u16,
    },
    /// Books beyond the seven digits, or before the first.
    #[error("the books of an emission are numbered from 1 to {MAX_BOOK}")]
    Books,
}

/// A ticket's place in its emission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TicketPlace {
    /// The book, numbered through the whole emission, from 1.
    pub book: u32,
    /// The ticket in its book, from 0.
    pub ticket: u16,
}

impl Printing {
    /// The printing of a block of `units` tickets.
    ///
    /// # Errors
    ///
    /// When the block is no whole number of books, or its books cannot be numbered.
    pub fn new(
        game_code: GameCode,
        first_book: u32,
        book_tickets: u16,
        units: u32,
    ) -> Result<Self, PrintingError> {
        if !(1..=MAX_BOOK_TICKETS).contains(&book_tickets) {
            return Err(PrintingError::BookSize);
        }
        if !units.is_multiple_of(book_tickets.into()) {
            return Err(PrintingError::Remainder { units, book_tickets });
        }
        let books = units / u32::from(book_tickets);
        let last = first_book.checked_add(books).filter(|_| first_book > 0);
        if last.is_none_or(|after| after - 1 > MAX_BOOK) {
            return Err(PrintingError::Books);
        }
        Ok(Self { game_code, first_book, book_tickets })
    }

    /// The code jeu.
    #[must_use]
    pub fn game_code(&self) -> GameCode {
        self.game_code
    }

    /// The block's first book.
    #[must_use]
    pub fn first_book(&self) -> u32 {
        self.first_book
    }

    /// How many tickets a book has.
    #[must_use]
    pub fn book_tickets(&self) -> u16 {
        self.book_tickets
    }

    /// The identification of the ticket at `index` of the block.
    ///
    /// # Panics
    ///
    /// When there is no such ticket in a block that can be printed so.
    #[must_use]
    pub fn identification(&self, index: u64) -> Identification {
        let size = u64::from(self.book_tickets);
        let book = u32::try_from(u64::from(self.first_book) + index / size);
        let book = book.ok().filter(|&book| book <= MAX_BOOK).expect("the book has seven digits");
        let ticket = u16::try_from(index % size).expect("a book has at most a thousand tickets");
        Identification { game_code: self.game_code, place: TicketPlace { book, ticket } }
    }

    /// Where a ticket is in a block of `units` tickets, if it is in it.
    #[must_use]
    pub fn index_of(&self, ticket: Identification, units: u64) -> Option<u64> {
        let Identification { game_code, place } = ticket;
        let book = place.book.checked_sub(self.first_book)?;
        let index = u64::from(book) * u64::from(self.book_tickets) + u64::from(place.ticket);
        let is_here = game_code == self.game_code && place.ticket < self.book_tickets;
        Some(index).filter(|&index| is_here && index < units)
    }
}

/// A ticket's number: the emission's code, the book, the ticket in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identification {
    /// The code jeu.
    pub game_code: GameCode,
    /// Where the ticket is in the emission.
    pub place: TicketPlace,
}

/// Why a text is no ticket's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentificationError {
    /// Not sixteen digits.
    #[error("a ticket's number has 16 digits")]
    Form,
    /// It was mistyped.
    #[error("the check digit does not fit: the number was mistyped")]
    Check,
}

impl Identification {
    /// Its sixteen digits in ASCII, as its barcode has them.
    #[must_use]
    pub fn digits(&self) -> [u8; DIGITS] {
        let TicketPlace { book, ticket } = self.place;
        let number = u64::from(self.game_code.0) * 10_000_000 + u64::from(book);
        let mut rest = number * 1000 + u64::from(ticket);
        let mut digits = [0; DIGITS];
        for digit in digits[..DIGITS - 1].iter_mut().rev() {
            *digit = (rest % 10) as u8;
            rest /= 10;
        }
        digits[DIGITS - 1] = damm(&digits[..DIGITS - 1]);
        digits.map(|digit| b'0' + digit)
    }

    /// The number that `text` writes, with or without its hyphens or spaces.
    ///
    /// # Errors
    ///
    /// When it is not of its form, or its check digit does not fit.
    pub fn parse(text: &str) -> Result<Self, IdentificationError> {
        use IdentificationError::{Check, Form};
        let plain: String = text.chars().filter(|it| !matches!(it, '-' | ' ')).collect();
        let is_number = plain.len() == DIGITS && plain.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return Err(Form);
        }
        let (book, ticket) = (plain[5..12].parse(), plain[12..15].parse());
        let game_code = GameCode::parse(&plain[..5]).ok_or(Form)?;
        let place =
            TicketPlace { book: book.map_err(|_| Form)?, ticket: ticket.map_err(|_| Form)? };
        let found = Self { game_code, place };
        if found.digits() == plain.as_bytes() { Ok(found) } else { Err(Check) }
    }
}

/// In groups, so that nothing takes it for a number: `31702-0012345-017-4`.
impl fmt::Display for Identification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let check = char::from(self.digits()[DIGITS - 1]);
        let TicketPlace { book, ticket } = self.place;
        write!(f, "{}-{book:07}-{ticket:03}-{check}", self.game_code)
    }
}

fn damm(digits: &[u8]) -> u8 {
    digits.iter().fold(0, |running, &digit| DAMM[usize::from(running)][usize::from(digit)])
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn printing() -> Printing {
        Printing::new(GameCode::parse("31702").unwrap(), 12_345, 50, 3_000_000).unwrap()
    }

    #[test]
    fn numbers_follow_from_the_place_and_lead_back_to_it() {
        let printing = printing();
        let first = printing.identification(0);
        assert!(first.to_string().starts_with("31702-0012345-000-"), "{first}");
        assert!(printing.identification(117).to_string().starts_with("31702-0012347-017-"));
        assert!(printing.identification(2_999_999).to_string().starts_with("31702-0072344-049-"));
        for index in [0, 1, 49, 50, 117, 2_999_999] {
            let ticket = printing.identification(index);
            assert_eq!(printing.index_of(ticket, 3_000_000), Some(index));
            let text = ticket.to_string();
            assert_eq!(Identification::parse(&text), Ok(ticket));
            assert_eq!(Identification::parse(&text.replace('-', "")), Ok(ticket));
            assert_eq!(text.replace('-', "").as_bytes(), ticket.digits());
        }
        assert_eq!(printing.index_of(printing.identification(50), 50), None);
        let other = Printing { game_code: GameCode(31_703), ..printing };
        assert_eq!(other.index_of(first, 3_000_000), None);
    }

    /// Damm's own example: the digit of 572 is 4.
    #[test]
    fn the_check_digit_is_that_of_the_published_example() {
        assert_eq!(damm(&[5, 7, 2]), 4);
    }

    /// Whatever the digits before, every wrong digit and every swap of two neighbours leads to
    /// another running digit, and from there on unlike ones stay unlike.
    #[test]
    fn every_wrong_digit_and_every_swap_of_neighbours_is_caught() {
        for row in DAMM {
            let mut seen = row;
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        }
        let step = |running: u8, digit: u8| DAMM[usize::from(running)][usize::from(digit)];
        for (running, one, other) in
            (0..1000).map(|it: u16| ((it / 100) as u8, (it / 10 % 10) as u8, (it % 10) as u8))
        {
            if one != other {
                assert_ne!(step(step(running, one), other), step(step(running, other), one));
                assert_ne!(step(one, running), step(other, running), "unlike stays unlike");
            }
            // The check digit itself: it leads to zero, and no other digit does.
            assert_eq!(step(running, one) == 0, running == one);
        }
        for wrong in ["31702-0012345-000-", "", "3170200123450000", "31702-0012345-0004-1"] {
            assert!(Identification::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_cannot_be_numbered_is_refused() {
        let code = GameCode::parse("31702").unwrap();
        let new = |first, size, units| Printing::new(code, first, size, units);
        assert_eq!(new(1, 0, 100), Err(PrintingError::BookSize));
        assert_eq!(new(1, 1001, 100), Err(PrintingError::BookSize));
        let remainder = PrintingError::Remainder { units: 100, book_tickets: 30 };
        assert_eq!(new(1, 30, 100), Err(remainder));
        assert_eq!(new(0, 50, 100), Err(PrintingError::Books));
        assert!(new(9_999_998, 50, 100).is_ok());
        assert_eq!(new(9_999_999, 50, 100), Err(PrintingError::Books));
        assert_eq!(new(u32::MAX, 50, 100), Err(PrintingError::Books));
        for text in ["", "3170", "317022", "3170a", "+3170"] {
            assert_eq!(GameCode::parse(text), None, "{text}");
        }
        assert_eq!((code.game(), code.emission()), (317, 2));
    }
}
