//! The long read: every bundle and its level-0 tile, in all the processor's threads.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::block::{AMOUNT, BUNDLES, FORM, STEPS, TEXT};
use crate::notation::{Hash, read_plain};
use crate::report::Report;
use crate::rules::Rules;
use crate::tiles;
use crate::tree::{self, TILE};
use crate::unit::{self, Judge, Packed};

/// The largest bundle: 256 entries of 65 535 bytes.
pub const BUNDLE_LIMIT: usize = 256 * (2 + 65_535);
/// A thread takes so many bundles at once.
const SHARE: u64 = 50;

/// What is known before the long read.
pub struct Sources<'a> {
    /// The directory `tile`.
    pub tiles: &'a Path,
    /// The number of units.
    pub units: u64,
    /// The block id, where it is known.
    pub block: Option<&'a str>,
    /// The rules, where they could be read.
    pub rules: Option<&'a Rules>,
    /// The word list, where it could be read.
    pub list: Option<&'a HashSet<Packed>>,
    /// Hashes salts and grids. Its key is drawn anew for every run, so nobody can prepare texts
    /// that fall together.
    pub keyed: RandomState,
}

/// A keyed hash and the unit that it is of.
pub type Mark = (u64, u32);

/// What the long read found.
pub struct Found {
    /// The faults.
    pub report: Report,
    /// How many entries there were.
    pub read: u64,
    /// How many units the judge looked at.
    pub judged: u64,
    /// What they win together.
    pub cents: u128,
    /// How many units have each line's amount; behind the lines, how many win nothing, and how
    /// many win what no line says.
    pub counts: Vec<u64>,
    /// The root of each bundle that could be read whole, by its number.
    pub roots: Vec<(u64, Hash)>,
    /// Marks of the grids of the units.
    pub grids: Vec<Mark>,
    /// Marks of their salts.
    pub salts: Vec<Mark>,
}

/// Reads all bundles.
#[must_use]
pub fn read(sources: &Sources<'_>) -> Found {
    let bundles = sources.units.div_ceil(TILE);
    let next = AtomicU64::new(0);
    let shown = std::io::stderr().is_terminal();
    let work = || {
        let mut reader = Reader::new(sources);
        loop {
            let start = next.fetch_add(SHARE, Ordering::Relaxed);
            if start >= bundles {
                return reader.found;
            }
            if shown {
                // That the terminal went away is no reason to stop looking.
                let _ = write!(std::io::stderr(), "\r{:3} %\r", start * 100 / bundles);
            }
            reader.read_bundles(start, bundles.min(start + SHARE));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get().min(64));
    let mut found = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut found = work();
        for other in others {
            found.add(other.join().expect("a reader does not panic"));
        }
        found
    });
    found.roots.sort_unstable_by_key(|(bundle, _)| *bundle);
    found
}

impl Found {
    fn add(&mut self, other: Self) {
        self.report.merge(other.report);
        self.read += other.read;
        self.judged += other.judged;
        self.cents += other.cents;
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
        self.roots.extend(other.roots);
        self.grids.extend(other.grids);
        self.salts.extend(other.salts);
    }

    /// How many units win something.
    #[must_use]
    pub fn lots(&self) -> u64 {
        let nothing = self.counts.len() - 2;
        self.counts.iter().sum::<u64>() - self.counts[nothing]
    }
}

/// One thread's reader.
struct Reader<'a> {
    sources: &'a Sources<'a>,
    found: Found,
    judge: Judge,
    /// Amounts and their lines, ascending by amount.
    lines: Vec<(u64, usize)>,
    bundle: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn new(sources: &'a Sources<'a>) -> Self {
        let prizes = sources.rules.map_or(&[][..], |rules| &rules.prizes);
        let mut lines: Vec<_> =
            prizes.iter().enumerate().map(|(line, prize)| (prize.1, line)).collect();
        lines.sort_unstable();
        let found = Found {
            report: Report::new(&STEPS),
            read: 0,
            judged: 0,
            cents: 0,
            counts: vec![0; lines.len() + 2],
            roots: Vec::new(),
            grids: Vec::new(),
            salts: Vec::new(),
        };
        Self { sources, found, judge: Judge::default(), lines, bundle: Vec::new() }
    }

    fn read_bundles(&mut self, start: u64, end: u64) {
        let mut number = start;
        let mut leaves = Vec::new();
        while number < end {
            let width = tree::tile_width(self.sources.units, number);
            let name = format!("entries/{}", tree::tile_path(number, width));
            let path = self.sources.tiles.join(&name);
            leaves.clear();
            let mut bundle = std::mem::take(&mut self.bundle);
            if let Err(error) = read_plain(&path, BUNDLE_LIMIT, &mut bundle) {
                // Where the directory is not even there, its bundles are missed in one fault.
                let after = tiles::after_missing(&path, number, end);
                self.found.report.fault(BUNDLES, number, || {
                    let last = (after * TILE).min(self.sources.units) - 1;
                    format!("tile/{name}: {error} (units {} to {last})", number * TILE)
                });
                while number < after {
                    number =
                        tiles::check(self.sources, 0, number..after, &[], &mut self.found.report);
                }
            } else {
                self.read_bundle(&bundle, number, width, &mut leaves);
                let next = tiles::check(
                    self.sources,
                    0,
                    number..number + 1,
                    &leaves,
                    &mut self.found.report,
                );
                if leaves.len() as u64 == width {
                    let root = tree::root(leaves.iter().map(|(_, leaf)| *leaf).collect());
                    self.found.roots.extend(root.map(|root| (number, root)));
                }
                number = next;
            }
            self.bundle = bundle;
        }
    }

    fn read_bundle(
        &mut self,
        bundle: &[u8],
        number: u64,
        width: u64,
        leaves: &mut Vec<(u64, Hash)>,
    ) {
        let name = || format!("tile/entries/{}", tree::tile_path(number, width));
        let mut rows = Vec::new();
        let mut rest = bundle;
        for index in number * TILE..number * TILE + width {
            let Some((data, after)) = split_entry(rest) else {
                let last = number * TILE + width - 1;
                return self.found.report.fault(BUNDLES, number, || {
                    format!("{}: ends within or before unit {index} (of {last})", name())
                });
            };
            rest = after;
            leaves.push((index, tree::leaf(data)));
            self.read_unit(data, index, &mut rows);
        }
        if !rest.is_empty() {
            self.found
                .report
                .fault(BUNDLES, number, || format!("{}: {} bytes left over", name(), rest.len()));
        }
    }

    fn read_unit<'b>(&mut self, data: &'b [u8], index: u64, rows: &mut Vec<&'b [u8]>) {
        self.found.read += 1;
        let mut faults = Vec::new();
        let text = unit::read(data, rows, &mut faults);
        let report = &mut self.found.report;
        let place = |fault: String| format!("unit {index}: {fault}");
        if let Some(text) = text {
            if self.sources.block.is_some_and(|block| text.block != block.as_bytes()) {
                faults.push(format!("its block id is `{}`", String::from_utf8_lossy(text.block)));
            }
            if text.index.is_some_and(|stated| stated != index) {
                faults.push(format!("its index line says {}", text.index.unwrap_or_default()));
            }
            // Fewer than 2³² units are read: rule 2 of game.md.
            let mark = |part: &[u8]| (self.sources.keyed.hash_one(part), index as u32);
            self.found.salts.push(mark(text.salt));
            self.found.grids.push(mark(text.grids));
        }
        if let (Some(text), Some(rules)) = (text.filter(|text| text.fit), self.sources.rules) {
            let before = faults.len();
            count_rows(rows, rules, &mut faults);
            if faults.len() == before {
                let mut form = Vec::new();
                let amount =
                    self.judge.look((text.letters, rows), rules, self.sources.list, &mut form);
                report.faults(FORM, index, form.into_iter().map(place));
                if let Some(amount) = amount {
                    self.count(index, amount);
                }
            }
        }
        self.found.report.faults(TEXT, index, faults.into_iter().map(place));
    }

    fn count(&mut self, index: u64, amount: Result<u64, String>) {
        let none = self.lines.len();
        self.found.judged += 1;
        self.found.cents += u128::from(*amount.as_ref().unwrap_or(&0));
        let report = &mut self.found.report;
        match amount {
            Err(why) => report.fault(AMOUNT, index, || format!("unit {index}: {why}")),
            Ok(0) => self.found.counts[none] += 1,
            Ok(cents) => match self.lines.binary_search_by_key(&cents, |line| line.0) {
                Ok(at) => self.found.counts[self.lines[at].1] += 1,
                Err(_) => {
                    self.found.counts[none + 1] += 1;
                    report.fault(AMOUNT, index, || {
                        format!("unit {index}: {cents} cents are no line of the prize table")
                    });
                }
            },
        }
    }
}

/// The first entry of a bundle, and what is behind it.
#[must_use]
pub fn split_entry(bundle: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bundle.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))
}

/// The number of grids and of their rows is settled by the game (block.md, rule 5).
fn count_rows(rows: &[&[u8]], rules: &Rules, faults: &mut Vec<String>) {
    let mut grids = 0;
    for grid in rows.split(|row| row.is_empty()) {
        grids += 1;
        if grid.len() as u64 != rules.rows {
            faults.push(format!("grid {grids}: {} rows instead of {}", grid.len(), rules.rows));
        }
    }
    if grids != rules.grids {
        faults.push(format!("{grids} grids instead of {}", rules.grids));
    }
}
