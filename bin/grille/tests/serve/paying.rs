//! A server that pays tickets and sells nothing; and sign-ins that the ledger knows nothing of.

use std::fs;

use access::{ACCESS_FILE, COUNTERS_FILE};
use serde_json::json;

use crate::bench::{BOTH, Bench};
use crate::counter::{PASSWORD, bench, configure_selling, send, set_up, sign_in, tickets};
use crate::http::{Answer, Site};
use crate::observe::watch_of;

/// What a page's script sends for a player.
fn post(site: Site, path: &str, body: &serde_json::Value) -> (String, Answer) {
    let headers = "sec-fetch-site: same-origin\r\ncontent-type: application/json\r\n\
        idempotency-key: newcomer-one\r\n";
    site.ask_whole(&format!("POST /api/v1/{path}"), headers, &body.to_string()).unwrap()
}

/// Rows T-2, T-3: there is no block to sell, and everything that a player may look at says so.
#[test]
fn a_server_may_only_pay() {
    let bench = bench();
    let tickets = tickets(&bench);
    configure_selling(&bench, &[], "[observe]\nlisten = \"127.0.0.1:0\"");
    let server = bench.serve();
    let (site, watch) = (Site { session: "", ..server.site }, watch_of(&server));
    for (path, says, door) in [
        ("/", "Rien n’est en vente ici.", "href=\"/point-de-vente\""),
        ("/en/", "Nothing is on sale here.", "href=\"/en/counter\""),
    ] {
        let lobby = site.get(path);
        assert_eq!(lobby.status, 200);
        assert!(lobby.text.contains(says) && lobby.text.contains(door), "{}", lobby.text);
        assert!(!lobby.text.contains("href=\"/jeux/"), "{}", lobby.text);
    }
    assert!(site.get("/inscription").text.contains("il n’y a pas de compte à ouvrir"));
    assert!(!site.get("/inscription").text.contains("<form"));
    assert_eq!(site.get("/connexion").status, 200);
    assert_eq!(site.get("/jeux/mots-croises").status, 404);
    assert_eq!(site.get("/api/v1/games").body, json!({ "games": [] }));
    check_player(site);

    set_up(&bench);
    let shop = sign_in(site, 7, PASSWORD).unwrap();
    let activate = json!({ "book": "31702-0000001" });
    assert_eq!(send(site, "activations", &shop, "activate-1", &activate).1.status, 201);
    let winner = tickets[..10].iter().find(|it| (1..=30_000).contains(&it.cents)).unwrap();
    let pay = json!({ "tickets": [{ "number": winner.number, "code": winner.code }] });
    let paid = send(site, "payments", &shop, "payment-1", &pay).1;
    assert_eq!((paid.status, &paid.body["sum"]["cents"]), (201, &json!(winner.cents)));

    let status = bench.yes(&format!("operate {BOTH} status"));
    assert!(status.contains("printed") && !status.contains("on_sale"), "{status}");
    assert_eq!(bench.yes(&format!("operate {BOTH} check")), "nothing is wrong\n");
    check_health(&bench, watch);
    server.stop();
    bench.yes("ledger backup --config grille.toml --out copy");
    lose_ledger(&bench);
    bench.yes("ledger restore copy --config grille.toml");
    bench.serve();
}

/// Somebody may have an account here, and is told what he cannot do with it.
fn check_player(site: Site) {
    let wish = json!({ "name": "alice", "password": "une grille de mots", "born": "1980-01-01",
        "rules": 1 });
    let (head, answer) = post(site, "players", &wish);
    assert_eq!(answer.status, 201, "{}", answer.body);
    let session = head.lines().find_map(|line| line.strip_prefix("set-cookie: __Host-session="));
    let session: &str = session.and_then(|it| it.split(';').next()).unwrap();
    let player = Site { session: session.to_owned().leak(), ..site };
    for path in ["/", "/compte", "/historique", "/en/account"] {
        assert_eq!(player.get(path).status, 200, "{path}");
    }
    let refused = player.buy("one");
    assert_eq!(refused.problem(), (409, "game_not_on_sale"));
    assert!(refused.body["title"].as_str().unwrap().contains("not on sale"), "{}", refused.body);
}

/// It is ready while everything is there that tickets are paid by.
fn check_health(bench: &Bench, watch: Site) {
    assert_eq!(watch.get("/health/ready").text, "ready\n");
    for name in ["p/manifest.json", "print/print.json", "print/validation/tickets.validation"] {
        let (here, gone) = (bench.path(name), bench.path("gone"));
        fs::rename(&here, &gone).unwrap();
        let answer = watch.get("/health/ready");
        assert_eq!(answer.status, 503, "{name}");
        assert!(answer.text.contains(name), "{}", answer.text);
        fs::rename(&gone, &here).unwrap();
        assert_eq!(watch.get("/health/ready").text, "ready\n");
    }
}

/// Logins are kept apart from the ledger. After the loss of the ledger the right password of one whom it
/// does not know opens no session, and leaves none behind either.
#[test]
fn who_is_not_in_the_ledger_leaves_no_session() {
    let bench = bench();
    configure_selling(&bench, &["b1"], "");
    let server = bench.serve();
    set_up(&bench);
    assert!(sign_in(server.site, 7, PASSWORD).is_some());
    server.stop();
    lose_ledger(&bench);
    let server = bench.serve();
    let site = Site { session: "", ..server.site };
    let sessions = |file: &str| -> i64 {
        let book = rusqlite::Connection::open(bench.path("data").join(file)).unwrap();
        book.query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap()
    };
    let before = [ACCESS_FILE, COUNTERS_FILE].map(sessions);
    assert!(before.iter().all(|count| *count > 0), "they are counted: {before:?}");
    let counter = json!({ "counter": 7, "password": PASSWORD });
    let (head, answer) = send(site, "sessions", "", "sign-in-1", &counter);
    assert_eq!(answer.problem(), (401, "not_signed_in"), "{}", answer.body);
    assert!(!head.contains("set-cookie"), "{head}");
    let player = json!({ "name": "player-1", "password": "une grille de mots" });
    let (head, answer) = post(site, "sessions", &player);
    assert_eq!(answer.problem(), (401, "not_signed_in"), "{}", answer.body);
    assert!(!head.contains("set-cookie"), "{head}");
    assert_eq!([ACCESS_FILE, COUNTERS_FILE].map(sessions), before);
}

fn lose_ledger(bench: &Bench) {
    for entry in fs::read_dir(bench.path("data")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("ledger.sqlite") {
            fs::remove_file(path).unwrap();
        }
    }
}
