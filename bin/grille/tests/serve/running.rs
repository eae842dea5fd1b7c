//! A server that runs: several blocks, the next that follows, damage and repair, a clean stop.

use crate::bench::Bench;
use crate::http::Site;

#[test]
fn a_server_sells_and_stops_when_it_is_asked_to() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    bench.configure_with(&["b1"], "log = \"json\"");
    bench.open_shop(&["b1"], 50);
    let server = bench.serve();
    let prizes = bench.prizes("b1");
    let first = server.site.bought("one");
    assert_eq!((first.index, first.gain), (0, prizes[&0]));
    assert_eq!(server.site.bought("one"), first);
    let second = server.site.bought("two");
    assert_eq!((second.index, second.gain), (1, prizes[&1]));
    assert_eq!(server.site.get("/api/v1/games/mots-croises").body["block_units"], 40);
    assert_eq!(server.site.get("/api/v1/games/maxi-mots-croises").status, 404);
    let log = server.stop();
    // Each sale is a line that a program can read: what left the house is known without the ledger.
    let sales = log.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let sold = sales.filter(|line| line["message"] == "a unit was sold" && line["index"] == 1);
    assert_eq!(sold.filter(|line| line["block"] == first.block.as_str()).count(), 1, "{log}");
    // The ledger is closed, and a second start goes on.
    assert!(!bench.path("data/ledger.sqlite-wal").exists());
    assert_eq!(bench.serve().site.bought("three").index, 2);
}

/// Two games from one server: each has its rules, and both are in the lobby, in their order, before
/// the one that the operator lets be tried. No account is open to anybody here, as in a demonstration.
#[test]
fn several_games_are_sold_from_one_server() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    bench.write_game("other.toml", 30, &[(3, 300)]);
    let text = std::fs::read_to_string(bench.path("other.toml")).unwrap();
    let text = text.replace("id = \"mots-croises\"", "id = \"petits-mots\"");
    std::fs::write(bench.path("other.toml"), text).unwrap();
    bench.deal("other.toml", "other");
    let tried = "demonstrations = [\"maxi-mots-croises\", \"mots-croises\"]";
    bench.configure_as(&[("other", 7), ("b1", 1)], tried);
    bench.open_shop(&["b1"], 50);
    let server = bench.serve();
    let game =
        |id: &str| server.site.get(&format!("/api/v1/games/{id}")).body["block_units"].clone();
    assert_eq!((game("petits-mots"), game("mots-croises")), (30.into(), 40.into()));
    let stranger = Site { session: "", ..server.site };
    let lobby = stranger.get("/").text;
    let place = |id: &str| lobby.find(&format!("href=\"/jeux/{id}\"")).expect("it is there");
    assert!(place("petits-mots") < place("mots-croises"), "{lobby}");
    assert!(place("mots-croises") < place("maxi-mots-croises"), "{lobby}");
    for path in ["/", "/connexion"] {
        assert!(!stranger.get(path).text.contains("demonstration-enter"));
    }
    assert_eq!(server.site.bought("one").index, 0);
}
