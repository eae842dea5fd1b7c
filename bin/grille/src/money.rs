//! Numbers and money as a person reads them. For display only: nothing is decided here.

use game::Cents;

/// `1500000` → `1 500 000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `1300` cents of EUR → `13 €`; `450` → `4.50 €`.
pub(crate) fn money(amount: Cents, currency: &str) -> String {
    let symbol = if currency == "EUR" { "€" } else { currency };
    match amount.0 % 100 {
        0 => format!("{} {symbol}", grouped(amount.0 / 100)),
        cents => format!("{}.{cents:02} {symbol}", grouped(amount.0 / 100)),
    }
}

/// `part` in `whole` as a decimal with so many places, rounded half up: `(2, 3, 2)` → `0.67`.
pub(crate) fn ratio(part: u64, whole: u64, places: u32) -> String {
    let scale = 10_u128.pow(places);
    let (part, whole) = (u128::from(part), u128::from(whole));
    let scaled = (part * scale * 2 + whole) / (whole * 2);
    if places == 0 {
        return scaled.to_string();
    }
    format!("{}.{:0width$}", scaled / scale, scaled % scale, width = places as usize)
}

#[cfg(test)]
mod tests {
    use game::Cents;

    use super::{grouped, money, ratio};

    #[test]
    fn numbers_are_written_as_read() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(332_122), "332 122");
        assert_eq!(grouped(1_500_000), "1 500 000");
        assert_eq!(money(Cents(1300), "EUR"), "13 €");
        assert_eq!(money(Cents(450), "EUR"), "4.50 €");
        assert_eq!(money(Cents(3_000_005), "CHF"), "30 000.05 CHF");
        assert_eq!(ratio(1_500_000, 332_122, 2), "4.52");
        assert_eq!(ratio(3_000_000, 787_545, 2), "3.81");
        assert_eq!(ratio(2, 3, 0), "1");
    }
}
