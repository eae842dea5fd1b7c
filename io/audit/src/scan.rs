//! Going through a block: every record opened, every unit judged, every lot counted.

use std::num::NonZero;
use std::path::Path;

use block::tree::Hash;
use block::{Amounts, BlockId, Layout};
use game::{Cents, Game};
use vault::{Block, Chunk, Commitment, Damage, Progress, VaultError};

use crate::fault::{Fault, Faults};
use crate::reading::Reader;
use crate::repeats::Marks;
use crate::words::WordList;

/// Why a block could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A file or a key could not be read.
    #[error("opening the block")]
    Open(#[source] VaultError),
    /// A record could not be read from the disk.
    #[error("reading the block's units")]
    Read(#[from] VaultError),
}

/// One line of the prize table, or the losers, and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What each unit is worth.
    pub amount: Cents,
    /// How many the table has.
    pub expected: u64,
    /// How many the judge found.
    pub found: u64,
}

/// What an audit found.
#[derive(Debug)]
pub struct Audit {
    /// The block.
    pub block: BlockId,
    /// Its root.
    pub root: Hash,
    /// Its game.
    pub game: Game,
    /// How many units it has.
    pub units: u64,
    /// The lots, smallest first.
    pub lots: Vec<Line>,
    /// What is wrong.
    pub faults: Faults,
}

/// What is kept of a chunk of units.
#[derive(Default)]
struct Seen {
    /// The amount of each unit by its place among the game's amounts, or [`NONE`].
    lots: Vec<u8>,
    marks: Marks,
    faults: Faults,
}

/// The place of no amount.
pub(crate) const NONE: u8 = u8::MAX;

/// Audits the block in `dir`, opened with its selling key or all of its shares.
///
/// # Errors
///
/// When a file or a key cannot be read. What is wrong with the block is no error.
pub fn audit<P: AsRef<Path>>(
    dir: &Path,
    key_files: &[P],
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Audit, AuditError> {
    let commitment = Commitment::open(dir).map_err(AuditError::Open)?;
    let key = commitment.selling_key(key_files).map_err(AuditError::Open)?;
    let (block, tiles) =
        Block::open_despite_tiles(commitment, &key).map_err(AuditError::Open)?;
    let mut faults = Faults::default();
    tiles.into_iter().map(Fault::File).for_each(|fault| faults.push(fault));
    let commitment = block.commitment();
    let game = commitment.game();
    let (amounts, words) = (Amounts::new(game), WordList::new(&commitment.rules().lexicon));
    let layout = Layout::of(game);
    let marks = Marks::with_capacity(commitment.units());
    let mut seen = Seen { marks, ..Seen::default() };
    let look = |chunk: &Chunk<'_>| {
        let mut part = Seen::default();
        let mut reader = Reader::new(game, &amounts, &words);
        look(chunk, layout, &mut reader, &mut part);
        Ok::<Seen, AuditError>(part)
    };
    let keep = |part: Seen| {
        seen.lots.extend(part.lots);
        seen.marks.absorb(&part.marks);
        seen.faults.absorb(part.faults);
        Ok(())
    };
    block.scan(threads, progress, look, keep)?;
    faults.absorb(seen.faults);
    seen.marks.name_equal(&block, &mut faults);
    let lots = count(game, &amounts, &seen.lots);
    for line in lots.iter().filter(|line| line.expected != line.found) {
        let &Line { amount, expected, found } = line;
        faults.push(Fault::Count { amount, expected, found });
    }
    let (block_id, root) = (commitment.block().clone(), commitment.manifest().root);
    Ok(Audit { block: block_id, root, units: commitment.units(), game: game.clone(), lots, faults })
}

fn look(chunk: &Chunk<'_>, layout: Layout, reader: &mut Reader<'_>, seen: &mut Seen) {
    for (index, plain) in chunk.plain() {
        let unit = plain.and_then(|plain| {
            Ok((plain, layout.read(plain).ok_or(Damage::OtherLeaf)?))
        });
        let lot = match unit {
            Err(damage) => {
                seen.faults.push(Fault::Record { index, damage });
                None
            }
            Ok((plain, unit)) => {
                seen.marks.note(index, plain, layout.face(plain));
                reader.read(index, &unit, &mut seen.faults)
            }
        };
        seen.lots.push(lot.map_or(NONE, |id| id.0));
    }
}

/// The table's lines and what was found of each, smallest first.
fn count(game: &Game, amounts: &Amounts, lots: &[u8]) -> Vec<Line> {
    let mut found = [0_u64; 256];
    for &lot in lots {
        found[usize::from(lot)] += 1;
    }
    let losers = u64::from(game.block_units - game.winning_units());
    let expected = |amount: Cents| {
        let prize = game.prizes.iter().find(|prize| prize.amount == amount);
        prize.map_or(losers, |prize| prize.count.into())
    };
    let lines = amounts.all().iter().zip(found);
    lines.map(|(&amount, found)| Line { amount, expected: expected(amount), found }).collect()
}

impl Audit {
    /// Whether the block is sound.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }

    /// What was checked and whether it holds.
    #[must_use]
    pub fn sentence(&self) -> String {
        if self.holds() {
            format!("All {} units were opened and judged: the block is its prize table.", self.units)
        } else {
            format!("The block is not sound: {} faults.", self.faults.total())
        }
    }
}
