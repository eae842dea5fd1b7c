//! The validation code: what lies under a cover of its own and alone can claim a ticket's lot.

use alloc::string::String;
use core::fmt;

use crate::field::check;

/// So many bytes has a validation code: 80 bits.
pub const CODE_BYTES: usize = 10;
/// So many characters: sixteen of five bits each, and the check character.
pub const CODE_CHARACTERS: usize = 17;

/// Without 0 and O, 1 and I, which are taken for each other.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// So many characters are read together.
const GROUP: usize = 4;

/// 80 bits that mean nothing. It prints nothing of itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValidationCode([u8; CODE_BYTES]);

/// Why a text is no validation code. Where it is wrong is not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// It has other characters, or not as many.
    #[error(
        "a validation code has 17 characters, the letters without I and O and the digits 2 to 9"
    )]
    Form,
    /// It was mistyped.
    #[error("the check character does not fit: the code was mistyped")]
    Check,
}

impl ValidationCode {
    /// The code with these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; CODE_BYTES]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; CODE_BYTES] {
        &self.0
    }

    /// Its characters in ASCII, the check character last.
    #[must_use]
    pub fn characters(&self) -> [u8; CODE_CHARACTERS] {
        let mut bits = [0; 16];
        bits[6..].copy_from_slice(&self.0);
        let bits = u128::from_be_bytes(bits);
        let mut symbols = [0; CODE_CHARACTERS];
        for (symbol, place) in symbols.iter_mut().zip((0..16).rev()) {
            *symbol = (bits >> (5 * place) & 31) as u8;
        }
        symbols[CODE_CHARACTERS - 1] = check(&symbols[..CODE_CHARACTERS - 1]);
        symbols.map(|symbol| ALPHABET[usize::from(symbol)])
    }

    /// Its characters in groups of four, with `between` between two groups.
    #[must_use]
    pub fn grouped(&self, between: char) -> String {
        let mut text = String::new();
        for (place, character) in self.characters().into_iter().enumerate() {
            if place > 0 && place.is_multiple_of(GROUP) {
                text.push(between);
            }
            text.push(char::from(character));
        }
        text
    }

    /// Reads a code as someone types it: small letters, spaces and hyphens are allowed.
    ///
    /// # Errors
    ///
    /// When the text is not of its form, or its check character does not fit.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let mut symbols = [0; CODE_CHARACTERS];
        let mut count = 0;
        for byte in text.bytes().filter(|byte| !matches!(byte, b' ' | b'-')) {
            let byte = byte.to_ascii_uppercase();
            let symbol = ALPHABET.iter().position(|&letter| letter == byte);
            let (symbol, place) = symbol.zip(symbols.get_mut(count)).ok_or(CodeError::Form)?;
            *place = symbol as u8;
            count += 1;
        }
        if count != CODE_CHARACTERS {
            return Err(CodeError::Form);
        }
        let (last, symbols) = symbols.split_last().expect("there are seventeen");
        if check(symbols) != *last {
            return Err(CodeError::Check);
        }
        let bits = symbols.iter().fold(0_u128, |bits, &symbol| bits << 5 | u128::from(symbol));
        let bytes = bits.to_be_bytes();
        Ok(Self(*bytes.last_chunk().expect("sixteen bytes end with ten")))
    }
}

impl fmt::Debug for ValidationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ValidationCode(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

    const CODES: [[u8; CODE_BYTES]; 4] =
        [[0; 10], [255; 10], [1, 35, 69, 103, 137, 171, 205, 239, 16, 50], *b"a ticket's"];

    #[test]
    fn there_and_back() {
        for bytes in CODES {
            let code = ValidationCode::new(bytes);
            for text in [code.grouped(' '), code.grouped('-').to_lowercase()] {
                assert_eq!(ValidationCode::parse(&text), Ok(code));
            }
            assert_eq!(format!("{code:?}"), "ValidationCode(hidden)");
        }
        assert_eq!(ValidationCode::new([0; 10]).grouped(' '), "AAAA AAAA AAAA AAAA A");
    }

    /// Every character at every place replaced by every other one, in all codes of the list.
    #[test]
    fn every_single_wrong_character_is_caught() {
        for bytes in CODES {
            let right = ValidationCode::new(bytes).characters();
            for place in 0..CODE_CHARACTERS {
                for &letter in ALPHABET.iter().filter(|&&letter| letter != right[place]) {
                    let mut wrong = right;
                    wrong[place] = letter;
                    let text = core::str::from_utf8(&wrong).unwrap();
                    assert_eq!(ValidationCode::parse(text), Err(CodeError::Check), "{text}");
                }
            }
        }
    }

    /// Every pair of unlike characters at every two neighbouring places (and at any two places, as
    /// it happens), the check character's among them.
    #[test]
    fn every_swap_of_two_characters_is_caught() {
        let parse = |text: &[u8]| ValidationCode::parse(core::str::from_utf8(text).unwrap());
        let mut caught = 0;
        for (first, second) in
            (0..CODE_CHARACTERS).flat_map(|a| (a + 1..CODE_CHARACTERS).map(move |b| (a, b)))
        {
            for (&one, &other) in ALPHABET.iter().flat_map(|a| ALPHABET.iter().map(move |b| (a, b)))
            {
                if one == other {
                    continue;
                }
                let Some(mut text) = sound(first, one, second, other) else { continue };
                assert!(parse(&text).is_ok());
                text.swap(first, second);
                assert_eq!(parse(&text), Err(CodeError::Check));
                caught += 1;
            }
        }
        assert_eq!(caught, 136 * 32 * 31);
    }

    /// A sound code with these characters at these places.
    fn sound(first: usize, one: u8, second: usize, other: u8) -> Option<Vec<u8>> {
        let free = (0..CODE_CHARACTERS - 1).find(|place| ![first, second].contains(place))?;
        let mut text = [b'A'; CODE_CHARACTERS].to_vec();
        (text[first], text[second]) = (one, other);
        ALPHABET.iter().find_map(|&letter| {
            text[free] = letter;
            let mut whole = text.clone();
            if second != CODE_CHARACTERS - 1 {
                let symbols: Vec<u8> =
                    whole[..CODE_CHARACTERS - 1].iter().map(|&c| at(c)).collect();
                whole[CODE_CHARACTERS - 1] = ALPHABET[usize::from(check(&symbols))];
            }
            let read = ValidationCode::parse(core::str::from_utf8(&whole).unwrap());
            read.is_ok().then_some(whole)
        })
    }

    fn at(character: u8) -> u8 {
        ALPHABET.iter().position(|&letter| letter == character).unwrap() as u8
    }

    #[test]
    fn other_forms_are_refused() {
        for text in
            ["", "AAAA", "AAAAAAAAAAAAAAAAAA", "0AAAAAAAAAAAAAAAA", "IAAAAAAAAAAAAAAAA", "é"]
        {
            assert_eq!(ValidationCode::parse(text), Err(CodeError::Form), "{text}");
        }
    }
}
