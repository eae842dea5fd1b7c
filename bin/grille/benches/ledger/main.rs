//! How many plays a second the ledger makes durable, each beside a reference on the same disk in the
//! same run, a round of one after a round of the other: on SQLite many plays a transaction, as it
//! sells, beside one a transaction; on PostgreSQL beside `pgbench` on the same server.
//!
//! `cargo xtask bench` runs it. The ledger lies in a folder of the target directory, and not in one
//! that may be memory. PostgreSQL is left out unless `GRILLE_POSTGRES` leads to a server and
//! `GRILLE_POSTGRES_PROGRAMS` to its programs.

mod reference;
mod shop;

use std::env;

use postgres::{Client, NoTls};
use store::{Postgres, Sqlite};

use reference::Pgbench;
use shop::{Speed, WAITING, measure};

/// How often each is measured.
const ROUNDS: usize = 5;

fn main() {
    // Cargo asks each benchmark for its tests too.
    if env::args().any(|argument| argument == "--test") {
        return;
    }
    // A name runs that one alone, so that a profile shows nothing else.
    let only = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if wanted("sqlite") {
        on_sqlite();
    }
    if wanted("postgres") {
        on_postgres();
    }
    if only.as_deref() == Some("batches") {
        show("SQLite, in batches", &[sqlite(WAITING, 400_000)]);
    }
}

fn sqlite(batch: usize, plays: u64) -> Speed {
    let folder =
        tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made here");
    measure(Box::new(Sqlite::open(folder.path()).expect("the ledger opens")), batch, plays)
}

fn on_sqlite() {
    let rounds = (0..ROUNDS).map(|_| (sqlite(1, 5_000), sqlite(WAITING, 100_000)));
    let (alone, together): (Vec<_>, Vec<_>) = rounds.unzip();
    show("SQLite, one play a transaction", &alone);
    show(&format!("SQLite, up to {WAITING} a transaction"), &together);
    println!("ratio, median of the rounds: {:.1}\n", ratio(&together, &alone));
}

fn on_postgres() {
    let Some((address, pgbench)) = env::var("GRILLE_POSTGRES").ok().zip(Pgbench::find()) else {
        println!("no server is named: PostgreSQL is left out");
        return;
    };
    pgbench.fill();
    let rounds = (0..ROUNDS).map(|round| {
        let reference = Speed { plays_per_second: pgbench.run(), busy: None };
        (reference, measure(Box::new(new_ledger(&address, round)), WAITING, 100_000))
    });
    let (reference, together): (Vec<_>, Vec<_>) = rounds.unzip();
    show("pgbench -s 100 -c 16 -j 2 -M prepared", &reference);
    show(&format!("PostgreSQL, up to {WAITING} a transaction"), &together);
    println!("ratio, median of the rounds: {:.1}\n", ratio(&together, &reference));
}

/// An empty ledger in a schema of its own.
fn new_ledger(address: &str, round: usize) -> Postgres {
    let mut client = Client::connect(address, NoTls).expect("the server is there");
    let sql = format!("DROP SCHEMA IF EXISTS bench{round} CASCADE; CREATE SCHEMA bench{round}");
    client.batch_execute(&sql).expect("a schema can be made");
    Postgres::open(&format!("{address} options='-c search_path=bench{round}'")).expect("it opens")
}

fn show(name: &str, rounds: &[Speed]) {
    let speeds: Vec<_> = rounds.iter().map(|it| it.plays_per_second).collect();
    let list: Vec<_> = speeds.iter().map(|it| format!("{it:.0}")).collect();
    let busy: Vec<_> = rounds.iter().filter_map(|it| it.busy).collect();
    print!("{name}: {:.0} plays/s (rounds: {})", median(speeds), list.join(", "));
    match busy.is_empty() {
        true => println!(),
        false => println!(", the teller on a processor {:.0} % of the time", 100.0 * median(busy)),
    }
}

fn ratio(these: &[Speed], those: &[Speed]) -> f64 {
    let pairs = these.iter().zip(those);
    median(pairs.map(|(this, that)| this.plays_per_second / that.plays_per_second).collect())
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
