//! Other people's work is taken for a reason, which is written down.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Fault;
use crate::tree::Tree;

const REASONS: &str = "docs/dependencies.md";

/// Each crate and each npm package has a row with its reason, in whose first cell its name stands
/// in backticks.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let reasons = tree.file(REASONS).map_or("", |file| &file.text);
    let explained: BTreeSet<&str> = reasons.lines().flat_map(names_of_row).collect();
    for (name, path) in taken(tree) {
        if !explained.contains(name.as_str()) {
            faults.push(Fault::at(REASONS, format!("no row for `{name}` of {path}")));
        }
    }
    faults
}

/// The names in backticks in a table row's first cell.
fn names_of_row(line: &str) -> impl Iterator<Item = &str> {
    let cell = line.strip_prefix('|').and_then(|rest| rest.split('|').next()).unwrap_or("");
    cell.split('`').skip(1).step_by(2)
}

/// What the root manifest and the npm manifests take from others, with the manifest's path.
fn taken(tree: &Tree) -> Vec<(String, &str)> {
    let mut taken = Vec::new();
    if let Some(root) = tree.file("Cargo.toml")
        && let Ok(manifest) = DeTable::parse(&root.text)
        && let Some(workspace) = table(manifest.get_ref(), "workspace")
        && let Some(entries) = table(workspace, "dependencies")
    {
        let from_others = entries.iter().filter(|(_, entry)| !has_key(entry, "path"));
        taken.extend(from_others.map(|(name, _)| (name.get_ref().to_string(), root.path.as_str())));
    }
    for file in tree.files.iter().filter(|file| file.path.ends_with("/package.json")) {
        let manifest: serde_json::Value = serde_json::from_str(&file.text).unwrap_or_default();
        for kind in ["dependencies", "devDependencies"] {
            let entries = manifest[kind].as_object().into_iter().flatten();
            taken.extend(entries.map(|(name, _)| (name.clone(), file.path.as_str())));
        }
    }
    taken
}

fn table<'a, 'doc>(within: &'a DeTable<'doc>, key: &str) -> Option<&'a DeTable<'doc>> {
    within.get(key).and_then(|value| value.get_ref().as_table())
}

fn has_key(entry: &Spanned<DeValue<'_>>, key: &str) -> bool {
    entry.get_ref().get(key).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;

    const ROOT: &str = "[workspace.dependencies]\ngame = { path = \"pure/game\" }\n\
                        anyhow = \"1.0\"\nserde = { version = \"1.0\" }\n";

    #[test]
    fn what_has_no_reason_is_found() {
        let npm = r#"{ "devDependencies": { "typescript": "^7" } }"#;
        let files = [("Cargo.toml", ROOT), ("e2e/package.json", npm)];
        let expected = [
            "docs/dependencies.md: no row for `anyhow` of Cargo.toml",
            "docs/dependencies.md: no row for `serde` of Cargo.toml",
            "docs/dependencies.md: no row for `typescript` of e2e/package.json",
        ];
        testing::check(check, &Tree::of(&files), &expected);
        let reasons = "| crate | why |\n| `serde`, `typescript` | `anyhow` |\nand `anyhow`\n";
        let files = [files[0], files[1], (REASONS, reasons)];
        testing::check(check, &Tree::of(&files), &expected[..1]);
    }
}
