//! A place in a player's history, as cursors write it: `TIME-SUM`, milliseconds and cents. A place has
//! one text.

use game::Cents;
use ledger::Millis;
use store::PlayPlace;

/// The text of `place`.
pub(crate) fn write(place: PlayPlace) -> String {
    format!("{}-{}", place.at, place.staked.0)
}

/// The place that `text` is the text of, no later and no dearer than any can be.
pub(crate) fn read(text: &str) -> Option<PlayPlace> {
    let (at, staked) = text.split_once('-')?;
    let place = PlayPlace { at: Millis(at.parse().ok()?), staked: Cents(staked.parse().ok()?) };
    let is_near = (0..10_i64.pow(15)).contains(&place.at.0);
    let is_paid = (1..10_u64.pow(18)).contains(&place.staked.0);
    (is_near && is_paid && write(place) == text).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_one_text() {
        let place = |at, staked| PlayPlace { at: Millis(at), staked: Cents(staked) };
        for (text, expected) in [
            ("0-300", Some(place(0, 300))),
            ("1322434800000-1", Some(place(1_322_434_800_000, 1))),
            (
                "999999999999999-999999999999999999",
                Some(place(10_i64.pow(15) - 1, 10_u64.pow(18) - 1)),
            ),
            ("1000000000000000-300", None),
            ("1-1000000000000000000", None),
            ("1-0", None),
            ("1-03", None),
            ("01-3", None),
            ("+1-3", None),
            ("-1-3", None),
            ("1--3", None),
            ("1", None),
            ("1-", None),
            ("-3", None),
            ("1-3-3", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
            assert!(expected.is_none_or(|place| write(place) == text), "{text}");
        }
    }
}
