//! `cargo xtask data`: a block's exports, read by other people's programs.
//!
//! A small block of each game is dealt and written as JSON Lines, CSV and Parquet; DuckDB, pandas
//! and, when there is time, LibreOffice read them, and must find the same units and the table. When
//! there is time a whole block goes the same way, in flat memory.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace::Workspace;
use crate::{run, setup};

/// How much to read.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Through a spreadsheet and back too, and a whole Maxi block
    #[arg(long)]
    long: bool,
}

/// A small block by the rules of a game: its units, and its table as cents and count.
struct Block {
    game: &'static str,
    units: u32,
    table: &'static [(u64, u32)],
}

/// Every lot of both games occurs, and chance keeps the rest of the block losing.
const BLOCKS: &[Block] = &[
    Block {
        game: "mots-croises",
        units: 1500,
        table: &[
            (3_000_000, 1),
            (100_000, 1),
            (50_000, 2),
            (15_000, 3),
            (3_000, 20),
            (1_300, 50),
            (600, 200),
            (300, 60),
        ],
    },
    Block {
        game: "maxi-mots-croises",
        units: 1000,
        table: &[
            (25_000_000, 1),
            (1_000_000, 1),
            (100_000, 1),
            (20_000, 2),
            (5_000, 13),
            (2_000, 22),
            (1_500, 10),
            (1_000, 115),
            (500, 100),
        ],
    },
];

/// A hundred tickets, every lot among them.
const TICKETS: Block = Block {
    game: "maxi-mots-croises",
    units: 100,
    table: &[
        (25_000_000, 1),
        (1_000_000, 1),
        (100_000, 1),
        (20_000, 1),
        (5_000, 2),
        (2_000, 3),
        (1_500, 2),
        (1_000, 11),
        (500, 10),
    ],
};
/// The share of these tickets: fixed, so that what fails fails again. It opens nothing else.
const SHARE: &str = "grille share v1\n\
                     7469636b6574732074686174206576657279626f6479206d6179207265616421\n";

/// Article 3 of Maxi Mots Croisés: cents and count, and what they add up to.
const MAXI: &[(u64, u32)] = &[
    (25_000_000, 2),
    (1_000_000, 3),
    (100_000, 40),
    (20_000, 6_000),
    (5_000, 40_000),
    (2_000, 66_500),
    (1_500, 30_000),
    (1_000, 345_000),
    (500, 300_000),
];
const MAXI_LOTS: u32 = 787_545;
const MAXI_CENTS: u64 = 1_050_000_000;

/// Builds the program and has its exports read.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    setup::machine(workspace)?;
    let grille = workspace.build_grille()?;
    check(workspace, &grille, options.long)
}

/// `grille` must have been built.
pub(crate) fn check(workspace: &Workspace, grille: &Path, long: bool) -> Result<()> {
    let python = setup::python(workspace, "data")?;
    if long {
        setup::spreadsheet(workspace)?;
    }
    let scratch = workspace.root.join("target/data");
    for block in BLOCKS {
        let folder = scratch.join(block.game);
        if folder.exists() {
            fs::remove_dir_all(&folder).context("removing the exports of an earlier run")?;
        }
        fs::create_dir_all(&folder).context("making a folder for the exports")?;
        export(workspace, grille, block, &folder)?;
        let mut check = run::program(&python.to_string_lossy(), &workspace.root);
        check.arg("xtask/data/check.py").arg(&folder).arg(listed(block.table));
        run::run(if long { check.arg("--spreadsheet") } else { &mut check })?;
    }
    tickets(workspace, grille, &python, long)?;
    if !long {
        return Ok(());
    }
    let mut whole = run::program(&python.to_string_lossy(), &workspace.root);
    whole.arg("xtask/data/whole.py").arg(grille).arg("maxi-mots-croises");
    whole.arg(scratch.join("whole")).arg(listed(MAXI));
    run::run(whole.arg(MAXI_LOTS.to_string()).arg(MAXI_CENTS.to_string()))
}

/// Deals a hundred tickets from a fixed share, with every lot of the game among them, prints them,
/// and has every page read back.
fn tickets(workspace: &Workspace, grille: &Path, python: &Path, long: bool) -> Result<()> {
    setup::symbols(workspace)?;
    let folder = workspace.root.join("target/data/tickets");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("removing the tickets of an earlier run")?;
    }
    fs::create_dir_all(&folder).context("making a folder for tickets")?;
    let text = small_game(workspace, &TICKETS)?;
    fs::write(folder.join("game.toml"), text).context("writing a small game")?;
    fs::write(folder.join("share"), SHARE).context("writing a share")?;
    let start = || run::program(&grille.to_string_lossy(), &folder);
    run::run(start().args(["key", "signing", "share.signing"]))?;
    let paper = ["--game-code", "31702", "--first-book", "12345", "--book-tickets", "20"];
    let deal = ["block", "deal", "game.toml", "--out", "block", "--key-file", "share"];
    run::run(start().args(deal).args(paper))?;
    let print = ["block", "print", "block", "--key-file", "share", "--out"];
    run::run(start().args(print).arg("print"))?;
    run::run(start().args(print).args(["books", "--books", "12345-12349"]))?;
    let mut check = run::program(&python.to_string_lossy(), &workspace.root);
    check.arg("xtask/data/tickets.py").arg(&folder);
    run::run(if long { check.arg("--spreadsheet") } else { &mut check })
}

/// A table as one argument.
fn listed(table: &[(u64, u32)]) -> String {
    let lines = table.iter().map(|(cents, count)| format!("{cents}:{count}"));
    lines.collect::<Vec<_>>().join(",")
}

/// The rules of a game that ships, with another size and another table.
fn small_game(workspace: &Workspace, block: &Block) -> Result<String> {
    let shipped = workspace.root.join(format!("games/{}.toml", block.game));
    let text = fs::read_to_string(&shipped).context("reading a game that ships")?;
    let rules = text.split("[[prize]]").next().unwrap_or_default();
    let mut game: String = rules
        .lines()
        .map(|line| match line.starts_with("block_units") {
            true => format!("block_units = {}\n", block.units),
            false => format!("{line}\n"),
        })
        .collect();
    for (cents, count) in block.table {
        game += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    Ok(game)
}

/// Deals the block into `folder` and writes its units in the three formats.
fn export(workspace: &Workspace, grille: &Path, block: &Block, folder: &Path) -> Result<()> {
    let file = |name: &str| -> PathBuf { folder.join(name) };
    let game = small_game(workspace, block)?;
    fs::write(file("game.toml"), game).context("writing a small game")?;
    let start = || run::program(&grille.to_string_lossy(), folder);
    run::run(start().args(["block", "deal", "game.toml", "--out", "block", "--new-key", "share"]))?;
    for format in ["jsonl", "csv", "parquet"] {
        let out = format!("units.{format}");
        let arguments =
            ["block", "export", "block", "--key-file", "share", "--format", format, "--out", &out];
        run::run(start().args(arguments))?;
    }
    Ok(())
}
