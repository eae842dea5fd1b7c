//! Row G-1: the program and a block's public files are what was approved and signed, or nothing is
//! sold with them, and the ledger keeps that it was so.

use sha2::{Digest, Sha256};

use crate::bench::{Bench, flip};
use crate::observe::watch_of;

const OLGA: &str = "--data data --as olga --password-file olga.password";

/// Kinds and details of the events of these kinds, in order.
fn events(bench: &Bench, kinds: &str) -> Vec<String> {
    bench.sql(&format!(
        "SELECT kind || ' ' || signed_by || ' ' || detail FROM events WHERE kind IN ({kinds})
         ORDER BY number"
    ))
}

#[test]
fn another_program_than_the_approved_one_does_not_start() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600)]);
    let hash = Sha256::digest(std::fs::read(env!("CARGO_BIN_EXE_grille")).unwrap());
    let right: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let wrong = "0".repeat(64);
    bench.configure_with(&["b1"], &format!("program = \"sha256:{wrong}\""));
    // No ledger is made for a program that is not approved.
    bench.refuses(&["the configuration approves", &wrong, "no ledger yet"]);
    assert!(!bench.path("data/ledger.sqlite").exists());
    bench.open_shop(&["b1"], 50);
    bench.refuses(&["the configuration approves", &wrong, &right]);
    let found = bench.sql("SELECT subject FROM events WHERE kind = 'program_mismatch'");
    assert_eq!(found, [format!("sha256:{right}")]);
    assert!(events(&bench, "'server_started'").is_empty());
    bench.configure_with(&["b1"], &format!("program = \"sha256:{right}\""));
    let server = bench.serve();
    server.site.bought("purchase-one");
    server.stop();
    let started = events(&bench, "'server_started'");
    assert!(started.len() == 1 && started[0].ends_with(&format!(" sha256:{right}")), "{started:?}");
    bench.configure_with(&["b1"], "program = \"sha256:12\"");
    bench.refuses(&["64 hexadecimal digits"]);
}

#[test]
fn files_that_change_while_the_service_runs_stop_their_block() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    bench.hire();
    bench.configure_with(&["b1"], "[observe]\nlisten = \"127.0.0.1:0\"");
    bench.open_shop(&["b1"], 50);
    let name = bench.stock(&["b1"])[0].block().id.to_string();
    let server = bench.serve();
    let watch = watch_of(&server);
    let check = format!("operate {OLGA} check");
    assert_eq!(bench.yes(&check), "nothing is wrong\n");
    let figure = || {
        let text = watch.get("/metrics").text;
        let line = text.lines().find(|line| line.starts_with("grille_files_mismatched "));
        line.expect("it is there").to_owned()
    };
    assert_eq!(figure(), "grille_files_mismatched 0");
    for (number, file) in ["tile/0/000.p/40", "game.toml", "checkpoint"].into_iter().enumerate() {
        let path = bench.path("b1").join(file);
        flip(&path, 20);
        let answer = bench.run(&check);
        assert_eq!(answer.code, 1, "{file}: {}{}", answer.out, answer.err);
        assert!(answer.out.contains("b1/"), "{}", answer.out);
        assert_eq!(figure(), "grille_files_mismatched 1");
        let ready = watch.get("/health/ready");
        assert_eq!(ready.status, 503);
        assert!(ready.text.contains("at the last look at the files: "), "{}", ready.text);
        let refused = server.site.try_buy(&format!("purchase-{number}-no")).unwrap();
        assert_eq!(refused.body["code"], "game_not_on_sale");
        flip(&path, 20);
        assert_eq!(bench.yes(&check), "nothing is wrong\n");
        assert_eq!(
            (figure().as_str(), watch.get("/health/ready").status),
            ("grille_files_mismatched 0", 200)
        );
        let resume = format!("operate {OLGA} resume --block {name}");
        assert_eq!(bench.yes(&resume), "resumed 0\n");
        server.site.bought(&format!("purchase-{number}"));
    }
    server.stop();
    let found = events(&bench, "'files_checked', 'file_mismatch', 'block_suspended'");
    let kinds: Vec<_> = found.iter().map(|it| it.split(' ').take(2).collect::<Vec<_>>()).collect();
    let one = [
        ["file_mismatch", ""],
        ["block_suspended", ""],
        ["files_checked", "olga"],
        ["files_checked", "olga"],
    ];
    let expected = [&one[3..], &one, &one, &one].concat();
    assert_eq!(kinds, expected, "{found:?}");
    // At the start it is refused as before, and now the ledger keeps it.
    flip(&bench.path("b1/tile/0/000.p/40"), 20);
    bench.refuses(&["do not lead to the signed root"]);
    assert_eq!(events(&bench, "'file_mismatch'").len(), 4);
}

/// What is done to the newest events is found at the next start and at each look.
#[test]
fn events_that_change_while_the_service_runs_are_found() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600)]);
    bench.hire();
    bench.configure(&["b1"]);
    bench.open_shop(&["b1"], 50);
    let server = bench.serve();
    let check = format!("operate {OLGA} check");
    bench.yes(&format!("operate {OLGA} suspend --all"));
    let raw = rusqlite::Connection::open(bench.path("data/ledger.sqlite")).unwrap();
    raw.execute_batch("DROP TRIGGER events_are_not_changed").unwrap();
    let by = |name: &str| {
        let sql = "UPDATE events SET signed_by = ?1 WHERE kind = 'all_suspended'";
        assert_eq!(raw.execute(sql, [name]).unwrap(), 1);
    };
    by("otto");
    let answer = bench.run(&check);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.out.contains("is not the one that was written"), "{}", answer.out);
    server.stop();
    let server = bench.serve();
    let found = bench.sql("SELECT subject FROM events WHERE kind = 'file_mismatch'");
    assert_eq!(found, ["events", "events"], "at the look, and at the start");
    by("olga");
    assert_eq!(bench.yes(&check), "nothing is wrong\n");
    server.stop();
}
