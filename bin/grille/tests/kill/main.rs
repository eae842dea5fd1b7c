//! The real server is killed while clients buy over HTTP: what it has answered is so, and whoever
//! repeats his command gets his one unit.

mod client;
mod site;
#[path = "../small/mod.rs"]
mod small;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc::{Receiver, channel};
use std::thread::scope;

use serde_json::Value;

use site::{Ledger, Site, gains};

/// How many clients buy at a time. They are one player in as many windows.
const CLIENTS: usize = 6;
const PRICE_CENTS: u64 = 300;

/// How many times the server is killed; `GRILLE_KILLS` says another number.
fn rounds() -> usize {
    match std::env::var("GRILLE_KILLS") {
        Ok(count) => count.parse().expect("GRILLE_KILLS is a number"),
        Err(_) if std::env::var_os("GRILLE_LONG").is_some() => 200,
        Err(_) => 3,
    }
}

/// After how many answers it is killed in a round: 1 to 97, and another number each time.
fn moment(round: usize) -> usize {
    1 + (39 + 37 * round) % 97
}

/// The units that were bought, by command.
type Told = BTreeMap<String, Value>;

/// Lets clients buy until so many answers have come, kills the server, and returns what was told,
/// and the commands that were on their way.
fn kill_under_load(site: &mut Site, round: usize) -> (Told, Vec<String>) {
    let (sender, answers) = channel();
    let (address, session) = (site.address().to_owned(), site.session().to_owned());
    scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let sender = sender.clone();
                let (address, session) = (address.as_str(), session.as_str());
                scope.spawn(move || {
                    for number in 0.. {
                        let id = format!("round-{round}-{client}-{number}");
                        match client::buy(address, session, &id) {
                            Ok((201, play)) => sender.send((id, play)).expect("it is heard"),
                            Ok(other) => panic!("{id}: {other:?}"),
                            // It was cut off, and does not know what became of this one.
                            Err(_) => return id,
                        }
                    }
                    unreachable!("the server is killed")
                })
            })
            .collect();
        drop(sender);
        let mut told = hear(&answers, moment(round));
        site.kill();
        told.extend(answers);
        let open = clients.into_iter().map(|client| client.join().expect("no panic")).collect();
        (told, open)
    })
}

fn hear(answers: &Receiver<(String, Value)>, count: usize) -> Told {
    (0..count).map(|_| answers.recv().expect("clients go on until it is killed")).collect()
}

/// So many rounds on one site, then on the next: its block is never sold out.
const ROUNDS_A_SITE: usize = 50;

/// All rounds, on ledgers that `new` makes.
fn check(new: impl Fn() -> Ledger) {
    let (all, mut name, mut commands) = (rounds(), "", 0);
    for begin in (0..all).step_by(ROUNDS_A_SITE) {
        let (ledger, end) = (new(), all.min(begin + ROUNDS_A_SITE));
        name = ledger.name();
        commands += check_site(&ledger, begin..end);
        println!("soak: kills of the server, {name}: {end} of {all}");
    }
    println!("soak: kills of the server with HTTP, {name}: {all} rounds, {commands} commands");
}

/// Kills the server of one site in each round, and repeats what it was asked for. Returns how many
/// commands that were.
fn check_site(ledger: &Ledger, rounds: Range<usize>) -> usize {
    let mut site = Site::open(ledger);
    site.start();
    let mut all = Told::new();
    for round in rounds {
        let (told, open) = kill_under_load(&mut site, round);
        site.start();
        for (id, play) in &told {
            assert_eq!(
                client::buy(site.address(), site.session(), id).expect("it is up"),
                (201, play.clone())
            );
        }
        all.extend(told);
        // Sold before the kill, or now; and only once.
        for id in open {
            let (status, play) =
                client::buy(site.address(), site.session(), &id).expect("it is up");
            assert_eq!(status, 201, "{id}: {play}");
            assert_eq!(
                client::buy(site.address(), site.session(), &id).expect("it is up"),
                (201, play.clone())
            );
            assert_eq!(all.insert(id, play), None);
        }
    }
    site.kill();
    audit(&site, ledger, &all);
    all.len()
}

/// The ledger itself, with no server: the units in order, every account.
fn audit(site: &Site, ledger: &Ledger, all: &Told) {
    let store = site.store(ledger);
    let books = store.books().expect("the ledger works");
    assert_eq!(books.sold, all.len() as u64, "one unit a command");
    let number = |play: &Value, key: &str| play[key].as_u64().expect("a number");
    let mut indexes: Vec<u64> = all.values().map(|play| number(play, "index")).collect();
    indexes.sort_unstable();
    assert_eq!(indexes, (0..books.sold).collect::<Vec<_>>(), "units are sold in order");
    let gain: u64 = all.values().map(|play| number(&play["gain"], "cents")).sum();
    assert_eq!(gain, gains(site, books.sold), "what the records of the block are worth");
    let signed = |cents: u64| i64::try_from(cents).expect("small");
    let account = |name: String| books.balances.get(&name).copied().unwrap_or(0);
    let block = site.block();
    let stakes = PRICE_CENTS * books.sold;
    assert_eq!(account("player/1".to_owned()), signed(site::DEPOSIT_CENTS + gain) - signed(stakes));
    assert_eq!(account(format!("stakes/{block}")), signed(stakes));
    assert_eq!(account(format!("prizes/{block}")), signed(site.prizes_cents() - gain));
    assert_eq!(books.balances.values().sum::<i64>(), 0);
    let known = store.block(&block).expect("the ledger works").expect("it is sold");
    assert_eq!(known.next.0, books.sold);
}

#[test]
fn a_killed_server_loses_nothing_on_sqlite() {
    check(|| Ledger::Sqlite);
}

#[test]
fn a_killed_server_loses_nothing_on_postgres() {
    match Ledger::new_on_postgres() {
        Some(_) => check(|| Ledger::new_on_postgres().expect("the server is still there")),
        None => println!("GRILLE_POSTGRES is not set: PostgreSQL is left out"),
    }
}
