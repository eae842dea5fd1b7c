//! The ground floor: `#![no_std]`, integers only, and clippy's settings repeated for it.

use toml::de::{DeTable, DeValue};

use super::Fault;
use crate::source::{self, is_name};
use crate::tree::Tree;

const ROOT_LINTS: &str = "clippy.toml";
const PURE_LINTS: &str = "pure/clippy.toml";

/// Every pure crate refuses the standard library, no literal is a float, no lint setting is lost.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults: Vec<Fault> =
        tree.rust().filter_map(|file| no_std(&file.path, &file.text)).collect();
    for file in tree.rust().filter(|file| file.path.starts_with("pure/")) {
        let code = file.code();
        let found = floats(&code).map(|at| {
            Fault::on_line(
                &file.path,
                source::line(&code, at),
                "a float; integers only on the ground floor",
            )
        });
        faults.extend(found);
    }
    faults.extend(lints(tree));
    faults
}

fn no_std(path: &str, text: &str) -> Option<Fault> {
    let name = path.strip_prefix("pure/")?.strip_suffix("/src/lib.rs")?;
    let refused = name.contains('/') || text.lines().any(|line| line.trim() == "#![no_std]");
    (!refused).then(|| Fault::at(path, "lacks `#![no_std]`"))
}

/// Where float literals begin: `1.5`, `1.`, `1e3`, `1f64`, not `pair.0`, `1..2` or `0x1e3`.
fn floats(code: &str) -> impl Iterator<Item = usize> {
    let bytes = code.as_bytes();
    (0..bytes.len()).filter(move |&at| {
        if !bytes[at].is_ascii_digit() || (at > 0 && is_name(bytes[at - 1])) {
            return false;
        }
        let is_field = at > 0 && bytes[at - 1] == b'.' && !(at > 1 && bytes[at - 2] == b'.');
        !is_field && is_float(&bytes[at..])
    })
}

fn is_float(number: &[u8]) -> bool {
    if matches!(number.get(1), Some(b'x' | b'b' | b'o')) {
        return false;
    }
    let whole = number.iter().take_while(|&&byte| byte.is_ascii_digit() || byte == b'_').count();
    match number[whole..] {
        [b'.', next, ..] => next.is_ascii_digit() || !(next == b'.' || is_name(next)),
        [b'e' | b'E' | b'f', ..] => true,
        _ => false,
    }
}

/// Clippy reads only the nearest file, so the lower one must hold all that the root's holds.
fn lints(tree: &Tree) -> Vec<Fault> {
    let (Some(root), Some(pure)) = (tree.file(ROOT_LINTS), tree.file(PURE_LINTS)) else {
        return vec![Fault::at(
            PURE_LINTS,
            format!("this file and {ROOT_LINTS} must both be there"),
        )];
    };
    let (Ok(root), Ok(pure)) = (DeTable::parse(&root.text), DeTable::parse(&pure.text)) else {
        return vec![Fault::at(PURE_LINTS, format!("this file or {ROOT_LINTS} is not TOML"))];
    };
    let (root, pure) = (root.into_inner(), pure.into_inner());
    let lost = root.iter().filter(|(key, value)| {
        let repeated = pure.get(key.get_ref().as_ref()).map(|value| value.get_ref());
        !repeated.is_some_and(|repeated| repeats(repeated, value.get_ref()))
    });
    lost.map(|(key, _)| {
        Fault::at(PURE_LINTS, format!("does not repeat `{}` of {ROOT_LINTS}", key.get_ref()))
    })
    .collect()
}

/// Whether the lower setting is the root's, or a list with all the root's entries.
fn repeats(lower: &DeValue<'_>, root: &DeValue<'_>) -> bool {
    match (lower, root) {
        (DeValue::Array(lower), DeValue::Array(root)) => root
            .iter()
            .all(|wanted| lower.iter().any(|had| repeats(had.get_ref(), wanted.get_ref()))),
        _ => format!("{lower:?}") == format!("{root:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;

    const LINTS: &str = "allow-unwrap-in-tests = true\nnames = [\"a\"]\n";

    #[track_caller]
    fn check_file(path: &str, text: &str, expected: &[&str]) {
        let tree = Tree::of(&[(ROOT_LINTS, LINTS), (PURE_LINTS, LINTS), (path, text)]);
        testing::check(check, &tree, expected);
    }

    #[test]
    fn sound_files_pass() {
        let text = "//! 1.5\n#![no_std]\nconst A: u64 = 0x1e3; // 2.5\n\
                    fn f(p: ((u8,),)) { p.0.0; 1..2; \"1.5\"; 1.max(2); }";
        check_file("pure/game/src/lib.rs", text, &[]);
        check_file("io/web/src/lib.rs", "const A: f64 = 1.5;", &[]);
    }

    #[test]
    fn a_missing_no_std_is_found() {
        let expected = ["pure/game/src/lib.rs: lacks `#![no_std]`"];
        check_file("pure/game/src/lib.rs", "// #![no_std]\n", &expected);
    }

    #[test]
    fn floats_are_found() {
        for literal in ["1.5", "1_000.25", "2.", "1e9", "3f32", "0..1.5"] {
            let text = format!("\nlet x = {literal};");
            let expected = ["pure/grid/src/a.rs:2: a float; integers only on the ground floor"];
            check_file("pure/grid/src/a.rs", &text, &expected);
        }
    }

    #[test]
    fn lost_lint_settings_are_found() {
        let check_lints = |pure: &str, expected: &[&str]| {
            let tree = Tree::of(&[(ROOT_LINTS, LINTS), (PURE_LINTS, pure)]);
            testing::check(check, &tree, expected);
        };
        check_lints("names = [\"b\", \"a\"]\nallow-unwrap-in-tests = true\nmore = 1", &[]);
        let lost = ["pure/clippy.toml: does not repeat `allow-unwrap-in-tests` of clippy.toml"];
        check_lints("allow-unwrap-in-tests = false\nnames = [\"a\"]", &lost);
        let lost = ["pure/clippy.toml: does not repeat `names` of clippy.toml"];
        check_lints("allow-unwrap-in-tests = true\nnames = [\"b\"]", &lost);
    }
}
