//! Which files and directories a disclosed block has (docs/spec/block.md, rules 9, 10 and 23).

use std::fs::read_dir;
use std::path::{Path, PathBuf};

use crate::files::decimal;
use crate::report::Report;
use crate::tree::{level_size, tile_path, tile_width};

/// Looks for what should not be there; what is missing is missed where it is read. Without `units`
/// no tile is looked at.
pub(crate) fn check(block: &Path, units: Option<u64>, shares: Option<u64>, report: &Report) {
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let (name, listed) = (below.to_string_lossy(), read_dir(block.join(&below)));
        let listed = listed.map_err(|error| format!(": {error}"));
        for entry in report.keep("files", &name, listed).into_iter().flatten().flatten() {
            let path = below.join(entry.file_name());
            let name = path.to_string_lossy();
            let is_dir = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let first = first_file(&name, units, shares).unwrap_or_default();
            if is_dir && name == "tile" && units.is_none() {
                report.skip("files", "which tiles there should be is not known");
            } else if is_dir && first.starts_with(&format!("{name}/")) {
                open.push(path);
            } else {
                report.must(
                    "files",
                    is_file && first == name,
                    format!("{name}: should not be there"),
                );
            }
        }
    }
}

/// The path of the first file that a block has at or below a path, where the path is of one.
fn first_file(path: &str, units: Option<u64>, shares: Option<u64>) -> Option<String> {
    let (top, rest) = path.split_once('/').unwrap_or((path, ""));
    let (level, place) = rest.split_once('/').unwrap_or((rest, ""));
    match (top, level) {
        ("manifest.json" | "game.toml" | "lexicon.txt" | "checkpoint", _) => Some(top.to_owned()),
        ("shares" | "tile", "") => Some(format!("{top}/…")),
        ("shares", number) => {
            let number = decimal(number.as_bytes()).filter(|number| *number > 0)?;
            (number <= shares.unwrap_or(number)).then(|| format!("shares/{number}"))
        }
        ("tile", level) => {
            let height = if level == "entries" { 0 } else { decimal(level.as_bytes())? };
            let (number, hashes) = (first_number(place)?, level_size(units?, height));
            let width = tile_width(hashes, number);
            (width > 0).then(|| format!("tile/{level}/{}", tile_path(number, width)))
        }
        _ => None,
    }
}

/// The least number of a tile at or below a path of groups of three digits.
fn first_number(place: &str) -> Option<u64> {
    let mut number = 0;
    for group in place.split('/').filter(|group| !group.is_empty()) {
        let digits = group.strip_prefix('x').unwrap_or(group.trim_end_matches(".p"));
        let is_group = digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit());
        number += digits.parse::<u64>().ok().filter(|_| is_group)?;
        if !group.starts_with('x') {
            break;
        }
        number *= 1000;
    }
    Some(number)
}
