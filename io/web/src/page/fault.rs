//! What a browser shows when a page is not what was asked for. Programs are told the same as a
//! problem.

use axum::extract::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::html;

use crate::address::{Page, Place};
use crate::language::Language;
use crate::observe::Told;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::Visitor;
use crate::problem::Problem;

/// Puts a page in the place of a problem, where a browser asked for a page; and where the page needs
/// a session and there is none, leads to the door.
pub(crate) async fn in_words(request: Request, next: Next) -> Response {
    let language = Language::of_path(request.uri().path());
    let back = wants_page(&request).then(|| match request.uri().path_and_query() {
        Some(to) => to.as_str().to_owned(),
        None => "/".to_owned(),
    });
    let response = next.run(request).await;
    let Some((back, Told(code))) = back.zip(response.extensions().get::<Told>().copied()) else {
        return response;
    };
    if code == Problem::NotSignedIn.code() {
        return to_the_door(language, &back);
    }
    let mut page = (response.status(), page(language, response.status())).into_response();
    if let Some(seconds) = response.headers().get(RETRY_AFTER) {
        page.headers_mut().insert(RETRY_AFTER, seconds.clone());
    }
    page.extensions_mut().insert(Told(code));
    page
}

/// Whether a browser asks for a page, and not a module or a program for something else.
fn wants_page(request: &Request) -> bool {
    let path = request.uri().path();
    let accept = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    matches!(*request.method(), Method::GET | Method::HEAD)
        && accept.contains("text/html")
        && !path.starts_with("/api/")
        && !path.starts_with("/assets/")
}

/// The door, which leads back to `back`.
fn to_the_door(language: Language, back: &str) -> Response {
    let address = door(language, back);
    match HeaderValue::try_from(address) {
        Ok(address) => (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
        Err(_) => Problem::NotFound.into_response(),
    }
}

/// The address of the door that leads back to `back`.
pub(crate) fn door(language: Language, back: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let back = back.bytes().fold(String::new(), |mut text, byte| {
        match is_plain(byte) {
            true => text.push(char::from(byte)),
            false => text.push_str(&format!("%{byte:02X}")),
        }
        text
    });
    format!("{}?to={back}", Place::from(Page::SignIn).address(language))
}

fn page(language: Language, status: StatusCode) -> impl IntoResponse + use<> {
    let key = match status.as_u16() {
        404 | 405 => "fault.absent",
        503 | 429 => "fault.busy",
        400..500 => "fault.refused",
        _ => "fault.failed",
    };
    let words = |part: &str| language.text(&format!("{key}.{part}"));
    let visitor = Visitor::unknown(language);
    let content = html! {
        main #main.table.desk tabindex="-1" {
            section.ledger.leaf.fault aria-labelledby="fault-title" {
                p.fault-code aria-hidden="true" { (status.as_u16()) }
                h1 #fault-title { (words("title")) }
                p { (words("text")) }
                p { a.button.main href=(Place::from(Page::Lobby).address(language)) {
                    (language.text("fault.back"))
                } }
            }
        }
    };
    let title = language.filled("site.page", &[("page", words("title"))]);
    let sheet =
        Sheet { visitor: &visitor, place: None, title: &title, script: Script::Plain, content };
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], sheet.html().0)
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::header::RETRY_AFTER;
    use axum::{Router, middleware::from_fn, routing::get};
    use tower::ServiceExt;

    use super::*;

    /// A browser that asks for a page is told in words what is wrong, and when to come again.
    #[tokio::test]
    async fn what_fails_is_said_in_both_languages() {
        let site = Router::new()
            .route("/rompu", get(async || Problem::Failure))
            .route("/en/broken", get(async || Problem::Failure))
            .route("/plein", get(async || Problem::Busy))
            .layer(from_fn(in_words));
        for (path, status, language, says) in [
            ("/rompu", 500, "fr", "Quelque chose s’est rompu chez nous"),
            ("/en/broken", 500, "en", "Something broke on our side"),
            ("/plein", 503, "fr", "Trop de monde à la fois"),
        ] {
            let request = Request::get(path).header(ACCEPT, "text/html");
            let request = request.body(Body::empty()).expect("a request");
            let response = site.clone().oneshot(request).await.expect("it answers");
            assert_eq!(response.status().as_u16(), status, "{path}");
            assert_eq!(response.headers().contains_key(RETRY_AFTER), status == 503, "{path}");
            let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
            let page = String::from_utf8(bytes.to_vec()).expect("text");
            assert!(page.contains(&format!("<html lang=\"{language}\"")), "{path}");
            assert!(page.contains(says), "{path}: {page}");
        }
    }

    #[test]
    fn the_door_leads_back() {
        for (back, expected) in [
            ("/historique", "/connexion?to=/historique"),
            ("/compte?before=1~2&x=%20", "/connexion?to=/compte%3Fbefore%3D1~2%26x%3D%2520"),
        ] {
            assert_eq!(door(Language::French, back), expected);
        }
        assert_eq!(door(Language::English, "/en/account"), "/en/sign-in?to=/en/account");
    }
}
