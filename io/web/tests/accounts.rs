//! Players at the door, in process: registering, signing in and out, forgotten passwords, limits and
//! exclusions, over a clock that the tests move.

mod fixture;

use std::sync::atomic::Ordering;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

use fixture::Fixture;

const HOUR: i64 = 3_600_000;

struct Site {
    fixture: Fixture,
    router: axum::Router,
    _folder: tempfile::TempDir,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    fn code(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["code"].as_str().unwrap_or(""))
    }

    /// The session that the answer gives, as a browser sends it back.
    fn cookie(&self) -> String {
        let set = self.headers[header::SET_COOKIE].to_str().expect("visible");
        set.split(';').next().expect("a pair").to_owned()
    }
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let fixture = fixture::fixture(folder.path(), None);
        let router = web::router(fixture.app.clone());
        Self { fixture, router, _folder: folder }
    }

    fn wait(&self, ms: i64) {
        self.fixture.clock.fetch_add(ms, Ordering::SeqCst);
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        key: &str,
        body: &Value,
    ) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, cookie)
            .header("idempotency-key", key)
            .body(if body.is_null() { Body::empty() } else { body.to_string().into() })
            .expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
        let body = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes).expect("JSON")
        };
        Answer { status, headers, body }
    }

    async fn post(&self, path: &str, cookie: &str, key: &str, body: &Value) -> Answer {
        self.send("POST", path, cookie, key, body).await
    }

    async fn me(&self, cookie: &str) -> Answer {
        self.send("GET", "/me", cookie, "", &Value::Null).await
    }

    async fn register(&self, name: &str) -> Answer {
        self.post("/players", "", &format!("register-{name}"), &wish(name)).await
    }

    async fn sign_in(&self, name: &str, password: &str) -> Answer {
        let wish = json!({ "name": name, "password": password });
        self.post("/sessions", "", "", &wish).await
    }
}

const PASSWORD: &str = "une grille de mots";

fn wish(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD, "born": "1980-02-29", "rules": 1 })
}

fn with(mut wish: Value, key: &str, value: Value) -> Value {
    wish[key] = value;
    wish
}

#[tokio::test]
async fn a_player_registers_once_and_is_signed_in() {
    let site = Site::new();
    let first = site.register("alice").await;
    assert_eq!(first.status, StatusCode::CREATED, "{}", first.body);
    assert_eq!(first.body["name"], "alice");
    assert_eq!((&first.body["rules"], &first.body["is_confirmed"]), (&json!(1), &json!(false)));
    assert_eq!(first.body["balance"]["cents"], 0);
    let again = site.register("alice").await;
    assert_eq!((again.status, &again.body), (StatusCode::CREATED, &first.body));
    for answer in [&first, &again] {
        assert_eq!(site.me(&answer.cookie()).await.body, first.body);
    }
    let other = with(wish("alice"), "password", json!("une autre grille"));
    let other = site.post("/players", "", "register-alice", &other).await;
    assert_eq!(other.code(), (409, "id_reused"));
    let other = site.post("/players", "", "register-other", &wish(" ALICE ")).await;
    assert_eq!(other.code(), (409, "name_taken"));
}

/// Row G-3: of age, and the rules in force accepted.
#[tokio::test]
async fn who_may_not_play_may_not_register() {
    let site = Site::new();
    // The clock stands on 29 November 2026, in Paris.
    for (born, expected) in [("2008-11-30", (409, "under_age")), ("2008-11-29", (201, ""))] {
        let wish = with(wish("alice"), "born", json!(born));
        let answer = site.post("/players", "", &format!("born-{born}"), &wish).await;
        assert_eq!(answer.code(), expected, "{born}");
    }
    let answer =
        site.post("/players", "", "command-1", &with(wish("bob"), "rules", json!(2))).await;
    assert_eq!(answer.code(), (409, "rules_changed"));
    for (key, wrong) in [
        ("name", json!("al")),
        ("password", json!("trop court")),
        ("password", json!("court")),
        ("born", json!("1980-02-30")),
        ("born", json!("29/02/1980")),
        ("rules", json!("1")),
        ("more", json!(1)),
    ] {
        let is_sound = key == "password" && wrong == json!("trop court");
        let answer = site.post("/players", "", "command-2", &with(wish("carol"), key, wrong)).await;
        let expected = if is_sound { (201, "") } else { (400, "malformed") };
        assert_eq!(answer.code(), expected, "{key}");
    }
}

/// Row G-4: whatever is wrong has one answer, byte for byte.
#[tokio::test]
async fn wrong_credentials_of_any_kind_have_one_answer() {
    let site = Site::new();
    site.register("alice").await;
    let mut answers = Vec::new();
    for (name, password) in
        [("alice", "une autre grille"), ("personne", PASSWORD), ("", ""), ("alice", "court")]
    {
        answers.push(site.sign_in(name, password).await);
    }
    for _ in 0..4 {
        answers.push(site.sign_in("alice", "au hasard !").await);
    }
    // Locked now: the right password is as wrong as any.
    answers.push(site.sign_in("alice", PASSWORD).await);
    for answer in &answers {
        assert_eq!(answer.code(), (401, "wrong_credentials"));
        assert_eq!(answer.body, answers[0].body);
        assert!(!answer.headers.contains_key(header::SET_COOKIE));
    }
    // The lock is a significant event, and nothing of it is told here.
    assert_eq!(site.fixture.locks(), 1);
    site.wait(HOUR / 4);
    assert_eq!(site.sign_in("ALICE", PASSWORD).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_session_is_new_at_each_sign_in_and_ends() {
    let site = Site::new();
    let first = site.register("alice").await.cookie();
    let second = {
        let wish = json!({ "name": "alice", "password": PASSWORD });
        site.post("/sessions", &first, "", &wish).await.cookie()
    };
    assert_ne!(first, second);
    assert_eq!(site.me(&first).await.code(), (401, "not_signed_in"), "rotated");
    assert_eq!(site.me(&second).await.status, StatusCode::OK);
    let out = site.send("DELETE", "/sessions", &second, "", &Value::Null).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.headers[header::SET_COOKIE].to_str().expect("visible").contains("Max-Age=0"));
    assert_eq!(site.me(&second).await.code(), (401, "not_signed_in"));
    let third = site.sign_in("alice", PASSWORD).await.cookie();
    site.wait(HOUR / 2);
    assert_eq!(site.me(&third).await.code(), (401, "not_signed_in"), "idle for too long");
    for nobody in ["", "session=", "session=0", "other=1"] {
        assert_eq!(site.me(nobody).await.code(), (401, "not_signed_in"), "{nobody}");
    }
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_by_letter() {
    let site = Site::new();
    let session = site.register("alice").await.cookie();
    let ask = async |name: &str| {
        let answer = site.post("/password-resets", "", "", &json!({ "name": name })).await;
        (answer.status, answer.body)
    };
    assert_eq!(ask("personne").await, ask("Alice").await, "one answer for all");
    // The letter is brought beside the answer.
    let token = loop {
        match site.fixture.letters.latest("alice") {
            Some(token) => break token,
            None => tokio::task::yield_now().await,
        }
    };
    assert_eq!(site.fixture.letters.latest("personne"), None);
    let set = async |token: &str| {
        let wish = json!({ "token": token, "password": "une grille neuve" });
        site.post("/passwords", "", "", &wish).await.status
    };
    assert_eq!(set(&"0".repeat(64)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(set(&token).await, StatusCode::NO_CONTENT);
    assert_eq!(set(&token).await, StatusCode::UNAUTHORIZED, "once");
    assert_eq!(site.me(&session).await.code(), (401, "not_signed_in"));
    assert_eq!(site.sign_in("alice", PASSWORD).await.code(), (401, "wrong_credentials"));
    assert_eq!(site.sign_in("alice", "une grille neuve").await.status, StatusCode::CREATED);
}

/// Row G-5: lower at once, higher after 48 hours, whatever the clock does.
#[tokio::test]
async fn limits_fall_at_once_and_rise_after_48_hours() {
    let site = Site::new();
    let cookie = site.register("alice").await.cookie();
    let set = async |key: &str, cents: u64| {
        let wish = json!({ "stakes_cents": cents });
        let answer = site.post("/limits", &cookie, key, &wish).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body["stake_limit"].clone()
    };
    assert_eq!(set("limits-1", 1_000).await["ceiling"]["cents"], 1_000);
    let raised = set("limits-2", 3_000).await;
    assert_eq!(
        (&raised["ceiling"]["cents"], &raised["raise"]["ceiling"]["cents"]),
        (&json!(1_000), &json!(3_000))
    );
    let session = async || site.sign_in("alice", PASSWORD).await.cookie();
    site.wait(48 * HOUR - 1);
    let holds = site.me(&session().await).await.body["stake_limit"].clone();
    assert_eq!(holds["ceiling"]["cents"], 1_000);
    site.wait(1);
    let me = site.me(&session().await).await.body;
    assert_eq!(
        (&me["stake_limit"]["ceiling"]["cents"], &me["stake_limit"]["raise"]),
        (&json!(3_000), &Value::Null)
    );
    assert_eq!(me["deposit_limit"], Value::Null);
    let wish = json!({ "stakes_cents": u64::MAX });
    let answer = site.post("/limits", &session().await, "limits-3", &wish).await;
    assert_eq!(answer.code(), (400, "malformed"));
}

/// Row G-5: an exclusion holds at once and cannot be taken back; the player may look and withdraw.
#[tokio::test]
async fn an_excluded_player_comes_in_to_look_only() {
    let site = Site::new();
    let cookie = site.register("alice").await.cookie();
    let exclude = async |key: &str, hours: u32| {
        site.post("/exclusions", &cookie, key, &json!({ "hours": hours })).await
    };
    assert_eq!(exclude("exclusion-1", 23).await.code(), (409, "exclusion_too_short"));
    assert_eq!(exclude("exclusion-2", 366 * 24 + 1).await.code(), (409, "exclusion_too_long"));
    let excluded = exclude("exclusion-3", 48).await;
    assert_eq!(excluded.status, StatusCode::CREATED);
    let until = excluded.body["until"].clone();
    assert_eq!(exclude("exclusion-4", 24).await.body["until"], until, "never for shorter");
    assert_eq!(site.sign_in("alice", PASSWORD).await.code(), (409, "player_excluded"));
    assert_eq!(site.sign_in("alice", "au hasard !").await.code(), (401, "wrong_credentials"));
    let wish = json!({ "name": "alice", "password": PASSWORD, "restricted": true });
    let restricted = site.post("/sessions", "", "", &wish).await;
    assert_eq!(restricted.status, StatusCode::CREATED);
    assert_eq!(site.me(&restricted.cookie()).await.body["excluded_until"], until);
    let wish = json!({ "game": "mots-croises", "mode": "jouer", "price_cents": 300 });
    let buy = site.post("/plays", &restricted.cookie(), "purchase-1", &wish).await;
    assert_eq!(buy.code(), (409, "player_excluded"));
    site.wait(48 * HOUR);
    assert_eq!(site.sign_in("alice", PASSWORD).await.status, StatusCode::CREATED);
}

/// Every identifier is its owner's.
#[tokio::test]
async fn another_players_unit_is_not_there() {
    let site = Site::new();
    let (alice, bob) = (site.register("alice").await.cookie(), site.register("bob").await.cookie());
    let path = "/plays/purchase-1";
    for (method, path) in [
        ("GET", path.to_owned()),
        ("POST", format!("{path}/finish")),
        ("PUT", format!("{path}/view")),
    ] {
        let body = json!({ "uncovered": [0] });
        let body = if method == "GET" { Value::Null } else { body };
        for cookie in [&alice, &bob] {
            let answer = site.send(method, &path, cookie, "", &body).await;
            assert_eq!(answer.code(), (404, "not_found"), "{method} {path}");
        }
    }
}

/// A player with limits, whose provider answers as it will.
async fn with_limits(site: &Site) -> String {
    let cookie = site.register("alice").await.cookie();
    let wish = json!({ "stakes_cents": 10_000, "deposits_cents": 5_000 });
    assert_eq!(site.post("/limits", &cookie, "limits-1", &wish).await.status, StatusCode::OK);
    cookie
}

#[tokio::test]
async fn money_is_paid_in_once_and_within_its_limit() {
    let site = Site::new();
    let cookie = site.register("alice").await.cookie();
    let pay = async |key: &str, cents: u64| {
        site.post("/deposits", &cookie, key, &json!({ "amount_cents": cents })).await
    };
    assert_eq!(pay("deposit-0", 100).await.code(), (409, "limits_not_set"));
    let wish = json!({ "stakes_cents": 10_000, "deposits_cents": 5_000 });
    site.post("/limits", &cookie, "limits-1", &wish).await;
    let first = pay("deposit-1", 2_000).await;
    assert_eq!((first.status, &first.body["state"]), (StatusCode::CREATED, &json!("credited")));
    assert_eq!(pay("deposit-1", 2_000).await.body, first.body, "the same command");
    assert_eq!(pay("deposit-1", 2_001).await.code(), (409, "id_reused"));
    assert_eq!(pay("deposit-2", 3_001).await.code(), (409, "deposit_limit"));
    assert_eq!(pay("deposit-3", 0).await.code(), (400, "malformed"));
    assert_eq!(site.me(&cookie).await.body["balance"]["cents"], 2_000);
    let shown = site.send("GET", "/deposits/deposit-1", &cookie, "", &Value::Null).await;
    assert_eq!(shown.body, first.body);
    // Nothing is paid out before the operator knows who she is.
    let out = json!({ "amount_cents": 100 });
    let refused = site.post("/withdrawals", &cookie, "withdrawal-1", &out).await;
    assert_eq!(refused.code(), (409, "identity_unconfirmed"));
}

/// Whatever was bought and paid, all lines of a statement make what the page shows, page by page.
#[tokio::test]
async fn a_statement_adds_up() {
    let site = Site::new();
    let cookie = with_limits(&site).await;
    for number in 0..40 {
        let pay = json!({ "amount_cents": 100 + number });
        site.post("/deposits", &cookie, &format!("deposit-{number}"), &pay).await;
    }
    // The first unit wins 13 €, the next two nothing; the fourth wins 30 € and is not finished.
    let buy = json!({ "game": "mots-croises", "mode": "jouer", "price_cents": 300 });
    for (key, finish) in
        [("purchase-1", true), ("purchase-2", true), ("purchase-3", true), ("purchase-4", false)]
    {
        let bought = site.post("/plays", &cookie, key, &buy).await;
        assert_eq!(bought.status, StatusCode::CREATED, "{}", bought.body);
        if finish {
            site.post(&format!("/plays/{key}/finish"), &cookie, "", &json!({})).await;
        }
    }
    let (mut path, mut lines) = ("/me/statement".to_owned(), Vec::new());
    loop {
        let page = site.send("GET", &path, &cookie, "", &Value::Null).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        lines.extend(page.body["lines"].as_array().expect("lines").clone());
        match page.body["next"].as_str() {
            Some(next) => path = format!("/me/statement?before={next}"),
            None => break,
        }
    }
    // Forty deposits and four units.
    assert_eq!(lines.len(), 44);
    let cents = |line: &Value, key: &str| line[key]["cents"].as_i64().expect("cents");
    let sum: i64 = lines.iter().map(|line| cents(line, "in") - cents(line, "out")).sum();
    let deposits: i64 = (0..40).map(|number| 100 + number).sum();
    // What its player has not seen is not told yet, though he has it.
    assert_eq!(sum, deposits + 1_300 - 4 * 300);
    let me = site.me(&cookie).await.body;
    assert_eq!(me["shown_balance"]["cents"], sum);
    assert_eq!(me["balance"]["cents"], sum + 3_000);
    let odd = site.send("GET", "/me/statement?before=x", &cookie, "", &Value::Null).await;
    assert_eq!(odd.code(), (400, "malformed"));
}

/// Whoever knocks is counted by the address that he has, not by one that he writes; behind a proxy
/// of ours by what that proxy wrote.
#[tokio::test]
async fn a_stranger_cannot_knock_under_another_address() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut parts = fixture::parts(folder.path());
    parts.proxies.networks = vec![web::Network::parse("10.0.0.0/8").expect("a network")];
    let site = web::router(web::App::new(parts));
    let knock = async |peer: &str, told: String| {
        let peer: std::net::SocketAddr = format!("{peer}:4711").parse().expect("an address");
        // It is counted before it is read; comparing passwords takes long enough for some to be free
        // again.
        let body = json!({ "name": "nobody" });
        let request = axum::http::Request::post("/api/v1/sessions")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("x-forwarded-for", told)
            .extension(axum::extract::ConnectInfo(peer))
            .body(axum::body::Body::from(body.to_string()))
            .expect("a request");
        site.clone().oneshot(request).await.expect("an answer").status().as_u16()
    };
    // Thirty, whatever he writes; and so behind our proxy, which writes him last.
    for guess in 0..30 {
        assert_eq!(knock("203.0.113.9", format!("198.51.100.{guess}")).await, 400);
        assert_eq!(knock("10.0.0.1", format!("198.51.100.{guess}, 192.0.2.1")).await, 400);
    }
    assert_eq!(knock("203.0.113.9", "198.51.100.77".to_owned()).await, 429);
    assert_eq!(knock("10.0.0.1", "198.51.100.77, 192.0.2.1".to_owned()).await, 429);
    assert_eq!(knock("10.0.0.2", "192.0.2.1".to_owned()).await, 429, "by another proxy of ours");
    assert_eq!(knock("10.0.0.1", "192.0.2.2".to_owned()).await, 400, "someone else behind it");
}
