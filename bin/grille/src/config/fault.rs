//! What is wrong with a configuration, in words.

/// The fault with the file's `name`, its line, and its key where the line has one.
pub(super) fn told(error: &toml::de::Error, text: &str, name: &str) -> String {
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    let before = &text.as_bytes()[..at];
    let line = before.iter().filter(|&&byte| byte == b'\n').count();
    // Names in the message come quoted as code is; the rest of it is for people.
    let what = error.message().replace('`', "");
    match text.lines().nth(line).and_then(key) {
        Some(key) => format!("{name}: line {}, {key}: {what}", line + 1),
        None => format!("{name}: line {}: {what}", line + 1),
    }
}

/// The key that a line gives a value, or the table that it begins.
fn key(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.starts_with('[') {
        return Some(line);
    }
    let (key, _) = line.split_once('=')?;
    let key = key.trim();
    (!key.is_empty() && !key.starts_with('#')).then_some(key)
}
