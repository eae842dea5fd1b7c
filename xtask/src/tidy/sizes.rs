//! A file or a function that is too long to hold in the head is two.

use super::Fault;
use crate::source;
use crate::tree::{File, Tree};

/// A Rust file has fewer lines than this.
const FILE_LINES: usize = 400;
/// A file made of tests has fewer lines than this.
const TESTS_LINES: usize = 800;
/// A function has fewer lines than this, from its `fn` to its closing brace.
const FUNCTION_LINES: usize = 70;

/// No file and no function is too long.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    tree.rust().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Fault> {
    let limit = if file.is_tests() { TESTS_LINES } else { FILE_LINES };
    let mut faults = Vec::new();
    let lines = file.text.lines().count();
    if lines >= limit {
        faults.push(Fault::at(&file.path, format!("{lines} lines; under {limit} is the rule")));
    }
    let code = file.code();
    let functions = source::functions(&code);
    let long = functions.iter().filter(|function| function.lines >= FUNCTION_LINES);
    faults.extend(long.map(|function| {
        let source::Function { name, lines, .. } = function;
        let what = format!("`{name}` has {lines} lines; under {FUNCTION_LINES} is the rule");
        Fault::on_line(&file.path, function.line, what)
    }));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;

    #[track_caller]
    fn check_one(path: &str, text: &str, expected: &[&str]) {
        testing::check(check, &Tree::of(&[(path, text)]), expected);
    }

    #[test]
    fn long_files_are_found() {
        check_one("a/src/b.rs", &"//\n".repeat(399), &[]);
        check_one(
            "a/src/b.rs",
            &"//\n".repeat(400),
            &["a/src/b.rs: 400 lines; under 400 is the rule"],
        );
        check_one("a/src/b/tests.rs", &"//\n".repeat(799), &[]);
        let expected = ["a/tests/b.rs: 800 lines; under 800 is the rule"];
        check_one("a/tests/b.rs", &"//\n".repeat(800), &expected);
        check_one("a/b.md", &"-\n".repeat(4_000), &[]);
    }

    #[test]
    fn long_functions_are_found() {
        let function =
            |inner: usize| format!("//! x\nfn f() {{\n{}}}\n", "    x();\n".repeat(inner));
        check_one("a.rs", &function(67), &[]);
        check_one("a.rs", &function(68), &["a.rs:2: `f` has 70 lines; under 70 is the rule"]);
    }
}
