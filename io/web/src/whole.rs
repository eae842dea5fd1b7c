//! Whole numbers in bodies. To JSON Schema `3.0` is as whole as `3`, and so it is to us.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// Below this every whole number is a float of its own (2⁵³).
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A whole number that fits `T`.
struct Whole<T>(T);

/// Reads a whole number.
pub(crate) fn one<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    Whole::deserialize(from).map(|it| it.0)
}

/// Reads a whole number, or nothing.
pub(crate) fn maybe<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    Option::<Whole<T>>::deserialize(from).map(|it| it.map(|it| it.0))
}

/// Reads whole numbers.
pub(crate) fn many<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    Vec::<Whole<T>>::deserialize(from).map(|them| them.into_iter().map(|it| it.0).collect())
}

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader(PhantomData))
    }
}

struct Reader<T>(PhantomData<T>);

impl<T: TryFrom<u64>> Visitor<'_> for Reader<T> {
    type Value = Whole<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole<T>, E> {
        T::try_from(number).map(Whole).map_err(|_| E::custom(format!("{number} is too large")))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Whole<T>, E> {
        if number.fract() != 0.0 || !(0.0..EXACT).contains(&number) {
            return Err(E::custom(format!("{number} is no whole number from 0 on")));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "looked at above"
        )]
        self.visit_u64(number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u8>) {
        let read: Result<Whole<u8>, _> = serde_json::from_str(text);
        assert_eq!(read.ok().map(|it| it.0), expected, "{text}");
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        for (text, expected) in [
            ("3", Some(3)),
            ("3.0", Some(3)),
            ("2.5e1", Some(25)),
            ("-0.0", Some(0)),
            ("255", Some(255)),
            ("256", None),
            ("256.0", None),
            ("3.5", None),
            ("-1", None),
            ("-1.0", None),
            ("1e300", None),
            ("9007199254740993.0", None),
            ("\"3\"", None),
            ("null", None),
            ("true", None),
            ("[3]", None),
        ] {
            check(text, expected);
        }
    }
}
