//! Days, where the games are played.

use game::Date;
use jiff::Timestamp;
use ledger::Millis;

/// The legal time of the regulations.
const PLACE: &str = "Europe/Paris";

/// A moment as RFC 3339 writes it, in UTC.
pub(crate) fn rfc3339(at: Millis) -> String {
    timestamp(at).to_string()
}

/// The legal day at `at`.
pub(crate) fn day(at: Millis) -> Date {
    let there = timestamp(at).in_tz(PLACE);
    let day = there.expect("the zone's rules are inside the program").date();
    let part = |number: i8| u8::try_from(number).expect("months and days are positive");
    let year = u16::try_from(day.year()).unwrap_or(0);
    Date { year, month: part(day.month()), day: part(day.day()) }
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

    /// Midnight in Paris is 23:00 UTC in winter, 22:00 in summer.
    #[test]
    fn days_change_at_midnight_in_paris() {
        for (utc, expected) in [
            ("2026-11-30T22:59:59Z", "2026-11-30"),
            ("2026-11-30T23:00:00Z", "2026-12-01"),
            ("2026-07-14T21:59:59Z", "2026-07-14"),
            ("2026-07-14T22:00:00Z", "2026-07-15"),
        ] {
            let at: Timestamp = utc.parse().expect("a time");
            assert_eq!(day(Millis(at.as_millisecond())).to_string(), expected, "{utc}");
        }
    }

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
