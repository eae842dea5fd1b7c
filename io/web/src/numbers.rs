//! Numbers, amounts and days as each language's print sets them.
//!
//! French has a comma before the decimals, a narrow no-break space between thousands and a no-break
//! space before a unit; English, as in Ireland, has a point, commas, and the euro in front.

use game::{Cents, Date};
use ledger::Millis;

use crate::language::Language::{self, English, French};

/// Between thousands in French, and before `?`, `!` and `;`.
pub(crate) const NARROW: char = '\u{202f}';
/// Before a unit and before `:` in French.
pub(crate) const NO_BREAK: char = '\u{a0}';

impl Language {
    /// `1 500 000`, `1,500,000`.
    pub(crate) fn count(self, number: impl Into<u64>) -> String {
        let digits = number.into().to_string();
        let mut text = String::with_capacity(digits.len() * 2);
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(match self {
                    French => NARROW,
                    English => ',',
                });
            }
            text.push(digit);
        }
        text
    }

    /// `30 000 €`, `€4.50`: cents only where there are any.
    pub(crate) fn euros(self, amount: Cents) -> String {
        match amount.0 % 100 {
            0 => self.with_euro(&self.count(amount.0 / 100)),
            _ => self.balance(amount),
        }
    }

    /// `47,00 €`, `€47.00`: always with cents.
    pub(crate) fn balance(self, amount: Cents) -> String {
        let whole = self.count(amount.0 / 100);
        self.with_euro(&format!("{whole}{}{:02}", self.point(), amount.0 % 100))
    }

    /// The same with its sign, `−3,00 €`, `+€3.00`; nothing before zero.
    pub(crate) fn net(self, cents: i64) -> String {
        let sign = match cents {
            ..0 => "\u{2212}",
            0 => "",
            1.. => "+",
        };
        format!("{sign}{}", self.balance(Cents(cents.unsigned_abs())))
    }

    /// `part` / `whole` in hundredths, rounded to the nearest: `4,52`.
    pub(crate) fn ratio(self, part: u64, whole: u64) -> String {
        let hundredths = (part * 200 + whole) / (whole * 2);
        format!("{}{}{:02}", self.count(hundredths / 100), self.point(), hundredths % 100)
    }

    /// `part` of `whole` in percent: `68,00 %`, `68.00%`.
    pub(crate) fn percent(self, part: u64, whole: u64) -> String {
        let number = self.ratio(part * 100, whole);
        match self {
            French => format!("{number}{NO_BREAK}%"),
            English => format!("{number}%"),
        }
    }

    /// `28 novembre 2011`, `1er janvier 2012`, `1 January 2012`.
    pub(crate) fn day(self, day: Date) -> String {
        let months = self.text("time.months").split(' ');
        let month = months.into_iter().nth(usize::from(day.month) - 1).unwrap_or_default();
        let first = if self == French && day.day == 1 { "er" } else { "" };
        format!("{}{first} {month} {}", day.day, day.year)
    }

    /// The day of a moment, where the games are played.
    pub(crate) fn day_of(self, at: Millis) -> String {
        store::day_of(at).map(|day| self.day(day)).unwrap_or_default()
    }

    /// The day and the time of a moment, where the games are played: `28 novembre 2011 à 14 h 32`.
    pub(crate) fn moment(self, at: Millis) -> String {
        let (hours, minutes) = store::clock_of(at).unwrap_or_default();
        let (hours, minutes) = (hours.to_string(), format!("{minutes:02}"));
        let clock = self.filled("time.clock", &[("hours", &hours), ("minutes", &minutes)]);
        self.filled("time.moment", &[("day", &self.day_of(at)), ("time", &clock)])
    }

    fn point(self) -> char {
        match self {
            French => ',',
            English => '.',
        }
    }

    fn with_euro(self, number: &str) -> String {
        match self {
            French => format!("{number}{NO_BREAK}€"),
            English => format!("€{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_as_each_language_sets_them() {
        for (number, french, english) in [
            (0_u64, "0", "0"),
            (999, "999", "999"),
            (1_500_000, "1\u{202f}500\u{202f}000", "1,500,000"),
        ] {
            assert_eq!(
                (French.count(number), English.count(number)),
                (french.into(), english.into())
            );
        }
        for (cents, french, english) in [
            (3_000_000, "30\u{202f}000\u{a0}€", "€30,000"),
            (450, "4,50\u{a0}€", "€4.50"),
            (300, "3\u{a0}€", "€3"),
        ] {
            let amount = Cents(cents);
            assert_eq!(
                (French.euros(amount), English.euros(amount)),
                (french.into(), english.into())
            );
        }
        assert_eq!(French.balance(Cents(4_700)), "47,00\u{a0}€");
        assert_eq!(English.balance(Cents(300)), "€3.00");
        let nets = [-300, 0, 1_250].map(|cents| French.net(cents));
        assert_eq!(nets, ["\u{2212}3,00\u{a0}€", "0,00\u{a0}€", "+12,50\u{a0}€"]);
        assert_eq!(English.net(-300), "\u{2212}€3.00");
    }

    /// 1 500 000 / 332 122 = 4.5164…; 306 010 000 / 450 000 000 = 68.0022… %.
    #[test]
    fn ratios_are_rounded_to_hundredths() {
        assert_eq!(French.ratio(1_500_000, 332_122), "4,52");
        assert_eq!(French.percent(306_010_000, 450_000_000), "68,00\u{a0}%");
        assert_eq!(English.percent(306_010_000, 450_000_000), "68.00%");
        assert_eq!(French.ratio(1, 3), "0,33");
        assert_eq!(English.ratio(2, 3), "0.67");
    }

    /// 28 November 2011 began in Paris at 1 322 434 800 s (`date -d '2011-11-28T00:00:00+0100' +%s`).
    #[test]
    fn days_are_those_of_paris() {
        let at = Millis(1_322_434_800_000 + (14 * 60 + 5) * 60_000);
        assert_eq!(French.moment(at), "28 novembre 2011 à 14\u{a0}h\u{a0}05");
        assert_eq!(English.moment(at), "28 November 2011 at 14:05");
        let first = Date { year: 2012, month: 1, day: 1 };
        assert_eq!(
            (French.day(first), English.day(first)),
            ("1er janvier 2012".into(), "1 January 2012".into())
        );
    }
}
