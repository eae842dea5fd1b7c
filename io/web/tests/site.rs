//! The site in process: every route, every refusal, and what no answer may tell.

mod fixture;

use std::cell::RefCell;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

/// The site over a ledger in a folder of its own.
struct Site {
    router: axum::Router,
    /// Whose it is, as a browser says with every request.
    session: RefCell<String>,
    _folder: tempfile::TempDir,
}

/// An answer, read whole.
struct Answer {
    status: StatusCode,
    headers: axum::http::HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("JSON")
    }

    /// The status and the code of a problem.
    fn problem(&self) -> (u16, String) {
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        let body = self.json();
        assert_eq!(body["status"], self.status.as_u16());
        (self.status.as_u16(), body["code"].as_str().expect("a code").to_owned())
    }
}

impl Site {
    fn new(euros: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let fixture = fixture::fixture(folder.path(), Some(euros));
        Self::over(fixture, folder)
    }

    fn over(fixture: fixture::Fixture, folder: tempfile::TempDir) -> Self {
        let (router, session) = (web::router(fixture.app), RefCell::new(fixture.session));
        Self { router, session, _folder: folder }
    }

    /// Signs in again, as one does after half an hour without a request.
    async fn enter(&self) {
        let wish = json!({ "name": "demo", "password": "mots-croises" });
        let answer = self.change("POST", "/api/v1/sessions", &wish).await;
        let cookie = answer.headers[header::SET_COOKIE].to_str().expect("visible");
        let pair = cookie.split(';').next().expect("a pair").to_owned();
        self.session.replace(pair);
    }

    async fn send(&self, mut request: Request<Body>) -> Answer {
        let session = self.session.borrow().parse().expect("visible");
        request.headers_mut().insert(header::COOKIE, session);
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
        Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).expect("a request")).await
    }

    /// A change, as a page of the site sends it.
    async fn change(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(from_page(method, path).body(body.to_string().into()).expect("a request")).await
    }

    async fn buy(&self, id: &str, wish: &Value) -> Answer {
        let request = from_page("POST", "/api/v1/plays").header("idempotency-key", id);
        self.send(request.body(wish.to_string().into()).expect("a request")).await
    }

    /// A new unit.
    async fn bought(&self, id: &str) -> Value {
        let answer = self.buy(id, &wish()).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()
    }
}

fn from_page(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("sec-fetch-site", "same-origin")
        .header(header::CONTENT_TYPE, "application/json")
}

/// The page of the game.
const GAME: &str = "/jeux/mots-croises";

fn wish() -> Value {
    json!({ "game": "mots-croises", "mode": "jouer", "price_cents": 300 })
}

fn euros(cents: u64) -> Value {
    json!({ "cents": cents, "currency": "EUR" })
}

/// Article A-4.4a, and what is shown while the unit runs.
#[tokio::test]
async fn a_purchase_is_its_whole_receipt() {
    let site = Site::new(50);
    let play = site.bought("purchase-1").await;
    assert_eq!(play["stake"], euros(300));
    // The first written unit has four complete words: 13 € by article 4.6.
    assert_eq!(play["gain"], euros(1_300));
    assert_eq!(play["completed"][0].as_array().map(Vec::len), Some(4));
    assert_eq!(play["words"][0].as_array().map(Vec::len), Some(18));
    assert_eq!(play["letters"].as_str().map(str::len), Some(14));
    assert_eq!((&play["uncovered"], &play["finished_at"]), (&json!([]), &Value::Null));
    let me = site.get("/api/v1/me").await.json();
    assert_eq!((&me["balance"], &me["shown_balance"]), (&euros(6_000), &euros(4_700)));
}

/// Row G-7: whether a play is in progress, complete, or was interrupted.
#[tokio::test]
async fn a_play_says_where_it_stands() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let fixture = fixture::fixture(folder.path(), Some(50));
    let clock = fixture.clock.clone();
    let site = Site::over(fixture, folder);
    let wait = async |ms: i64| {
        clock.fetch_add(ms, std::sync::atomic::Ordering::SeqCst);
        site.enter().await;
    };
    let state = async |id: &str| {
        let play = site.get(&format!("/api/v1/plays/{id}")).await.json();
        play["state"].as_str().expect("a state").to_owned()
    };
    assert_eq!(site.bought("purchase-1").await["state"], "in_progress");
    // An hour, by the program's own parameters.
    wait(3_599_999).await;
    assert_eq!(state("purchase-1").await, "in_progress");
    wait(1).await;
    assert_eq!(state("purchase-1").await, "interrupted");
    let history = site.get("/api/v1/plays").await.json();
    assert_eq!(history["unfinished"][0]["state"], "interrupted");
    // He comes back and uncovers the rest: it is complete for good.
    let finish = "/api/v1/plays/purchase-1/finish";
    let finished = site.change("POST", finish, &json!({})).await.json();
    assert_eq!(finished["state"], "complete");
    wait(3_600_000).await;
    assert_eq!(state("purchase-1").await, "complete");
    // An Auto unit is finished for the ledger at once, and complete once its screen has shown all.
    let mut auto = wish();
    auto["mode"] = "auto".into();
    assert_eq!(site.buy("purchase-2", &auto).await.json()["state"], "in_progress");
    wait(3_600_000).await;
    assert_eq!(state("purchase-2").await, "interrupted");
    let all: Vec<u8> = (0..14).collect();
    let view = json!({ "uncovered": all });
    let seen = site.change("PUT", "/api/v1/plays/purchase-2/view", &view).await.json();
    assert_eq!(seen["state"], "complete");
}

#[tokio::test]
async fn the_same_key_is_the_same_unit() {
    let site = Site::new(50);
    let first = site.bought("purchase-1").await;
    let mut other_button = wish();
    other_button["mode"] = "auto".into();
    assert_eq!(site.buy("purchase-1", &other_button).await.json(), first);
    let mut dearer = wish();
    dearer["price_cents"] = 500.into();
    assert_eq!(site.buy("purchase-1", &dearer).await.problem(), (409, "id_reused".into()));
}

#[tokio::test]
async fn a_unit_is_uncovered_finished_and_found_again() {
    let site = Site::new(50);
    let id = site.bought("purchase-1").await["id"].as_str().expect("an id").to_owned();
    let view = format!("/api/v1/plays/{id}/view");
    site.change("PUT", &view, &json!({ "uncovered": [3, 0] })).await;
    let play = site.change("PUT", &view, &json!({ "uncovered": [5] })).await.json();
    assert_eq!(play["uncovered"], json!([0, 3, 5]));
    let history = site.get("/api/v1/plays").await.json();
    assert_eq!((&history["unfinished"][0], &history["finished"]), (&play, &json!([])));
    let refused = site.buy("purchase-2", &wish()).await;
    assert_eq!(refused.problem(), (409, "unfinished_unit".into()));
    assert_eq!(refused.json()["play"], id);
    let finish = format!("/api/v1/plays/{id}/finish");
    let finished = site.change("POST", &finish, &json!({})).await.json();
    assert_eq!(finished["uncovered"].as_array().map(Vec::len), Some(14));
    assert_eq!(site.change("POST", &finish, &json!({})).await.json(), finished);
    assert_eq!(site.get(&format!("/api/v1/plays/{id}")).await.json(), finished);
    assert_eq!(site.get("/api/v1/me").await.json()["shown_balance"], euros(6_000));
}

#[tokio::test]
async fn refusals_have_their_codes() {
    let site = Site::new(2);
    let mut wish = wish();
    assert_eq!(site.buy("purchase-1", &wish).await.problem(), (409, "insufficient_funds".into()));
    wish["price_cents"] = 200.into();
    assert_eq!(site.buy("purchase-2", &wish).await.problem(), (409, "price_changed".into()));
    wish["game"] = "maxi-mots-croises".into();
    assert_eq!(site.buy("purchase-3", &wish).await.problem(), (409, "game_not_on_sale".into()));
}

#[tokio::test]
async fn a_block_sells_out() {
    let site = Site::new(100);
    for unit in 0..20 {
        let id = site.bought(&format!("purchase-{unit}")).await["id"].clone();
        let path = format!("/api/v1/plays/{}/finish", id.as_str().expect("an id"));
        site.change("POST", &path, &json!({})).await;
    }
    assert_eq!(site.buy("purchase-20", &wish()).await.problem(), (409, "sold_out".into()));
    let page = site.get(&format!("/api/v1/plays?before={}-1200", fixture::NOON)).await.json();
    assert_eq!(page["finished"].as_array().map(Vec::len), Some(3));
    assert_eq!(page["next"], Value::Null);
}

#[tokio::test]
async fn what_is_not_there_is_a_problem() {
    let site = Site::new(50);
    for path in [
        "/nowhere",
        "/api/v1/plays/purchase-7",
        "/api/v1/plays/7",
        "/api/v1/plays/x",
        "/api/v1/games/loto",
        "/assets/x",
    ] {
        assert_eq!(site.get(path).await.problem(), (404, "not_found".into()), "{path}");
    }
    let finish = site.change("POST", "/api/v1/plays/purchase-7/finish", &json!({})).await;
    assert_eq!(finish.problem(), (404, "not_found".into()));
    let deleted = site.change("DELETE", "/api/v1/me", &json!({})).await;
    assert_eq!(deleted.problem(), (405, "method_not_allowed".into()));
}

#[tokio::test]
async fn malformed_changes_are_refused_before_the_ledger() {
    let site = Site::new(50);
    let check = async |id: &str, body: String, expected: (u16, &str)| {
        let request = from_page("POST", "/api/v1/plays").header("idempotency-key", id);
        let answer = site.send(request.body(body.clone().into()).expect("a request")).await;
        assert_eq!(answer.problem(), (expected.0, expected.1.to_owned()), "{body}");
    };
    check("short", wish().to_string(), (400, "malformed")).await;
    check("purchase 1", wish().to_string(), (400, "malformed")).await;
    check("purchase-1", String::new(), (400, "malformed")).await;
    check("purchase-1", "{".to_owned(), (400, "malformed")).await;
    check("purchase-1", json!({ "game": "mots-croises" }).to_string(), (400, "malformed")).await;
    let mut wish = wish();
    for (key, wrong) in [
        ("mode", json!("both")),
        ("price_cents", json!(-3)),
        ("price_cents", json!(3.5)),
        ("x", json!(1)),
    ] {
        let mut body = wish.clone();
        body[key] = wrong;
        check("purchase-1", body.to_string(), (400, "malformed")).await;
    }
    wish["game"] = "x".repeat(5_000).into();
    check("purchase-1", wish.to_string(), (413, "too_large")).await;
    assert_eq!(site.get("/api/v1/me").await.json()["balance"], euros(5_000));
}

#[tokio::test]
async fn changes_come_from_our_own_pages_as_json() {
    let site = Site::new(50);
    let send = async |headers: &[(&str, &str)]| {
        let mut request = Request::post("/api/v1/plays").header("idempotency-key", "purchase-1");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        site.send(request.body(wish().to_string().into()).expect("a request")).await.problem()
    };
    let json = ("content-type", "application/json");
    let foreign = (403, "foreign_origin".to_owned());
    assert_eq!(send(&[json]).await, foreign);
    assert_eq!(send(&[json, ("sec-fetch-site", "cross-site")]).await, foreign);
    assert_eq!(
        send(&[json, ("origin", "http://evil.example"), ("host", "localhost")]).await,
        foreign
    );
    let plain = [("content-type", "text/plain"), ("sec-fetch-site", "same-origin")];
    assert_eq!(send(&plain).await, (415, "not_json".to_owned()));
}

/// The page is complete before any module runs, and holds nothing of any unit: the coat cannot
/// come too late.
#[tokio::test]
async fn the_page_is_covered_from_its_first_byte() {
    let site = Site::new(50);
    let before = site.get(GAME).await;
    assert_eq!(before.headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(before.text.matches(r#"class="tile""#).count(), 14);
    for fact in [
        "Mots Croisés",
        "3\u{a0}€",
        "1 chance sur 4,52",
        "68,00",
        "30\u{202f}000\u{a0}€",
        "1\u{202f}500\u{202f}000",
        "CC BY-SA 4.0",
        "argent fictif",
    ] {
        assert!(before.text.contains(fact), "{fact}");
    }
    let play = site.bought("purchase-1").await;
    let during = site.get(GAME).await.text;
    for word in play["words"][0].as_array().expect("words") {
        assert!(!during.contains(&format!(">{}<", word.as_str().expect("a word"))));
    }
    assert!(!during.contains(play["letters"].as_str().expect("letters")));
    assert!(during.contains("47,00\u{a0}€"), "the stake has left, and the gain is not told");
}

#[tokio::test]
async fn every_answer_is_hardened_and_nothing_comes_from_elsewhere() {
    let site = Site::new(50);
    for path in ["/", GAME, "/en/", "/api/v1/me", "/assets/grille.css", "/nowhere"] {
        let answer = site.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
    }
    for path in ["/", GAME, "/en/"] {
        let page = site.get(path).await.text;
        assert!(!page.contains("http://") && !page.contains("https://"), "no third party");
        assert!(!page.contains("style=") && !page.contains("onclick"), "nothing inline");
    }
}

/// What a browser asks for is answered with a page, in the language of the address, or leads to the
/// door; a program is told a problem.
#[tokio::test]
async fn a_browser_is_told_in_words() {
    let site = Site::new(50);
    let session = site.session.borrow().clone();
    let browse = async |path: &str, session: &str| {
        let request = Request::get(path).header(header::ACCEPT, "text/html,*/*;q=0.8");
        let mut request = request.body(Body::empty()).expect("a request");
        request.headers_mut().insert(header::COOKIE, session.parse().expect("visible"));
        site.router.clone().oneshot(request).await.expect("the router answers")
    };
    for (path, language, says) in [
        ("/nulle-part", "fr", "Il n’y a rien à cette adresse"),
        ("/en/nowhere", "en", "There is nothing at this address"),
        ("/jeux/loto", "fr", "Il n’y a rien à cette adresse"),
        ("/historique/purchase-7", "fr", "Il n’y a rien à cette adresse"),
    ] {
        let response = browse(path, &session).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
        let page = String::from_utf8(bytes.to_vec()).expect("text");
        assert!(
            page.contains(&format!("<html lang=\"{language}\"")) && page.contains(says),
            "{path}"
        );
    }
    for (path, door) in [
        ("/historique", "/connexion?to=/historique"),
        ("/en/history?x=1", "/en/sign-in?to=/en/history%3Fx%3D1"),
    ] {
        let response = browse(path, "").await;
        assert_eq!(response.status(), StatusCode::SEE_OTHER, "{path}");
        assert_eq!(response.headers()[header::LOCATION], door);
    }
    assert_eq!(
        browse("/api/v1/me", "").await.headers()[header::CONTENT_TYPE],
        "application/problem+json"
    );
}

#[tokio::test]
async fn assets_are_asked_for_again_by_their_tag() {
    let site = Site::new(50);
    let first = site.get("/assets/js/main.js").await;
    assert_eq!(first.headers[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    let tag = first.headers[header::ETAG].clone();
    let again = Request::get("/assets/js/main.js").header(header::IF_NONE_MATCH, tag);
    let again = site.send(again.body(Body::empty()).expect("a request")).await;
    assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    // Every module that the page names is there, and every font.
    let page = site.get(GAME).await.text;
    for part in page.split(r#"href="/assets/"#).skip(1) {
        let path = part.split('"').next().expect("an address");
        assert_eq!(site.get(&format!("/assets/{path}")).await.status, StatusCode::OK, "{path}");
    }
}
