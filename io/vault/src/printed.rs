//! What was printed of a block, as the server has it that pays its tickets: the block's public
//! files, and the validation file. No key is there, and no unit is opened.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use block::BlockId;
use game::{Cents, Unit, UnitIndex, Units, UnitsError};
use serde::{Deserialize, Serialize};
use ticket::{Identification, Printing, ValidationCode};

use crate::commitment::Commitment;
use crate::validation::{VALIDATION_RECORD, ValidationError, ValidationFile};
use crate::{VaultError, file_error, length_of};

/// The name of the file that a whole print directory is known by.
pub const PRINT_MARK: &str = "print.json";
/// Where the validation file lies in a print directory.
pub const VALIDATION_FILE: &str = "validation/tickets.validation";

/// The format of a print directory.
const FORMAT: &str = "grille/print/v1";

/// What was printed: the content of [`PRINT_MARK`] (`docs/spec/ticket.md`, rule 14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintMark {
    format: String,
    block: String,
    game_code: String,
    first_book: u32,
    last_book: u32,
    book_tickets: u16,
}

impl PrintMark {
    /// What is said of these books of a block.
    #[must_use]
    pub fn new(block: &BlockId, printing: &Printing, books: RangeInclusive<u32>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            block: block.as_str().to_owned(),
            game_code: format!("G{}", printing.game_code()),
            first_book: *books.start(),
            last_book: *books.end(),
            book_tickets: printing.book_tickets(),
        }
    }

    /// The file.
    ///
    /// # Panics
    ///
    /// Never: it has only plain values.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).expect("it has only plain values");
        bytes.push(b'\n');
        bytes
    }

    fn read(path: &Path) -> Result<Self, VaultError> {
        let bytes = std::fs::read(path).map_err(file_error("reading", path))?;
        serde_json::from_slice(&bytes).map_err(|error| VaultError::Print {
            path: path.to_owned(),
            what: format!("does not say what was printed: {error}"),
        })
    }
}

/// A block on paper whose tickets can be checked.
pub struct Printed {
    commitment: Commitment,
    printing: Printing,
    books: RangeInclusive<u32>,
    print: PathBuf,
    validation: ValidationFile,
}

impl Printed {
    /// Opens what `grille block print` has written into `print` of the block that `commitment` is
    /// of, and compares the two: the block's name, its code jeu, its books, and how many records
    /// the validation file has, whose hash is the one that lies beside it.
    ///
    /// # Errors
    ///
    /// When a file is missing or is not what it should be.
    pub fn open(commitment: Commitment, print: &Path) -> Result<Self, VaultError> {
        let path = print.join(PRINT_MARK);
        let wrong = |what: String| VaultError::Print { path: path.clone(), what };
        let mark = PrintMark::read(&path)?;
        let printing = commitment.manifest().sources.printing;
        let printing = printing.ok_or_else(|| {
            wrong(format!("is of paper, and the block {} is not", commitment.block()))
        })?;
        let books = mark.first_book..=mark.last_book;
        let expected = PrintMark::new(commitment.block(), &printing, books.clone());
        if mark != expected {
            let told = format!(
                "is of the block {} with the code {} in books of {}, and this is {} with {} in \
                 books of {}",
                mark.block,
                mark.game_code,
                mark.book_tickets,
                expected.block,
                expected.game_code,
                expected.book_tickets
            );
            return Err(wrong(told));
        }
        let (first, last) = (printing.first_book(), last_book(&printing, commitment.units()));
        if books.is_empty() || *books.start() < first || *books.end() > last {
            let (from, to) = (books.start(), books.end());
            let told =
                format!("names the books {from} to {to}, and the block has {first} to {last}");
            return Err(wrong(told));
        }
        let validation = open_validation(print, &mark)?;
        Ok(Self { commitment, printing, books, print: print.to_owned(), validation })
    }

    /// The block's public half.
    #[must_use]
    pub fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    /// How its tickets are numbered.
    #[must_use]
    pub fn printing(&self) -> &Printing {
        &self.printing
    }

    /// The books that were printed.
    #[must_use]
    pub fn books(&self) -> RangeInclusive<u32> {
        self.books.clone()
    }

    /// Whether a ticket is one of those that were printed.
    #[must_use]
    pub fn has(&self, ticket: Identification) -> bool {
        self.books.contains(&ticket.place.book)
            && self.printing.index_of(ticket, self.commitment.units()).is_some()
    }

    /// The lot of a ticket, by the code that was under its cover; nothing where code and number do
    /// not belong together. It reads the file, and is not for async callers.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or the record was changed.
    pub fn lot(
        &self,
        code: &ValidationCode,
        ticket: Identification,
    ) -> Result<Option<Cents>, ValidationError> {
        self.validation.lot(code, ticket)
    }

    /// Looks whether its files are where they were when it was opened, with the validation file of
    /// its length. What is in them is compared by [`Self::check`], and when a ticket is looked up.
    ///
    /// # Errors
    ///
    /// When one is missing or cannot be looked at, or the validation file has another length.
    pub fn check_files(&self) -> Result<(), VaultError> {
        self.commitment.check_there()?;
        length_of(&self.print.join(PRINT_MARK))?;
        let path = self.print.join(VALIDATION_FILE);
        match length_of(&path)? == self.validation.records() * VALIDATION_RECORD as u64 {
            true => Ok(()),
            false => Err(VaultError::Broken { path, what: "has not the length of its tickets" }),
        }
    }

    /// Reads all its files again and compares them with what was signed, and with what was there
    /// when it was opened. Returns what is wrong, file by file.
    #[must_use]
    pub fn check(&self) -> Vec<VaultError> {
        self.commitment.check_again(|commitment| {
            let again = Self::open(commitment, &self.print)?;
            // Nobody signs what is printed: a whole file in the place of another has its checksum.
            let unlike = |name, what| VaultError::Broken { path: self.print.join(name), what };
            if again.books != self.books {
                return Err(unlike(PRINT_MARK, "names other books than when it was opened"));
            }
            if again.validation.sum() != self.validation.sum() {
                return Err(unlike(VALIDATION_FILE, "is not the one that was opened"));
            }
            Ok(())
        })
    }
}

/// A block that is sold on paper: none of its units is opened here, and none is sold.
impl Units for Printed {
    fn block_id(&self) -> &str {
        self.commitment.block().as_str()
    }

    fn count(&self) -> u64 {
        self.commitment.units()
    }

    fn unit(&self, _: UnitIndex) -> Result<Unit, UnitsError> {
        Err("the block is on paper: this server has no key that opens its units".into())
    }
}

fn last_book(printing: &Printing, units: u64) -> u32 {
    printing.identification(units - 1).place.book
}

/// Opens the validation file if it is whole.
fn open_validation(print: &Path, mark: &PrintMark) -> Result<ValidationFile, VaultError> {
    let path = print.join(VALIDATION_FILE);
    let file = ValidationFile::open(&path)
        .map_err(|source| VaultError::Validation { path: path.clone(), source })?;
    let books = u64::from(mark.last_book - mark.first_book) + 1;
    let expected = books * u64::from(mark.book_tickets) * VALIDATION_RECORD as u64;
    let found = file.records() * VALIDATION_RECORD as u64;
    if found != expected {
        return Err(VaultError::Length { path, found, expected });
    }
    Ok(file)
}
