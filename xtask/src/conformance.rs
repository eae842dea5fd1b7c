//! `cargo xtask conformance`: what the games' regulations and regulators ask, and which tests show
//! it, from `docs/conformance.md`.
//!
//! A row without a test is open, whatever else it says; a test that does not exist is an error.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};

use crate::tree::Tree;
use crate::workspace::Workspace;
use crate::{judge, source};

const PAGE: &str = "docs/conformance.md";
/// The pages that go through a regulation, whose tables name tests in their last cells.
const GAMES: &str = "docs/games/";

/// Prints the table, and checks that every test it names exists.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let tree = Tree::read(workspace)?;
    let page = tree.file(PAGE).with_context(|| format!("{PAGE} is missing"))?;
    let (rows, mut faults) = read(&page.text);
    ensure!(!rows.is_empty(), "{PAGE} has no rows");
    for row in &rows {
        println!("{row}");
        let lacking = row.tests.iter().filter(|test| !exists(&tree, test));
        faults.extend(lacking.map(|test| format!("{}: there is no test `{test}`", row.id)));
    }
    for file in tree.files.iter().filter(|file| file.path.starts_with(GAMES)) {
        let lacking = tests_of_game(&file.text).filter(|test| !exists(&tree, test));
        faults.extend(lacking.map(|test| format!("{}: there is no test `{test}`", file.path)));
    }
    let count = |state: State| rows.iter().filter(|row| row.state() == state).count();
    let (shown, part, open) = (count(State::Shown), count(State::Part), count(State::Open));
    println!("\n{} rows: {shown} shown, {part} in part, {open} open", rows.len());
    if !faults.is_empty() {
        bail!("faults in {PAGE} or {GAMES}:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// One demand.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    id: String,
    asks: String,
    /// `crate::test_name`, `e2e: title`, `judge: game`, or `data: script`.
    tests: Vec<String>,
    /// What no test shows yet, in words; empty when nothing is left.
    lacks: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Tests show it, and nothing is said to be lacking.
    Shown,
    /// Tests show a part of it.
    Part,
    /// No test shows it.
    Open,
}

impl Row {
    fn state(&self) -> State {
        match (self.tests.is_empty(), self.lacks.is_empty()) {
            (true, _) => State::Open,
            (false, false) => State::Part,
            (false, true) => State::Shown,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state() {
            State::Shown => "shown",
            State::Part => "part",
            State::Open => "open",
        };
        write!(f, "{:<7} {state:<6} {}", self.id, shortened(&self.asks, 80))?;
        self.tests.iter().try_for_each(|test| write!(f, "\n{:15}{test}", ""))
    }
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

/// The rows of every table, and what is wrong with them.
fn read(page: &str) -> (Vec<Row>, Vec<String>) {
    let mut rows: Vec<Row> = Vec::new();
    let mut faults = Vec::new();
    for (index, line) in page.lines().enumerate() {
        let cells: Vec<&str> = line.trim().split('|').map(str::trim).collect();
        if cells.len() < 3 || !is_id(cells[1]) {
            continue;
        }
        let ["", id, asks, tests, lacks, ""] = cells[..] else {
            faults.push(format!("line {}: {} wants four cells", index + 1, cells[1]));
            continue;
        };
        if rows.iter().any(|row| row.id == id) {
            faults.push(format!("line {}: a second row {id}", index + 1));
        }
        let tests = in_backticks(tests).map(str::to_owned).collect();
        rows.push(Row { id: id.to_owned(), asks: asks.to_owned(), tests, lacks: lacks.to_owned() });
    }
    (rows, faults)
}

/// The tests in the last cells of a page's tables.
fn tests_of_game(page: &str) -> impl Iterator<Item = &str> {
    let rows = page.lines().filter_map(|line| line.trim().strip_prefix('|')?.strip_suffix('|'));
    rows.filter_map(|row| row.rsplit('|').next()).flat_map(in_backticks)
}

fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// `A-4.5a`, `G-10`: a capital, a dash, a number.
fn is_id(cell: &str) -> bool {
    matches!(cell.as_bytes(), [b'A'..=b'Z', b'-', b'0'..=b'9', ..])
}

fn exists(tree: &Tree, test: &str) -> bool {
    if let Some(title) = test.strip_prefix("e2e: ") {
        return has_title(tree, title);
    }
    if let Some(game) = test.strip_prefix("judge: ") {
        return judge::judges(game);
    }
    if let Some(name) = test.strip_prefix("data: ") {
        return tree.file(&format!("xtask/data/{name}.py")).is_some();
    }
    let (Some((crate_name, _)), Some((_, name))) = (test.split_once("::"), test.rsplit_once("::"))
    else {
        return false;
    };
    let Some(it) = tree.crates.iter().find(|it| it.name.replace('-', "_") == crate_name) else {
        return false;
    };
    let folder = format!("{}/", it.folder);
    let mut files = tree.rust().filter(|file| file.path.starts_with(&folder));
    files.any(|file| file.text.contains(name) && has_test(&file.code(), name))
}

/// Whether Rust without comments has a function of this name that a test runner calls.
fn has_test(code: &str, name: &str) -> bool {
    source::functions(code).iter().filter(|function| function.name == name).any(|function| {
        let above = code.lines().take(function.line - 1).collect::<Vec<_>>();
        let attributes = above.iter().rev().map(|line| line.trim());
        // Doc comments are blank by now.
        let mut attributes =
            attributes.take_while(|line| line.is_empty() || line.starts_with("#["));
        attributes.any(|line| line.contains("test]") || line.contains("test("))
    })
}

/// Whether a browser test, or one of the independent judge's, bears this title.
fn has_title(tree: &Tree, title: &str) -> bool {
    let mut scripts = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("e2e/") && file.has_ending(&["js", "mjs", "ts"]));
    scripts.any(|file| {
        ['\'', '"', '`'].iter().any(|quote| {
            let call = format!("({quote}{title}{quote}");
            file.text.match_indices(&call).any(|(at, _)| {
                let before = &file.text[..at];
                ["test", "it"]
                    .iter()
                    .any(|name| source::words(before, name).last() == Some(at - name.len()))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Crate;

    const TABLE: &str = "# Rows\n\n| row | asks | shown by | not done |\n|---|---|---|---|\n\
                         | A-1 | this | `game::one`, `e2e: buys, then plays` | |\n\
                         | A-4.5b | that | `game::two` | the rest |\n| G-10 | more | — | |\n";

    #[test]
    fn reads_the_tables_and_their_states() {
        let (rows, faults) = read(TABLE);
        assert_eq!(faults, Vec::<String>::new());
        let states: Vec<(&str, State)> =
            rows.iter().map(|row| (row.id.as_str(), row.state())).collect();
        assert_eq!(states, [("A-1", State::Shown), ("A-4.5b", State::Part), ("G-10", State::Open)]);
        assert_eq!(rows[0].tests, ["game::one", "e2e: buys, then plays"]);
    }

    #[test]
    fn a_row_that_is_no_row_is_a_fault() {
        let (_, faults) = read("| A-1 | this | — | |\n| A-1 | again | — | |\n| B-1 | three | |\n");
        assert_eq!(faults, ["line 2: a second row A-1", "line 3: B-1 wants four cells"]);
    }

    #[test]
    fn reads_the_tests_of_a_game() {
        let page = "| article | key | test |\n| 2 | `price_cents` | `game::one`, `e2e: a` |\n`no`";
        assert_eq!(tests_of_game(page).collect::<Vec<_>>(), ["game::one", "e2e: a"]);
    }

    fn tree() -> Tree {
        let rust = "#[test]\n/// doc\nfn one() {}\nfn two() {}\nproptest! {\n    #[test]\n    \
                    fn three(a in 0..9) {}\n}\n\
                    // #[test]\nfn four() {}\n#[tokio::test(x)]\nasync fn five() {}";
        let script = "test('buys with Jouer', async () => {});\nlatest(\"no\");\ntest(`a`, f)";
        let mut tree = Tree::of(&[("pure/game/src/a.rs", rust), ("e2e/a.spec.mjs", script)]);
        let folder = "pure/game".to_owned();
        tree.crates.push(Crate { name: "game".to_owned(), folder, dependencies: Vec::new() });
        tree
    }

    #[test]
    fn finds_the_tests_that_exist() {
        for test in
            ["game::one", "game::a::tests::three", "game::five", "e2e: a", "judge: mots-croises"]
        {
            assert!(exists(&tree(), test), "{test}");
        }
    }

    #[test]
    fn does_not_find_those_that_do_not() {
        for test in [
            "game::two",
            "game::four",
            "grid::one",
            "one",
            "e2e: buys",
            "e2e: no",
            "judge: go",
            "game::on",
            "data: nothing",
        ] {
            assert!(!exists(&tree(), test), "{test}");
        }
    }
}
