//! Three floors and a shed: a crate lies in its floor's folder and imports what its line allows.

use super::Fault;
use crate::tree::Tree;
use crate::workspace::{Crate, Dependency};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Floor {
    /// `pure/`: no files, clock, network, threads, environment or ambient chance.
    Ground,
    /// `io/`: what touches the world, as libraries.
    Above,
    /// `bin/`: the programs.
    Top,
    /// `xtask/`: what a developer runs; nothing imports it.
    Shed,
}

struct Row {
    name: &'static str,
    floor: Floor,
    imports: &'static [&'static [&'static str]],
}

const PURE: &[&str] = &["game", "chance", "grid", "block", "ticket", "ledger"];
const IO: &[&str] = &["vault", "press", "audit", "access", "store", "cashier", "web"];

/// Which crate may import which. Tests may import anything that is not on a higher floor.
const TABLE: &[Row] = &[
    row("chance", Floor::Ground, &[]),
    row("game", Floor::Ground, &[]),
    row("grid", Floor::Ground, &[&["chance"]]),
    row("block", Floor::Ground, &[&["game", "chance", "grid", "ticket"]]),
    row("ticket", Floor::Ground, &[&["game"]]),
    row("ledger", Floor::Ground, &[&["game"]]),
    row("vault", Floor::Above, &[PURE]),
    row("press", Floor::Above, &[PURE, &["vault"]]),
    row("audit", Floor::Above, &[PURE, &["vault"]]),
    row("access", Floor::Above, &[&["ledger"]]),
    row("store", Floor::Above, &[&["game", "ledger"]]),
    row("cashier", Floor::Above, &[&["ledger", "store"]]),
    row(
        "web",
        Floor::Above,
        &[&["game", "block", "ticket", "ledger", "access", "store", "cashier", "vault"]],
    ),
    row("grille", Floor::Top, &[PURE, IO]),
    // It answers to people who do not trust us: it shares no code with what it checks.
    row("grille-verify", Floor::Top, &[]),
    row("xtask", Floor::Shed, &[&["chance", "game", "grid", "block", "vault"]]),
];

const fn row(name: &'static str, floor: Floor, imports: &'static [&'static [&'static str]]) -> Row {
    Row { name, floor, imports }
}

impl Row {
    fn of(name: &str) -> Option<&'static Self> {
        TABLE.iter().find(|row| row.name == name)
    }

    fn folder(&self) -> String {
        match self.floor {
            Floor::Ground => format!("pure/{}", self.name),
            Floor::Above => format!("io/{}", self.name),
            Floor::Top => format!("bin/{}", self.name),
            Floor::Shed => self.name.to_owned(),
        }
    }

    fn may_import(&self, other: &Self, for_tests: bool) -> bool {
        if for_tests {
            return other.floor <= self.floor;
        }
        self.imports.iter().any(|names| names.contains(&other.name))
    }
}

/// Every crate is in the table, in its folder, and imports only what the table allows.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    tree.crates.iter().flat_map(check_crate).collect()
}

fn check_crate(it: &Crate) -> Vec<Fault> {
    let Some(row) = Row::of(&it.name) else {
        return vec![Fault::at(
            &it.folder,
            format!("`{}` has no line in the table of floors", it.name),
        )];
    };
    let mut faults = Vec::new();
    if it.folder != row.folder() {
        faults.push(Fault::at(&it.folder, format!("`{}` belongs in {}", it.name, row.folder())));
    }
    faults.extend(it.dependencies.iter().filter_map(|import| check_import(it, row, import)));
    faults
}

fn check_import(it: &Crate, row: &Row, import: &Dependency) -> Option<Fault> {
    // Other people's crates are not in the table, and not this rule's business.
    let other = Row::of(&import.name)?;
    if row.may_import(other, import.for_tests) {
        return None;
    }
    let how = if import.for_tests { "'s tests" } else { "" };
    Some(Fault::at(&it.folder, format!("`{}`{how} may not import `{}`", it.name, other.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;

    fn tree(name: &str, folder: &str, imports: &[(&str, bool)]) -> Tree {
        let dependencies = imports
            .iter()
            .map(|&(name, for_tests)| Dependency { name: name.to_owned(), for_tests })
            .collect();
        let it = Crate { name: name.to_owned(), folder: folder.to_owned(), dependencies };
        Tree { files: Vec::new(), crates: vec![it] }
    }

    #[track_caller]
    fn check_one(name: &str, folder: &str, imports: &[(&str, bool)], expected: &[&str]) {
        testing::check(check, &tree(name, folder, imports), expected);
    }

    #[test]
    fn sound_crates_pass() {
        let others = [("game", false), ("chance", false), ("grid", false), ("serde", false)];
        check_one("block", "pure/block", &others, &[]);
        check_one("grille-verify", "bin/grille-verify", &[("block", true), ("sha2", false)], &[]);
        check_one("xtask", "xtask", &[("vault", false)], &[]);
    }

    #[test]
    fn an_edge_that_the_table_lacks_is_found() {
        let expected = ["pure/game: `game` may not import `chance`"];
        check_one("game", "pure/game", &[("chance", false)], &expected);
        let expected = ["bin/grille-verify: `grille-verify` may not import `game`"];
        check_one("grille-verify", "bin/grille-verify", &[("game", false)], &expected);
    }

    #[test]
    fn tests_may_look_sideways_but_not_up() {
        check_one("grid", "pure/grid", &[("block", true)], &[]);
        let expected = ["pure/grid: `grid`'s tests may not import `vault`"];
        check_one("grid", "pure/grid", &[("vault", true)], &expected);
    }

    #[test]
    fn strangers_and_strays_are_found() {
        check_one(
            "paint",
            "io/paint",
            &[],
            &["io/paint: `paint` has no line in the table of floors"],
        );
        check_one("store", "pure/store", &[], &["pure/store: `store` belongs in io/store"]);
        check_one("store", "io/shop", &[], &["io/shop: `store` belongs in io/store"]);
    }

    /// No line of the table points upward.
    #[test]
    fn the_table_itself_obeys() {
        for row in TABLE {
            for name in row.imports.iter().copied().flatten() {
                let other = Row::of(name).expect("every import is a crate of the table");
                assert!(other.floor <= row.floor, "{} imports {name}", row.name);
            }
        }
    }
}
