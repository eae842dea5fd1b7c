//! The field of 32 elements, for a check character that catches every swap of two characters. A sum
//! modulo 32 with weights cannot: two even weights, or two odd ones, differ by an even number.

/// x⁵ + x² + 1, which is primitive: the powers of x are all elements but zero.
const POLYNOMIAL: u8 = 0b10_0101;

/// `element` times x.
const fn times_x(element: u8) -> u8 {
    let shifted = element << 1;
    if shifted & 0b10_0000 == 0 { shifted } else { shifted ^ POLYNOMIAL }
}

/// Σ xⁱ⁺¹ · symbol i: what is appended with weight 1 makes the whole sum zero.
///
/// Any one wrong symbol changes the sum, since no weight is zero; so does a swap of any two symbols
/// that differ, since up to 31 weights are distinct.
pub(crate) fn check(symbols: &[u8]) -> u8 {
    symbols.iter().rev().fold(0, |sum, symbol| times_x(sum ^ symbol))
}

#[cfg(test)]
mod tests {
    use super::times_x;

    #[test]
    fn powers_of_x_are_all_elements() {
        let mut seen = [false; 32];
        let mut power = 1;
        for _ in 0..31 {
            assert!(!core::mem::replace(&mut seen[usize::from(power)], true), "{power}");
            power = times_x(power);
        }
        assert_eq!(power, 1);
        assert!(!seen[0]);
    }
}
