//! `cargo xtask judge`: units from the program, judged by a judge that shares no code with it.
//!
//! The program makes units of both games, drawn in the table's proportions and of each amount in
//! turn; a judge written in JavaScript from the regulations alone reads the printed thing and says
//! what it is worth.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::tree::Tree;
use crate::workspace::Workspace;
use crate::{run, setup};

/// How much to judge.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Ten times as many units
    #[arg(long)]
    pub(crate) long: bool,
}

/// A game as its regulation has it: typed here from articles 3 and 4.6, not read from the game's
/// file.
struct Game {
    id: &'static str,
    /// Every amount in cents that a unit may be worth, none included.
    amounts_cents: &'static [u64],
    /// Amounts that no unit may be worth.
    refused_cents: &'static [u64],
}

const GAMES: &[Game] = &[
    Game {
        id: "mots-croises",
        amounts_cents: &[0, 300, 600, 1_300, 3_000, 15_000, 50_000, 100_000, 3_000_000],
        refused_cents: &[700],
    },
    Game {
        id: "maxi-mots-croises",
        amounts_cents: &[
            0, 500, 1_000, 1_500, 2_000, 5_000, 20_000, 100_000, 1_000_000, 25_000_000,
        ],
        // Nine words in one grid alone, and 20 + 5: both sums can be formed, and the table has
        // neither.
        refused_cents: &[12_500_000, 2_500],
    },
];

/// Any key serves; a fixed one makes a failure come back.
const KEY: &str = "6772696c6c65206a756467652067726f756e6420747275746820666978656421";

/// Whether units of this game are judged.
pub(crate) fn judges(game: &str) -> bool {
    GAMES.iter().any(|judged| judged.id == game)
}

/// Builds the program and has its units judged.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    setup::machine(workspace)?;
    let grille = workspace.build_grille()?;
    check(workspace, &grille, options.long)
}

/// The judge's own tests and their like, then units of both games; `grille` must have been built.
pub(crate) fn check(workspace: &Workspace, grille: &Path, long: bool) -> Result<()> {
    for file in ["judge.mjs", "judge.test.mjs"] {
        ensure!(
            workspace.e2e().join(file).exists(),
            "e2e/{file} is missing: nobody judges the units"
        );
    }
    let mut tests = run::program("node", &workspace.root);
    tests.arg("--test").args(node_tests(&Tree::read(workspace)?)).env("GRILLE_BIN", grille);
    run::run(&mut tests)?;
    let bench = Bench { workspace, grille, factor: if long { 10 } else { 1 } };
    GAMES.iter().try_for_each(|game| bench.check(game))
}

/// The tests that Node runs by itself, without a browser: the judge's, and those of whatever else
/// was written a second time.
fn node_tests(tree: &Tree) -> Vec<&str> {
    let tests = tree.files.iter().filter(|file| {
        // What lies deeper needs more than the program; another step runs it.
        file.path.strip_prefix("e2e/").is_some_and(|name| !name.contains('/'))
            && file.path.ends_with(".test.mjs")
            && file.text.contains("'node:test'")
    });
    tests.map(|file| file.path.as_str()).collect()
}

/// The program on one side, the judge on the other.
struct Bench<'gate> {
    workspace: &'gate Workspace,
    grille: &'gate Path,
    factor: u32,
}

impl Bench<'_> {
    fn check(&self, game: &Game) -> Result<()> {
        self.judged(game, None, 2_000)?;
        for &cents in game.amounts_cents {
            self.judged(game, Some(cents), 40)?;
        }
        game.refused_cents.iter().try_for_each(|&cents| self.refused(game, cents))
    }

    /// So many units of the game, all of one amount or drawn in the table's proportions: the judge
    /// agrees.
    fn judged(&self, game: &Game, prize: Option<u64>, count: u32) -> Result<()> {
        let mut asked = vec!["--count".to_owned(), (count * self.factor).to_string()];
        if let Some(cents) = prize {
            asked.extend(["--prize".to_owned(), cents.to_string()]);
        }
        let mut judge = run::program("node", &self.workspace.root);
        judge.args(["e2e/judge.mjs", game.id]).args(&asked);
        run::pipe(self.units(game).args(&asked).args(["--format", "json"]), &mut judge)
    }

    /// An amount that no unit may be worth: the program says no, and names those that one may be
    /// worth.
    fn refused(&self, game: &Game, cents: u64) -> Result<()> {
        let mut command = self.units(game);
        command.args(["--prize", &cents.to_string()]);
        let name = run::shown(&command);
        println!("$ {name}");
        let output =
            command.stdout(Stdio::null()).output().with_context(|| format!("starting {name}"))?;
        ensure!(output.status.code() == Some(1), "{name} ended with {}, not with 1", output.status);
        let said = String::from_utf8_lossy(&output.stderr);
        let unnamed = unnamed(&said, game.amounts_cents);
        ensure!(
            unnamed.is_empty(),
            "{name} does not name {unnamed:?} among what can be paid; it says:\n{said}"
        );
        Ok(())
    }

    fn units(&self, game: &Game) -> Command {
        let mut command = run::program(&self.grille.to_string_lossy(), &self.workspace.root);
        command.args(["unit", game.id, "--key", KEY]);
        command
    }
}

/// The amounts, other than none, that do not stand in the text as a number of cents.
fn unnamed(said: &str, amounts_cents: &[u64]) -> Vec<u64> {
    let numbers = said.split(|letter: char| !letter.is_ascii_digit());
    let numbers: Vec<u64> = numbers.filter_map(|number| number.parse().ok()).collect();
    amounts_cents.iter().copied().filter(|cents| *cents != 0 && !numbers.contains(cents)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_amounts_that_a_refusal_leaves_out() {
        let said = "no unit is worth 700 cents; these can be paid: 0, 300, 1300";
        assert_eq!(unnamed(said, &[0, 300, 600, 1_300]), [600]);
    }

    /// Article 3 of both regulations: the amounts above are those of the tables.
    #[test]
    fn asks_for_every_amount_and_for_none_that_is_refused() {
        let counts: Vec<usize> = GAMES.iter().map(|game| game.amounts_cents.len()).collect();
        assert_eq!(counts, [9, 10], "8 and 9 lines in the tables, and nothing won");
        for game in GAMES {
            assert!(game.refused_cents.iter().all(|cents| !game.amounts_cents.contains(cents)));
        }
    }

    #[test]
    fn node_runs_what_needs_no_browser() {
        let tree = Tree::of(&[
            ("e2e/judge.test.mjs", "import { test } from 'node:test';"),
            ("e2e/api/life.test.mjs", "import { test } from 'node:test';"),
            ("e2e/game.test.mjs", "import { test } from '@playwright/test';"),
            ("e2e/judge.mjs", "'node:test'"),
        ]);
        assert_eq!(node_tests(&tree), ["e2e/judge.test.mjs"]);
    }

    #[test]
    fn the_key_is_32_bytes_in_hexadecimal() {
        assert!(KEY.len() == 64 && KEY.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
