//! The shared vectors of proofs, which another implementation has made: what is sound is accepted,
//! and in what is broken at least the named steps fail, and no other one where the file can be read.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::process::Command;

use serde_json::Value;

const VECTORS: &str = include_str!("../../../docs/spec/vectors/proof.json");

#[test]
fn every_verdict_is_that_of_the_vectors() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let text = |value: &Value, key: &str| value[key].as_str().unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let (proof, published) = (folder.path().join("proof"), folder.path().join("published"));
    fs::write(&published, text(&vectors, "checkpoint")).unwrap();
    let verdict = |vector: &Value| {
        fs::write(&proof, text(vector, "proof")).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_grille-verify"))
            .args(["proof", proof.to_str().unwrap(), "--vkey", &text(&vectors, "vkey")])
            .args(["--checkpoint", published.to_str().unwrap()])
            .output()
            .unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let steps = |state: &str| -> Vec<u64> {
            let lines = out.lines().filter(|line| line.contains(state));
            lines.filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect()
        };
        (output.status.code().unwrap(), steps("FAILED"), steps("not checked"), out)
    };
    let all = |key: &str| vectors[key].as_array().unwrap().clone();
    for vector in all("sound") {
        let (code, _, _, out) = verdict(&vector);
        assert_eq!(code, 0, "{}: {out}", vector["name"]);
    }
    let mut wrong = String::new();
    for vector in all("broken") {
        let (code, failed, unchecked, out) = verdict(&vector);
        let expected: Vec<u64> =
            vector["steps"].as_array().unwrap().iter().map(|step| step.as_u64().unwrap()).collect();
        // What an earlier fault hides is not checked, and said to be so.
        let unreadable = expected.iter().any(|&step| step <= 2);
        let named = |step| failed.contains(step) || unreadable && unchecked.contains(step);
        let missed = !expected.iter().all(named);
        if code != 1 || missed || !(unreadable || failed == expected) {
            wrong += &format!("{}: {out}\n", vector["name"]);
        }
    }
    assert_eq!(wrong, "");
}
