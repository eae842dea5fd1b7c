//! Which files a disclosed block has, and which it must not have (docs/spec/block.md, rules 9, 10, 23).

use std::fs;
use std::path::{Path, PathBuf};

use crate::block::FILES;
use crate::notation::decimal;
use crate::report::Report;
use crate::tree::{TILE, level_size, tile_width};

/// The files that every disclosed block has at its top.
pub const TOP: [&str; 4] = ["manifest.json", "game.toml", "lexicon.txt", "checkpoint"];

/// Looks for what is missing at the top, and for what should not be there anywhere.
pub struct Walk<'a> {
    /// The block's directory.
    pub directory: &'a Path,
    /// The number of units, where it is known.
    pub units: Option<u64>,
    /// The number of shares, where it is known.
    pub shares: Option<u64>,
    /// Where faults go.
    pub report: &'a mut Report,
}

impl Walk<'_> {
    /// Goes through the directory. Memory does not grow with the number of files.
    pub fn run(&mut self) {
        for name in TOP {
            if !fs::symlink_metadata(self.directory.join(name)).is_ok_and(|data| data.is_file()) {
                self.report.fault(FILES, 0, || format!("{name}: missing, or not a plain file"));
            }
        }
        for (path, name, kind) in self.list(Path::new("")) {
            match (name.as_str(), kind) {
                (name, Kind::File) if TOP.contains(&name) => {}
                ("shares", Kind::Directory) => self.shares(&path),
                ("tile", Kind::Directory) => self.levels(&path),
                _ => self.unexpected(&path),
            }
        }
    }

    fn shares(&mut self, directory: &Path) {
        for (path, name, kind) in self.list(directory) {
            let number = decimal(name.as_bytes()).filter(|number| *number >= 1);
            if kind != Kind::File
                || number.is_none_or(|number| self.shares.is_some_and(|shares| number > shares))
            {
                self.unexpected(&path);
            }
        }
    }

    fn levels(&mut self, directory: &Path) {
        let Some(units) = self.units else {
            return self.report.skip_part(FILES, "which tiles there should be is not known");
        };
        for (path, name, kind) in self.list(directory) {
            let level = if name == "entries" { Some(0) } else { decimal(name.as_bytes()) };
            let hashes = level
                .and_then(|level| u32::try_from(level).ok())
                .map_or(0, |level| level_size(units, level.min(7)));
            if kind == Kind::Directory && hashes > 0 {
                self.tiles(&path, 0, hashes);
            } else {
                self.unexpected(&path);
            }
        }
    }

    /// `above` is the number that the directories named so far stand for.
    fn tiles(&mut self, directory: &Path, above: u64, hashes: u64) {
        for (path, name, kind) in self.list(directory) {
            let group = name.strip_prefix('x').unwrap_or(name.trim_end_matches(".p"));
            let number = three_digits(group).map_or(u64::MAX, |digits| above * 1000 + digits);
            let (first, width) =
                (number.saturating_mul(1000), tile_width(hashes, number.min(1 << 32)));
            if name == group && kind == Kind::File && width == TILE {
                // A full tile.
            } else if name.starts_with('x')
                && kind == Kind::Directory
                && number > 0
                && first < hashes.div_ceil(TILE)
            {
                self.tiles(&path, number, hashes);
            } else if name == format!("{group}.p")
                && kind == Kind::Directory
                && width > 0
                && width < TILE
            {
                for (path, name, kind) in self.list(&path) {
                    if kind != Kind::File || name != width.to_string() {
                        self.unexpected(&path);
                    }
                }
            } else {
                self.unexpected(&path);
            }
        }
    }

    fn unexpected(&mut self, path: &Path) {
        self.report.fault(FILES, 1, || format!("{}: should not be there", path.display()));
    }

    /// What is in a directory: path below the block's directory, name, kind.
    fn list(&mut self, below: &Path) -> impl Iterator<Item = (PathBuf, String, Kind)> + use<> {
        let below = below.to_owned();
        let entries = fs::read_dir(self.directory.join(&below));
        if let Err(error) = &entries {
            self.report.fault(FILES, 1, || format!("{}: {error}", below.display()));
        }
        entries.into_iter().flatten().flatten().map(move |entry| {
            let kind = match entry.file_type() {
                Ok(kind) if kind.is_file() => Kind::File,
                Ok(kind) if kind.is_dir() => Kind::Directory,
                _ => Kind::Other,
            };
            let name = entry.file_name();
            (below.join(&name), name.to_string_lossy().into_owned(), kind)
        })
    }
}

/// What an entry of a directory is; a link is not followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Directory,
    Other,
}

fn three_digits(text: &str) -> Option<u64> {
    let plain = text.len() == 3 && text.bytes().all(|digit| digit.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
