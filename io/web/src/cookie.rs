//! The session's cookie.

use access::Token;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

/// Its name where the site is reached by HTTPS: a browser then takes it from this very host only.
const BOUND: &str = "__Host-session";
/// Its name where it is not.
const LOOSE: &str = "session";

fn name(https: bool) -> &'static str {
    if https { BOUND } else { LOOSE }
}

/// The token that a request shows. With two of them it shows none.
pub(crate) fn read(headers: &HeaderMap, https: bool) -> Option<Token> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|it| it.split_once('='));
    let mut shown = pairs.filter(|(key, _)| key.trim() == name(https));
    let (_, value) = shown.next()?;
    if shown.next().is_some() {
        return None;
    }
    Token::new(value.trim())
}

/// What a browser is told to keep until it is closed.
pub(crate) fn set(token: &Token, https: bool) -> HeaderValue {
    written(token.reveal(), https, "")
}

/// What a browser is told to forget.
pub(crate) fn forget(https: bool) -> HeaderValue {
    written("", https, "; Max-Age=0")
}

fn written(value: &str, https: bool, rest: &str) -> HeaderValue {
    let name = name(https);
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{rest}");
    let mut header = HeaderValue::try_from(text).expect("names and digits are visible ASCII");
    header.set_sensitive(true);
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_as_it_was_set() {
        let digits = "0123456789abcdef".repeat(4);
        let token = Token::new(&digits).expect("a token");
        let headers = |text: String| {
            let value = HeaderValue::try_from(text).expect("visible");
            HeaderMap::from_iter([(COOKIE, value)])
        };
        for (https, name) in [(true, BOUND), (false, LOOSE)] {
            let set = set(&token, https);
            let text = set.to_str().expect("visible");
            assert!(text.contains("HttpOnly; SameSite=Lax") && text.contains("Path=/"), "{text}");
            assert_eq!(text.contains("; Secure"), https);
            let shown = read(&headers(format!("a=b; {name}={digits}")), https);
            assert_eq!(shown.as_ref(), Some(&token));
            let twice = headers(format!("{name}={digits}; {name}={digits}"));
            assert_eq!(read(&twice, https), None);
            assert_eq!(read(&headers(format!("{name}={digits}")), !https), None);
        }
    }
}
