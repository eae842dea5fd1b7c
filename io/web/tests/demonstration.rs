//! A game that is tried without money, in process.

mod fixture;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

async fn answer(router: &axum::Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = router.clone().oneshot(request).await.expect("the router answers");
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a whole body");
    (status, serde_json::from_slice(&bytes).expect("JSON"))
}

async fn get(router: &axum::Router, session: &str, path: &str) -> Value {
    let request = Request::get(path).header(header::COOKIE, session);
    answer(router, request.body(Body::empty()).expect("a request")).await.1
}

async fn draw(router: &axum::Router, game: &str) -> (StatusCode, Value) {
    let request = Request::post(format!("/api/v1/games/{game}/demonstrations"))
        .header("sec-fetch-site", "same-origin")
        .header(header::CONTENT_TYPE, "application/json");
    answer(router, request.body(Body::empty()).expect("a request")).await
}

/// Articles B-4.6b and G-13: two words in one grid and three in the other are 5 € and 10 €, one lot
/// of 15 €.
#[tokio::test]
async fn a_demonstration_tells_the_whole_unit_and_its_one_lot() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let router = web::router(fixture::fixture(folder.path(), None).app);
    let (status, unit) = draw(&router, "maxi-mots-croises").await;
    assert_eq!(status, StatusCode::OK, "{unit}");
    let money = |cents| json!({ "cents": cents, "currency": "EUR" });
    assert_eq!(unit["gain"], money(1_500));
    let mut parts = [500, 1_000].map(money);
    if unit["completed"][0].as_array().map(Vec::len) == Some(3) {
        parts.reverse();
    }
    assert_eq!(unit["grid_gains"], json!(parts));
    assert_eq!(unit["letters"].as_str().map(str::len), Some(18));
    let words = unit["words"].as_array().expect("a list").iter();
    let counts: Vec<_> = words.map(|grid| grid.as_array().map(Vec::len)).collect();
    assert_eq!(counts, [Some(18), Some(18)]);
}

/// Article G-13: nothing is debited, paid, bought or kept; and what is sold cannot be tried.
#[tokio::test]
async fn a_demonstration_moves_no_money() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let fixture = fixture::fixture(folder.path(), Some(50));
    let (router, session) = (web::router(fixture.app), fixture.session);
    let paths = ["/api/v1/me", "/api/v1/plays", "/api/v1/me/statement"];
    let mut before = Vec::new();
    for path in paths {
        before.push(get(&router, &session, path).await);
    }
    assert_eq!(before[0]["balance"]["cents"], 5_000);
    for _ in 0..5 {
        assert_eq!(draw(&router, "maxi-mots-croises").await.0, StatusCode::OK);
    }
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(get(&router, &session, path).await, before, "{path}");
    }
    assert_eq!(draw(&router, "mots-croises").await.0, StatusCode::NOT_FOUND);
}
