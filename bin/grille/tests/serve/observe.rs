//! Health and figures, on their own listener.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::bench::{Bench, Server};
use crate::http::Site;

/// A server with a listener for health and figures, whose player has `euros`.
fn observed(euros: u64, lines: &str) -> (Bench, Server, Site) {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    bench.configure_with(&["b1"], &format!("{lines}\n[observe]\nlisten = \"127.0.0.1:0\""));
    bench.open_shop(&["b1"], euros);
    let server = bench.serve();
    let watch = watch_of(&server);
    (bench, server, watch)
}

/// Where a server gives its health and figures.
pub(crate) fn watch_of(server: &Server) -> Site {
    let log = server.log();
    let mut lines = log.lines();
    let told = lines.find_map(|line| line.strip_prefix("Health and figures on http://"));
    let address = told.expect("where it listens").parse().unwrap();
    Site { address, session: "" }
}

/// Asks until the server is ready, or is not; the answer's text.
#[track_caller]
fn wait_for(watch: Site, status: u16) -> String {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let answer = watch.get("/health/ready");
        if answer.status == status {
            return answer.text;
        }
        assert!(Instant::now() < end, "{}", answer.text);
    }
}

#[test]
fn figures_count_what_happens_and_tell_nothing_of_a_block() {
    let (_bench, server, watch) = observed(9, "");
    assert_eq!(watch.get("/health/live").status, 200);
    assert_eq!(watch.get("/health/ready").text, "ready\n");
    let sold = server.site.bought("one");
    // Told once more, and sold once.
    assert_eq!(server.site.bought("one"), sold);
    // What is won is played as well, until nothing is left.
    let mut sold_now = 1;
    while server.site.balance() >= 300 {
        server.site.bought(&format!("more-{sold_now}"));
        sold_now += 1;
    }
    assert_eq!(server.site.buy("poor").problem(), (409, "insufficient_funds"));
    assert_eq!(server.site.get("/api/v1/plays/purchase-one").status, 200);
    assert_eq!(server.site.get("/no/such/page").status, 404);
    let text = watch.get("/metrics").text;
    let answered = sold_now + 1;
    for line in [
        format!("grille_plays_sold_total {sold_now}"),
        format!(
            "grille_requests_total{{method=\"POST\",route=\"/api/v1/plays\",status=\"2xx\"}} {answered}"
        ),
        "grille_requests_total{method=\"POST\",route=\"/api/v1/plays\",status=\"4xx\"} 1"
            .to_owned(),
        "grille_requests_total{method=\"GET\",route=\"/api/v1/plays/{id}\",status=\"2xx\"} 1"
            .to_owned(),
        "grille_requests_total{method=\"GET\",route=\"none\",status=\"4xx\"} 1".to_owned(),
        format!(
            "grille_request_duration_seconds_count{{method=\"POST\",route=\"/api/v1/plays\"}} {}",
            answered + 1
        ),
        "grille_problems_total{code=\"insufficient_funds\"} 1".to_owned(),
        "grille_problems_total{code=\"not_found\"} 1".to_owned(),
        "grille_commands_waiting 0".to_owned(),
        "grille_commands_turned_away_total 0".to_owned(),
        "grille_transactions_total{end=\"failed\"} 0".to_owned(),
        "grille_transactions_total{end=\"unknown\"} 0".to_owned(),
    ] {
        assert!(text.lines().any(|it| it == line), "{line} is not in\n{text}");
    }
    // P-2: these figures and no other ones, none of them by block, and no gain in any.
    let named = |line: &str| line.strip_prefix("# TYPE ").map(str::to_owned);
    let names: Vec<String> = text.lines().filter_map(named).collect();
    assert_eq!(
        names,
        [
            "grille_requests_total counter",
            "grille_request_duration_seconds histogram",
            "grille_problems_total counter",
            "grille_plays_sold_total counter",
            "grille_commands_waiting gauge",
            "grille_commands_turned_away_total counter",
            "grille_transaction_batch_size histogram",
            "grille_transaction_duration_seconds histogram",
            "grille_transactions_total counter",
            "grille_files_mismatched gauge",
            "grille_counters_slowed_total counter",
        ]
    );
    assert!(!text.contains(&sold.block) && !text.contains("purchase-"), "{text}");
    // Players cannot reach any of it.
    for path in ["/metrics", "/health/live", "/health/ready"] {
        assert_eq!(server.site.get(path).status, 404);
    }
    assert_eq!(watch.get("/").status, 404);
    server.stop();
}

#[test]
fn who_comes_when_too_many_wait_is_counted() {
    let (bench, server, watch) = observed(9_000, "queue = 1");
    // Someone else holds the ledger: one command or two are with the teller, one waits, the rest go.
    let other = Connection::open(bench.path("data/ledger.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let counted = |name: &str| {
        let text = watch.get("/metrics").text;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0, |value| value.parse::<usize>().unwrap())
    };
    let turned_away = || counted("grille_commands_turned_away_total");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let site = server.site;
        let clients: Vec<_> =
            (0..5).map(|id| scope.spawn(move || site.buy(&id.to_string()).status)).collect();
        let end = Instant::now() + Duration::from_secs(60);
        while turned_away() < 2 {
            assert!(Instant::now() < end, "{}", watch.get("/metrics").text);
        }
        assert!(counted("grille_commands_waiting") <= 1);
        other.execute_batch("ROLLBACK").unwrap();
        clients.into_iter().map(|client| client.join().expect("no panic")).collect()
    });
    let of = |status: u16| statuses.iter().filter(|it| **it == status).count();
    assert!(of(503) >= 2 && of(503) + of(201) == 5, "{statuses:?}");
    assert_eq!(turned_away(), of(503));
    assert_eq!(counted("grille_problems_total{code=\"busy\"}"), of(503));
    assert_eq!(counted("grille_plays_sold_total"), of(201));
}

#[test]
fn a_server_is_ready_while_its_files_are_there_and_its_ledger_answers() {
    let (bench, server, watch) = observed(50, "stop_grace_seconds = 1");
    assert_eq!(watch.get("/health/ready").status, 200);
    for name in ["units.sealed", "checkpoint"] {
        let (here, gone) = (bench.path("b1").join(name), bench.path("gone"));
        std::fs::rename(&here, &gone).unwrap();
        let answer = watch.get("/health/ready");
        assert_eq!(answer.status, 503);
        assert!(answer.text.contains(name), "{}", answer.text);
        std::fs::rename(&gone, &here).unwrap();
        assert_eq!(watch.get("/health/ready").status, 200);
    }
    let other = Connection::open(bench.path("data/ledger.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = watch.get("/health/ready");
    assert_eq!(answer.status, 503);
    assert!(answer.text.contains("has not answered within 1s"), "{}", answer.text);
    assert_eq!(watch.get("/health/live").status, 200);
    other.execute_batch("ROLLBACK").unwrap();
    wait_for(watch, 200);
    // While it stops, it lives and is not ready. Someone's half request holds it up.
    let mut client = TcpStream::connect(server.site.address).unwrap();
    let head = format!(
        "POST /api/v1/plays HTTP/1.1\r\nhost: a\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\nidempotency-key: purchase-half\r\n\
         cookie: __Host-session={}\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n",
        server.site.session
    );
    client.write_all(head.as_bytes()).unwrap();
    client.read_exact(&mut [0; 25]).unwrap();
    server.ask_to_stop();
    assert_eq!(wait_for(watch, 503), "not ready: the service stops\n");
    server.stopped();
}
