//! Units that have something in common that no two may have (docs/spec/verification.md, step 13).

use crate::block::REPEATS;
use crate::entries::{Mark, Sources, split_entry};
use crate::notation::read_plain;
use crate::report::{Report, SHOWN};
use crate::tree::{TILE, tile_path, tile_width};
use crate::unit::{self, Text};

/// Finds units whose part `what` is one another's. Equal marks only point at a pair: for so many as
/// are shown both units are read again and compared. The others are counted by their marks.
pub fn find(
    mut marks: Vec<Mark>,
    what: &str,
    pick: for<'a> fn(&Text<'a>) -> &'a [u8],
    sources: &Sources<'_>,
    report: &mut Report,
) {
    marks.sort_unstable();
    let mut pairs: Vec<(u32, u32)> = marks
        .chunk_by(|a, b| a.0 == b.0)
        .flat_map(|group| group[1..].iter().map(|(_, index)| (*index, group[0].1)))
        .collect();
    pairs.sort_unstable();
    let mut shown = 0;
    for (index, first) in pairs {
        let part = |index| read_part(index, pick, sources);
        if shown < SHOWN && part(index).is_some_and(|part_of_it| Some(part_of_it) != part(first)) {
            continue;
        }
        shown += 1;
        report.fault(REPEATS, index.into(), || {
            format!("unit {index}: it has the {what} of unit {first}")
        });
    }
}

fn read_part(
    index: u32,
    pick: for<'a> fn(&Text<'a>) -> &'a [u8],
    sources: &Sources<'_>,
) -> Option<Vec<u8>> {
    let (number, within) = (u64::from(index) / TILE, u64::from(index) % TILE);
    let path = tile_path(number, tile_width(sources.units, number));
    let mut bundle = Vec::new();
    read_plain(
        &sources.tiles.join("entries").join(path),
        crate::entries::BUNDLE_LIMIT,
        &mut bundle,
    )
    .ok()?;
    let mut rest = &bundle[..];
    for _ in 0..within {
        rest = split_entry(rest)?.1;
    }
    let text = unit::read(split_entry(rest)?.0, &mut Vec::new(), &mut Vec::new())?;
    Some(pick(&text).to_vec())
}
