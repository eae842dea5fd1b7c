//! `grille operate` on a running server, and `grille ledger events` on what it leaves.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::bench::{BOTH, Bench};

/// The flags of Olga, and of Oscar who signs with her.
const OLGA: &str = "--data data --as olga --password-file olga.password";

/// A server that sells a block of 40 units, with a second one behind it, and two operators.
fn bench() -> Bench {
    let bench = Bench::with_blocks(2, 40, &[(2, 600), (5, 300)]);
    bench.hire();
    bench.configure(&["b1", "b2"]);
    bench.open_shop(&["b1"], 500);
    bench
}

impl Bench {
    #[track_caller]
    fn operate(&self, who: &str, act: &str) -> String {
        self.yes(&format!("operate {who} {act}"))
    }
}

#[test]
fn an_operator_acts_on_a_running_server() {
    let bench = bench();
    // Nobody answers yet.
    bench.no(&format!("operate {OLGA} status"), 2, &["no service answers on data/operate/socket"]);
    let server = bench.serve();
    let mode = |path: &str| fs::metadata(bench.path(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("data/operate"), mode("data/operate/socket")), (0o700, 0o600));
    assert_eq!(mode("olga.hash"), 0o600);
    server.site.bought("purchase-one");

    let status = bench.operate(OLGA, "status");
    assert!(
        status.contains("game mots-croises: planned 2011-11-28 00:00:00 +01, opening "),
        "{status}"
    );
    assert!(status.contains("number 1, 40 units, on_sale\n"), "{status}");
    assert!(status.contains("number 2, 40 units, published\n"), "{status}");

    assert_eq!(bench.operate(OLGA, "suspend --game mots-croises"), "suspended\n");
    assert_eq!(server.site.try_buy("purchase-two").unwrap().body["code"], "game_not_on_sale");
    assert_eq!(bench.operate(OLGA, "resume --game mots-croises"), "resumed 0\n");
    server.site.bought("purchase-three");
    // The flags may stand on either side of the act, and an act given again is done once.
    let again = format!("operate bar alice --reason insider {OLGA} --id an-act-of-olga");
    assert_eq!((bench.yes(&again), bench.yes(&again)), ("barred\n".into(), "barred\n".into()));
    assert_eq!(server.site.try_buy("purchase-four").unwrap().body["code"], "player_barred");

    let close = "close mots-croises";
    let alone = format!("operate {OLGA} {close}");
    bench.no(&alone, 1, &["This takes two people", "second_name_missing"]);
    let same = format!("{OLGA} --with olga --with-password-file olga.password");
    bench.no(&format!("operate {same} {close}"), 1, &["someone else", "same_name"]);
    bench.no(&format!("operate --data data {close}"), 2, &["--as NAME"]);
    let wrong = "--data data --as olga --password-file oscar.password";
    bench.no(&format!("operate {wrong} {close}"), 2, &["The name or the password is wrong"]);
    bench.no(&format!("operate {wrong} {close}"), 2, &["the next is taken after a while"]);
    // Oscar does not wait for Olga's wrong one.
    let oscar = "--data data --as oscar --password-file oscar.password";
    assert_eq!(bench.operate(oscar, "report liability --format csv").lines().count(), 3);
    server.stop();

    let events = bench.yes("ledger events --data data --format jsonl");
    let kinds: Vec<String> = events
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|event| {
            let text = |key: &str| event[key].as_str().unwrap().to_owned();
            format!("{} {}", text("kind"), text("by"))
        })
        .collect();
    let expected = [
        "parameters_changed ",
        "block_on_sale olga",
        "identity_confirmed olga",
        "server_started ",
        "game_suspended olga",
        "game_resumed olga",
        "player_barred olga",
        "sign_in_failed ",
        "report_given oscar",
        "server_stopped ",
    ];
    assert_eq!(kinds, expected);
}

/// Row G-8, through the program: what is done to the table is named by number, and what was cut off
/// is found by who has kept the last hash.
#[test]
fn the_chain_is_checked_from_outside() {
    let bench = bench();
    let server = bench.serve();
    bench.operate(OLGA, "suspend --all");
    bench.operate(OLGA, "resume --all");
    // While the server runs, too.
    let checked = bench.yes("ledger events --config grille.toml --check");
    assert!(checked.starts_with("events 6\nhead "), "{checked}");
    server.stop();
    let checked = bench.yes("ledger events --data data --check");
    let head = checked.trim().rsplit(' ').next().unwrap().to_owned();
    let kept = format!("ledger events --data data --head {head}");
    assert!(bench.yes(&kept).ends_with("kept 7\n"));
    let csv = bench.yes("ledger events --data data --format csv");
    assert_eq!(csv.lines().count(), 8);
    let text = bench.yes("ledger events --data data");
    assert!(text.contains("block_on_sale         olga with oscar · "), "{text}");

    let raw = rusqlite::Connection::open(bench.path("data/ledger.sqlite")).unwrap();
    assert!(raw.execute("DELETE FROM events WHERE number = 7", []).is_err());
    raw.execute_batch("DROP TRIGGER events_are_not_removed; DROP TRIGGER events_are_not_changed")
        .unwrap();
    raw.execute("DELETE FROM events WHERE number = 7", []).unwrap();
    // What is left holds, and is not what was kept.
    bench.yes("ledger events --data data --check");
    bench.no(&kept, 1, &["no entry has the hash", "cut off"]);
    raw.execute("UPDATE events SET signed_by = 'otto' WHERE number = 5", []).unwrap();
    bench.no("ledger events --data data --check", 1, &["entry 5 is not the one"]);
    raw.execute("DELETE FROM events WHERE number = 4", []).unwrap();
    bench.no("ledger events --data data --check", 1, &["entry 4 is missing"]);
    bench.no("ledger events --data nowhere --check", 2, &["there is no ledger"]);
}

/// Rows G-9 and P-2: a block's figures are told once it is over.
#[test]
fn reports_are_given_by_a_running_server() {
    let bench = bench();
    let server = bench.serve();
    let performance = "report performance --format csv";
    let before = bench.operate(OLGA, performance);
    for number in 0..3 {
        server.site.bought(&format!("purchase-{number}"));
    }
    assert_eq!(bench.operate(OLGA, performance), before);
    assert!(bench.operate(OLGA, "report performance").contains("no activity"));
    assert_eq!(bench.operate(BOTH, "close mots-croises"), "closed\n");
    let prizes = bench.prizes("b1");
    let gains: u64 = (0..3).map(|unit| prizes[&unit]).sum();
    let after = bench.operate(OLGA, performance);
    assert!(after.contains(&format!("to date,mots-croises,3,900,{gains}\n")), "{after}");
    // 37 of 40 units were not sold, and the second block not one.
    assert!(after.contains(",1,1,40,3,0,37,3,900,"), "{after}");
    assert!(bench.operate(OLGA, "report alterations").contains("block_closed"));
    // A second server keeps away from the socket of the first.
    let (status, words) = bench.try_serve().err().expect("it does not start");
    assert_eq!(status.code(), Some(2), "{words}");
}

#[test]
fn an_operator_s_file_is_made_once_and_well() {
    let bench = Bench::new();
    fs::write(bench.path("short"), "secret\n").unwrap();
    bench.no("key operator olga --out h --password-file short", 2, &["at least 8 characters"]);
    fs::write(bench.path("empty"), "").unwrap();
    bench.no("key operator olga --out h --password-file empty", 2, &["no password in empty"]);
    fs::write(bench.path("good"), "correct horse\n").unwrap();
    let told = bench.yes("key operator olga --out h --password-file good");
    assert_eq!(told, "[[operator]]\nname = \"olga\"\npassword_hash_file = \"h\"\n");
    assert!(fs::read_to_string(bench.path("h")).unwrap().starts_with("$argon2id$"));
    bench.no("key operator olga --out h --password-file good", 2, &["h exists already"]);
}
