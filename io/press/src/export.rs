//! Writing all units of a block.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use game::{Unit, score};
use vault::{Block, Chunk, Damage, Progress};

use crate::PressError;
use crate::field::{Fields, csv_head, csv_lines};
use crate::line::line;
use crate::row::{columns, fields};
use crate::table::Table;

/// How units are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A unit a line, as JSON.
    Jsonl,
    /// A unit a line, texts quoted, with a line of names first.
    Csv,
    /// Parquet, compressed with zstd.
    Parquet,
}

/// Writes all units of a block to `out`, in index order.
///
/// # Errors
///
/// When a record is damaged, or `out` cannot be written.
pub fn export<W: Write + Send>(
    block: &Block,
    format: Format,
    mut out: W,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(), PressError> {
    let columns = columns(block.commitment().game().crossword().grids.into());
    let mut put = |text: Vec<u8>| out.write_all(&text).map_err(PressError::from);
    match format {
        Format::Jsonl => block.scan(threads, progress, |chunk| json_lines(block, chunk), put)?,
        Format::Csv => {
            put(csv_head(&columns))?;
            block.scan(threads, progress, |chunk| Ok(csv_lines(&rows(block, chunk)?)), put)?;
        }
        Format::Parquet => {
            let mut table = Table::new(&mut out, "unit", columns)?;
            let put = |rows| table.add(rows).map_err(PressError::from);
            block.scan(threads, progress, |chunk| rows(block, chunk), put)?;
            table.finish()?;
        }
    }
    Ok(out.flush()?)
}

fn json_lines(block: &Block, chunk: &Chunk<'_>) -> Result<Vec<u8>, PressError> {
    let game = block.commitment().game();
    let mut text = Vec::new();
    for unit in chunk.units() {
        let (index, unit) = sound(unit)?;
        score(game, &unit).map_err(|source| PressError::Judge { index, source })?;
        text.extend_from_slice(line(game, index, &unit).as_bytes());
        text.push(b'\n');
    }
    Ok(text)
}

fn rows(block: &Block, chunk: &Chunk<'_>) -> Result<Vec<Fields>, PressError> {
    let (game, id) = (block.commitment().game(), block.commitment().block().as_str());
    let row = |unit| {
        let (index, unit) = sound(unit)?;
        fields(game, id, index, &unit)
    };
    chunk.units().map(row).collect()
}

fn sound((index, unit): (u64, Result<Unit, Damage>)) -> Result<(u64, Unit), PressError> {
    Ok((index, unit.map_err(|_| PressError::Damaged { index })?))
}

/// Writes all units of a block into the new file `path`.
///
/// # Errors
///
/// When there is such a file, or as [`export`]. No file of that name is left then.
pub fn export_to(
    block: &Block,
    format: Format,
    path: &Path,
    threads: NonZero<usize>,
    progress: &dyn Progress,
) -> Result<(), PressError> {
    if path.exists() {
        return Err(PressError::Exists(path.to_owned()));
    }
    let part = part_of(path);
    let done = File::create(&part).map_err(PressError::from).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        export(block, format, &mut out, threads, progress)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(std::fs::rename(&part, path)?)
    });
    if done.is_err() {
        // What cannot be removed keeps a name that nobody takes for a whole file.
        let _ = std::fs::remove_file(&part);
    }
    done
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
