//! Days where the games are played: French legal time, whatever the server's clock shows.

use game::Date;
use jiff::civil;
use jiff::tz::TimeZone;
use ledger::Millis;

/// Paris since 1996: an hour ahead of UTC, two from the last Sunday of March, 2 o'clock, to the
/// last of October, 3 o'clock.
const PARIS: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

fn paris() -> TimeZone {
    TimeZone::posix(PARIS).expect("it is written as POSIX wants it")
}

/// The first moment of a day; nothing when the calendar has no such day.
#[must_use]
pub fn day_begins(day: Date) -> Option<Millis> {
    let (year, month) = (i16::try_from(day.year).ok()?, i8::try_from(day.month).ok()?);
    let day = civil::Date::new(year, month, i8::try_from(day.day).ok()?).ok()?;
    Some(Millis(day.to_zoned_datetime(paris()).ok()?.timestamp().as_millisecond()))
}

/// The day in which a moment lies; nothing for moments that no calendar has.
#[must_use]
pub fn day_of(at: Millis) -> Option<Date> {
    let day = jiff::Timestamp::from_millisecond(at.0).ok()?.to_zoned_datetime(paris()).date();
    Some(Date {
        year: u16::try_from(day.year()).ok()?,
        month: u8::try_from(day.month()).ok()?,
        day: u8::try_from(day.day()).ok()?,
    })
}

/// What a clock there shows at a moment, hours and minutes; nothing for moments that no calendar has.
#[must_use]
pub fn clock_of(at: Millis) -> Option<(u8, u8)> {
    let time = jiff::Timestamp::from_millisecond(at.0).ok()?.to_zoned_datetime(paris()).time();
    Some((u8::try_from(time.hour()).ok()?, u8::try_from(time.minute()).ok()?))
}

/// A moment as people there read it: `2011-11-28 00:00:00 +01`.
#[must_use]
pub fn told(at: Millis) -> String {
    match jiff::Timestamp::from_millisecond(at.0) {
        Ok(timestamp) => {
            timestamp.to_zoned_datetime(paris()).strftime("%Y-%m-%d %H:%M:%S %:::z").to_string()
        }
        Err(_) => format!("{at} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u16, month: u8, day: u8) -> Date {
        Date { year, month, day }
    }

    /// With `date -d '2011-11-28T00:00:00+0100' +%s` and the like.
    #[track_caller]
    fn check(day: Date, seconds: i64) {
        let begins = day_begins(day).unwrap();
        assert_eq!(begins, Millis(seconds * 1000));
        assert_eq!(day_of(begins), Some(day));
        assert_ne!(day_of(Millis(begins.0 - 1)), Some(day));
    }

    /// Article A-1: 28 November 2011 begins at midnight in Paris.
    #[test]
    fn days_begin_at_midnight_in_paris() {
        check(date(2011, 11, 28), 1_322_434_800);
        check(date(2026, 7, 14), 1_783_980_000);
        // The days on which the clocks change have 23 and 25 hours.
        let hours =
            |day, next| (day_begins(next).unwrap().0 - day_begins(day).unwrap().0) / 3_600_000;
        assert_eq!(hours(date(2026, 3, 29), date(2026, 3, 30)), 23);
        assert_eq!(hours(date(2026, 10, 25), date(2026, 10, 26)), 25);
        assert_eq!(day_begins(date(2011, 2, 29)), None);
        // Half past one in winter is half past two in summer.
        assert_eq!(clock_of(Millis(1_322_434_800_000 + 5_400_000)), Some((1, 30)));
        assert_eq!(clock_of(Millis(1_783_980_000_000 + 9_060_000)), Some((2, 31)));
        assert_eq!(told(Millis(1_322_434_800_000)), "2011-11-28 00:00:00 +01");
    }

    /// The ledger knows by itself when a legal day begins and ends; it must be when it does here.
    #[test]
    fn legal_days_are_days_in_paris() {
        let mut day = ledger::LegalDay::parse("1996-01-01").unwrap();
        while day.date().year < 2101 {
            assert_eq!(Some(day.begins()), day_begins(day.date()), "{day}");
            assert_eq!(day_of(Millis(day.ends().0 - 1)), Some(day.date()), "{day}");
            day = day.later(1).unwrap();
        }
    }
}
