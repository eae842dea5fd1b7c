//! Nothing half-done is committed, no test is left out, and no file knows whose machine it was
//! written on.

use super::Fault;
use crate::source::{self, is_name};
use crate::tree::{File, Tree};

/// What Rust code must not hold, comments and texts left aside.
const RUST: &[&str] = &["todo!", "unimplemented!", "dbg!", "#[ignore"];
/// What a test in JavaScript must not be.
const SCRIPT: &[&str] = &["skip(", "only(", "fixme("];
/// Words that promise work to come. In pieces, so that this file holds none of them.
const PROMISES: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];
/// Where absolute paths of somebody's machine begin.
const MACHINES: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
/// A folder beside the repository, which nobody else has.
const BESIDE: &str = concat!("../sha", "red");

/// No leftover in any file.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    tree.files.iter().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Fault> {
    let text = file.text.as_str();
    let mut found: Vec<(usize, String)> = Vec::new();
    for word in PROMISES {
        found.extend(
            source::words(text, word).map(|at| (at, format!("{word}: do it, or leave it"))),
        );
    }
    for path in MACHINES {
        let whole = text.match_indices(path).filter(|&(at, _)| begins_a_path(text, at));
        found.extend(whole.map(|(at, _)| (at, format!("a path of one machine: {path}"))));
    }
    found.extend(
        text.match_indices(BESIDE).map(|(at, _)| (at, format!("a path outside: {BESIDE}"))),
    );
    if file.has_ending(&["rs"]) {
        let code = file.code();
        for piece in RUST {
            let places = code.match_indices(piece).map(|(at, _)| at);
            found.extend(places.map(|at| (at, format!("`{piece}` does not belong in a commit"))));
        }
    }
    if file.has_ending(&["js", "mjs", "ts"]) {
        found.extend(left_out(text));
    }
    if file.path.ends_with("package-lock.json") {
        let hosts = text.match_indices("\"resolved\": \"http");
        found.extend(
            hosts.map(|(at, _)| (at, "a registry's host; let each npm use its own".to_owned())),
        );
    }
    found
        .into_iter()
        .map(|(at, what)| Fault::on_line(&file.path, source::line(text, at), what))
        .collect()
}

/// Whether a path begins here, rather than going on: `=/x/` but not `a/x/`.
fn begins_a_path(text: &str, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text.as_bytes()[before]);
    !before.is_some_and(|byte| is_name(byte) || matches!(byte, b'.' | b'-' | b'}' | b')' | b'*'))
}

/// Tests in JavaScript that are not run, or that keep the others from it.
fn left_out(text: &str) -> impl Iterator<Item = (usize, String)> {
    SCRIPT.iter().flat_map(move |ending| {
        let calls = text.match_indices(ending).filter(|&(at, _)| {
            let before = &text[..at];
            ["test.", "it.", "describe."].iter().any(|caller| before.ends_with(caller))
        });
        calls.map(move |(at, _)| (at, format!("a test with `.{ending}…)`")))
    })
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
    fn half_done_rust_is_found() {
        let text = "// dbg!\nfn f() { todo!() }\nfn g() { unimplemented!() }\n\
                    #[ignore = \"slow\"]\nfn h() { dbg!(1) }";
        let expected = [
            "a.rs:2: `todo!` does not belong in a commit",
            "a.rs:3: `unimplemented!` does not belong in a commit",
            "a.rs:4: `#[ignore` does not belong in a commit",
            "a.rs:5: `dbg!` does not belong in a commit",
        ];
        check_one("a.rs", text, &expected);
    }

    #[test]
    fn promises_are_found_in_any_text() {
        let text = format!("a\n{}: later\n{}S", PROMISES[0], PROMISES[1]);
        check_one("a.md", &text, &[&format!("a.md:2: {}: do it, or leave it", PROMISES[0])]);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        for path in MACHINES {
            let text = format!("https://example.org{path}x ./a{path}\nrun {path}x");
            check_one("a.toml", &text, &[&format!("a.toml:2: a path of one machine: {path}")]);
        }
        check_one("a.toml", BESIDE, &[&format!("a.toml:1: a path outside: {BESIDE}")]);
    }

    #[test]
    fn tests_left_out_are_found() {
        let text = "test('a');\ntest.skip('b');\ntest.describe.only('c');\nlist.only('d');";
        let expected = ["e/a.mjs:2: a test with `.skip(…)`", "e/a.mjs:3: a test with `.only(…)`"];
        check_one("e/a.mjs", text, &expected);
    }

    #[test]
    fn hosts_in_a_lock_file_are_found() {
        let text = "{\n\"resolved\": \"https://registry.example/a.tgz\" }";
        let expected = ["e2e/package-lock.json:2: a registry's host; let each npm use its own"];
        check_one("e2e/package-lock.json", text, &expected);
    }
}
