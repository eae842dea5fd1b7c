//! Numbers as a person reads them.

use game::Cents;

/// Keeps the groups of a number on one line.
const THIN: char = '\u{202f}';

/// `1500000` → `1 500 000`, with narrow spaces that do not break.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(THIN);
        }
        text.push(digit);
    }
    text
}

/// `1300` cents of EUR → `13 €`; `450` → `4.50 €`.
pub(crate) fn money(amount: Cents, currency: &str) -> String {
    let symbol = if currency == "EUR" { "€" } else { currency };
    let whole = grouped(amount.0 / 100);
    match amount.0 % 100 {
        0 => format!("{whole}\u{a0}{symbol}"),
        cents => format!("{whole}.{cents:02}\u{a0}{symbol}"),
    }
}

/// `0.0312`, `3.1 × 10⁻⁷`.
pub(crate) fn probability(p: f64) -> String {
    if p >= 0.000_95 {
        return if p >= 0.9995 { "1.000".to_owned() } else { format!("{p:.3}") };
    }
    if p <= f64::MIN_POSITIVE {
        return format!("< 10{}", raised(-300));
    }
    let mut power = p.log10().floor() as i32;
    let mut digits = p / 10_f64.powi(power);
    if digits >= 9.95 {
        (digits, power) = (1.0, power + 1);
    }
    format!("{digits:.1}\u{a0}×\u{a0}10{}", raised(power))
}

fn raised(power: i32) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => char::from_u32(0x2070 + other as u32 - '0' as u32).expect("a raised digit"),
    };
    power.to_string().chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::{grouped, money, probability};
    use game::Cents;

    #[test]
    fn numbers_are_written_as_read() {
        assert_eq!(grouped(1_500_000), "1\u{202f}500\u{202f}000");
        assert_eq!(money(Cents(450), "EUR"), "4.50\u{a0}€");
        assert_eq!(probability(0.0312), "0.031");
        assert_eq!(probability(3.14e-7), "3.1\u{a0}×\u{a0}10⁻⁷");
        assert_eq!(probability(9.99e-12), "1.0\u{a0}×\u{a0}10⁻¹¹");
        assert_eq!(probability(1.0), "1.000");
        assert_eq!(probability(0.0), "< 10⁻³⁰⁰");
    }
}
