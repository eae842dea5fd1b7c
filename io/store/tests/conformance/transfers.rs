//! Every movement of money can be read in one place, those of units out of the units' own rows.

use std::collections::BTreeMap;

use store::LEDGER_FILE;

use crate::world::{Shop, block, postgres, postgres_address, sqlite};

/// Actor, command, number, from, to, cents, reason.
type Row = (String, String, i64, String, String, i64, String);

const TRANSFERS: &str = "SELECT actor, command, number, from_account, to_account, cents, reason
    FROM transfers";

/// Sells a unit that wins 3 €, one that loses, and, from the block that follows, one whose 30 000 €
/// are held.
fn sell(shop: &Shop) {
    let alice = shop.player(1, 50);
    for unit in ["one", "two", "three"] {
        shop.bought(alice, unit);
    }
}

/// As the two databases have it: what was sold is what is told, and all of it adds up.
fn check(name: &str, mut rows: Vec<Row>, accounts: &BTreeMap<String, i64>) {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for (.., from, to, cents, _) in &rows {
        *sums.entry(from.clone()).or_default() -= cents;
        *sums.entry(to.clone()).or_default() += cents;
    }
    // An account that was raised and lowered by as much at once need not be there.
    sums.retain(|account, cents| *cents != 0 || accounts.contains_key(account));
    assert_eq!(sums, *accounts, "{name}: an account is the sum of its transfers");
    rows.retain(|row| row.0 == "player/1" && row.6 != "deposit");
    rows.sort();
    let told = rows.iter().map(|(actor, command, number, from, to, cents, reason)| {
        format!("{actor} {command} {number}: {from} → {to} {cents} {reason}\n")
    });
    let expected = "\
        player/1 command-one 0: player/1 → stakes/b1 300 stake\n\
        player/1 command-one 1: prizes/b1 → player/1 300 gain\n\
        player/1 command-three 0: operator → prizes/b2 3000000 prizes\n\
        player/1 command-three 1: player/1 → stakes/b2 300 stake\n\
        player/1 command-three 2: prizes/b2 → held/1/command-three 3000000 gain_held\n\
        player/1 command-two 0: player/1 → stakes/b1 300 stake\n";
    assert_eq!(told.collect::<String>(), expected, "{name}");
}

#[test]
fn each_movement_is_told_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let stock = [block("b1", 1, &[2, 0]).0, block("b2", 2, &[9]).0];
    sell(&Shop::open(sqlite(folder.path()), &stock));
    let raw = rusqlite::Connection::open(folder.path().join(LEDGER_FILE)).unwrap();
    let mut query = raw.prepare(TRANSFERS).unwrap();
    let row = |row: &rusqlite::Row<'_>| row.try_into();
    let rows = query.query_map([], row).unwrap().collect::<Result<Vec<Row>, _>>().unwrap();
    let mut query = raw.prepare("SELECT account, cents FROM accounts").unwrap();
    let account = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let accounts = query.query_map([], account).unwrap().collect::<Result<_, _>>().unwrap();
    check("sqlite", rows, &accounts);
}

#[test]
fn each_movement_is_told_once_on_postgres() {
    let Some(address) = postgres_address() else { return };
    let stock = [block("b1", 1, &[2, 0]).0, block("b2", 2, &[9]).0];
    sell(&Shop::open(postgres(&address), &stock));
    let mut raw = ::postgres::Client::connect(&address, ::postgres::NoTls).unwrap();
    let rows = raw.query(TRANSFERS, &[]).unwrap();
    let row = |row: &::postgres::Row| {
        (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(5), row.get(6))
    };
    let rows = rows.iter().map(row).collect();
    let accounts = raw.query("SELECT account, cents FROM accounts", &[]).unwrap();
    let accounts = accounts.iter().map(|row| (row.get(0), row.get(1))).collect();
    check("postgres", rows, &accounts);
}
