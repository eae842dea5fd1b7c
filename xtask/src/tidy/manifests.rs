//! What every crate's manifest says, and must not say.

use toml::de::{DeTable, DeValue};

use super::Fault;
use crate::tree::{File, Tree};
use crate::workspace::Crate;

/// Crates that only some floors may import: whose, and why.
const KEPT_OUT: &[(&str, &[&str], &str)] = &[
    ("anyhow", &["pure/", "io/"], "a library's failures are an enum of its own"),
    ("tracing", &["pure/"], "the ground floor logs nothing"),
    ("rand", &["pure/", "io/", "bin/"], "its ranges and shuffles are no contract"),
];

/// Every crate heeds the workspace's lints, takes versions from the workspace, and leaves alone
/// what its floor may not import.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for it in &tree.crates {
        faults.extend(kept_out(it));
        if let Some(manifest) = tree.file(&format!("{}/Cargo.toml", it.folder)) {
            faults.extend(check_manifest(manifest));
        }
    }
    faults
}

fn kept_out(it: &Crate) -> Vec<Fault> {
    let imports = it.dependencies.iter().filter(|import| !import.for_tests);
    let rules = imports.flat_map(|import| KEPT_OUT.iter().filter(|rule| rule.0 == import.name));
    rules
        .filter(|(_, floors, _)| floors.iter().any(|floor| it.folder.starts_with(floor)))
        .map(|(name, _, why)| Fault::at(&it.folder, format!("imports `{name}`; {why}")))
        .collect()
}

fn check_manifest(file: &File) -> Vec<Fault> {
    let Ok(manifest) = DeTable::parse(&file.text) else {
        return vec![Fault::at(&file.path, "is not TOML")];
    };
    let manifest = manifest.get_ref();
    let mut faults = Vec::new();
    if !is_of_workspace(manifest.get("lints").map(|lints| lints.get_ref())) {
        faults.push(Fault::at(&file.path, "lacks `workspace = true` under `[lints]`"));
    }
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let entries = manifest.get(kind).and_then(|table| table.get_ref().as_table());
        let own = entries.into_iter().flatten();
        let own = own.filter(|(_, entry)| !is_of_workspace(Some(entry.get_ref())));
        faults.extend(own.map(|(name, _)| {
            let name = name.get_ref();
            let what = format!("takes `{name}` by itself; write `{name}.workspace = true`");
            Fault::at(&file.path, what)
        }));
    }
    faults
}

fn is_of_workspace(entry: Option<&DeValue<'_>>) -> bool {
    let said = entry.and_then(|entry| entry.get("workspace"));
    said.and_then(|said| said.get_ref().as_bool()) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;
    use crate::workspace::Dependency;

    const SOUND: &str = "[lints]\nworkspace = true\n[dependencies]\ngame.workspace = true\n";

    #[track_caller]
    fn check_one(folder: &str, manifest: &str, import: (&str, bool), expected: &[&str]) {
        let mut tree = Tree::of(&[(&format!("{folder}/Cargo.toml"), manifest)]);
        let (name, for_tests) = import;
        let dependencies = vec![Dependency { name: name.to_owned(), for_tests }];
        let (name, folder) = ("web".to_owned(), folder.to_owned());
        tree.crates.push(Crate { name, folder, dependencies });
        testing::check(check, &tree, expected);
    }

    #[test]
    fn sound_manifests_pass() {
        check_one("io/web", SOUND, ("tracing", false), &[]);
        check_one("bin/grille", SOUND, ("anyhow", false), &[]);
        check_one("pure/game", SOUND, ("anyhow", true), &[]);
    }

    #[test]
    fn versions_outside_the_root_are_found() {
        let manifest = format!("{SOUND}[dev-dependencies]\nserde = \"1\"\n");
        let expected = "io/web/Cargo.toml: takes `serde` by itself; write `serde.workspace = true`";
        check_one("io/web", &manifest, ("serde", true), &[expected]);
    }

    #[test]
    fn lints_switched_off_are_found() {
        let expected = "io/web/Cargo.toml: lacks `workspace = true` under `[lints]`";
        check_one("io/web", "[package]\n", ("serde", true), &[expected]);
        check_one("io/web", "[lints]\nworkspace = false\n", ("serde", true), &[expected]);
    }

    #[test]
    fn imports_that_a_floor_may_not_have_are_found() {
        let expected = "io/web: imports `anyhow`; a library's failures are an enum of its own";
        check_one("io/web", SOUND, ("anyhow", false), &[expected]);
        let expected = "pure/game: imports `tracing`; the ground floor logs nothing";
        check_one("pure/game", SOUND, ("tracing", false), &[expected]);
    }
}
