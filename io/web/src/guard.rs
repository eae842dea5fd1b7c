//! What every request must pass, and what every answer carries.

use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// Only what this site serves itself: no inline script or style, no other host, no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Refuses a request that would change something and does not come from a page of ours, as JSON.
pub(crate) async fn refuse_foreign(request: Request, next: Next) -> Response {
    if !request.method().is_safe() {
        if !is_same_origin(request.headers()) {
            return Problem::ForeignOrigin.into_response();
        }
        if !is_json(request.headers()) {
            return Problem::NotJson.into_response();
        }
    }
    next.run(request).await
}

/// A browser says where a request comes from, in one header or the other; one without both is
/// not from a page of ours.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return site == "same-origin";
    }
    match (text(ORIGIN), text(HOST)) {
        (Some(origin), Some(host)) => {
            origin.split_once("://").is_some_and(|(_, from)| from == host)
        }
        _ => false,
    }
}

/// Whether the body is said to be JSON; a page elsewhere cannot send that without asking first.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json")
}

/// Adds what protects a page, and keeps answers about players out of caches.
pub(crate) async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=()"),
    );
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &[(&'static str, &'static str)], expected: bool) {
        let headers: HeaderMap = given
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        assert_eq!(is_same_origin(&headers), expected, "{given:?}");
    }

    #[test]
    fn only_pages_of_ours_may_change_something() {
        check(&[("sec-fetch-site", "same-origin")], true);
        check(&[("sec-fetch-site", "same-site")], false);
        check(&[("sec-fetch-site", "cross-site")], false);
        check(&[("sec-fetch-site", "none")], false);
        check(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")], true);
        check(&[("origin", "http://localhost:8081"), ("host", "localhost:8080")], false);
        check(&[("origin", "null"), ("host", "localhost:8080")], false);
        check(&[("host", "localhost:8080")], false);
        check(&[], false);
    }
}
