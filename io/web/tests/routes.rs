//! Every route, tried in every wrong way. The routes are read from the API's own document, so that
//! a new one is tried without being written down here.

mod fixture;

use std::collections::BTreeMap;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

struct Site {
    router: axum::Router,
    /// The session of a counter, as a browser shows it.
    counter: String,
    _folder: tempfile::TempDir,
}

/// One operation of the document.
#[derive(Clone, Debug)]
struct Operation {
    method: String,
    path: String,
    needs_session: bool,
    has_body: bool,
    has_key: bool,
}

/// What a request is sent with, besides its operation.
#[derive(Clone)]
struct With<'a> {
    cookie: &'a str,
    origin: &'a str,
    kind: &'a str,
    body: String,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let shop = fixture::paper::shop(folder.path());
        let (router, counter) = (web::router(shop.app.clone()), shop.session(7));
        Self { router, counter, _folder: folder }
    }

    async fn send(&self, operation: &Operation, with: &With<'_>) -> Answer {
        let path = operation.path.replace("{id}", UNIT);
        let mut request = Request::builder()
            .method(operation.method.as_str())
            .uri(format!("/api/v1{path}"))
            .header(header::HOST, "localhost")
            .header(header::ORIGIN, with.origin)
            .header(header::COOKIE, with.cookie);
        if !with.kind.is_empty() {
            request = request.header(header::CONTENT_TYPE, with.kind);
        }
        if operation.has_key {
            request = request.header("idempotency-key", "command-of-the-test");
        }
        let request = request.body(Body::from(with.body.clone())).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), 1 << 24).await.expect("a whole body");
        Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    async fn operations(&self) -> Vec<Operation> {
        let document = Operation::get("/openapi.json");
        let document = self.send(&document, &plain("")).await.text;
        let document: Value = serde_json::from_str(&document).expect("JSON");
        let paths = document["paths"].as_object().expect("paths");
        let operations = paths.iter().flat_map(|(path, item)| {
            let item = item.as_object().expect("a path item");
            item.iter().map(|(method, operation)| Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                needs_session: operation["security"].is_array(),
                has_body: !operation["requestBody"].is_null(),
                has_key: operation["parameters"].as_array().is_some_and(|parameters| {
                    parameters.iter().any(|it| it["name"] == "Idempotency-Key")
                }),
            })
        });
        let operations: Vec<_> = operations.collect();
        assert!(operations.len() >= 18, "the document has the routes: {}", operations.len());
        operations
    }

    /// The session of a new player, and that of a counter: a call looks at its own.
    async fn both(&self, name: &str) -> String {
        format!("{}; {}", self.player(name).await, self.counter)
    }

    /// The session of a new player, who has a unit if he is the first.
    async fn player(&self, name: &str) -> String {
        let body = json!({ "name": name, "password": "une grille de mots", "born": "1980-01-01",
            "rules": 1 });
        let register = Operation::post("/players");
        let with = With { body: body.to_string(), ..plain("") };
        let answer = self.send(&register, &with).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        let cookie = answer.headers[header::SET_COOKIE].to_str().expect("visible");
        cookie.split(';').next().expect("a pair").to_owned()
    }
}

impl Operation {
    fn get(path: &str) -> Self {
        let (method, path) = ("GET".to_owned(), path.to_owned());
        Self { method, path, needs_session: false, has_body: false, has_key: false }
    }

    fn post(path: &str) -> Self {
        let method = "POST".to_owned();
        Self { method, has_body: true, has_key: true, ..Self::get(path) }
    }

    fn is_change(&self) -> bool {
        self.method != "GET"
    }
}

/// What `{id}` stands for: nobody's unit.
const UNIT: &str = "purchase-1";

/// As a page of ours sends it, with an empty body.
fn plain(cookie: &str) -> With<'_> {
    With { cookie, origin: "http://localhost", kind: "application/json", body: String::new() }
}

/// Bodies that no operation can read.
fn wrong_bodies() -> Vec<String> {
    let long = "x".repeat(3_000);
    let deep = "[".repeat(2_000);
    [
        "",
        "{",
        "[]",
        "null",
        "0",
        "\"x\"",
        "{}",
        "{\"x\":1}",
        "{\"name\":1}",
        "{\"name\":null}",
        "{\"game\":{},\"mode\":[],\"price_cents\":\"3\"}",
        "{\"price_cents\":1e999}",
        "{\"hours\":-1}",
        "{\"hours\":4294967296}",
        "{\"rules\":1.5}",
        "{\"uncovered\":[-1]}",
        "{\"uncovered\":[256]}",
        "{\"stakes_cents\":18446744073709551616}",
        "\u{feff}{}",
        "{\"name\":\"\\ud800\"}",
    ]
    .iter()
    .map(ToString::to_string)
    .chain([format!("{{\"name\":\"{long}\",\"token\":\"{long}\"}}"), deep])
    .collect()
}

/// Nothing that an answer may ever hold.
fn assert_tells_nothing(operation: &Operation, answer: &Answer) {
    let what =
        format!("{} {}: {} {}", operation.method, operation.path, answer.status, answer.text);
    assert!(!answer.status.is_server_error(), "{what}");
    for word in ["panicked", "src/", "argon2id", "sqlite", "SELECT", "/tmp"] {
        assert!(!answer.text.contains(word), "{what}");
    }
    if answer.status.is_client_error() {
        assert_eq!(answer.headers[header::CONTENT_TYPE], "application/problem+json", "{what}");
        let body: Value = serde_json::from_str(&answer.text).expect("JSON");
        assert_eq!(body["status"], answer.status.as_u16(), "{what}");
        assert!(body["code"].as_str().is_some_and(|code| !code.is_empty()), "{what}");
    }
}

#[tokio::test]
async fn without_a_session_nothing_of_a_player_is_told_or_done() {
    let site = Site::new();
    for operation in site.operations().await.iter().filter(|it| it.needs_session) {
        for cookie in ["", "session=0", &format!("session={}", "0".repeat(64))] {
            let cookie = format!("{cookie}; {}", cookie.replace("session", "counter"));
            let answer = site.send(operation, &plain(&cookie)).await;
            assert_tells_nothing(operation, &answer);
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{operation:?}");
        }
    }
}

/// Whoever is signed in as a player is nobody at a counter, and the other way round.
#[tokio::test]
async fn a_session_of_the_other_kind_opens_nothing() {
    let site = Site::new();
    let alice = site.player("alice").await;
    let mut tried = [0, 0];
    for operation in site.operations().await.iter().filter(|it| it.needs_session) {
        let is_retail = operation.path.starts_with("/retail/");
        let cookie = if is_retail { &alice } else { &site.counter };
        let answer = site.send(operation, &plain(cookie)).await;
        assert_tells_nothing(operation, &answer);
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{operation:?}");
        tried[usize::from(is_retail)] += 1;
    }
    assert!(tried[0] >= 15 && tried[1] >= 7, "{tried:?}");
}

/// What one player has is not there for another: not told from what nobody has.
#[tokio::test]
async fn with_another_players_session_nothing_of_the_first_is_told() {
    let site = Site::new();
    let (alice, bob) = (site.player("alice").await, site.player("bob").await);
    assert_ne!(alice, bob);
    let of_a_unit = |it: &&Operation| it.needs_session && it.path.contains("{id}");
    for operation in site.operations().await.iter().filter(of_a_unit) {
        let body = if operation.has_body { json!({ "uncovered": [0] }) } else { Value::Null };
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = site.send(operation, &With { body, ..plain(&bob) }).await;
        assert_tells_nothing(operation, &answer);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{operation:?} {}", answer.text);
    }
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_problems() {
    let site = Site::new();
    let session = site.both("alice").await;
    let mut refused = BTreeMap::new();
    for operation in site.operations().await.iter().filter(|it| it.has_body) {
        for body in wrong_bodies() {
            let answer = site.send(operation, &With { body, ..plain(&session) }).await;
            assert_tells_nothing(operation, &answer);
            *refused.entry(operation.path.clone()).or_insert(0) +=
                u32::from(answer.status.is_client_error());
        }
        let body = format!("{{\"name\":\"{}\"}}", "x".repeat(5_000));
        let answer = site.send(operation, &With { body, ..plain(&session) }).await;
        assert_tells_nothing(operation, &answer);
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{operation:?}");
    }
    assert_eq!(refused.len(), 17, "the document says which calls have bodies: {refused:?}");
    // `{}` is a wish of its own to set no limit, and names no one who has forgotten anything.
    assert!(refused.values().all(|&count| count >= 20), "{refused:?}");
}

#[tokio::test]
async fn changes_from_elsewhere_or_of_another_kind_are_refused() {
    let site = Site::new();
    let session = site.both("alice").await;
    for operation in site.operations().await.iter().filter(|it| it.is_change()) {
        for origin in
            ["http://evil.example", "http://localhost:8080", "null", "https://localhost.evil"]
        {
            let answer = site.send(operation, &With { origin, ..plain(&session) }).await;
            assert_tells_nothing(operation, &answer);
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{operation:?} {origin}");
        }
        for kind in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            let answer = site.send(operation, &With { kind, ..plain(&session) }).await;
            assert_tells_nothing(operation, &answer);
            assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{operation:?} {kind}");
        }
    }
    let me = site.send(&Operation::get("/me"), &plain(&session)).await;
    assert_eq!(me.status, StatusCode::OK, "the session was not touched");
}

/// The document is what programs and the page are written against: it changes with a line in the
/// changelog.
#[tokio::test]
async fn the_document_is_pinned() {
    let site = Site::new();
    let document = site.send(&Operation::get("/openapi.json"), &plain("")).await.text;
    let document: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document["openapi"].as_str().map(|version| &version[..3]), Some("3.1"));
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).expect("JSON"));
    let page = site.send(&Operation::get("/"), &plain("")).await.text;
    for path in document["paths"].as_object().expect("paths").keys() {
        assert!(page.contains(&format!("/api/v1{path}</code>")), "{path} is on the page");
    }
}
