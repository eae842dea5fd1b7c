//! How many plays a second the server sells over HTTP, on the machine that also makes the load: the
//! real program, loopback, connections that stay open, players who have signed in, *Auto*.
//!
//! `cargo xtask bench` runs it. First as much as it takes; then half of that, paced, where a time is
//! counted from the moment at which the request was due and not from when it could be sent; then
//! more than it takes, with a short queue. The processor's time a play is told too: it means
//! something on a machine that others use.
//!
//! `cargo bench --profile release -p grille --bench http -- --whole` sells a whole block of the shipped
//! game instead, and tells the server's memory at 10, 50 and 100 %: it is to stay flat. A number
//! after it sells so many of a smaller block, to see that it works.

mod load;
mod shop;
#[path = "../../tests/small/mod.rs"]
mod small;

use std::time::Duration;

use load::{Load, Pace, Seen};
use shop::{Lots, Shop};

/// How many connections are open. Each has one request on its way at a time.
const CONNECTIONS: usize = 128;
/// No measurement makes more plays, or takes longer.
const PLAYS: u64 = 50_000;
const LIMIT: Duration = Duration::from_secs(20);
/// A whole block takes minutes; nobody waits for longer than this.
const WHOLE_LIMIT: Duration = Duration::from_secs(6 * 3_600);

fn main() {
    // Cargo asks each benchmark for its tests too.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    if let Some(at) = std::env::args().position(|argument| argument == "--whole") {
        // Cargo adds an option of its own at the end.
        let count = std::env::args().nth(at + 1).filter(|it| !it.starts_with('-'));
        let plays = count.map(|count| count.parse().expect("a number"));
        return sell_whole(plays);
    }
    let shop = Shop::open(Lots::Some);
    let server = shop.serve("");
    let load = Load::new(server.address, &shop.sessions);
    let at_start_kib = server.resident_kib();
    load.run("warm", CONNECTIONS, Pace::Free, 5_000, LIMIT);
    let warm_kib = server.resident_kib();
    let before = (server.processor_seconds(), shop::own_processor_seconds());
    let most = load.run("most", CONNECTIONS, Pace::Free, PLAYS, LIMIT);
    let after = (server.processor_seconds(), shop::own_processor_seconds());
    let plays = most.sold() as f64;
    let a_play_us = |before: f64, after: f64| (after - before) * 1e6 / plays;
    show("at the most", &most);
    println!(
        "  processor: {:.0} µs a play of the server, {:.0} µs of the load",
        a_play_us(before.0, after.0),
        a_play_us(before.1, after.1),
    );
    let half = most.plays_per_second() / 2.0;
    let paced = load.run("half", CONNECTIONS, Pace::PerSecond(half), PLAYS, LIMIT);
    show(&format!("at half of it, {half:.0} due a second"), &paced);
    println!(
        "memory of the server: {} MiB at the start, {} MiB once warm, {} MiB at the end",
        at_start_kib / 1024,
        warm_kib / 1024,
        server.resident_kib() / 1024,
    );
    server.stop();
    let server = shop.serve("queue = 32\n");
    let load = Load::new(server.address, &shop.sessions);
    let beyond = load.run("beyond", CONNECTIONS, Pace::Free, PLAYS, LIMIT / 2);
    show("beyond it, 32 may wait", &beyond);
    server.stop();
}

/// Sells a whole block of the shipped game, or `plays` of a smaller one, and tells the memory.
fn sell_whole(plays: Option<u64>) {
    let (lots, plays) = plays.map_or((Lots::Shipped, 1_500_000), |plays| (Lots::Some, plays));
    let shop = Shop::open(lots);
    let server = shop.serve("");
    let load = Load::new(server.address, &shop.sessions);
    println!("memory of the server at the start: {} KiB", server.resident_kib());
    let mut sold = 0;
    for percent in [10, 50, 100] {
        let more = plays * percent / 100 - sold;
        let seen =
            load.run(&format!("whole-{percent}"), CONNECTIONS, Pace::Free, more, WHOLE_LIMIT);
        assert_eq!(seen.sold() as u64 + seen.turned_away, more, "every purchase was answered");
        sold += more;
        println!(
            "memory of the server at {percent} % of {plays} plays: {} KiB",
            server.resident_kib()
        );
        show(&format!("up to {percent} %"), &seen);
    }
    server.stop();
}

fn show(name: &str, seen: &Seen) {
    println!(
        "{name}: {:.0} plays/s ({} plays); p50 {:.1} ms, p99 {:.1} ms; {} told to come again",
        seen.plays_per_second(),
        seen.sold(),
        seen.quantile_ms(0.5),
        seen.quantile_ms(0.99),
        seen.turned_away,
    );
}
