//! Numbers and amounts as French print sets them: comma, narrow no-break space between thousands,
//! no-break space before a unit.

use game::Cents;

/// Between thousands, and before `?`, `!` and `;`.
const NARROW: char = '\u{202f}';

/// `1 500 000`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(NARROW);
        }
        text.push(digit);
    }
    text
}

/// `30 000 €`, `4,50 €`: cents only where there are any.
pub(crate) fn euros(amount: Cents) -> String {
    match amount.0 % 100 {
        0 => format!("{}\u{a0}€", count(amount.0 / 100)),
        _ => balance(amount),
    }
}

/// `47,00 €`: always with cents.
pub(crate) fn balance(amount: Cents) -> String {
    format!("{},{:02}\u{a0}€", count(amount.0 / 100), amount.0 % 100)
}

/// `part` / `whole` in hundredths, rounded to the nearest: `4,52`.
pub(crate) fn ratio(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let hundredths = (part * 200 + whole) / (whole * 2);
    format!("{},{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_as_french_print_sets_them() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_500_000), "1\u{202f}500\u{202f}000");
        assert_eq!(euros(Cents(3_000_000)), "30\u{202f}000\u{a0}€");
        assert_eq!(euros(Cents(450)), "4,50\u{a0}€");
        assert_eq!(balance(Cents(4_700)), "47,00\u{a0}€");
    }

    /// 1 500 000 / 332 122 = 4.5164…; 306 010 000 / 450 000 000 = 68.0022… %.
    #[test]
    fn ratios_are_rounded_to_hundredths() {
        assert_eq!(ratio(1_500_000, 332_122), "4,52");
        assert_eq!(ratio(306_010_000 * 100, 450_000_000), "68,00");
        assert_eq!(ratio(1, 3), "0,33");
        assert_eq!(ratio(2, 3), "0,67");
    }
}
