//! `cargo xtask tidy`: the rules of the house, as far as a machine can check them.
//!
//! A rule is a function from the tree to the faults it finds. It sees what git lists and what cargo
//! tells, compiles nothing, and has tests in which it finds planted faults.

mod dependencies;
mod docs;
mod floors;
mod leftovers;
mod manifests;
mod names;
mod pure;
mod readme;
mod sizes;

use std::fmt;

use anyhow::{Result, bail};

use crate::tree::Tree;
use crate::workspace::Workspace;

type Rule = fn(&Tree) -> Vec<Fault>;

const RULES: &[(&str, Rule)] = &[
    ("crates lie on their floors and import nothing from above", floors::check),
    ("the ground floor has no standard library and no floats", pure::check),
    ("files and functions are short", sizes::check),
    ("names say something", names::check),
    ("nothing is left over", leftovers::check),
    ("manifests follow the workspace", manifests::check),
    ("every dependency has its reason", dependencies::check),
    ("games, licences and changes are documented", docs::check),
    ("the commands in the README exist", readme::check),
];

/// Something that a rule does not allow.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fault {
    /// A path, with a line where there is one.
    place: String,
    what: String,
}

impl Fault {
    fn at(path: &str, what: impl Into<String>) -> Self {
        Self { place: path.to_owned(), what: what.into() }
    }

    fn on_line(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { place: format!("{path}:{line}"), what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Reports every fault of every rule.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let tree = Tree::read(workspace)?;
    let mut count = 0;
    for (name, rule) in RULES {
        let mut faults = rule(&tree);
        faults.sort();
        println!("{} {name}", if faults.is_empty() { "ok   " } else { "FAULT" });
        for fault in &faults {
            println!("      {fault}");
        }
        count += faults.len();
    }
    if count > 0 {
        bail!("{count} faults against the rules of the house");
    }
    Ok(())
}

/// What the rules' tests share.
#[cfg(test)]
mod testing {
    use super::{Fault, Rule};
    use crate::tree::Tree;

    /// The rule finds exactly these faults, each given as `place: what`.
    #[track_caller]
    pub(super) fn check(rule: Rule, tree: &Tree, expected: &[&str]) {
        let mut faults = rule(tree);
        faults.sort();
        let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
        assert_eq!(faults, expected);
    }
}
