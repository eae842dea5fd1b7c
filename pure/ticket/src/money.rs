//! Amounts, counts and odds as they are read.

use alloc::format;
use alloc::string::String;

use game::Cents;

use crate::words::Words;

/// A number with its thousands apart.
pub(crate) fn number(words: &Words, number: u64) -> String {
    let digits = format!("{number}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text += words.text("thousands");
        }
        text.push(digit);
    }
    text
}

/// A number of hundredths, without those that are zero.
pub(crate) fn hundredths(words: &Words, hundredths: u64) -> String {
    let (whole, rest) = (number(words, hundredths / 100), hundredths % 100);
    match rest {
        0 => whole,
        _ => format!("{whole}{}{rest:02}", words.text("decimal")),
    }
}

/// An amount in euros, cents only where there are some.
pub(crate) fn money(words: &Words, amount: Cents) -> String {
    words.filled("money", &[("amount", &hundredths(words, amount.0))])
}

/// So many tickets for one that wins: two decimals below a hundred, whole numbers above, rounded.
pub(crate) fn odds(words: &Words, units: u32, count: u32) -> String {
    let (units, count) = (u64::from(units), u64::from(count));
    let exact = (units * 100 + count / 2) / count;
    if exact < 10_000 {
        return hundredths(words, exact);
    }
    number(words, (units + count / 2) / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skin::Language;

    #[test]
    fn numbers_are_written_as_each_language_does() {
        let (french, english) = (Words::of(Language::French), Words::of(Language::English));
        assert_eq!(money(&french, Cents(12_500_000)), "125\u{202f}000\u{a0}€");
        assert_eq!(money(&english, Cents(12_500_000)), "€125,000");
        assert_eq!(money(&french, Cents(450)), "4,50\u{a0}€");
        assert_eq!(money(&english, Cents(1_000_005)), "€10,000.05");
        assert_eq!(number(&english, 999), "999");
    }

    /// Article 3 of Maxi: 787 545 lots of 3 000 000 tickets; 300 000 lots of 5 €; two of 250 000 €.
    #[test]
    fn odds_are_those_of_the_table() {
        let french = Words::of(Language::French);
        assert_eq!(odds(&french, 3_000_000, 787_545), "3,81");
        assert_eq!(odds(&french, 3_000_000, 300_000), "10");
        assert_eq!(odds(&french, 3_000_000, 66_500), "45,11");
        assert_eq!(odds(&french, 3_000_000, 6_000), "500");
        assert_eq!(odds(&french, 3_000_000, 2), "1\u{202f}500\u{202f}000");
    }
}
