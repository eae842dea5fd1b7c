//! Tables: a command a line, its receipt last. The language is explained in `README.md` beside the
//! tables.
//!
//! Besides the receipt, every command of every table is held against three rules: it is decided the
//! same on all facts and on those that it says it needs; repeated, it gets the same receipt and
//! changes nothing; and the sum of all accounts stays zero.

mod script;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ledger::Refusal;
use script::Script;

/// Every table of this folder, with its file's name.
fn tables() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = fs::read_dir(folder).expect("the folder of the tables can be read");
    let paths = files.map(|file| file.expect("a file of the folder").path());
    let mut tables: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a table can be read"))
        })
        .collect();
    tables.sort();
    tables
}

#[test]
fn every_line_of_every_table() {
    let mut faults = Vec::new();
    for (name, text) in tables() {
        let mut script = Script::default();
        for (number, line) in (1..).zip(text.lines()) {
            if let Err(fault) = script.line(line) {
                faults.push(format!("{name}:{number}: {line}\n    {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} lines are wrong\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_refusal_stands_in_a_table() {
    let tables = tables();
    let lines = tables.iter().flat_map(|(_, text)| text.lines());
    let answers = lines.filter_map(|line| line.split_once(" => ")).map(|(_, answer)| answer);
    // Of a command, or of one of the books that it speaks of.
    let seen: BTreeSet<_> = answers
        .filter_map(|it| it.strip_prefix("refused ").or_else(|| it.strip_prefix("hindered ")))
        .filter_map(|refusal| refusal.split(' ').next())
        .collect();
    let lacking: Vec<_> = Refusal::ALL
        .iter()
        .map(|refusal| refusal.code())
        .filter(|code| !seen.contains(code))
        .collect();
    assert!(lacking.is_empty(), "no line shows {lacking:?}");
}
