use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;

fn day(text: &str) -> LegalDay {
    LegalDay::parse(text).expect(text)
}

/// Closed, the thirtieth day after, what that day is, the last day of payment, and the moment at
/// which that one is over in Paris, in seconds since 1970.
///
/// From Python's `holidays.France` (its own list of dates and `dateutil`'s Easter) and, for the
/// moments, `zoneinfo`'s Europe/Paris of the tz database, whose rules are written down apart from
/// the ones here. The first two are the ones that La Française des jeux printed in 2000 and 2001.
const CLOSINGS: &str = "
    2001-04-01 2001-05-01 holiday 2001-05-02  988840800  // Labour Day
    2000-06-14 2000-07-14 holiday 2000-07-15  963698400  // National Day, and the Saturday counts
    2011-11-28 2011-12-28 working 2011-12-28 1325113200
    2012-01-30 2012-02-29 working 2012-02-29 1330556400  // a leap day
    2024-01-31 2024-03-01 working 2024-03-01 1709334000  // over a leap day
    2024-02-01 2024-03-02 working 2024-03-02 1709420400  // a Saturday
    2028-01-30 2028-02-29 working 2028-02-29 1835478000  // a leap day
    2012-02-29 2012-03-30 working 2012-03-30 1333144800  // from a leap day
    2013-03-02 2013-04-01 holiday 2013-04-02 1364940000  // Easter Monday, summer time since a day
    2026-03-07 2026-04-06 holiday 2026-04-07 1775599200  // Easter Monday
    2011-03-26 2011-04-25 holiday 2011-04-26 1303855200  // Easter Monday
    2011-03-25 2011-04-24 sunday  2011-04-26 1303855200  // Easter Sunday, then its Monday
    2008-02-22 2008-03-23 sunday  2008-03-25 1206486000  // Easter Sunday, still winter time
    2013-04-01 2013-05-01 holiday 2013-05-02 1367532000
    2008-04-01 2008-05-01 holiday 2008-05-02 1209765600  // Labour Day and Ascension at once
    2012-04-08 2012-05-08 holiday 2012-05-09 1336600800  // Victory Day
    2016-04-08 2016-05-08 sunday  2016-05-09 1462831200  // Victory Day on a Sunday
    2013-04-09 2013-05-09 holiday 2013-05-10 1368223200  // Ascension
    2012-04-17 2012-05-17 holiday 2012-05-18 1337378400  // Ascension
    2016-04-05 2016-05-05 holiday 2016-05-06 1462572000  // Ascension
    2012-04-28 2012-05-28 holiday 2012-05-29 1338328800  // Whit Monday
    2013-04-20 2013-05-20 holiday 2013-05-21 1369173600  // Whit Monday
    2016-04-16 2016-05-16 holiday 2016-05-17 1463522400  // Whit Monday
    2014-06-14 2014-07-14 holiday 2014-07-15 1405461600
    2014-07-16 2014-08-15 holiday 2014-08-16 1408226400  // Assumption, and the Saturday counts
    2020-07-16 2020-08-15 holiday 2020-08-17 1597701600  // a Saturday, then a Sunday
    2014-10-02 2014-11-01 holiday 2014-11-03 1415055600  // All Saints on a Saturday, a Sunday
    2021-10-02 2021-11-01 holiday 2021-11-02 1635894000
    2014-10-12 2014-11-11 holiday 2014-11-12 1415833200  // Armistice
    2014-11-25 2014-12-25 holiday 2014-12-26 1419634800
    2013-12-02 2014-01-01 holiday 2014-01-02 1388703600
    2013-12-01 2013-12-31 working 2013-12-31 1388530800  // the year ends with it
    2026-02-27 2026-03-29 sunday  2026-03-30 1774908000  // the Sunday of 23 hours
    2026-09-25 2026-10-25 sunday  2026-10-26 1793055600  // the Sunday of 25 hours
    2026-09-24 2026-10-24 working 2026-10-24 1792879200  // ends as that Sunday begins
    2037-05-01 2037-05-31 sunday  2037-06-01 2127506400
";

#[test]
fn claims_end_as_the_calendar_says() {
    let lines = CLOSINGS.lines().filter(|line| !line.trim().is_empty());
    let mut count = 0;
    for line in lines {
        let words: Vec<_> = line.split_whitespace().take(5).collect();
        let [closed, thirtieth, kind, last, over] = words[..] else { panic!("{line}") };
        let thirtieth = day(thirtieth);
        assert_eq!(day(closed).later(30), Some(thirtieth), "{line}");
        let found = match (thirtieth.is_sunday(), thirtieth.is_holiday()) {
            (true, _) => "sunday",
            (false, true) => "holiday",
            (false, false) => "working",
        };
        assert_eq!(found, kind, "{line}");
        assert_eq!(day(closed).claims_end(30), Some(day(last)), "{line}");
        assert_eq!(day(last).ends(), Millis(over.parse::<i64>().unwrap() * 1000), "{line}");
        count += 1;
    }
    assert_eq!(count, 36);
}

/// Easter Sundays as Python's `dateutil.easter` works them out.
#[test]
fn easter_is_where_others_find_it() {
    for text in [
        "1996-04-07",
        "2000-04-23",
        "2001-04-15",
        "2004-04-11",
        "2008-03-23",
        "2011-04-24",
        "2013-03-31",
        "2016-03-27",
        "2019-04-21",
        "2024-03-31",
        "2026-04-05",
        "2038-04-25",
    ] {
        let sunday = day(text);
        assert!(sunday.is_sunday(), "{text}");
        assert_eq!(easter(sunday.date().year.into()), sunday.0, "{text}");
    }
}

/// Eleven days a year, and ten where Ascension falls on the first or the eighth of May, as it did
/// in 1997 and 2008.
#[test]
fn a_year_has_eleven_holidays() {
    for year in 1996..2101 {
        let first = number(year, 1, 1);
        let all = (first..number(year + 1, 1, 1)).map(LegalDay).filter(|day| day.is_holiday());
        let ascension = civil(easter(year) + 39);
        let is_double = [(5, 1), (5, 8)].contains(&(ascension.1, ascension.2));
        assert_eq!(all.count(), if is_double { 10 } else { 11 }, "{year}");
    }
}

/// Days follow one another without a gap, and their numbers and dates are one to one.
#[test]
fn days_are_their_dates() {
    let mut date = Date { year: 1996, month: 1, day: 1 };
    let last = number(2401, 1, 1);
    for number in number(1996, 1, 1)..last {
        let day = LegalDay(number);
        assert_eq!((day.date(), LegalDay::new(date)), (date, Some(day)));
        assert_eq!(day.ends(), LegalDay(number + 1).begins());
        let hours = (day.ends().0 - day.begins().0) / HOUR_MS;
        let changes = match (date.month, day.is_sunday(), date.day) {
            (3, true, 25..) => 23,
            (10, true, 25..) => 25,
            _ => 24,
        };
        assert_eq!(hours, changes, "{date}");
        date = match (date.month, LegalDay::new(Date { day: date.day + 1, ..date })) {
            (_, Some(next)) => next.date(),
            (12, None) => Date { year: date.year + 1, month: 1, day: 1 },
            (_, None) => Date { month: date.month + 1, day: 1, ..date },
        };
    }
    assert_eq!(date, Date { year: 2401, month: 1, day: 1 });
}

#[test]
fn what_is_no_day_is_none() {
    for text in ["2011-02-29", "2100-02-29", "2011-04-31", "1995-12-31", "2011-13-01", "2011-1-01"]
    {
        assert_eq!(LegalDay::parse(text), None, "{text}");
    }
    for text in ["2011-00-01", "2011-01-00", "+011-01-01", "2011/01/01", "", "2011-01-01 "] {
        assert_eq!(LegalDay::parse(text), None, "{text}");
    }
    assert_eq!(day("2000-02-29").to_string(), "2000-02-29");
    assert_eq!(day("9999-12-31"), LegalDay::LAST);
    assert_eq!(LegalDay::LAST.later(1), None);
    assert_eq!(day("9999-12-05").claims_end(30), None);
}
