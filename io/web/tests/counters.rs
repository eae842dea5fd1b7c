//! Counters over HTTP: who may come in, what a ticket pays, that it is paid once, and what guessing
//! comes to.

mod fixture;

use std::sync::atomic::Ordering;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, header};
use fixture::NOON;
use fixture::paper::{self, Sample, Shop, TODAY, with_lot};
use ledger::{BookRange, CounterId, Millis, Report, RetailAct};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A day in milliseconds.
const DAY: i64 = 24 * 3_600_000;

struct Site {
    shop: Shop,
    router: axum::Router,
    _folder: tempfile::TempDir,
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    fn code(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let shop = paper::shop(folder.path());
        let router = web::router(shop.app.clone());
        Self { shop, router, _folder: folder }
    }

    /// A site where every book is on sale.
    fn selling() -> Self {
        let site = Self::new();
        site.shop.sell_all();
        site
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        (key, body): (Option<&str>, Value),
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, cookie);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = request.body(Body::from(body)).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status, headers, body }
    }

    async fn try_sign_in(&self, counter: u32, password: &str) -> Answer {
        let body = json!({ "counter": counter, "password": password });
        self.send("POST", "/retail/sessions", "", (None, body)).await
    }

    /// The session of a counter, as a browser shows it.
    async fn sign_in(&self, counter: u32) -> String {
        let answer = self.try_sign_in(counter, paper::PASSWORD).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let cookie = answer.headers[header::SET_COOKIE].to_str().expect("visible");
        cookie.split(';').next().expect("a pair").to_owned()
    }

    async fn ask(&self, session: &str, number: &str, code: &str) -> Answer {
        let body = json!({ "number": number, "code": code });
        self.send("POST", "/retail/inquiries", session, (None, body)).await
    }

    async fn asked(&self, session: &str, ticket: &Sample) -> Value {
        let answer = self.ask(session, &ticket.number, &ticket.code).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    async fn pay(&self, session: &str, key: &str, tickets: &[&Sample], bearer: Value) -> Answer {
        let tickets: Vec<_> =
            tickets.iter().map(|it| json!({ "number": it.number, "code": it.code })).collect();
        let body = json!({ "tickets": tickets, "bearer": bearer });
        self.send("POST", "/retail/payments", session, (Some(key), body)).await
    }

    async fn get(&self, path: &str, session: &str) -> Value {
        let answer = self.send("GET", path, session, (None, Value::Null)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    fn wait(&self, ms: i64) {
        self.shop.clock.fetch_add(ms, Ordering::SeqCst);
    }

    /// Goes to a moment, at which sessions have ended.
    fn go_to(&self, at: i64) {
        self.shop.clock.store(at, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_counter_comes_in_by_its_number_and_password() {
    let site = Site::new();
    for (counter, password) in [(7, "au hasard, au hasard"), (70, paper::PASSWORD), (7, "court")] {
        let answer = site.try_sign_in(counter, password).await;
        assert_eq!(answer.code(), (401, "wrong_credentials"), "{counter} {password}");
    }
    let session = site.sign_in(7).await;
    assert!(session.starts_with("counter="), "{session}");
    let me = site.get("/retail/counter", &session).await;
    let expected = json!({
        "counter": 7, "name": "Tabac de la Gare", "is_centre": false,
        "balance": { "cents": 100_000, "currency": "EUR" },
        "ceiling": { "cents": 30_000, "currency": "EUR" },
        "identity_from": { "cents": 200_000, "currency": "EUR" },
        "identity_above": { "cents": 30_000, "currency": "EUR" },
    });
    assert_eq!(me, expected);
    let centre = site.sign_in(9).await;
    assert_eq!(site.get("/retail/counter", &centre).await["ceiling"], Value::Null);
    // A second sign-in ends the session that it shows, and another counter's goes on.
    let body = json!({ "counter": 7, "password": paper::PASSWORD });
    let again = site.send("POST", "/retail/sessions", &session, (None, body)).await;
    assert_eq!(again.status, 201);
    let gone = site.send("GET", "/retail/counter", &session, (None, Value::Null)).await;
    assert_eq!(gone.code(), (401, "not_signed_in"));
    let out = site.send("DELETE", "/retail/sessions", &centre, (None, Value::Null)).await;
    assert_eq!(out.status, 204);
    let gone = site.send("GET", "/retail/counter", &centre, (None, Value::Null)).await;
    assert_eq!(gone.code(), (401, "not_signed_in"));
    // Five wrong passwords lock a number for a while, and nobody is told.
    for _ in 0..5 {
        site.try_sign_in(8, "au hasard, au hasard").await;
    }
    assert_eq!(site.try_sign_in(8, paper::PASSWORD).await.code(), (401, "wrong_credentials"));
    site.wait(15 * 60_000);
    assert_eq!(site.try_sign_in(8, paper::PASSWORD).await.status, 201);
}

/// A player's session opens nothing here, and a counter's nothing of a player's.
#[tokio::test]
async fn sessions_of_players_and_counters_are_not_taken_for_each_other() {
    let site = Site::new();
    let body = json!({ "name": "alice", "password": "une grille de mots", "born": "1980-01-01",
        "rules": 1 });
    let answer = site.send("POST", "/players", "", (Some("register-alice"), body)).await;
    let player = answer.headers[header::SET_COOKIE].to_str().expect("visible");
    let player = player.split(';').next().expect("a pair").to_owned();
    let counter = site.sign_in(7).await;
    let token = |cookie: &str| cookie.split_once('=').expect("a pair").1.to_owned();
    let as_counter = format!("counter={}", token(&player));
    let as_player = format!("session={}", token(&counter));
    for cookie in [&player, &as_counter] {
        let answer = site.send("GET", "/retail/counter", cookie, (None, Value::Null)).await;
        assert_eq!(answer.code(), (401, "not_signed_in"), "{cookie}");
    }
    for cookie in [&counter, &as_player] {
        let answer = site.send("GET", "/me", cookie, (None, Value::Null)).await;
        assert_eq!(answer.code(), (401, "not_signed_in"), "{cookie}");
    }
    let both = format!("{player}; {counter}");
    site.get("/me", &both).await;
    site.get("/retail/counter", &both).await;
}

/// Rows T-2, T-3: whatever may be said of a ticket that is asked about, in its order.
#[tokio::test]
async fn every_answer_is_given() {
    let site = Site::selling();
    let (shop, centre) = (site.sign_in(7).await, site.sign_in(9).await);
    let small = with_lot(500);
    let answer = site.asked(&shop, small).await;
    let expected = json!({
        "ticket": small.id(), "answer": "pays_here", "amount": { "cents": 500, "currency": "EUR" },
        "needs_identity": false, "paid_at": null, "closed_on": null, "claims_ended_on": null,
    });
    assert_eq!(answer, expected);
    let large = site.asked(&shop, with_lot(100_000)).await;
    assert_eq!(
        (&large["answer"], &large["amount"]["cents"]),
        (&json!("pays_at_centre"), &json!(100_000))
    );
    assert_eq!(site.asked(&centre, with_lot(100_000)).await["answer"], "pays_here");
    let largest = site.asked(&centre, with_lot(1_000_000)).await;
    assert_eq!(
        (&largest["answer"], &largest["needs_identity"]),
        (&json!("pays_here"), &json!(true))
    );
    assert_eq!(site.asked(&shop, with_lot(0)).await["answer"], "not_a_winner");

    let paid = site.pay(&shop, "payment-1", &[small], Value::Null).await;
    assert_eq!((paid.status, &paid.body["sum"]["cents"]), (201, &json!(500)), "{}", paid.body);
    let here = site.asked(&shop, small).await;
    assert_eq!(
        (&here["answer"], &here["paid_at"]),
        (&json!("paid_here"), &json!("2026-11-29T12:00:00Z"))
    );
    assert_eq!(here["amount"], Value::Null);
    let elsewhere = site.asked(&centre, small).await;
    assert_eq!(
        (&elsewhere["answer"], &elsewhere["paid_at"]),
        (&json!("paid_elsewhere"), &here["paid_at"])
    );

    for (text, report) in [("book_lost", Report::Lost), ("book_stolen", Report::Stolen)] {
        let ticket = unpaid(&site, 20_000, small.book);
        let (books, reason) = (BookRange::from(paper::book(ticket.book)), paper::remark());
        site.shop.operate(RetailAct::Report { books, report, reason: reason.clone() });
        assert_eq!(site.asked(&shop, ticket).await["answer"], text);
        site.shop.operate(RetailAct::Release { books, reason });
    }
    check_books(&site, &shop).await;
    check_slips(&site, &shop, small).await;
}

/// A ticket with this lot in another book than this one.
fn unpaid(_: &Site, cents: u64, book: u32) -> &'static Sample {
    let mut found = paper::tickets().iter().filter(|it| it.lot.0 == cents && it.book != book);
    found.next().expect("there are several")
}

/// What came back pays nothing from its first returned ticket on.
async fn check_books(site: &Site, session: &str) {
    let book = (1..=10).rev().find(|&it| it != with_lot(500).book).expect("there are ten");
    let of = |place: u16| {
        let mut all = paper::tickets().iter();
        all.find(|it| (it.book, it.place) == (book, place)).expect("there are ten")
    };
    let back = RetailAct::Return {
        books: BookRange::from(paper::book(book)),
        counter: CounterId(7),
        from: 5,
    };
    site.shop.operate(back);
    assert_eq!(site.asked(session, of(5)).await["answer"], "book_returned");
    assert_ne!(site.asked(session, of(4)).await["answer"], "book_returned");
}

/// What is mistyped is said to be, and not where; a code of another ticket does not match.
async fn check_slips(site: &Site, session: &str, ticket: &Sample) {
    let other = with_lot(0);
    let spoilt = |text: &str| {
        let last = text.chars().next_back().expect("it has letters");
        let next = if last == '2' { '3' } else { '2' };
        format!("{}{next}", &text[..text.len() - 1])
    };
    let mistyped = site.ask(session, &spoilt(&ticket.number), &ticket.code).await;
    assert_eq!(mistyped.code(), (422, "mistyped"));
    let code = site.ask(session, &ticket.number, &spoilt(&ticket.code)).await;
    assert_eq!(code.body, mistyped.body, "which of the two it was is not said");
    let misfit = site.ask(session, &ticket.number, &other.code).await;
    assert_eq!(misfit.code(), (409, "does_not_match"));
    let absent =
        ticket::Printing::new(ticket::GameCode::parse("31703").expect("a code"), 1, 10, 100);
    let absent = absent.expect("whole books").identification(0).to_string();
    let unknown = site.ask(session, &absent, &ticket.code).await;
    assert_eq!(unknown.code(), (409, "ticket_unknown"));
    // As a scanner gives it, and as someone types it.
    let plain = |text: &str| text.replace(['-', ' '], "");
    let scanned = site.ask(session, &plain(&ticket.number), &plain(&ticket.code)).await;
    let typed =
        site.ask(session, &ticket.number.replace('-', " "), &ticket.code.to_lowercase()).await;
    assert_eq!((scanned.status, &scanned.body), (200, &typed.body));
}

#[tokio::test]
async fn a_book_that_is_not_on_sale_pays_nothing() {
    let site = Site::new();
    let (ticket, session) = (with_lot(500), site.sign_in(7).await);
    assert_eq!(site.asked(&session, ticket).await["answer"], "book_not_active");
    site.shop.deliver(ticket.book, 7);
    assert_eq!(site.asked(&session, ticket).await["answer"], "book_not_active");
    let book = format!("31702-{:07}", ticket.book);
    let body = || json!({ "book": book });
    let activate = ("POST", "/retail/activations", session.as_str());
    let on_sale = site.send(activate.0, activate.1, activate.2, (Some("activate-1"), body())).await;
    let expected = json!({ "book": book, "balance": { "cents": 95_000, "currency": "EUR" } });
    assert_eq!((on_sale.status, &on_sale.body), (201, &expected));
    let again = site.send(activate.0, activate.1, activate.2, (Some("activate-1"), body())).await;
    assert_eq!(again.body, on_sale.body, "it is debited once");
    let other = site.send(activate.0, activate.1, activate.2, (Some("activate-2"), body())).await;
    assert_eq!(other.code(), (409, "book_active"));
    assert_eq!(site.asked(&session, ticket).await["answer"], "pays_here");
    let stranger = site.sign_in(8).await;
    let not_his =
        site.send("POST", "/retail/sell-outs", &stranger, (Some("sell-out-1"), body())).await;
    assert_eq!(not_his.code(), (409, "book_of_other_counter"));
    let sold_out =
        site.send("POST", "/retail/sell-outs", &session, (Some("sell-out-1"), body())).await;
    assert_eq!((sold_out.status, &sold_out.body), (201, &body()));
    let report = json!({ "book": book, "how": "stolen" });
    let report = site.send("POST", "/retail/reports", &session, (Some("report-01"), report)).await;
    assert_eq!((report.status, &report.body), (201, &body()));
    assert_eq!(site.asked(&session, ticket).await["answer"], "book_stolen");
    let wrong = site
        .send(
            "POST",
            "/retail/activations",
            &session,
            (Some("activate-3"), json!({ "book": "12" })),
        )
        .await;
    assert_eq!(wrong.code(), (400, "malformed"));
}

/// Rows B-1, T-3: thirty days from the closing notice, and nothing after.
#[tokio::test]
async fn after_the_last_day_of_payment_nothing_is_paid() {
    let site = Site::selling();
    let code = ledger::GameCode::parse(paper::CODE).expect("a code");
    site.shop.operate(RetailAct::Close { code, day: paper::day(TODAY) });
    // 29 December 2026 is a Tuesday: it ends when 30 December begins in Paris.
    let over = 1_798_585_200_000;
    site.go_to(over - 1);
    let session = site.sign_in(7).await;
    assert_eq!(site.asked(&session, with_lot(500)).await["answer"], "pays_here");
    site.wait(1);
    let late = site.asked(&session, with_lot(500)).await;
    assert_eq!(late["answer"], "too_late");
    assert_eq!(
        (&late["closed_on"], &late["claims_ended_on"]),
        (&json!(TODAY), &json!("2026-12-29"))
    );
    let refused = site.pay(&session, "payment-1", &[with_lot(500)], Value::Null).await;
    assert_eq!((refused.status, &refused.body["not_paid"]["answer"]), (200, &json!("too_late")));
}

/// One operation pays all its tickets or none, once, and asks for a name where it must.
#[tokio::test]
async fn tickets_are_paid_together_or_not_at_all() {
    let site = Site::selling();
    let (shop, centre) = (site.sign_in(7).await, site.sign_in(9).await);
    let (one, two, lost) = (with_lot(1_000), with_lot(1_500), with_lot(0));
    let none = site.pay(&shop, "payment-1", &[one, lost, two], Value::Null).await;
    assert_eq!((none.status, &none.body["sum"]), (200, &Value::Null));
    assert_eq!(none.body["not_paid"]["ticket"], lost.id());
    assert_eq!(none.body["not_paid"]["answer"], "not_a_winner");
    assert_eq!(site.asked(&shop, one).await["answer"], "pays_here");
    let both = site.pay(&shop, "payment-2", &[one, two], Value::Null).await;
    assert_eq!((both.status, &both.body["sum"]["cents"]), (201, &json!(2_500)));
    let again = site.pay(&shop, "payment-2", &[one, two], Value::Null).await;
    assert_eq!((again.status, &again.body), (201, &both.body), "a repetition is answered alike");
    let reused = site.pay(&shop, "payment-2", &[one], Value::Null).await;
    assert_eq!(reused.code(), (409, "id_reused"));
    let other = site.pay(&shop, "payment-3", &[two], Value::Null).await;
    assert_eq!(other.body["not_paid"]["answer"], "paid_here");

    let above = site.pay(&shop, "payment-4", &[with_lot(100_000)], Value::Null).await;
    assert_eq!(above.body["not_paid"]["answer"], "pays_at_centre");
    let large = with_lot(1_000_000);
    let nameless = site.pay(&centre, "payment-5", &[large], json!("  ")).await;
    assert_eq!(nameless.code(), (409, "identity_missing"));
    let named = site.pay(&centre, "payment-5", &[large], json!("passeport 12AB34567")).await;
    assert_eq!((named.status, &named.body["sum"]["cents"]), (201, &json!(1_000_000)));
    let (first, second) = (with_lot(20_000), unpaid(&site, 20_000, 0));
    assert_eq!(first, second);
    let others: Vec<_> = paper::tickets().iter().filter(|it| it.lot.0 == 20_000).take(2).collect();
    let several = site.pay(&shop, "payment-6", &others, Value::Null).await;
    assert_eq!(several.code(), (409, "identity_missing"), "400 € in one operation");

    for (tickets, bearer) in [
        (vec![], Value::Null),
        (vec![one; 51], Value::Null),
        (vec![first, first], Value::Null),
        (vec![first], json!("a\nb")),
        (vec![first], json!("x".repeat(201))),
    ] {
        let answer = site.pay(&shop, "payment-7", &tickets, bearer).await;
        assert_eq!(answer.code(), (400, "malformed"), "{}", answer.body);
    }
}

/// Two counters pay one ticket at the same moment: one pays it, and the other is told when and that
/// it was elsewhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_that_two_counters_pay_at_once_is_paid_once() {
    let site = Site::selling();
    let (one, other) = (site.sign_in(7).await, site.sign_in(8).await);
    let winners = paper::tickets().iter().filter(|it| (500..=5_000).contains(&it.lot.0));
    let mut paid = [0_u64; 2];
    for (number, ticket) in winners.take(20).enumerate() {
        let key = format!("payment-{number}");
        let tickets = [ticket];
        let (first, second) = tokio::join!(
            site.pay(&one, &key, &tickets, Value::Null),
            site.pay(&other, &key, &tickets, Value::Null)
        );
        let (winner, loser, who) = match first.status {
            201 => (first, second, 0),
            _ => (second, first, 1),
        };
        assert_eq!((winner.status, loser.status), (201, 200), "{} {}", winner.body, loser.body);
        let told = &loser.body["not_paid"];
        assert_eq!(
            (&told["answer"], &told["ticket"]),
            (&json!("paid_elsewhere"), &json!(ticket.id()))
        );
        assert_eq!(told["paid_at"], "2026-11-29T12:00:00Z");
        paid[who] += ticket.lot.0;
    }
    for (session, cents) in [(&one, paid[0]), (&other, paid[1])] {
        assert_eq!(site.get("/retail/payments", session).await["sum"]["cents"], cents);
    }
}

#[tokio::test]
async fn a_counter_sees_what_it_has_paid_today() {
    let site = Site::selling();
    let session = site.sign_in(7).await;
    let nothing = site.get("/retail/payments", &session).await;
    let none = json!({ "day": TODAY, "sum": { "cents": 0, "currency": "EUR" }, "count": 0,
        "payments": [], "next": null });
    assert_eq!(nothing, none);
    let winners: Vec<_> =
        paper::tickets().iter().filter(|it| (1..=20_000).contains(&it.lot.0)).collect();
    for (number, ticket) in winners.iter().enumerate() {
        let paid = site.pay(&session, &format!("payment-{number}"), &[ticket], Value::Null).await;
        assert_eq!(paid.status, 201, "{}", paid.body);
        site.wait(1_000);
    }
    let all = site.get("/retail/payments", &session).await;
    let sum: u64 = winners.iter().map(|it| it.lot.0).sum();
    assert_eq!((&all["sum"]["cents"], &all["count"]), (&json!(sum), &json!(winners.len())));
    let listed: Vec<_> = all["payments"].as_array().expect("a list").clone();
    let newest: Vec<_> = winners.iter().rev().map(|it| json!(it.id())).collect();
    assert_eq!(listed.iter().map(|it| it["ticket"].clone()).collect::<Vec<_>>(), newest);
    // From any line on, the rest.
    let at = Millis(NOON + 10_000);
    let cursor = format!("/retail/payments?before={at}~{}", winners[10].id());
    let rest = site.get(&cursor, &session).await;
    assert_eq!(rest["payments"].as_array().map(Vec::len), Some(10));
    assert_eq!(rest["sum"], all["sum"], "the sum is the day's");
    for wrong in ["x", "1", "1~x", "-1~31702-0000001-001"] {
        let path = format!("/retail/payments?before={wrong}");
        let answer = site.send("GET", &path, &session, (None, Value::Null)).await;
        assert_eq!(answer.code(), (400, "malformed"), "{wrong}");
    }
    let other = site.sign_in(8).await;
    assert_eq!(site.get("/retail/payments", &other).await, none);
    site.go_to(NOON + DAY);
    let session = site.sign_in(7).await;
    assert_eq!(site.get("/retail/payments", &session).await["count"], 0);
}

/// Row T-4: ten thousand guesses at codes. None is right, the counter is slowed, and no other is.
#[tokio::test]
async fn guessing_is_hopeless_slow_and_seen() {
    let site = Site::selling();
    let guesser = site.sign_in(7).await;
    let ticket = with_lot(20_000);
    let (mut looked_at, mut slowed) = (0, 0);
    for guess in 0..10_000_u64 {
        let mut bytes = [0x5a; 10];
        bytes[..8].copy_from_slice(&guess.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
        let code = ticket::ValidationCode::new(bytes).grouped(' ');
        let answer = site.ask(&guesser, &ticket.number, &code).await;
        match answer.code() {
            (409, "does_not_match") => looked_at += 1,
            (429, "slowed") => {
                let seconds: u64 = answer.headers[header::RETRY_AFTER]
                    .to_str()
                    .expect("visible")
                    .parse()
                    .expect("a number");
                assert!((1..=3600).contains(&seconds), "{seconds}");
                slowed += 1;
            }
            other => panic!("{other:?} {}", answer.body),
        }
        site.wait(1_000);
    }
    // Ten thousand seconds. The twentieth, after 19 s, begins a wait of 10 s, the next ones of 20, 40,
    // … 2560 s: after 19 + 5110 s the twenty-ninth, 3600 s later the thirtieth, and then no more.
    assert_eq!((looked_at, slowed), (30, 10_000 - 30));
    let honest = site.sign_in(8).await;
    assert_eq!(site.asked(&honest, ticket).await["answer"], "pays_here", "another is not slowed");
    assert_eq!(site.ask(&guesser, &ticket.number, &ticket.code).await.code(), (429, "slowed"));
    let events = site.shop.store.events(0, 10_000).expect("the ledger works");
    let told: Vec<_> = events.iter().filter(|it| it.kind == "counter_slowed").collect();
    assert_eq!(told.len(), 11, "once for each wait");
    assert_eq!(told[0].subject, "counter/7");
    assert_eq!(told[0].detail, "20 codes that do not fit in a day; waits 10 s");
    site.wait(DAY);
    let session = site.sign_in(7).await;
    assert_eq!(site.asked(&session, ticket).await["answer"], "pays_here", "a day later it may ask");
}

/// What a body says that cannot be read is not repeated: it may have a code in it.
#[tokio::test]
async fn no_problem_repeats_a_code() {
    let site = Site::selling();
    let session = site.sign_in(7).await;
    let code = "3VPA6NQAW4XJ332J2";
    for body in [
        json!({ "number": { "x": 1 }, "code": code }),
        json!({ "code": code }),
        json!({ "number": "1", "code": "2", code: 1 }),
        json!([code]),
        json!(code),
        json!({ "tickets": code }),
        json!({ "tickets": [{ "number": code, "code": [code] }] }),
    ] {
        for path in ["/retail/inquiries", "/retail/payments"] {
            let answer = site.send("POST", path, &session, (Some("payment-1"), body.clone())).await;
            assert_eq!(answer.status, 400, "{}", answer.body);
            assert!(!answer.body.to_string().contains(code), "{}", answer.body);
        }
    }
}
