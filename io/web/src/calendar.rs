//! Days and moments as the API writes them.

use game::Date;
use jiff::Timestamp;
use ledger::Millis;

/// A moment as RFC 3339 writes it, in UTC.
pub(crate) fn rfc3339(at: Millis) -> String {
    timestamp(at).to_string()
}

/// The legal day at `at`.
pub(crate) fn day(at: Millis) -> Date {
    store::day_of(at).expect("a time of our own clock is in range")
}

/// A day as ISO 8601 writes it, if there is such a day.
pub(crate) fn parse(text: &str) -> Option<Date> {
    let day: jiff::civil::Date = text.parse().ok()?;
    let part = |number: i8| u8::try_from(number).ok();
    let date = Date {
        year: u16::try_from(day.year()).ok()?,
        month: part(day.month())?,
        day: part(day.day())?,
    };
    // Other ways to write a day are not read: one day, one text.
    (date.to_string() == text).then_some(date)
}

fn timestamp(at: Millis) -> Timestamp {
    Timestamp::from_millisecond(at.0).expect("a time of our own clock is in range")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_text() {
        for (text, is_day) in [
            ("2008-02-29", true),
            ("2007-02-29", false),
            ("1980-1-1", false),
            ("19800101", false),
            ("1980-01-01T00:00", false),
            ("-000001-01-01", false),
            ("", false),
        ] {
            assert_eq!(parse(text).is_some(), is_day, "{text}");
        }
    }
}
