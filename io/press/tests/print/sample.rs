//! The block of these tests, dealt once, and what was printed of it.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use press::print_data;
use ticket::{GameCode, Printing, Ticket};
use vault::Block;

use crate::small::{Silent, game_file, ingredients, operator};

pub(crate) const TWO: NonZero<usize> = NonZero::new(2).unwrap();
pub(crate) const UNITS: u32 = 10_000;
/// Every lot, and about as many winners as the real table has.
pub(crate) const TABLE: [(u32, u64); 9] = [
    (1, 25_000_000),
    (1, 1_000_000),
    (2, 100_000),
    (20, 20_000),
    (133, 5_000),
    (222, 2_000),
    (100, 1_500),
    (1_150, 1_000),
    (1_000, 500),
];

/// Deals a block into `dir`; on paper where it has a code.
pub(crate) fn deal(dir: &Path, units: u32, table: &[(u32, u64)], code: Option<&str>) -> Block {
    let shipped = include_str!("../../../../games/maxi-mots-croises.toml");
    let printing =
        code.map(|code| Printing::new(GameCode::parse(code).unwrap(), 12_345, 50, units).unwrap());
    let from = ingredients(&game_file(shipped, units, table), 7).printed(printing);
    vault::deal(dir, &from, Some(&operator()), None, TWO, &Silent).unwrap();
    from.selling_key().save(&dir.with_extension("selling")).unwrap();
    open(dir)
}

pub(crate) fn open(dir: &Path) -> Block {
    Block::open_dir(dir, &[dir.with_extension("selling")]).unwrap()
}

static PRINTED: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let block = deal(&folder.path().join("block"), UNITS, &TABLE, Some("31702"));
    let out = folder.path().join("print");
    print_data(&block, &out, TWO, &Silent).unwrap();
    (folder, out)
});

/// The folder of the block and of what was printed.
pub(crate) fn folder() -> &'static Path {
    PRINTED.0.path()
}

/// What was printed.
pub(crate) fn printed() -> &'static Path {
    &PRINTED.1
}

pub(crate) fn block() -> Block {
    open(&folder().join("block"))
}

pub(crate) fn tickets(block: &Block, count: u64) -> Vec<Ticket> {
    (0..count).map(|index| block.ticket(index).unwrap().unwrap()).collect()
}
