#![no_main]
#![allow(dead_code)]

#[path = "../../bin/grille-verify/src/files.rs"]
mod files;
#[path = "../../bin/grille-verify/src/note.rs"]
mod note;
#[path = "../../bin/grille-verify/src/proof.rs"]
mod proof;
#[path = "../../bin/grille-verify/src/report.rs"]
mod report;
#[path = "../../bin/grille-verify/src/rules.rs"]
mod rules;
#[path = "../../bin/grille-verify/src/tree.rs"]
mod tree;
#[path = "../../bin/grille-verify/src/unit.rs"]
mod unit;
#[path = "../verifier.rs"]
mod verifier;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| verifier::proof(bytes));
