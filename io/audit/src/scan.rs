//! Going through a block: every record opened, every unit judged, every lot counted; then the tests.

use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;

use block::note::VerifierKey;
use block::tree::Hash;
use block::{Amounts, BlockId, LetterSets};
use game::{Cents, Game};
use vault::{Block, Chunk, Commitment, Progress, VaultError};

use crate::control::Control;
use crate::fault::{Fault, Faults};
use crate::figures::Figures;
use crate::hand::{Desk, Hand, Seen, Tally};
use crate::leak::Faces;
use crate::roc::Roc;
use crate::sample::Sample;
use crate::trials::{Rows, Trial, trials};
use crate::twin::Pairs;
use crate::words::WordList;

/// So many units of the control are made, half of them winners.
const CONTROL: u64 = 16_000;

/// Why a block could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A file or a key could not be read.
    #[error("opening the block")]
    Open(#[source] VaultError),
    /// The block's files do not fit each other, so that its records cannot be looked at.
    #[error("the block does not hold, and its records were not looked at")]
    Unfit(#[source] VaultError),
    /// A record could not be read from the disk.
    #[error("reading the block's units")]
    Read(#[from] VaultError),
    /// The control could not be made.
    #[error("making the control of the leak test")]
    Control(#[from] block::MakeError),
}

impl AuditError {
    /// What does not fit, or is missing from a block that is there, speaks against the block.
    fn of(dir: &Path, error: VaultError) -> Self {
        let missing = |source: &std::io::Error| source.kind() == std::io::ErrorKind::NotFound;
        match error {
            VaultError::File { ref source, .. } if missing(source) && dir.is_dir() => {
                Self::Unfit(error)
            }
            VaultError::File { .. } | VaultError::OtherKey { .. } => Self::Open(error),
            _ => Self::Unfit(error),
        }
    }
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
    /// The tests.
    pub trials: Vec<Trial>,
    /// What a classifier that sees the faces achieved on the block.
    pub leak: Option<Roc>,
    /// The same on units made the wrong way.
    pub control: Option<Roc>,
    /// What the report draws.
    pub figures: Figures,
}

/// What was published before the sale, as far as the auditor was given it.
#[derive(Default)]
pub struct Published {
    /// The checkpoint's file.
    pub checkpoint: Option<String>,
    /// The operator's verifier key.
    pub key: Option<VerifierKey>,
}

/// Audits the block in `dir`, opened with its selling key or all of its shares.
///
/// # Errors
///
/// When a file or a key cannot be read. What is wrong with the block's units is no error.
pub fn audit<P: AsRef<Path>>(
    dir: &Path,
    key_files: &[P],
    published: &Published,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Audit, AuditError> {
    let Looked { block, desk, lots, faults, seen, tally, pairs } =
        look(dir, key_files, published, threads, progress)?;
    let Seen { lots: found, ranks, cells, .. } = seen;
    let (leak, control) = classify(&desk, &block, &tally.shown, threads)?;
    let rows = Rows { lots: &found, ranks: &ranks, cells: &cells };
    let trials = trials(&desk, &rows, &tally, &pairs, leak.as_ref());
    let figures = Figures::of(&desk, &found, &tally, &pairs);
    let commitment = block.commitment();
    let (id, units) = (commitment.block().clone(), commitment.units());
    let Desk { game, root, .. } = desk;
    Ok(Audit { block: id, root, units, game, lots, faults, trials, leak, control, figures })
}

/// Only the checks: what must hold exactly. The tests, and the leak test's control, are left out.
///
/// # Errors
///
/// As [`audit`].
pub fn check<P: AsRef<Path>>(
    dir: &Path,
    key_files: &[P],
    published: &Published,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Faults, AuditError> {
    look(dir, key_files, published, threads, progress).map(|looked| looked.faults)
}

/// A block whose every unit was looked at.
struct Looked {
    block: Block,
    desk: Desk,
    lots: Vec<Line>,
    faults: Faults,
    seen: Seen,
    tally: Tally,
    pairs: Pairs,
}

fn look<P: AsRef<Path>>(
    dir: &Path,
    key_files: &[P],
    published: &Published,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<Looked, AuditError> {
    let opened = |error| AuditError::of(dir, error);
    let commitment = Commitment::open(dir).map_err(opened)?;
    let key = commitment.selling_key(key_files).map_err(AuditError::Open)?;
    let (block, tiles) = Block::open_despite_tiles(commitment, &key).map_err(opened)?;
    let mut faults = Faults::default();
    tiles.into_iter().map(Fault::File).for_each(|fault| faults.push(fault));
    let commitment = block.commitment();
    let others = commitment.other_files()?.into_iter();
    others.chain(published.compare(commitment)).map(Fault::File).for_each(|it| faults.push(it));
    let (game, root) = (commitment.game().clone(), commitment.manifest().root);
    let desk = Desk {
        amounts: Amounts::new(&game),
        words: WordList::new(&commitment.rules().lexicon, game.crossword().word_length),
        sets: LetterSets::new(game.crossword().letters),
        sample: Sample::of(&root),
        game: game.clone(),
        root,
    };
    let (mut seen, tally, pairs) = scan(&block, &desk, threads, progress)?;
    faults.absorb(std::mem::take(&mut seen.faults));
    std::mem::take(&mut seen.marks).name_equal(&block, &mut faults);
    let lots = count(&game, &desk.amounts, &seen.lots);
    for line in lots.iter().filter(|line| line.expected != line.found) {
        let &Line { amount, expected, found } = line;
        faults.push(Fault::Count { amount, expected, found });
    }
    Ok(Looked { block, desk, lots, faults, seen, tally, pairs })
}

impl Published {
    /// What a block's checkpoint has against what was published.
    fn compare(&self, commitment: &Commitment) -> Vec<VaultError> {
        let mut faults = Vec::new();
        if let Some(key) = &self.key {
            let named = commitment.origin() == format!("{}/{}", key.name(), commitment.block());
            faults.extend((!named).then(|| commitment.unlike("does not name the operator's key")));
            faults.extend(commitment.check_signature(key).err());
        }
        // Others may have signed it since.
        let text = |note: &str| note.split_once("\n\n").map(|(text, _)| text.to_owned());
        if let Some(note) = &self.checkpoint
            && text(note) != text(commitment.note())
        {
            faults.push(commitment.unlike("is not the published one"));
        }
        faults
    }
}

/// Gives every unit to a hand; the hands' sums are put together.
fn scan(
    block: &Block,
    desk: &Desk,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(Seen, Tally, Pairs), AuditError> {
    let hands = Mutex::new(Vec::new());
    let lock = || hands.lock().expect("a hand that panics ends the audit");
    let mut seen = Seen::with_capacity(block.commitment().units());
    let look = |chunk: &Chunk<'_>| {
        let free = lock().pop();
        let mut hand = free.unwrap_or_else(|| Hand::new(desk));
        let part = hand.chunk(chunk);
        lock().push(hand);
        Ok::<Seen, AuditError>(part)
    };
    let keep = |part: Seen| {
        seen.absorb(part);
        Ok(())
    };
    block.scan(threads, progress, look, keep)?;
    let hands = hands.into_inner().expect("a hand that panics ends the audit");
    let done = hands.into_iter().map(Hand::done);
    let (tally, pairs) = done
        .reduce(|(mut tally, mut pairs), (more, others)| {
            tally.absorb(&more);
            pairs.absorb(&others);
            (tally, pairs)
        })
        .expect("a block has a unit");
    Ok((seen, tally, pairs))
}

/// The leak test on the block and on its control.
fn classify(
    desk: &Desk,
    block: &Block,
    shown: &Faces,
    threads: NonZero<usize>,
) -> Result<(Option<Roc>, Option<Roc>), AuditError> {
    let features = desk.features();
    let lexicon = &block.commitment().rules().lexicon;
    let control = Control::new(&desk.game, lexicon)?;
    let count = features.count();
    let of_block = || shown.test(count, |index| desk.sample.bits(!index));
    let make = |first: usize| {
        let part = (first as u64, threads.get() as u64);
        control.faces(&desk.words, &features, CONTROL, part)
    };
    if threads.get() == 1 {
        return Ok((of_block(), make(0)?.test(count, |number| number)));
    }
    std::thread::scope(|scope| {
        let makers: Vec<_> =
            (1..threads.get()).map(|first| scope.spawn(move || make(first))).collect();
        let block = scope.spawn(of_block);
        let mut faces = make(0)?;
        for maker in makers {
            faces.absorb(&maker.join().expect("a hand that panics ends the audit")?);
        }
        let control = faces.test(count, |number| number);
        Ok((block.join().expect("a hand that panics ends the audit"), control))
    })
}

/// The table's lines and what was found of each, smallest first.
fn count(game: &Game, amounts: &Amounts, lots: &[u8]) -> Vec<Line> {
    let mut found = [0_u64; 256];
    for &lot in lots {
        found[usize::from(lot)] += 1;
    }
    let expected = |amount| u64::from(game.count_of(amount));
    let lines = amounts.all().iter().zip(found);
    lines.map(|(&amount, found)| Line { amount, expected: expected(amount), found }).collect()
}
