//! What is fuzzed of the independent verifier, which shares no code with the programs that make
//! blocks: a proof, as a stranger may send it.
//!
//! `fuzz_targets/proof.rs` calls it with bytes that a fuzzer breeds, the test below with all
//! published vectors and their mutants.

use std::sync::LazyLock;

use serde_json::Value;

use crate::note::{Checkpoint, Key, Published};
use crate::proof::verify;

static VECTORS: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../docs/spec/vectors/proof.json");
    serde_json::from_str(text).expect("the vectors are JSON")
});

/// What the vectors' operator published before the sale.
static PUBLISHED: LazyLock<Published> = LazyLock::new(|| {
    let text = |key: &str| VECTORS[key].as_str().expect("the vectors have it");
    let checkpoint = Checkpoint::read(text("checkpoint").as_bytes()).expect("a checkpoint");
    let key = Key::read(text("vkey")).expect("a verifier key");
    Published { checkpoint: Some(checkpoint), key: Some(key) }
});

/// A proof: refused, and the answer cannot command a terminal; or one of the sound ones, perhaps
/// with signatures of others beside the operator's. Nobody who knows only these can make another.
pub(crate) fn proof(bytes: &[u8]) {
    let (report, summary) = verify(bytes, &PUBLISHED);
    let (text, failed, unchecked) = report.finish();
    for shown in [&text, &summary] {
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
    }
    if failed + unchecked == 0 {
        let accepted = str::from_utf8(bytes).expect("what is accepted is a text");
        let is_it = |sound: &str| unsigned(sound) == unsigned(accepted);
        assert!(proofs("sound").any(is_it), "a proof that nobody made is accepted:\n{accepted}");
    }
}

/// The vectors' proofs of one kind.
fn proofs(kind: &str) -> impl Iterator<Item = &'static str> {
    let all = VECTORS[kind].as_array().expect("the vectors have both kinds");
    all.iter().map(|vector| vector["proof"].as_str().expect("a vector has a proof"))
}

/// A proof without its signatures: what precedes its second empty line.
fn unsigned(proof: &str) -> &str {
    let second = proof.match_indices("\n\n").nth(1);
    second.map_or(proof, |(at, _)| &proof[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many mutants of each vector.
    const MUTANTS: u64 = 60;

    /// A number below `bound`, by the finisher of SplitMix64.
    fn drawn(place: &mut u64, bound: usize) -> usize {
        *place = place.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (*place ^ *place >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(bits ^ bits >> 31) * bound as u128) >> 64) as usize
    }

    fn mutant(proof: &str, place: &mut u64) -> Vec<u8> {
        let mut bytes = proof.as_bytes().to_vec();
        for _ in 0..=drawn(place, 3) {
            let at = drawn(place, bytes.len().max(1)).min(bytes.len());
            let end = bytes.len().min(at + 1 + drawn(place, 60));
            match drawn(place, 5) {
                0 if at < bytes.len() => bytes[at] ^= 1 << drawn(place, 8),
                1 => bytes.truncate(at),
                2 => drop(bytes.drain(at..end)),
                3 => bytes.extend_from_within(at..end),
                _ => bytes.insert(at, b"A=+/ \n\r09\xff\x1b"[drawn(place, 11)]),
            }
        }
        bytes
    }

    #[test]
    fn vectors_and_their_mutants() {
        let mut place = 0;
        proof(b"");
        for vector in proofs("sound").chain(proofs("broken")) {
            proof(vector.as_bytes());
            for _ in 0..MUTANTS {
                proof(&mutant(vector, &mut place));
            }
        }
        let accepted = |text: &str| verify(text.as_bytes(), &PUBLISHED).0.finish().1 == 0;
        assert!(proofs("sound").all(accepted), "what is sound is looked at to the end");
    }
}
