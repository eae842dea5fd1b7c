//! A unit as bytes: the plain text of a sealed record, and the text of its leaf.
//!
//! `docs/spec/block.md`, rules 5 and 17.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use chance::StreamKey;
use game::{Game, GameId, Grid, Letter, Unit};
use ticket::{CODE_BYTES, Printing, ValidationCode};

use crate::hex::bytes;
use crate::secret::{Purpose, Secret};

/// So many bytes has a salt.
pub const SALT: usize = 16;
/// The first line of a unit's leaf.
const UNIT: &str = "grille/unit/v1";

/// What keeps a leaf's hash from confirming a guess: 16 bytes for each unit.
pub type Salt = [u8; SALT];

/// The salts of a block.
#[derive(Clone, Debug)]
pub struct Salts(StreamKey);

impl Salts {
    /// The salts of the block with this secret.
    #[must_use]
    pub fn of(secret: &Secret) -> Self {
        Self(secret.streams(Purpose::Salt))
    }

    /// The salt of unit `index`.
    #[must_use]
    pub fn salt(&self, index: u64) -> Salt {
        let mut salt = [0; SALT];
        self.0.stream(index, 0).fill(&mut salt);
        salt
    }
}

/// The validation codes of a paper block.
#[derive(Clone, Debug)]
pub struct Codes(StreamKey);

impl Codes {
    /// The codes of the block with this secret.
    #[must_use]
    pub fn of(secret: &Secret) -> Self {
        Self(secret.streams(Purpose::Code))
    }

    /// The code of unit `index`: the first bytes of its stream.
    #[must_use]
    pub fn code(&self, index: u64) -> ValidationCode {
        let mut bytes = [0; CODE_BYTES];
        self.0.stream(index, 0).fill(&mut bytes);
        ValidationCode::new(bytes)
    }
}

/// A block's name: its game's id, and the beginning of a hash of all that it is made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub(crate) String);

impl BlockId {
    /// The name that `text` writes, if it is one: a game's id, a hyphen, 16 hexadecimal digits.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let (game, digits) = text.rsplit_once('-')?;
        let sound = GameId::new(game).is_some() && digits.len() == 16 && bytes(digits).is_some();
        sound.then(|| Self(String::from(text)))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How the records of a game look: all of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    letters: usize,
    grids: usize,
    rows: u8,
    columns: u8,
    printing: Option<Printing>,
}

impl Layout {
    /// The records of `game`, of a block that is not printed.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rules = game.crossword();
        Self {
            letters: rules.letters.into(),
            grids: rules.grids.into(),
            rows: rules.rows,
            columns: rules.columns,
            printing: None,
        }
    }

    /// The records of a block whose tickets are printed so, or not at all.
    #[must_use]
    pub fn printed(self, printing: Option<Printing>) -> Self {
        Self { printing, ..self }
    }

    /// How many bytes the plain text of a record has.
    #[must_use]
    pub fn plain_bytes(&self) -> usize {
        self.unit_bytes() + if self.printing.is_some() { CODE_BYTES } else { 0 }
    }

    /// The salt, the letters and the grids.
    fn unit_bytes(&self) -> usize {
        SALT + self.letters + self.grids * self.grid_bytes()
    }

    /// How many bytes each grid of a plain text has: one a cell.
    #[must_use]
    pub fn grid_bytes(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Appends the plain text of a unit's record; on paper the validation code follows it, which
    /// [`Records`] knows.
    ///
    /// # Panics
    ///
    /// When the unit is not of this game.
    pub fn write(&self, salt: &Salt, unit: &Unit, plain: &mut Vec<u8>) {
        let before = plain.len();
        plain.extend_from_slice(salt);
        plain.extend(unit.letters.iter().map(|letter| letter.ascii()));
        for grid in &unit.grids {
            plain.extend(grid.cells().iter().map(|cell| cell.map_or(b'.', Letter::ascii)));
        }
        assert_eq!(plain.len() - before, self.unit_bytes(), "the unit is of this game");
    }

    /// The part of a plain text that shows before any letter is uncovered.
    ///
    /// # Panics
    ///
    /// When the plain text is shorter than this game's are.
    #[must_use]
    pub fn face<'plain>(&self, plain: &'plain [u8]) -> &'plain [u8] {
        &plain[SALT + self.letters..self.unit_bytes()]
    }

    /// The validation code in a plain text, where the block is printed.
    #[must_use]
    pub fn code(&self, plain: &[u8]) -> Option<ValidationCode> {
        self.printing?;
        plain.get(self.unit_bytes()..)?.try_into().ok().map(ValidationCode::new)
    }

    /// The part of a plain text that lies under the tiles, in their order.
    ///
    /// # Panics
    ///
    /// When the plain text is shorter than this game's are.
    #[must_use]
    pub fn letters<'plain>(&self, plain: &'plain [u8]) -> &'plain [u8] {
        &plain[SALT..SALT + self.letters]
    }

    /// A plain text's unit, or nothing when it is not one of this game.
    #[must_use]
    pub fn read(&self, plain: &[u8]) -> Option<Unit> {
        if plain.len() != self.plain_bytes() {
            return None;
        }
        let (letters, cells) = plain[SALT..self.unit_bytes()].split_at(self.letters);
        let letters =
            letters.iter().map(|&byte| Letter::from_ascii(byte)).collect::<Option<_>>()?;
        let grids = cells
            .chunks_exact(self.grid_bytes())
            .map(|grid| {
                let cell = |&byte: &u8| match byte {
                    b'.' => Some(None),
                    _ => Letter::from_ascii(byte).map(Some),
                };
                let cells = grid.iter().map(cell).collect::<Option<_>>()?;
                Some(Grid::new(self.rows, self.columns, cells))
            })
            .collect::<Option<_>>()?;
        Some(Unit { letters, grids })
    }

    /// Appends the leaf data of unit `index`, from the plain text of its record.
    ///
    /// # Panics
    ///
    /// When the plain text is not of this game's length.
    pub fn leaf(&self, block: &BlockId, index: u64, plain: &[u8], leaf: &mut Vec<u8>) {
        assert_eq!(plain.len(), self.plain_bytes(), "the plain text is of this game");
        let (salt, rest) = plain[..self.unit_bytes()].split_at(SALT);
        let (letters, cells) = rest.split_at(self.letters);
        for line in [UNIT, block.as_str()] {
            leaf.extend_from_slice(line.as_bytes());
            leaf.push(b'\n');
        }
        push_decimal(index, leaf);
        leaf.push(b'\n');
        leaf.extend(salt.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
        leaf.push(b'\n');
        leaf.extend_from_slice(letters);
        leaf.push(b'\n');
        for (number, grid) in cells.chunks_exact(self.grid_bytes()).enumerate() {
            if number > 0 {
                leaf.push(b'\n');
            }
            for row in grid.chunks_exact(self.columns.into()) {
                leaf.extend_from_slice(row);
                leaf.push(b'\n');
            }
        }
        if let Some(printing) = &self.printing {
            writeln!(Text(leaf), "\n{}", printing.identification(index))
                .expect("memory can be written");
        }
    }
}

/// What writes the plain texts of a block's records from its secret.
#[derive(Clone, Debug)]
pub struct Records {
    layout: Layout,
    salts: Salts,
    codes: Codes,
}

impl Records {
    /// The records of the block with this secret.
    #[must_use]
    pub fn of(layout: Layout, secret: &Secret) -> Self {
        Self { layout, salts: Salts::of(secret), codes: Codes::of(secret) }
    }

    /// Their layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Appends the plain text of unit `index`.
    ///
    /// # Panics
    ///
    /// When the unit is not of this game.
    pub fn write(&self, index: u64, unit: &Unit, plain: &mut Vec<u8>) {
        self.layout.write(&self.salts.salt(index), unit, plain);
        if self.layout.printing.is_some() {
            plain.extend_from_slice(self.codes.code(index).bytes());
        }
    }
}

/// Bytes that text is appended to.
struct Text<'bytes>(&'bytes mut Vec<u8>);

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

fn digit(nibble: u8) -> u8 {
    b"0123456789abcdef"[usize::from(nibble)]
}

fn push_decimal(number: u64, text: &mut Vec<u8>) {
    let first = text.len();
    let mut rest = number;
    loop {
        text.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text[first..].reverse();
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::push_decimal;

    #[test]
    fn decimals_are_as_the_standard_library_writes_them() {
        for number in [0, 7, 10, 99, 100, 1_499_999, u64::MAX] {
            let mut text = b"x".to_vec();
            push_decimal(number, &mut text);
            assert_eq!(text, std::format!("x{number}").into_bytes());
        }
    }
}
