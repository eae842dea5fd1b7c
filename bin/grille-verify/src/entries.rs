//! The long read: every bundle and its level-0 tile, on all cores; then the tiles above.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::{Hash, read_plain, sha256};
use crate::manifest::Manifest;
use crate::report::Report;
use crate::rules::{Game, Lexicon};
use crate::tree::{self, TILE, tile_path, tile_width};
use crate::unit::Text;

/// The largest bundle: 256 entries of 65 535 bytes.
const BUNDLE_LIMIT: usize = 256 * (2 + 65_535);
/// A thread takes so many bundles at once. The numbers of such a chunk lie in one directory.
const CHUNK: u64 = 50;

/// What is known before the long read, as far as it could be read.
pub(crate) struct Sources<'a> {
    /// The directory `tile`.
    pub(crate) tiles: &'a Path,
    pub(crate) units: u64,
    pub(crate) block: Option<&'a str>,
    pub(crate) game: Option<&'a Game>,
    pub(crate) list: Option<&'a Lexicon>,
    /// The manifest, for what it says of paper.
    pub(crate) manifest: Option<&'a Manifest>,
    pub(crate) report: &'a Report,
}

#[derive(Default)]
pub(crate) struct Found {
    /// How many entries there were.
    pub(crate) read: u64,
    /// How many units have each amount, or none because they are above the pay list.
    pub(crate) counts: BTreeMap<Option<u64>, u64>,
    /// The root of each bundle that could be read whole, by its number.
    pub(crate) roots: BTreeMap<u64, Hash>,
    /// Half the hash of what no two units may share, and the unit.
    grids: Vec<([u8; 16], u32)>,
    salts: Vec<([u8; 16], u32)>,
}

impl Sources<'_> {
    /// Reads all bundles and tiles.
    pub(crate) fn read(&self) -> Found {
        let (next, whole) = (AtomicU64::new(0), Mutex::new(Found::default()));
        let work = || {
            let mut found = Found::default();
            while self.read_chunk(next.fetch_add(1, Ordering::Relaxed), &mut found) {}
            whole.lock().expect("no reader panics").add(found);
        };
        let threads = std::thread::available_parallelism().map_or(1, |it| it.get().min(64));
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        let mut found = whole.into_inner().expect("no reader panics");
        self.find_repeats("grids", &mut found.grids);
        self.find_repeats("salt", &mut found.salts);
        self.check_upper(&found.roots);
        found
    }

    /// Answers whether there was something to read.
    fn read_chunk(&self, chunk: u64, found: &mut Found) -> bool {
        let numbers = chunk * CHUNK..((chunk + 1) * CHUNK).min(self.units.div_ceil(TILE));
        if numbers.is_empty() {
            return false;
        }
        // Where the directory lacks, all of its files are missed at once: a size that is a lie
        // must not cost the time to look for each.
        let [entries, tiles] = [("entries", "bundles"), ("0", "tiles")].map(|(level, step)| {
            let name = format!("{level}/{}", tile_path(numbers.start, TILE));
            let is_there = self.tiles.join(&name).parent().is_some_and(Path::is_dir);
            if !is_there {
                let (first, last) =
                    (numbers.start * TILE, (numbers.end * TILE).min(self.units) - 1);
                let text = format!("tile/{name}: no directory (units {first} to {last})");
                self.report.fault(step, numbers.start, text);
            }
            is_there
        });
        for number in numbers {
            let mut leaves = Vec::with_capacity(TILE as usize);
            if entries && let Err(fault) = self.read_bundle(number, &mut leaves, found) {
                let name = tile_path(number, tile_width(self.units, number));
                self.report.fault("bundles", number, format!("tile/entries/{name}: {fault}"));
            }
            if tiles {
                self.check_tile(0, number, &leaves);
            }
        }
        true
    }

    /// Adds the hashes of the leaves that could be read, by their index.
    fn read_bundle(
        &self,
        number: u64,
        leaves: &mut Vec<(u64, Hash)>,
        found: &mut Found,
    ) -> Result<(), String> {
        let width = tile_width(self.units, number);
        let (first, last) = (number * TILE, number * TILE + width - 1);
        let path = self.tiles.join("entries").join(tile_path(number, width));
        let bundle = read_plain(&path, BUNDLE_LIMIT)
            .map_err(|error| format!("{error} (units {first} to {last})"))?;
        let mut rest = &bundle[..];
        for index in first..=last {
            let (data, behind) = split_entry(rest)
                .ok_or_else(|| format!("ends within or before unit {index} (of {last})"))?;
            leaves.push((index, tree::leaf(data)));
            self.read_unit(data, index, found);
            rest = behind;
        }
        let root = tree::root(leaves.iter().map(|(_, leaf)| *leaf).collect());
        found.roots.extend(root.map(|root| (number, root)));
        if rest.is_empty() { Ok(()) } else { Err(format!("{} bytes left over", rest.len())) }
    }

    fn read_unit(&self, data: &[u8], index: u64, found: &mut Found) {
        found.read += 1;
        let (mut faults, mut form) = (Vec::new(), Vec::new());
        let text = Text::read(data, &mut faults);
        if let Some(text) = &text {
            if self.block.is_some_and(|block| text.block != block.as_bytes()) {
                faults.push(format!("its block id is `{}`", String::from_utf8_lossy(text.block)));
            }
            if let Some(stated) = text.index.filter(|stated| *stated != index) {
                faults.push(format!("its index line says {stated}"));
            }
            if let Some(manifest) = self.manifest {
                let number = manifest.paper.as_ref().map(|paper| paper.number(index));
                if text.number != number.as_ref().map(String::as_bytes) {
                    let number = number.as_deref().unwrap_or("none");
                    faults.push(format!("its ticket's number is not {number}"));
                }
            }
            // An index is below 2³²: rule 11 of block.md.
            let mark = |part| (*sha256(part).first_chunk().expect("32 bytes"), index as u32);
            found.salts.push(mark(text.salt));
            found.grids.push(mark(&text.rows.join(&b'\n')));
        }
        if let (Some(text), Some(game)) = (text.filter(|text| text.fit), self.game)
            && text.has_rows(game, &mut faults)
            && let Some(amount) = text.judge(game, self.list, &mut form)
        {
            *found.counts.entry(amount).or_default() += 1;
            let fault = match amount {
                Some(cents) if cents == 0 || game.prizes.contains_key(&cents) => None,
                Some(cents) => Some(format!("{cents} cents are no line of the prize table")),
                None => Some("above the pay list".to_owned()),
            };
            self.say("amount", index, fault);
        }
        self.say("form", index, form);
        self.say("text", index, faults);
    }

    fn say(&self, step: &str, index: u64, faults: impl IntoIterator<Item = String>) {
        for fault in faults {
            self.report.fault(step, index, format!("unit {index}: {fault}"));
        }
    }

    /// Step 13. Chance gives no two of these marks, so equal marks are equal parts.
    fn find_repeats(&self, what: &str, marks: &mut [([u8; 16], u32)]) {
        marks.sort_unstable();
        for group in marks.chunk_by(|a, b| a.0 == b.0) {
            let fault = || format!("it has the {what} of unit {}", group[0].1);
            group[1..].iter().for_each(|it| self.say("repeats", it.1.into(), [fault()]));
        }
    }

    /// Checks all tiles above the leaves, as far as the roots of the bundles are known.
    fn check_upper(&self, roots: &BTreeMap<u64, Hash>) {
        let mut known = roots.clone();
        for level in 1.. {
            let hashes = tree::level_size(self.units, level);
            if hashes == 0 {
                return;
            }
            let mut above = BTreeMap::new();
            for number in 0..hashes.div_ceil(TILE) {
                // The last bundle, if it is not full, is no whole subtree.
                let places = number * TILE..hashes.min((number + 1) * TILE);
                let below: Vec<_> = known.range(places).map(|(at, hash)| (*at, *hash)).collect();
                self.check_tile(level, number, &below);
                if below.len() as u64 == TILE {
                    let root = tree::root(below.into_iter().map(|(_, hash)| hash).collect());
                    above.extend(root.map(|root| (number, root)));
                }
            }
            known = above;
        }
    }

    /// Checks a tile against those of its hashes that are known, by their index in the level.
    fn check_tile(&self, level: u64, number: u64, known: &[(u64, Hash)]) {
        let width = tile_width(tree::level_size(self.units, level), number);
        let name = format!("tile/{level}/{}", tile_path(number, width));
        let fault = |what| self.report.fault("tiles", number, format!("{name}: {what}"));
        let path = self.tiles.join(&name[5..]);
        let tile = match read_plain(&path, 32 * TILE as usize) {
            Ok(tile) => tile,
            Err(error) => return fault(error),
        };
        if tile.len() as u64 != 32 * width {
            fault(format!("{} bytes instead of {}", tile.len(), 32 * width));
        }
        for (index, hash) in known {
            let (at, unit) = (index % TILE, index << (8 * level));
            if tile.chunks_exact(32).nth(at as usize).is_some_and(|stored| stored != hash) {
                fault(format!("hash {at} (unit {unit}) does not follow from the entries"));
            }
        }
    }
}

impl Found {
    fn add(&mut self, other: Self) {
        self.read += other.read;
        for (amount, count) in other.counts {
            *self.counts.entry(amount).or_default() += count;
        }
        self.roots.extend(other.roots);
        self.grids.extend(other.grids);
        self.salts.extend(other.salts);
    }
}

/// The first entry of a bundle, and what is behind it.
fn split_entry(bundle: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, behind) = bundle.split_first_chunk()?;
    behind.split_at_checked(u16::from_be_bytes(*length).into())
}
