//! Legal days: French public holidays, working days, and when a day is over in Paris.
//!
//! A *working day* (jour ouvrable) is neither a Sunday nor one of the eleven holidays of the Code du
//! travail, article L. 3133-1; Saturdays count. A day belongs to Paris and ends at 24:00 there,
//! whatever a server's clock shows. The rule of summer time is the European Union's
//! (directive 2000/84/EC): from the last Sunday of March to the last of October, as it has been in
//! France since 1996; this module knows no earlier day.

use core::fmt;

use game::Date;

use crate::time::{Millis, Span};

/// A day of the calendar from 1996 to 9999, as the law counts days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LegalDay(i32);

const FIRST_YEAR: u16 = 1996;
const LAST_YEAR: u16 = 9999;
const DAY_MS: i64 = 24 * 3_600_000;
const HOUR_MS: i64 = 3_600_000;

impl LegalDay {
    /// The last day that is known here: 31 December 9999.
    pub const LAST: Self = Self(2_932_896);

    /// The day that `date` writes; nothing when the calendar has none, or for years that are not
    /// known here.
    #[must_use]
    pub fn new(date: Date) -> Option<Self> {
        let is_known = (FIRST_YEAR..=LAST_YEAR).contains(&date.year)
            && (1..=12).contains(&date.month)
            && (1..=31).contains(&date.day);
        let day = Self(number(date.year.into(), date.month.into(), date.day.into()));
        (is_known && day.date() == date).then_some(day)
    }

    /// The day that `2011-11-28` writes, if it is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_form = text.len() == 10
            && text.bytes().enumerate().all(|(place, byte)| match place {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !is_form {
            return None;
        }
        let (year, month) = (text[..4].parse().ok()?, text[5..7].parse().ok()?);
        Self::new(Date { year, month, day: text[8..].parse().ok()? })
    }

    /// As a date.
    #[must_use]
    pub fn date(self) -> Date {
        let (year, month, day) = civil(self.0);
        let fits = "a legal day has four digits for its year";
        Date {
            year: u16::try_from(year).expect(fits),
            month: u8::try_from(month).expect(fits),
            day: u8::try_from(day).expect(fits),
        }
    }

    /// So many days later; nothing beyond the last year.
    #[must_use]
    pub fn later(self, days: u16) -> Option<Self> {
        let later = self.0 + i32::from(days);
        (civil(later).0 <= i32::from(LAST_YEAR)).then_some(Self(later))
    }

    /// Whether it is a Sunday.
    #[must_use]
    pub fn is_sunday(self) -> bool {
        // 1 January 1970 was a Thursday.
        (self.0 + 4).rem_euclid(7) == 0
    }

    /// Whether it is one of the eleven public holidays of France.
    #[must_use]
    pub fn is_holiday(self) -> bool {
        let (year, month, day) = civil(self.0);
        let is_fixed = matches!(
            (month, day),
            (1 | 5 | 11, 1) | (5, 8) | (7, 14) | (8, 15) | (11, 11) | (12, 25)
        );
        // Easter Monday, Ascension and Whit Monday.
        is_fixed || [1, 39, 50].contains(&(self.0 - easter(year)))
    }

    /// Whether it is neither a Sunday nor a holiday.
    #[must_use]
    pub fn is_working(self) -> bool {
        !self.is_sunday() && !self.is_holiday()
    }

    /// The day itself if it is a working day, or else the next one that is; nothing beyond the last
    /// year.
    #[must_use]
    pub fn or_next_working(self) -> Option<Self> {
        let mut day = self;
        while !day.is_working() {
            day = day.later(1)?;
        }
        Some(day)
    }

    /// The last day on which prizes are paid when an emission closes on this day: so many days
    /// from it, and the next working day when that is none. Nothing beyond the last year.
    #[must_use]
    pub fn claims_end(self, days: u16) -> Option<Self> {
        self.later(days)?.or_next_working()
    }

    /// Its first moment, 0:00 in Paris.
    #[must_use]
    pub fn begins(self) -> Millis {
        midnight(self.0)
    }

    /// The moment when it is over, 24:00 in Paris: the first one that is not in it.
    #[must_use]
    pub fn ends(self) -> Millis {
        midnight(self.0 + 1)
    }
}

/// ISO 8601: `2011-11-28`.
impl fmt::Display for LegalDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date().fmt(f)
    }
}

/// When the day that many days after 1 January 1970 begins in Paris. On the two Sundays on which the
/// clocks change, they do so after midnight: the spring one still begins in winter time.
fn midnight(day: i32) -> Millis {
    let (year, _, _) = civil(day);
    let is_summer = day > last_sunday(year, 3) && day <= last_sunday(year, 10);
    let ahead = Span(if is_summer { 2 } else { 1 } * HOUR_MS.unsigned_abs());
    Millis(i64::from(day) * DAY_MS).before(ahead)
}

/// The last Sunday of a month of 31 days.
fn last_sunday(year: i32, month: i32) -> i32 {
    let last = number(year, month, 31);
    last - (last + 4).rem_euclid(7)
}

/// Days from 1 January 1970 to a date of the Gregorian calendar; a day beyond the end of its month
/// runs on into the next. Years begin in March here, so that a leap day is the last of one.
fn number(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let days_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + days_of_year - 719_468
}

/// Year, month and day of a number of days from 1 January 1970.
fn civil(number: i32) -> (i32, i32, i32) {
    let days = number + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400;
    (if month <= 2 { year + 1 } else { year }, month, day)
}

/// Easter Sunday, as days from 1 January 1970: the anonymous Gregorian computus (Nature, 20 April
/// 1876), without tables or exceptions.
fn easter(year: i32) -> i32 {
    let (golden, century, of_century) = (year % 19, year / 100, year % 100);
    let moon = (century - (century + 8) / 25 + 1) / 3;
    let epact = (19 * golden + century - century / 4 - moon + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4) % 7;
    let back = (golden + 11 * epact + 22 * weekday) / 451;
    let month_day = epact + weekday - 7 * back + 114;
    number(year, month_day / 31, month_day % 31 + 1)
}

#[cfg(test)]
mod tests;
