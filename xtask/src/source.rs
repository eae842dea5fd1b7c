//! Rust as a machine can look at it without compiling: code apart from comments and texts, and
//! where its functions begin and end.

use std::iter;

/// The same text with comments and the insides of string and character literals blanked, byte for
/// byte, so that lines and columns stay where they were.
pub(crate) fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let (from, end) = match literal_or_comment(bytes, at) {
            Some(span) => span,
            None => (at, at),
        };
        for byte in &mut code[from..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    String::from_utf8(code).expect("whole characters were kept or blanked")
}

/// What to blank of the comment or literal that begins at `at`, if one does.
fn literal_or_comment(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        return Some((at, at + length));
    }
    if rest.starts_with(b"/*") {
        return Some((at, at + block_comment(rest)));
    }
    if rest[0] == b'"' {
        return Some((at, at + quoted(rest, b'"')));
    }
    if rest[0] == b'\'' {
        let is_character = rest.get(1) == Some(&b'\\')
            || (2..=5).find(|&width| rest.get(width) == Some(&b'\'')).is_some_and(|width| {
                std::str::from_utf8(&rest[1..width]).is_ok_and(|text| text.chars().count() == 1)
            });
        return is_character.then(|| (at, at + quoted(rest, b'\'')));
    }
    let in_name = at > 0 && is_name(bytes[at - 1]) && bytes[at - 1] != b'b';
    if rest[0] == b'r' && !in_name {
        return raw_string(rest).map(|length| (at + 1, at + length));
    }
    None
}

fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (1, 2);
    while depth > 0 && at < rest.len() {
        let step = match rest.get(at..at + 2) {
            Some(b"/*") => (depth + 1, 2),
            Some(b"*/") => (depth - 1, 2),
            _ => (depth, 1),
        };
        depth = step.0;
        at += step.1;
    }
    at
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

fn raw_string(rest: &[u8]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return None;
    }
    let close: Vec<u8> = iter::once(b'"').chain(iter::repeat_n(b'#', hashes)).collect();
    let body = 2 + hashes;
    let length = rest[body..].windows(close.len()).position(|window| window == close);
    Some(length.map_or(rest.len(), |length| body + length + close.len()))
}

/// Whether a byte may stand inside a name or a number.
pub(crate) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Where `word` stands by itself, not as a part of a longer name.
pub(crate) fn words<'text>(text: &'text str, word: &'text str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let after = bytes.get(at + word.len()).copied();
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

/// The line, from 1, on which a place in the text lies.
pub(crate) fn line(text: &str, at: usize) -> usize {
    1 + text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count()
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function<'code> {
    pub(crate) name: &'code str,
    /// The line of its `fn`, from 1.
    pub(crate) line: usize,
    /// From the line of its `fn` to that of its closing brace, both counted.
    pub(crate) lines: usize,
}

/// The functions in what [`code`] gives, inner ones too.
pub(crate) fn functions(code: &str) -> Vec<Function<'_>> {
    words(code, "fn").filter_map(|at| function(code, at)).collect()
}

fn function(code: &str, at: usize) -> Option<Function<'_>> {
    let rest = code[at + 2..].trim_start();
    let name = &rest[..rest.bytes().position(|byte| !is_name(byte))?];
    if name.is_empty() {
        return None; // the type of a function: `fn(u8) -> u8`
    }
    let mut depth = 0_usize;
    let mut body_open = false;
    for (offset, byte) in code.bytes().enumerate().skip(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.checked_sub(1)?,
            b';' if depth == 0 => return None, // promised by a trait, without a body
            b'{' => {
                body_open |= depth == 0;
                depth += 1;
            }
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && body_open {
                    let line = line(code, at);
                    return Some(Function {
                        name,
                        line,
                        lines: 1 + self::line(code, offset) - line,
                    });
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_comments_and_texts_and_nothing_else() {
        let text = "let a = \"x // y\"; // z\nlet b = '\\''; \
                    let c: &'static str = r#\"\"q\"\"#;/* /* */ */ d";
        let expected = format!(
            "let a = {}; {}\nlet b = {}; let c: &'static str = r{};{} d",
            " ".repeat(8),
            " ".repeat(4),
            " ".repeat(4),
            " ".repeat(7),
            " ".repeat(11)
        );
        assert_eq!(code(text), expected);
    }

    #[test]
    fn tells_a_lifetime_from_a_character() {
        assert_eq!(code("f::<'a>('é', '{')"), "f::<'a>(    ,    )");
    }

    #[test]
    fn finds_where_functions_end() {
        let text = "trait T {\n    fn without(&self) -> [u8; 2];\n}\nfn two(f: fn(u8)) {\n}\n\
                    fn four()\n{\n    if x { y() }\n}\n";
        let found = functions(text);
        assert_eq!(
            found,
            [
                Function { name: "two", line: 4, lines: 2 },
                Function { name: "four", line: 6, lines: 4 }
            ]
        );
    }
}
