//! The stored hashes of the tree, and its root (docs/spec/block.md, rules 8 and 9).

use std::ops::Range;
use std::path::Path;

use crate::block::TILES;
use crate::entries::Sources;
use crate::notation::{Hash, read_plain};
use crate::report::Report;
use crate::tree::{self, TILE};

/// Checks the first tile of a range against the hashes of its places that are known, by their index
/// in the level. Answers the number of the tile to look at next: where a whole directory is missing,
/// its tiles are missed in one fault.
pub fn check(
    sources: &Sources<'_>,
    level: u32,
    numbers: Range<u64>,
    known: &[(u64, Hash)],
    report: &mut Report,
) -> u64 {
    let number = numbers.start;
    let width = tree::tile_width(tree::level_size(sources.units, level), number);
    let name = format!("{level}/{}", tree::tile_path(number, width));
    let path = sources.tiles.join(&name);
    // Faults are sorted by level first; no level has 2³² tiles.
    let place = (u64::from(level) << 32) + number;
    let mut tile = Vec::new();
    if let Err(error) = read_plain(&path, 32 * TILE as usize, &mut tile) {
        let next = after_missing(&path, number, numbers.end);
        report.fault(TILES, place, || match next - number {
            1 => format!("tile/{name}: {error}"),
            tiles => format!("tile/{name}: {error}, nor are the {} after it", tiles - 1),
        });
        return next;
    }
    if tile.len() as u64 != 32 * width {
        report.fault(TILES, place, || {
            format!("tile/{name}: {} bytes instead of {}", tile.len(), 32 * width)
        });
    }
    for (index, hash) in known {
        let at = 32 * (index % TILE) as usize;
        if tile.get(at..at + 32).is_some_and(|stored| stored != hash) {
            let leaf = index << (8 * level);
            report.fault(TILES, place, || {
                format!(
                    "tile/{name}: hash {} (unit {leaf}) does not follow from the entries",
                    index % TILE
                )
            });
        }
    }
    number + 1
}

/// The number to go on with after a file that could not be read: behind its directory, where that
/// is not there at all.
pub fn after_missing(path: &Path, number: u64, end: u64) -> u64 {
    let gone = path.parent().is_none_or(|directory| !directory.is_dir());
    if gone { end.min((number / 1000 + 1) * 1000) } else { number + 1 }
}

/// Checks the tiles of all levels above the leaves. `roots` are the known roots of the bundles, by
/// rising number.
pub fn check_upper(sources: &Sources<'_>, roots: &[(u64, Hash)], report: &mut Report) {
    let mut known = roots.to_vec();
    let mut level = 1;
    loop {
        let hashes = tree::level_size(sources.units, level);
        if hashes == 0 {
            return;
        }
        // The last bundle, if it is not full, is no whole subtree.
        known.truncate(known.partition_point(|(index, _)| *index < hashes));
        let tiles = hashes.div_ceil(TILE);
        let mut number = 0;
        while number < tiles {
            let from = known.partition_point(|(index, _)| *index < number * TILE);
            let to = known.partition_point(|(index, _)| *index < (number + 1) * TILE);
            number = check(sources, level, number..tiles, &known[from..to], report);
        }
        known = known
            .chunk_by(|a, b| a.0 / TILE == b.0 / TILE)
            .filter(|tile| tile.len() as u64 == TILE)
            .filter_map(|tile| {
                Some((tile[0].0 / TILE, tree::root(tile.iter().map(|(_, hash)| *hash).collect())?))
            })
            .collect();
        level += 1;
    }
}
