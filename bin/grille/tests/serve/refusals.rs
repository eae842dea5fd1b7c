//! What a server refuses to start with, and what it says then: the file or the block, and what to
//! do.

use std::fs;
use std::net::TcpListener;

use crate::bench::{Bench, flip};
use crate::database::new_database;

const TABLE: &[(u32, u64)] = &[(2, 600), (5, 300)];

/// Two sound blocks that a server starts with.
fn bench() -> Bench {
    let bench = Bench::with_blocks(2, 40, TABLE);
    bench.configure(&["b1", "b2"]);
    bench
}

#[test]
fn a_configuration_that_cannot_be_read() {
    let bench = Bench::new();
    bench.no("serve --config none.toml", 2, &["reading the configuration none.toml"]);
    bench.no("serve", 2, &["--config"]);
    fs::write(bench.path("grille.toml"), "data = \"data\"\nports = 80\n").unwrap();
    bench.refuses(&["grille.toml: line 2, ports: unknown field ports", "verifier_key"]);
    bench.configure(&[]);
    bench.refuses(&["grille.toml", "there is no [[block]]"]);
    bench.configure(&["b1"]);
    let text = fs::read_to_string(bench.path("grille.toml")).unwrap();
    fs::write(bench.path("grille.toml"), text.replace("verifier_key", "#")).unwrap();
    bench.refuses(&["grille.toml", "verifier_key is missing"]);
    bench.configure(&["b1"]);
    bench.refuses(&["the block in b1 is not sold", "b1/manifest.json", "No such file"]);
}

#[test]
fn a_port_in_use() {
    let bench = bench();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let text = fs::read_to_string(bench.path("grille.toml")).unwrap();
    fs::write(bench.path("grille.toml"), text.replace("127.0.0.1:0", &address)).unwrap();
    bench.refuses(&[&format!("listening on {address}"), "listen in grille.toml takes another"]);
    drop(taken);
    bench.serve();
}

#[test]
fn a_checkpoint_that_another_has_signed() {
    let bench = bench();
    let other = bench.yes("key signing other --name lottery.example");
    let text = fs::read_to_string(bench.path("grille.toml")).unwrap();
    let changed = text.replace(&bench.vkey, other.trim());
    fs::write(bench.path("grille.toml"), changed).unwrap();
    let says = "b1/checkpoint carries no right signature of the operator's key";
    bench.refuses(&["the block in b1 is not sold", says, "correct verifier_key", other.trim()]);
}

#[test]
fn a_directory_that_is_not_what_was_signed() {
    let bench = bench();
    let check = |name: &str, at: usize, says: &str| {
        flip(&bench.path(name), at);
        let dir = name.split('/').next().unwrap();
        let block = format!("the block in {dir} is not sold");
        bench.refuses(&[&block, says, "lay the files there again"]);
        flip(&bench.path(name), at);
    };
    // 40 units become 44.
    let manifest = fs::read_to_string(bench.path("b2/manifest.json")).unwrap();
    let units = manifest.find("\"units\": 40").unwrap() + "\"units\": 4".len();
    let says = "b2/manifest.json is not what the checkpoint beside it was signed for";
    check("b2/manifest.json", units, says);
    check("b1/tile/0/000.p/40", 100, "b1/tile/0/000.p/40");
    check("b1/game.toml", 3, "b1/game.toml has another hash than the manifest says");
    check("b2/lexicon.txt", 1, "b2/lexicon.txt has another hash than the manifest says");
    let checkpoint = fs::read_to_string(bench.path("b1/checkpoint")).unwrap();
    let root = checkpoint.lines().take(2).map(|line| line.len() + 1).sum::<usize>();
    flip(&bench.path("b1/checkpoint"), root + 3);
    bench.refuses(&["the block in b1 is not sold", "b1/checkpoint"]);
    flip(&bench.path("b1/checkpoint"), root + 3);
    let units = bench.path("b1/units.sealed");
    let sound = fs::read(&units).unwrap();
    fs::write(&units, &sound[1..]).unwrap();
    bench.refuses(&["b1/units.sealed has", "bytes where the manifest asks for"]);
    fs::write(&units, &sound).unwrap();
    // The checkpoint of another block of the same operator.
    let own = fs::read(bench.path("b1/checkpoint")).unwrap();
    fs::copy(bench.path("b2/checkpoint"), bench.path("b1/checkpoint")).unwrap();
    bench.refuses(&["b1/manifest.json is not what the checkpoint beside it was signed for"]);
    fs::write(bench.path("b1/checkpoint"), own).unwrap();
    bench.serve();
}

#[test]
fn a_wrong_selling_key() {
    let bench = bench();
    let right = fs::read(bench.path("b1.selling")).unwrap();
    fs::copy(bench.path("b2.selling"), bench.path("b1.selling")).unwrap();
    let says = ["the block in b1 is not sold", "b1.selling opens the block mots-croises-"];
    bench.refuses(&says);
    fs::copy(bench.path("b1.share"), bench.path("b1.selling")).unwrap();
    bench.refuses(&["b1.selling is a share, which stays with its holder"]);
    fs::write(bench.path("b1.selling"), "nothing\n").unwrap();
    bench.refuses(&["b1.selling is not a share or a selling key"]);
    fs::remove_file(bench.path("b1.selling")).unwrap();
    bench.refuses(&["b1.selling", "No such file"]);
    fs::write(bench.path("b1.selling"), right).unwrap();
    bench.serve();
}

#[test]
fn two_blocks_in_one_place() {
    let bench = bench();
    bench.configure_as(&[("b1", 3), ("b2", 3)], "");
    bench.refuses(&["b1 and b2 both have the number 3 in emission 1 of mots-croises"]);
    bench.configure_as(&[("b1", 3), ("b1", 4)], "");
    bench.refuses(&["b1 and b1 are the same block"]);
    bench.write_game("other.toml", 41, TABLE);
    bench.deal("other.toml", "other");
    bench.configure(&["b1", "other"]);
    bench.refuses(&["b1 and other were dealt from different files of mots-croises"]);
}

#[test]
fn a_block_that_the_ledger_knows_as_another() {
    let bench = bench();
    bench.serve().stop();
    let ids: Vec<String> =
        bench.stock(&["b1", "b2"]).iter().map(|it| it.block().id.to_string()).collect();
    bench.configure_as(&[("b1", 1), ("b2", 5)], "");
    bench.refuses(&[
        &format!("block {} is in the ledger as number 2 of emission 1", ids[1]),
        "was now given as number 5 of emission 1",
    ]);
    bench.deal("game.toml", "b3");
    bench.configure(&["b1", "b3"]);
    let known = format!("is {}: give it the number", ids[1]);
    bench.refuses(&["was given as number 2 of emission 1 of mots-croises", &known]);
    bench.configure(&["b1", "b2", "b3"]);
    bench.serve();
}

#[test]
fn a_block_on_sale_whose_files_are_not_here() {
    let bench = bench();
    bench.open_shop(&["b1", "b2"], 50);
    let id = bench.stock(&["b1"])[0].block().id;
    bench.configure_as(&[("b2", 2)], "");
    bench.refuses(&[&format!("the ledger sells the block {id} (on_sale)"), "add its directory"]);
    // One that waits may stay away.
    bench.configure_as(&[("b1", 1)], "");
    bench.serve();
}

#[test]
fn a_ledger_that_another_server_has() {
    let bench = bench();
    let _server = bench.serve();
    let config = fs::read_to_string(bench.path("grille.toml")).unwrap();
    fs::write(bench.path("second.toml"), config).unwrap();
    bench.no("serve --config second.toml", 2, &["another grille has the ledger in data"]);
}

#[test]
fn a_ledger_of_a_newer_program() {
    let bench = bench();
    bench.serve().stop();
    let file = rusqlite::Connection::open(bench.path("data/ledger.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let says = ["data/ledger.sqlite has schema 99", "written by a newer grille; use that one"];
    bench.refuses(&says);
    fs::write(bench.path("data/ledger.sqlite"), "no database, by far").unwrap();
    bench.refuses(&["data/ledger.sqlite cannot be opened"]);
}

#[test]
fn a_ledger_of_a_newer_program_on_postgres() {
    let Some(database) = new_database() else { return };
    let address = database.address();
    let bench = bench();
    bench.configure_with(&["b1", "b2"], "database.postgres_file = \"secret\"");
    bench.refuses(&["reading postgres_file secret", "No such file"]);
    fs::write(bench.path("secret"), format!("{address}\n")).unwrap();
    bench.serve().stop();
    let mut client = postgres::Client::connect(&address, postgres::NoTls).unwrap();
    client.execute("UPDATE schema SET version = 99", &[]).unwrap();
    bench.refuses(&["on PostgreSQL has schema 99", "written by a newer grille; use that one"]);
    fs::write(bench.path("secret"), "host=/nowhere user=nobody password=hunter2").unwrap();
    let (_, err) = bench.try_serve().map(drop).unwrap_err();
    assert!(err.contains("cannot be opened") && !err.contains("hunter2"), "{err}");
}
