//! The vectors of `docs/spec/chance.md`, computed by another implementation.

#![expect(clippy::unwrap_used, reason = "a vector that cannot be read fails the test")]

use block::{LetterSets, Purpose, Secret};
use chance::Chance;
use serde_json::Value;

/// SHA-256 of nothing.
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../docs/spec/vectors/chance.json")).unwrap()
}

fn bytes(digits: &str) -> [u8; 32] {
    let at = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap();
    std::array::from_fn(at)
}

fn check_keys(secret: &Secret, name: &str) {
    let purposes = [
        ("deal", Purpose::Deal),
        ("shape", Purpose::Shape),
        ("face", Purpose::Face),
        ("letters", Purpose::Letters),
        ("amount", Purpose::Amount),
    ];
    for (label, purpose) in purposes {
        let expected = bytes(vectors()[name][label].as_str().unwrap());
        // A key prints nothing of itself, so two keys are compared by what they give.
        let mut expected = chance::StreamKey::new(expected).stream(5, 6);
        let mut found = secret.streams(purpose).stream(5, 6);
        for _ in 0..4 {
            assert_eq!(found.below(u32::MAX), expected.below(u32::MAX), "the key of {label}");
        }
    }
}

#[test]
fn keys_follow_from_shares_and_beacon() {
    let mut one = [0; 32];
    one[31] = 1;
    let empty = bytes(EMPTY);
    check_keys(&Secret::new(&[one], b"", empty, empty), "keys");
    let other = [0x80; 32];
    for shares in [[one, other], [other, one]] {
        let secret = Secret::new(&shares, b"beacon", empty, empty);
        check_keys(&secret, "keys_two_shares_and_beacon");
    }
}

#[test]
fn another_game_or_list_gives_other_keys() {
    let empty = bytes(EMPTY);
    let first = |game, list| {
        Secret::new(&[[7; 32]], b"", game, list).streams(Purpose::Face).stream(0, 0).below(u32::MAX)
    };
    let draws = [first(empty, empty), first([1; 32], empty), first(empty, [1; 32])];
    assert!(draws[0] != draws[1] && draws[0] != draws[2] && draws[1] != draws[2]);
}

#[test]
fn sets_have_the_published_numbers() {
    for vector in vectors()["sets"].as_array().unwrap() {
        let letters = u8::try_from(vector["letters"].as_u64().unwrap()).unwrap();
        let number = u32::try_from(vector["number"].as_u64().unwrap()).unwrap();
        let set = LetterSets::new(letters).set(number);
        assert_eq!(format!("{set:?}"), vector["set"].as_str().unwrap());
    }
}

#[test]
fn there_are_as_many_sets_as_the_binomial_says() {
    for letters in 0..=26_u64 {
        let expected = (1..=letters).fold(1, |count, i| count * (26 - letters + i) / i);
        let sets = LetterSets::new(letters as u8);
        assert_eq!(u64::from(sets.count()), expected, "sets of {letters} letters");
        let last = sets.set(sets.count() - 1);
        assert_eq!(u64::from(last.len()), letters);
    }
}
