//! Going through all records of a block, on all cores, in order, in flat memory.

use std::num::NonZero;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::mpsc::{SyncSender, sync_channel};

use block::Layout;
use block::tree::{TILE, leaf_hash};
use game::Unit;
use ticket::Ticket;

use crate::open::Block;
use crate::{Progress, UNITS, VaultError, file_error};

/// So many tiles are opened at a time.
const TILES: u64 = 4;

/// Why a record is not what was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It does not open: some of its bits are others.
    Unopened,
    /// It opens, and is another unit than its leaf says.
    OtherLeaf,
    /// It opens, and its plain text is no unit of the game.
    NotAUnit,
}

/// Some neighbouring units, opened.
pub struct Chunk<'block> {
    first: u64,
    layout: Layout,
    block: &'block Block,
    /// The records, each with its plain text at its beginning.
    records: Vec<u8>,
    /// What is wrong with each of them.
    damage: Vec<Option<Damage>>,
}

impl Chunk<'_> {
    /// Each unit's index, with the unit or what is wrong with its record.
    pub fn units(&self) -> impl Iterator<Item = (u64, Result<Unit, Damage>)> {
        let unit = |plain: &[u8]| self.layout.read(plain).ok_or(Damage::NotAUnit);
        self.plain().map(move |(index, plain)| (index, plain.and_then(unit)))
    }

    /// Each unit's index, with the plain text of its record or what is wrong with it.
    pub fn plain(&self) -> impl Iterator<Item = (u64, Result<&[u8], Damage>)> {
        let records = self.records.chunks_exact(self.block.record_bytes()).zip(&self.damage);
        let bytes = self.layout.plain_bytes();
        let plain = records.map(move |(record, damage)| match damage {
            None => Ok(&record[..bytes]),
            Some(damage) => Err(*damage),
        });
        (self.first..).zip(plain)
    }

    /// Each ticket of a paper block, or what is wrong with its record; none of another block.
    pub fn tickets(&self) -> impl Iterator<Item = (u64, Result<Ticket, Damage>)> {
        let printing = self.block.commitment().manifest().sources.printing;
        let ticket = move |index, plain: &[u8]| {
            let unit = self.layout.read(plain).ok_or(Damage::NotAUnit)?;
            let code = self.layout.code(plain).ok_or(Damage::NotAUnit)?;
            let identification = printing.ok_or(Damage::NotAUnit)?.identification(index);
            Ok(Ticket { identification, code, unit })
        };
        self.plain().map(move |(index, plain)| (index, plain.and_then(|it| ticket(index, it))))
    }

    /// Each unit's index, with its leaf's data or what is wrong with its record.
    pub fn leaves(&self) -> impl Iterator<Item = (u64, Result<Vec<u8>, Damage>)> {
        self.plain().map(|(index, plain)| {
            let leaf = plain.map(|plain| {
                let mut leaf = Vec::new();
                self.layout.leaf(self.block.commitment().block(), index, plain, &mut leaf);
                leaf
            });
            (index, leaf)
        })
    }
}

impl Block {
    /// Opens every record, compares it with its leaf, and gives chunk after chunk to `map` on
    /// several threads; `sink` gets the results in the order of the units.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or the first error of `map` or `sink`.
    pub fn scan<T: Send, E: Send + From<VaultError>>(
        &self,
        threads: NonZero<usize>,
        progress: &dyn Progress,
        map: impl Fn(&Chunk<'_>) -> Result<T, E> + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.scan_around(0..self.commitment().units(), threads, progress, map, sink)
    }

    /// The same for the chunks in which these units are: some of their neighbours are in them too.
    ///
    /// # Errors
    ///
    /// As of [`Block::scan`].
    pub fn scan_around<T: Send, E: Send + From<VaultError>>(
        &self,
        units: Range<u64>,
        threads: NonZero<usize>,
        progress: &dyn Progress,
        map: impl Fn(&Chunk<'_>) -> Result<T, E> + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let size = TILES * TILE;
        let end = units.end.min(self.commitment().units());
        let chunks = units.start / size..end.div_ceil(size);
        let hands = threads.get() as u64;
        // Each thread takes every so-manieth chunk and may be two ahead: the results come in order
        // without a queue that could grow.
        let work = |hand: u64, results: &SyncSender<Result<T, E>>| {
            for number in (chunks.start + hand..chunks.end).step_by(threads.get()) {
                let result = self.chunk(number * size).map_err(E::from).and_then(|it| map(&it));
                let failed = result.is_err();
                if results.send(result).is_err() || failed {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            let (work, mut results) = (&work, Vec::new());
            for hand in 0..hands {
                let (sender, receiver) = sync_channel(2);
                results.push(receiver);
                scope.spawn(move || work(hand, &sender));
            }
            for number in chunks.clone() {
                let result = results[((number - chunks.start) % hands) as usize].recv();
                sink(result.expect("a thread that panics ends the scan")?)?;
                let (from, to) = (units.start.max(number * size), end.min((number + 1) * size));
                progress.advance(to - from);
            }
            Ok(())
        })
    }

    fn chunk(&self, first: u64) -> Result<Chunk<'_>, VaultError> {
        let record = self.record_bytes();
        let count = (self.commitment().units() - first).min(TILES * TILE);
        let mut records = vec![0; record * count as usize];
        let path = || self.commitment().dir().join(UNITS);
        let read = self.file.read_exact_at(&mut records, first * record as u64);
        read.map_err(|error| file_error("reading", &path())(error))?;
        let mut hashes = Vec::new();
        for tile in (first..first + count).step_by(TILE as usize) {
            match self.hashes(tile) {
                Ok(tile) => hashes.extend(tile.into_iter().map(Some)),
                Err(fault) if self.has_sound_tiles() => return Err(fault),
                // The tile was found missing before; the seals of its records speak for them.
                Err(_) => hashes.resize((tile + TILE - first).min(count) as usize, None),
            }
        }
        let mut leaf = Vec::new();
        let opened = (first..).zip(records.chunks_exact_mut(record)).zip(&hashes);
        let damage = opened.map(|((index, record), hash)| {
            let Some(plain) = self.sealer.open(index, record) else {
                return Some(Damage::Unopened);
            };
            leaf.clear();
            self.layout.leaf(self.commitment().block(), index, plain, &mut leaf);
            hash.is_some_and(|hash| leaf_hash(&leaf) != hash).then_some(Damage::OtherLeaf)
        });
        let damage = damage.collect();
        Ok(Chunk { first, layout: self.layout, block: self, records, damage })
    }
}
