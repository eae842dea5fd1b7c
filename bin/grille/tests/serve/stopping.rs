//! A server that is asked to stop, as a service's keeper does it: with SIGTERM.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::scope;

use store::{Engine, Postgres};

use crate::bench::Bench;
use crate::database::new_database;

const CLIENTS: u32 = 6;
/// After how many answers it is asked to stop.
const MOMENT: u32 = 100;

/// Stops a server while clients buy. What was answered is so; whoever got no answer repeats his
/// command and gets one unit.
fn check(bench: &Bench, books: &mut dyn FnMut() -> store::Books) {
    let server = bench.serve();
    let (site, count) = (server.site, AtomicU32::new(0));
    let buy = |client: u32| {
        let mut told = Vec::new();
        for number in 0.. {
            let id = format!("{client}-{number}");
            let Some(answer) = site.try_buy(&id) else { return (told, id) };
            assert_eq!(answer.status, 201, "{}", answer.body);
            told.push((id, answer.body["index"].as_u64().unwrap()));
            if count.fetch_add(1, Ordering::SeqCst) == MOMENT {
                server.ask_to_stop();
            }
        }
        unreachable!("the server stops")
    };
    let (told, open): (Vec<_>, Vec<_>) = scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|client| scope.spawn(move || buy(client))).collect();
        clients.into_iter().map(|client| client.join().expect("no panic")).unzip()
    });
    server.stopped();
    let told: BTreeMap<String, u64> = told.into_iter().flatten().collect();
    assert!(told.len() > MOMENT as usize);
    // No command was given besides these: with the server stopped, the ledger has every unit that
    // was told of, and at most one for each client that was cut off.
    let sold = usize::try_from(books().sold).unwrap();
    assert!((told.len()..=told.len() + open.len()).contains(&sold), "{sold} {}", told.len());
    let server = bench.serve();
    let mut indexes = BTreeSet::new();
    for (id, index) in &told {
        assert_eq!(server.site.bought(id).index, *index, "{id}");
        indexes.insert(*index);
    }
    for id in &open {
        let unit = server.site.bought(id);
        assert_eq!(server.site.bought(id), unit, "{id}");
        indexes.insert(unit.index);
    }
    server.stop();
    let all = (told.len() + open.len()) as u64;
    assert_eq!(indexes, (0..all).collect(), "one unit a command, in order");
    assert_eq!(books().sold, all);
}

fn bench(lines: &str) -> Bench {
    let bench = Bench::with_blocks(1, 2_000, &[(10, 300)]);
    bench.configure_with(&["b1"], &format!("log_filter = \"warn\"\n{lines}"));
    bench
}

#[test]
fn a_stop_under_load_loses_nothing_on_sqlite() {
    let bench = bench("");
    bench.open_shop(&["b1"], 6_000);
    check(&bench, &mut || bench.ledger().books().unwrap());
}

#[test]
fn a_stop_under_load_loses_nothing_on_postgres() {
    let Some(database) = new_database() else { return };
    let bench = bench("database.postgres_file = \"secret\"");
    let open = || Postgres::open(&database.address()).unwrap();
    fs::write(bench.path("secret"), database.address()).unwrap();
    bench.open_shop_on(Box::new(open()), &["b1"], 6_000);
    check(&bench, &mut || open().books().unwrap());
}

/// A client has sent half of a request, and goes on holding its connection. The server has begun to
/// read it, and ends well all the same.
#[test]
fn a_client_that_never_finishes_does_not_hold_up_the_stop() {
    let bench = bench("stop_grace_seconds = 1");
    bench.open_shop(&["b1"], 50);
    let server = bench.serve();
    let mut client = TcpStream::connect(server.site.address).unwrap();
    let head = format!(
        "POST /api/v1/plays HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\nidempotency-key: purchase-half\r\n\
         cookie: __Host-session={}\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n",
        server.site.address, server.site.session
    );
    client.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 25];
    client.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 100 Continue\r\n\r\n");
    client.write_all(b"{\"game\": ").unwrap();
    let sold = server.site.bought("one");
    server.ask_to_stop();
    let log = server.stopped();
    assert!(log.contains("clients that had not finished after 1 s were cut off"), "{log}");
    // The ledger was closed as ever.
    assert!(!bench.path("data/ledger.sqlite-wal").exists());
    assert_eq!(bench.serve().site.bought("one"), sold);
}
