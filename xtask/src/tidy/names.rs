//! A crate or a module has a name that says what it holds.

use super::Fault;
use crate::source;
use crate::tree::Tree;

/// Words that say nothing.
const EMPTY: &[&str] =
    &["util", "utils", "common", "manager", "managers", "helper", "helpers", "base", "misc"];

/// No crate, module or Rust file bears an empty name, alone or as a part of a longer one.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for it in &tree.crates {
        faults.extend(
            empty(&it.name)
                .map(|word| Fault::at(&it.folder, format!("a crate whose name says `{word}`"))),
        );
    }
    for file in tree.rust() {
        let names = file.path.trim_end_matches(".rs").split('/');
        faults.extend(
            names
                .filter_map(empty)
                .map(|word| Fault::at(&file.path, format!("a path that says `{word}`"))),
        );
        let code = file.code();
        for at in source::words(&code, "mod") {
            let name = code[at + 3..].trim_start();
            let length = name.bytes().take_while(|&byte| source::is_name(byte)).count();
            // A module in a file of its own is already found by its path.
            let inline = name[length..].trim_start().starts_with('{');
            if let Some(word) = empty(&name[..length]).filter(|_| inline) {
                let line = source::line(&code, at);
                faults.push(Fault::on_line(
                    &file.path,
                    line,
                    format!("a module that says `{word}`"),
                ));
            }
        }
    }
    faults
}

fn empty(name: &str) -> Option<&str> {
    name.split(['_', '-']).find(|word| EMPTY.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;
    use crate::workspace::Crate;

    #[test]
    fn empty_names_are_found() {
        let mut tree = Tree::of(&[
            ("pure/game/src/grid_helpers.rs", ""),
            (
                "pure/game/src/lib.rs",
                "mod grid_helpers;\n// mod base\nmod common { }\nmod database;",
            ),
            ("io/web/base.css", ""),
        ]);
        let folder = "io/manager".to_owned();
        tree.crates.push(Crate { name: "manager".to_owned(), folder, dependencies: Vec::new() });
        let expected = [
            "io/manager: a crate whose name says `manager`",
            "pure/game/src/grid_helpers.rs: a path that says `helpers`",
            "pure/game/src/lib.rs:3: a module that says `common`",
        ];
        testing::check(check, &tree, &expected);
    }
}
