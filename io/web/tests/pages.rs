//! The pages around the games, in process: what each says, in which language, and to whom.

mod fixture;
mod palette;

use std::sync::atomic::Ordering;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use game::GameId;
use ledger::OperatorAct;
use serde_json::{Value, json};
use tower::ServiceExt;

use fixture::Fixture;

struct Site {
    fixture: Fixture,
    router: axum::Router,
    _folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let fixture = fixture::fixture(folder.path(), Some(50));
        let router = web::router(fixture.app.clone());
        Self { fixture, router, _folder: folder }
    }

    /// What a browser is answered.
    async fn browse(&self, path: &str, session: &str) -> (StatusCode, String) {
        let request = Request::get(path)
            .header(header::ACCEPT, "text/html")
            .header(header::COOKIE, session)
            .body(Body::empty());
        self.send(request.expect("a request")).await
    }

    /// A page for the player, which must be there.
    async fn page(&self, path: &str) -> String {
        let (status, page) = self.browse(path, &self.fixture.session).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        page
    }

    async fn post(
        &self,
        path: &str,
        session: &str,
        key: &str,
        body: &Value,
    ) -> (StatusCode, String) {
        let request = Request::post(format!("/api/v1{path}"))
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, session)
            .header("idempotency-key", key)
            .body(body.to_string().into());
        self.send(request.expect("a request")).await
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, String) {
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let status = response.status();
        let cookie = response.headers().get(header::SET_COOKIE).cloned();
        let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match cookie {
            // Whoever signs in wants the session, not the answer.
            Some(cookie) if status == StatusCode::CREATED => {
                let text = cookie.to_str().expect("visible");
                (status, text.split(';').next().expect("a pair").to_owned())
            }
            _ => (status, text),
        }
    }

    fn operate(&self, id: &str, act: OperatorAct) {
        fixture::give(&self.fixture.store, id, fixture::operator(act));
    }
}

fn game() -> GameId {
    GameId::new("mots-croises").expect("an id")
}

/// Each page names itself in both languages, and is in the one of its address.
#[tokio::test]
async fn every_page_is_there_in_both_languages() {
    let site = Site::new();
    for (french, english) in [
        ("/", "/en/"),
        ("/jeux/mots-croises", "/en/games/mots-croises"),
        ("/jeux/mots-croises/regles", "/en/games/mots-croises/rules"),
        ("/jeux/maxi-mots-croises/regles", "/en/games/maxi-mots-croises/rules"),
        ("/historique", "/en/history"),
        ("/compte", "/en/account"),
        ("/mot-de-passe", "/en/password"),
    ] {
        for (path, language) in [(french, "fr"), (english, "en")] {
            let page = site.page(path).await;
            assert!(page.contains(&format!("<html lang=\"{language}\"")), "{path}");
            for (other, at) in [("fr", french), ("en", english), ("x-default", french)] {
                let link = format!("rel=\"alternate\" hreflang=\"{other}\" href=\"{at}\"");
                assert!(page.contains(&link), "{path}: {link}");
            }
        }
    }
    // Whoever is in has no business at the door.
    for (path, to) in [("/connexion", "/"), ("/en/sign-up", "/en/account")] {
        let request = Request::get(path).header(header::COOKIE, &site.fixture.session);
        let request = request.body(Body::empty()).expect("a request");
        let response = site.router.clone().oneshot(request).await.expect("the router answers");
        assert_eq!(response.headers()[header::LOCATION], to, "{path}");
        assert_eq!(site.browse(path, "").await.0, StatusCode::OK, "{path}");
    }
    assert_eq!(site.browse("/compte", "").await.0, StatusCode::SEE_OTHER);
}

/// Article A-1, and what else keeps a game from being bought, said where the games are and where one
/// would be bought: the buttons are away there.
#[tokio::test]
async fn the_site_says_why_a_game_cannot_be_bought() {
    let site = Site::new();
    assert!(site.page("/").await.contains("1 chance sur 4,52"));
    site.operate("suspend-1", OperatorAct::SuspendGame { game: game() });
    assert!(site.page("/").await.contains("La vente est suspendue"));
    assert!(site.page("/en/").await.contains("The sale is suspended"));
    let (away, there) = (
        "<div class=\"actions\" hidden><button class=\"main\" id=\"buy-jouer\"",
        "<div class=\"actions\"><button class=\"main\" id=\"buy-jouer\"",
    );
    let ticket = site.page("/en/games/mots-croises").await;
    assert!(ticket.contains("The sale is suspended") && ticket.contains(away));
    site.operate("resume-1", OperatorAct::ResumeGame { game: game() });
    assert!(!site.page("/").await.contains("La vente est suspendue"));
    assert!(site.page("/jeux/mots-croises").await.contains(there));
}

/// Row G-3: whoever has accepted other rules is asked again, and told what changes for him.
#[tokio::test]
async fn rules_that_changed_are_to_be_accepted_again() {
    let site = Site::new();
    let asks = "Les règles ont changé";
    assert!(!site.page("/compte").await.contains(asks));
    site.fixture.clock.store(fixture::NEW_RULES, Ordering::SeqCst);
    let wish = json!({ "name": "demo", "password": "mots-croises" });
    let (status, session) = site.post("/sessions", "", "", &wish).await;
    assert_eq!(status, StatusCode::CREATED);
    let (_, page) = site.browse("/compte", &session).await;
    assert!(page.contains(asks) && page.contains("data-rules=\"2\""), "{page}");
    let (status, _) = site.post("/acceptances", &session, "accept-2", &json!({ "rules": 2 })).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert!(!site.browse("/compte", &session).await.1.contains(asks));
}

/// The first unit wins 13 €: as long as it is not seen, no page tells, but for who asks.
#[tokio::test]
async fn a_session_and_an_account_do_not_tell_what_is_not_seen() {
    let site = Site::new();
    let session = site.fixture.session.clone();
    let wish = json!({ "game": "mots-croises", "mode": "jouer", "price_cents": 300 });
    assert_eq!(site.post("/plays", &session, "purchase-1", &wish).await.0, StatusCode::CREATED);
    let tally = async || -> Value {
        let (_, text) = site.browse("/api/v1/me/session", &session).await;
        serde_json::from_str(&text).expect("JSON")
    };
    let before = tally().await;
    assert_eq!((&before["staked"]["cents"], &before["won"]["cents"]), (&json!(300), &json!(0)));
    let page = site.page("/compte").await;
    assert!(page.contains("Bilan\u{a0}: \u{2212}3,00\u{a0}€"), "{page}");
    let (head, asked) = page.split_once("<details>").expect("it is there for who asks");
    assert!(head.contains("47,00\u{a0}€") && !head.contains("60,00\u{a0}€"));
    assert!(asked.contains("60,00\u{a0}€"));
    let finish = site.post("/plays/purchase-1/finish", &session, "", &json!({})).await;
    assert_eq!(finish.0, StatusCode::OK);
    assert_eq!(tally().await["won"]["cents"], 1_300);
    let page = site.page("/compte").await;
    assert!(page.contains("Bilan\u{a0}: +10,00\u{a0}€") && !page.contains("<details>"), "{page}");
    assert_eq!(site.browse("/api/v1/me/session", "").await.0, StatusCode::UNAUTHORIZED);
}

/// The account that anybody may enter is said in words where the site is a demonstration.
#[tokio::test]
async fn a_demonstration_says_who_may_enter() {
    let site = Site::new();
    for (path, says) in
        [("/", "joueur <code>demo</code>"), ("/en/sign-in", "player <code>demo</code>")]
    {
        let (_, page) = site.browse(path, "").await;
        assert!(
            page.contains(says) && page.contains("<code>mots-croises</code>"),
            "{path}: {page}"
        );
        assert!(!site.page("/").await.contains("demonstration-enter"), "not to who is in");
    }
}
