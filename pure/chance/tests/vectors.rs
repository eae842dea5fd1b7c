//! The vectors of `docs/spec/chance.md`, computed by another implementation.

#![expect(clippy::unwrap_used, reason = "a vector that cannot be read fails the test")]

use chance::{Chance, StreamKey, shuffle};
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../docs/spec/vectors/chance.json")).unwrap()
}

fn key(purpose: &str) -> StreamKey {
    let digits = vectors()["keys"][purpose].as_str().unwrap().to_owned();
    let bytes: Vec<u8> =
        (0..32).map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap()).collect();
    StreamKey::new(bytes.try_into().unwrap())
}

fn numbers(name: &str) -> Vec<u32> {
    let numbers = vectors()[name].as_array().unwrap().clone();
    numbers.iter().map(|number| u32::try_from(number.as_u64().unwrap()).unwrap()).collect()
}

#[test]
fn a_stream_gives_the_published_words() {
    let mut stream = key("face").stream(1 << 32, 7);
    for word in numbers("words_of_face_stream_4294967296_attempt_7") {
        let mut bytes = [0; 4];
        stream.fill(&mut bytes);
        assert_eq!(u32::from_le_bytes(bytes), word);
    }
}

#[test]
fn below_gives_the_published_numbers() {
    let mut stream = key("letters").stream(0, 0);
    for (n, number) in (1..).zip(numbers("below_1_2_3_of_letters_stream_0")) {
        assert_eq!(stream.below(n), number, "below {n}");
    }
}

#[test]
fn uneven_words_are_thrown_away() {
    let mut stream = key("face").stream(1, 0);
    for number in numbers("below_2147483649_of_face_stream_1") {
        assert_eq!(stream.below((1 << 31) + 1), number);
    }
}

#[test]
fn shuffle_gives_the_published_order() {
    let mut items: Vec<u32> = (0..20).collect();
    shuffle(&mut key("deal").stream(0, 0), &mut items);
    assert_eq!(items, numbers("shuffle_of_0_to_19_with_deal_stream_0"));
}
