//! The sessions' cookies: a player's, and a counter's. Neither is taken for the other.

use access::Token;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

/// A cookie that bears a session.
pub(crate) struct Cookie {
    /// Its name where the site is reached by HTTPS: a browser then takes it from this very host only.
    bound: &'static str,
    /// Its name where it is not.
    loose: &'static str,
}

/// A player's.
pub(crate) const PLAYER: Cookie = Cookie { bound: "__Host-session", loose: "session" };
/// A counter's.
pub(crate) const COUNTER: Cookie = Cookie { bound: "__Host-counter", loose: "counter" };

impl Cookie {
    fn name(&self, https: bool) -> &'static str {
        if https { self.bound } else { self.loose }
    }

    /// The token that a request shows. With two of them it shows none.
    pub(crate) fn read(&self, headers: &HeaderMap, https: bool) -> Option<Token> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|it| it.split_once('='));
        let mut shown = pairs.filter(|(key, _)| key.trim() == self.name(https));
        let (_, value) = shown.next()?;
        if shown.next().is_some() {
            return None;
        }
        Token::new(value.trim())
    }

    /// What a browser is told to keep until it is closed.
    pub(crate) fn set(&self, token: &Token, https: bool) -> HeaderValue {
        self.written(token.reveal(), https, "")
    }

    /// What a browser is told to forget.
    pub(crate) fn forget(&self, https: bool) -> HeaderValue {
        self.written("", https, "; Max-Age=0")
    }

    fn written(&self, value: &str, https: bool, rest: &str) -> HeaderValue {
        let name = self.name(https);
        let secure = if https { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{rest}");
        let mut header = HeaderValue::try_from(text).expect("names and digits are visible ASCII");
        header.set_sensitive(true);
        header
    }
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
        for (cookie, other, https) in
            [(PLAYER, COUNTER, true), (PLAYER, COUNTER, false), (COUNTER, PLAYER, true)]
        {
            let name = cookie.name(https);
            let set = cookie.set(&token, https);
            let text = set.to_str().expect("visible");
            assert!(text.contains("HttpOnly; SameSite=Lax") && text.contains("Path=/"), "{text}");
            assert_eq!(text.contains("; Secure"), https);
            let shown = headers(format!("a=b; {name}={digits}"));
            assert_eq!(cookie.read(&shown, https).as_ref(), Some(&token));
            assert_eq!(other.read(&shown, https), None);
            let twice = headers(format!("{name}={digits}; {name}={digits}"));
            assert_eq!(cookie.read(&twice, https), None);
            assert_eq!(cookie.read(&shown, !https), None);
        }
    }
}
