//! From the usual spelling of a word to what a crossword writes: `cœur` → `COEUR`.
//!
//! French crosswords have the letters A to Z only. Accents, cedillas and diaereses fall, and the
//! two ligatures that are letters of French, œ and æ, count two letters. Everything else is refused
//! rather than dropped: a table that silently loses what it does not know turns ŒUF into UF.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The word as a crossword writes it, or every character in it that a crossword cannot show, in
/// order.
///
/// The spelling is decomposed first (Unicode NFD), so that é is one thing however it was typed. NFD
/// and not NFKD: the latter would let ﬁ, ² and full-width letters pass, which in a word list are
/// signs of a faulty source.
pub(crate) fn crossword_form(spelling: &str) -> Result<String, Vec<char>> {
    let mut form = String::with_capacity(spelling.len());
    let mut refused = Vec::new();
    for character in spelling.nfd().filter(|&character| !is_combining_mark(character)) {
        match character {
            'a'..='z' | 'A'..='Z' => form.push(character.to_ascii_uppercase()),
            'œ' | 'Œ' => form.push_str("OE"),
            'æ' | 'Æ' => form.push_str("AE"),
            other => refused.push(other),
        }
    }
    if refused.is_empty() { Ok(form) } else { Err(refused) }
}

/// Whether this is a word as a crossword writes it.
pub(crate) fn is_form(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(spelling: &str, expected: &str) {
        assert_eq!(crossword_form(spelling).as_deref(), Ok(expected), "{spelling}");
        assert!(is_form(expected));
    }

    fn check_refused(spelling: &str, expected: &[char]) {
        assert_eq!(crossword_form(spelling), Err(expected.to_vec()), "{spelling}");
        assert!(!is_form(spelling));
    }

    #[test]
    fn ligatures_count_two_letters() {
        check("ŒUF", "OEUF");
        check("CŒUR", "COEUR");
        check("cœur", "COEUR");
        check("ÆGAGRE", "AEGAGRE");
        check("ægagre", "AEGAGRE");
        check("\u{1fd}", "AE"); // ǽ, an æ under an accent
    }

    #[test]
    fn marks_are_dropped_however_they_were_typed() {
        check("NAÏF", "NAIF");
        check("FAÇADE", "FACADE");
        check("\u{e9}t\u{e9}", "ETE");
        check("e\u{301}te\u{301}", "ETE");
        check("\u{c9}T\u{c9}", "ETE");
        check("E\u{301}TE\u{301}", "ETE");
        check("où", "OU");
        check("cañon", "CANON");
        check("capharnaüm", "CAPHARNAUM");
    }

    #[test]
    fn every_letter_of_french_has_a_form() {
        check("àâäéèêëîïôöùûüÿç", "AAAEEEEIIOOUUUYC");
        check("ÀÂÄÉÈÊËÎÏÔÖÙÛÜŸÇ", "AAAEEEEIIOOUUUYC");
    }

    #[test]
    fn what_is_left_is_refused_and_named() {
        check_refused("L'AN", &['\'']);
        check_refused("L’AN", &['’']);
        check_refused("GARDE-FOU", &['-']);
        check_refused("STRAßE", &['ß']);
        check_refused("MP3", &['3']);
        check_refused("²", &['²']);
        check_refused("ıle", &['ı']);
        check_refused("ﬁn", &['ﬁ']);
        check_refused("ＡＮ", &['Ａ', 'Ｎ']);
        check_refused("smørrebrød", &['ø', 'ø']);
        check_refused("AB\u{200b}C", &['\u{200b}']);
        check_refused("l'arc-en-ciel", &['\'', '-', '-']);
    }

    #[test]
    fn a_mark_alone_is_no_word() {
        assert_eq!(crossword_form("\u{301}").as_deref(), Ok(""));
        assert!(!is_form(""));
    }
}
