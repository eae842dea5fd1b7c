//! The operator's acts in process: who may, what follows, and what no answer tells.

#[path = "fixture/mod.rs"]
mod fixture;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use access::PasswordHash;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use ledger::{Millis, OperatorName};
use serde_json::{Value, json};
use store::{Engine, Sqlite};
use tower::ServiceExt;
use web::operate::{Office, Operator};

/// Any moment; the fixture's clock stands there too.
const NOON: i64 = 1_795_953_600_000;

/// A site that sells a block of twenty units, and its operators Olga and Oscar.
struct Shop {
    site: axum::Router,
    /// The player's, as a browser shows it.
    session: String,
    office: axum::Router,
    clock: Arc<AtomicI64>,
    folder: tempfile::TempDir,
}

impl Shop {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let fixture = fixture::fixture(folder.path(), Some(500));
        let clock = Arc::new(AtomicI64::new(NOON));
        Self::over(&fixture.app, fixture.session, clock, folder)
    }

    fn over(
        app: &web::App,
        session: String,
        clock: Arc<AtomicI64>,
        folder: tempfile::TempDir,
    ) -> Self {
        let operators = ["olga", "oscar"].map(|name| Operator {
            name: OperatorName::new(name).expect("a name"),
            password: PasswordHash::of(&password(name)).expect("a hash"),
        });
        let now = Arc::clone(&clock);
        let clock_of = Arc::new(move || Millis(now.load(Ordering::SeqCst)));
        let office = Office::new(app.clone(), operators.to_vec(), clock_of).expect("randomness");
        let (site, office) = (web::router(app.clone()), web::operate::router(office));
        Self { site, session, office, clock, folder }
    }

    async fn send(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = Request::post(path).header("content-type", "application/json");
        let request = request.body(Body::from(body.to_string())).expect("a request");
        read(self.office.clone().oneshot(request).await.expect("an answer")).await
    }

    /// Olga's, and Oscar's with her.
    async fn both(&self, path: &str, what: Value) -> (u16, Value) {
        let id = format!("{path}{what}").replace(|it: char| !it.is_ascii_alphanumeric(), "-");
        let body = json!({
            "by": credential("olga"), "second": credential("oscar"), "id": id, "what": what,
        });
        self.send(path, &body).await
    }

    /// Olga's alone.
    async fn alone(&self, path: &str, id: &str, what: Value) -> (u16, Value) {
        self.send(path, &json!({ "by": credential("olga"), "id": id, "what": what })).await
    }

    async fn done(&self, path: &str, what: Value, receipt: &str) {
        let (status, body) = self.both(path, what).await;
        assert_eq!((status, &body["receipt"]), (200, &json!(receipt)), "{body}");
    }

    /// Buys so many units with Auto.
    async fn sell(&self, from: usize, to: usize) {
        for number in from..to {
            let (status, body) = self.buy(&format!("purchase-{number}")).await;
            assert_eq!(status, 201, "{body}");
        }
    }

    async fn buy(&self, id: &str) -> (u16, Value) {
        let request = Request::post("/api/v1/plays")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("cookie", &self.session)
            .header("idempotency-key", id);
        let wish = json!({ "game": "mots-croises", "mode": "auto", "price_cents": 300 });
        let request = request.body(Body::from(wish.to_string())).expect("a request");
        read(self.site.clone().oneshot(request).await.expect("an answer")).await
    }

    async fn report(&self, report: &str) -> Value {
        let (status, body) = self.alone("/report", "report", json!({ "report": report })).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    /// Kinds, signers and subjects of all events.
    fn events(&self) -> Vec<String> {
        let mut engine = Sqlite::open(self.folder.path()).expect("the ledger opens");
        let events = engine.events(0, 1000).expect("the ledger works");
        let told =
            |it: &store::Entry| format!("{} {}+{} {}", it.kind, it.by, it.second, it.subject);
        events.iter().map(told).collect()
    }
}

async fn read(response: axum::http::Response<Body>) -> (u16, Value) {
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
    (status, serde_json::from_slice(&bytes).expect("JSON"))
}

fn password(name: &str) -> String {
    format!("{name}'s password")
}

fn credential(name: &str) -> Value {
    json!({ "name": name, "password": password(name) })
}

/// Rows G-2 and G-8: each act is carried out, and leaves its names.
/// It is sold in books; online each of its units would be found damaged.
#[tokio::test]
async fn a_block_on_paper_is_not_put_on_sale() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let paper = fixture::paper::shop(folder.path());
    let shop = Shop::over(&paper.app, String::new(), Arc::clone(&paper.clock), folder);
    let printed = fixture::paper::printed();
    let block = printed.commitment().block().as_str();
    let (status, body) = shop.both("/put-on-sale", json!({ "block": block })).await;
    assert_eq!((status, &body["code"]), (400, &json!("malformed")), "{body}");
    assert!(body.to_string().contains("on paper"), "{body}");
}

#[tokio::test]
async fn acts_are_carried_out_and_signed() {
    let shop = Shop::new();
    let game = || json!({ "game": "mots-croises" });
    shop.sell(0, 1).await;
    shop.done("/suspend", json!("all"), "suspended").await;
    assert_eq!(shop.buy("purchase-x1").await.1["code"], "game_not_on_sale");
    shop.done("/resume", json!({ "scope": "all" }), "resumed 0").await;
    shop.done("/suspend", game(), "suspended").await;
    assert_eq!(shop.buy("purchase-x2").await.1["code"], "game_not_on_sale");
    shop.done("/resume", json!({ "scope": game() }), "resumed 0").await;
    shop.done("/suspend", json!({ "block": "written" }), "suspended").await;
    assert_eq!(shop.buy("purchase-x3").await.1["code"], "game_not_on_sale");
    shop.done("/resume", json!({ "scope": { "block": "written" } }), "resumed 0").await;
    let bar = |player: &str| json!({ "player": player, "reason": "she deals the blocks" });
    shop.done("/bar", bar("demo"), "barred").await;
    assert_eq!(shop.buy("purchase-x4").await.1["code"], "player_barred");
    shop.done("/unbar", bar("1"), "unbarred").await;
    shop.done("/confirm-player", json!({ "player": "demo" }), "identity_confirmed").await;
    shop.sell(1, 2).await;
    let correct = |way: &str, cents: u64| json!({ "player": "demo", "way": way, "cents": cents, "reason": "credited twice" });
    // 500 € less two stakes, and 13 € won.
    shop.done("/correct", correct("debit", 700), "corrected 50700 50000").await;
    let poor = shop.both("/correct", correct("debit", 50_001)).await;
    assert_eq!((poor.0, &poor.1["code"]), (409, &json!("insufficient_funds")));
    shop.done("/close", game(), "closed").await;
    let alterations = shop.report("alterations").await.to_string();
    assert!(alterations.contains("balance from 50700 to 50000 cents: credited twice"));
    let events = shop.events();
    assert_eq!(
        events[3..],
        [
            "all_suspended olga+oscar ",
            "all_resumed olga+oscar ",
            "game_suspended olga+oscar mots-croises",
            "game_resumed olga+oscar mots-croises",
            "block_suspended olga+oscar written",
            "block_resumed olga+oscar written",
            "player_barred olga+oscar 1",
            "player_unbarred olga+oscar 1",
            "data_corrected olga+oscar 1",
            "block_closed olga+oscar written",
            "report_given olga+ alterations",
        ],
        "{events:#?}"
    );
}

/// A closed account's name, birth and login are kept for five years, and erased on demand or by the
/// day after that; its money's movements stay.
#[tokio::test]
async fn what_says_who_a_player_was_goes_five_years_after_he_has_gone() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let fixture::Fixture { app, clock, .. } = fixture::fixture(folder.path(), None);
    let shop = Shop::over(&app, String::new(), Arc::clone(&clock), folder);
    let register = |key: &str| {
        let body =
            json!({ "name": "zoe", "password": "a long one", "born": "1980-02-29", "rules": 1 });
        let request = Request::post("/api/v1/players")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        request.body(Body::from(body.to_string())).expect("a request")
    };
    let answer = async |request: Request<Body>| {
        read(shop.site.clone().oneshot(request).await.expect("an answer")).await
    };
    let sign_in = async || {
        let body = json!({ "name": "zoe", "password": "a long one" });
        let request = Request::post("/api/v1/sessions")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json");
        answer(request.body(Body::from(body.to_string())).expect("a request")).await.0
    };
    assert_eq!(answer(register("register-one")).await.0, 201);
    let close = json!({ "player": "zoe", "reason": "she asked" });
    shop.done("/close-account", close, "account_closed").await;
    let day = 24 * 3_600_000;
    let erased =
        async |id: &str| shop.alone("/erase-lapsed", id, json!({})).await.1["erased"].clone();
    clock.fetch_add(1826 * day, Ordering::SeqCst);
    web::keeper::turn(&app).await;
    assert_eq!(erased("erase-too-early").await, 0);
    assert_eq!(sign_in().await, 201);
    assert_eq!(answer(register("register-two")).await.1["code"], "name_taken");
    clock.fetch_add(day, Ordering::SeqCst);
    web::keeper::turn(&app).await;
    assert_eq!(erased("erase-once-more").await, 0, "the day has done it");
    assert_eq!(sign_in().await, 401);
    assert_eq!(shop.events().iter().filter(|it| it.starts_with("data_erased ")).count(), 1);
    assert_eq!(answer(register("register-three")).await.0, 201);
    // On demand, too.
    let close = json!({ "player": "zoe", "reason": "she asked again" });
    shop.done("/close-account", close, "account_closed").await;
    clock.fetch_add(1827 * day, Ordering::SeqCst);
    assert_eq!(erased("erase-on-demand").await, 1);
    assert_eq!(sign_in().await, 401);
}

/// What the ledger declines is said with its code; what takes two is not one person's.
#[tokio::test]
async fn refusals_are_told_in_words() {
    let shop = Shop::new();
    let problem = async |path: &str, what: Value| {
        let (status, body) = shop.alone(path, "an-act-of-olga", what).await;
        (status, body["code"].as_str().unwrap_or("").to_owned())
    };
    let conflict = |code: &str| (409, code.to_owned());
    let game = || json!({ "game": "mots-croises" });
    assert_eq!(problem("/close", game()).await, conflict("second_name_missing"));
    let put_off = json!({ "game": "mots-croises", "until": "2030-01-01", "reason": "late" });
    assert_eq!(problem("/put-off", put_off.clone()).await, conflict("id_reused"));
    assert_eq!(shop.both("/put-off", put_off).await.1["code"], "game_open");
    let unknown = |path: &'static str, what: Value, code: &'static str| {
        let shop = &shop;
        async move { assert_eq!(shop.both(path, what).await.1["code"], code, "{path}") }
    };
    unknown("/put-on-sale", json!({ "block": "b9" }), "block_unknown").await;
    unknown("/bar", json!({ "player": "nobody", "reason": "x" }), "player_unknown").await;
    unknown("/confirm-gain", json!({ "play": "1/never-bought" }), "play_unknown").await;
    unknown("/confirm-gain", json!({ "play": "nonsense" }), "play_unknown").await;
    let malformed = async |path: &str, what: Value| {
        let (status, body) = shop.both(path, what).await;
        assert_eq!((status, &body["code"]), (400, &json!("malformed")), "{body}");
    };
    let until = |day: &str| json!({ "game": "mots-croises", "until": day, "reason": "late" });
    malformed("/put-off", until("2011-02-29")).await;
    malformed("/put-off", until("tomorrow")).await;
    malformed("/bar", json!({ "player": "demo", "reason": "" })).await;
    malformed("/suspend", json!({ "blocks": "b1" })).await;
    malformed("/report", json!({ "report": "what is left" })).await;
    malformed("/report", json!({ "report": "liability", "from": "2026-01-01" })).await;
    let same = json!({
        "by": credential("olga"), "second": credential("olga"), "id": "close-it", "what": game(),
    });
    assert_eq!(shop.send("/close", &same).await.1["code"], "same_name");
}

/// Row G-4, for operators: every address wants a right password, a wrong name and a wrong password
/// get one answer, the next try waits, and each is an event.
#[tokio::test]
async fn nobody_acts_without_a_password() {
    let shop = Shop::new();
    let forged =
        |by: Value, second: Value| json!({ "by": by, "second": second, "id": "an-act-id" });
    let wrong = || json!({ "name": "olga", "password": "guess" });
    let whats = [
        ("/status", json!({})),
        ("/put-on-sale", json!({ "block": "written" })),
        ("/put-off", json!({ "game": "g", "until": "2030-01-01", "reason": "x" })),
        ("/suspend", json!("all")),
        ("/resume", json!({ "scope": "all" })),
        ("/close", json!({ "game": "mots-croises" })),
        ("/bar", json!({ "player": "1", "reason": "x" })),
        ("/unbar", json!({ "player": "1", "reason": "x" })),
        ("/confirm-gain", json!({ "play": "1/purchase-1" })),
        ("/confirm-player", json!({ "player": "1" })),
        ("/correct", json!({ "player": "1", "way": "credit", "cents": 1, "reason": "x" })),
        ("/check", json!({})),
        ("/close-account", json!({ "player": "1", "reason": "x" })),
        ("/erase-lapsed", json!({})),
        ("/report", json!({ "report": "liability" })),
    ];
    let before = shop.events().len();
    for (path, what) in &whats {
        let mut body = forged(wrong(), Value::Null);
        body["what"] = what.clone();
        let (status, answer) = shop.send(path, &body).await;
        assert_eq!((status, &answer["code"]), (401, &json!("wrong_credentials")), "{path}");
        shop.clock.fetch_add(400_000, Ordering::SeqCst);
    }
    let events = shop.events();
    let count = |start: &str| events[before..].iter().filter(|it| it.starts_with(start)).count();
    assert_eq!(count("sign_in_failed + operator/olga"), whats.len());
    assert_eq!(count("sign_in_locked + operator/olga"), 1);
    assert_eq!(events.len(), before + whats.len() + 1, "nothing else happened");
    // A right first name does not help a wrong second one, and nobody learns which was wrong.
    let mut body = forged(credential("olga"), json!({ "name": "otto", "password": "guess" }));
    body["what"] = json!({ "game": "mots-croises" });
    let unknown = shop.send("/close", &body).await;
    body["second"] = json!({ "name": "oscar", "password": "guess" });
    assert_eq!(shop.send("/close", &body).await, unknown);
    // Too early: not even the right one is looked at.
    body["second"] = credential("oscar");
    let (status, answer) = shop.send("/close", &body).await;
    assert_eq!((status, &answer["code"]), (429, &json!("wait")));
    shop.clock.fetch_add(1_000, Ordering::SeqCst);
    assert_eq!(shop.send("/close", &body).await.1["receipt"], "closed");
}

/// Article A-1: the API tells the planned opening, the real one, and why it was put off.
#[tokio::test]
async fn an_opening_is_told_as_planned_and_as_it_was() {
    let shop = Shop::new();
    let request = Request::get("/api/v1/games/mots-croises");
    let request = request.body(Body::empty());
    let (status, body) = {
        let answer = shop.site.clone().oneshot(request.expect("a request")).await;
        read(answer.expect("an answer")).await
    };
    let expected = json!({
        // Midnight in Paris is eleven in the evening before, in UTC.
        "planned": "2011-11-27T23:00:00Z",
        "put_off": null,
        "opens_at": "2026-11-29T12:00:00Z",
    });
    assert_eq!((status, &body["opening"]), (200, &expected));
}

/// Row P-2: however much of a block on sale was sold, and whatever was won, what an operator can
/// ask says the same.
#[tokio::test]
async fn nothing_asked_tells_what_is_left_in_a_block_on_sale() {
    let shop = Shop::new();
    let ask = async || {
        let status = shop.alone("/status", "status", json!({})).await.1;
        let texts = [
            status.to_string(),
            shop.report("performance").await.to_string(),
            shop.report("alterations").await.to_string(),
        ];
        texts.concat()
    };
    let before = ask().await;
    shop.sell(0, 1).await;
    assert_eq!(ask().await, before, "a unit that won");
    shop.sell(1, 17).await;
    // The seventeenth has nine words, and won the largest lot.
    assert_eq!(ask().await, before, "the largest lot");
    // Liability says what is owed, and nothing of the block's own accounts.
    let owed = shop.report("liability").await;
    let rows = owed["tables"][0]["rows"].as_array().expect("rows");
    let names: Vec<_> = rows.iter().map(|row| row[0].as_str().expect("a name")).collect();
    assert_eq!(names, ["players, with held gains", "withdrawals on their way"]);
    // A suspended block is not over either.
    shop.done("/suspend", json!({ "block": "written" }), "suspended").await;
    let suspended = shop.report("performance").await;
    assert_eq!(suspended["tables"][0]["rows"], json!([]));
    assert!(suspended["notes"].to_string().contains("block written of mots-croises is not over"));
}

/// Row G-9: the figures of a block that is over, by day and to date, against the written units:
/// 4 0 1 5 2 0 complete words are 13, 0, 0, 30, 3, 0 €.
#[tokio::test]
async fn what_was_sold_of_a_closed_block_is_told() {
    let shop = Shop::new();
    let performance = shop.report("performance").await;
    assert_eq!(performance["notes"][0], "no activity");
    shop.sell(0, 6).await;
    shop.done("/close", json!({ "game": "mots-croises" }), "closed").await;
    let performance = shop.report("performance").await;
    let rows = |table: usize| performance["tables"][table]["rows"].clone();
    // NOON is 29 November 2026, 12:00 UTC.
    let day = store::day_of(Millis(NOON)).expect("a day").to_string();
    assert_eq!(rows(0), json!([[day, "mots-croises", "6", "1800", "4600"]]));
    assert_eq!(rows(1), json!([["mots-croises", "6", "1800", "4600"]]));
    let at = store::told(Millis(NOON));
    let block = [
        "written",
        "mots-croises",
        "1",
        "1",
        "20",
        "6",
        "0",
        "14",
        "6",
        "1800",
        "4600",
        "closed",
        &at,
        &at,
    ];
    assert_eq!(rows(2), json!([block]));
    assert_eq!(performance["notes"], json!([]));
    // 500 € less six stakes, and 46 € won.
    let owed = shop.report("liability").await["tables"][0]["rows"].clone();
    let row = |what, cents| json!([what, cents]);
    assert_eq!(
        owed,
        json!([
            row("players", "52800"),
            row("held gains", "0"),
            row("withdrawals on their way", "0")
        ])
    );
    let of_day = async |from: &str, to: &str| {
        let what = json!({ "report": "performance", "from": from, "to": to });
        shop.alone("/report", "report", what).await.1
    };
    assert_eq!(of_day(&day, &day).await["tables"][0]["rows"], rows(0));
    let other = of_day("2026-11-01", "2026-11-28").await;
    assert_eq!(
        (&other["tables"][0]["rows"], &other["notes"][0]),
        (&json!([]), &json!("no activity"))
    );
    let alterations = shop.report("alterations").await;
    let kinds: Vec<_> = alterations["tables"][0]["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row[2].as_str().expect("a kind").to_owned())
        .collect();
    assert_eq!(kinds, ["parameters_changed", "block_on_sale", "block_closed"]);
    let reports = shop.events().iter().filter(|it| it.starts_with("report_given olga+")).count();
    assert_eq!(reports, 6, "each report is an event with its name");
}
