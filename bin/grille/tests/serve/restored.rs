//! A ledger that is lost and restored from a copy: what left the house is never sold again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::scope;

use store::Postgres;

use crate::bench::Bench;
use crate::database::new_database;
use crate::http::Site;

const BACKUP: &str = "ledger backup --config grille.toml --out copy";
const RESTORE: &str = "ledger restore copy --config grille.toml";

/// The last index of a block among the lines of a log.
fn last_sold(log: &str, block: &str) -> u64 {
    let sales = log.lines().filter(|line| line.contains("a unit was sold") && line.contains(block));
    let index = |line: &str| line.rsplit_once("index=").unwrap().1.trim().parse().unwrap();
    sales.map(index).max().expect("something was sold")
}

#[test]
fn a_restored_ledger_sells_nothing_twice() {
    let bench = Bench::with_blocks(2, 500, &[(1, 50_000), (40, 600), (120, 300)]);
    bench.hire();
    bench.configure(&["b1", "b2"]);
    bench.open_shop(&["b1", "b2"], 3_000);
    let ids: Vec<String> =
        bench.stock(&["b1", "b2"]).iter().map(|it| it.block().id.to_string()).collect();
    let server = bench.serve();
    let told = copied_while_four_buy(&bench, server.site);
    assert_eq!(told, (0..240).collect());
    bench.no(BACKUP, 2, &["copy exists already"]);
    let log = server.log();
    // The machine dies.
    drop(server);
    bench.no(RESTORE, 2, &["data/ledger.sqlite exists already", "move it aside first"]);
    fs::rename(bench.path("data"), bench.path("lost")).unwrap();
    let out = bench.yes(RESTORE);
    let kept: u64 =
        bench.sql("SELECT next_index || '' FROM blocks ORDER BY number")[0].parse().unwrap();
    assert!((80..240).contains(&kept), "{kept}");
    let expected = format!(
        "{} suspended_restored {kept} of 500\n{} suspended_restored 0 of 500\n",
        ids[0], ids[1]
    );
    assert_eq!(out, expected);
    let restored = "SELECT detail FROM events WHERE kind = 'ledger_restored'";
    assert_eq!(bench.sql(restored), ["2 blocks wait"]);

    let server = bench.serve();
    assert_eq!(server.site.buy("early").problem(), (409, "game_not_on_sale"));
    server.stop();
    let state = || bench.sql("SELECT state || ' ' || next_index FROM blocks ORDER BY number");
    let last = last_sold(&log, &ids[0]);
    assert_eq!(last, 239);
    bench.resume_no(&ids[0], "", &["--sold-through"]);
    bench.resume_no(&ids[0], " --nothing-sold", &["sold_through_out_of_range"]);
    bench.resume_no(&ids[0], " --sold-through 500", &["sold_through_out_of_range"]);
    bench.resume(&ids[0], &format!(" --sold-through {last}"));
    assert_eq!(state()[0], "on_sale 240");

    let server = bench.serve();
    let sold: Vec<u64> =
        (0..260).map(|number| server.site.bought(&format!("new-{number}")).index).collect();
    assert_eq!(sold, (240..500).collect::<Vec<_>>());
    // The next block may have been sold from since: it waits until that is known.
    assert_eq!(server.site.buy("next").problem(), (409, "sold_out"));
    server.stop();
    let lost = bench.sql("SELECT lost || '' FROM blocks ORDER BY number");
    assert_eq!(lost, [(240 - kept).to_string(), "0".to_owned()]);
    // The lots of the lost units, which this ledger has paid to nobody, and nothing else.
    let lots: u64 = (kept..240).map(|index| bench.prizes("b1")[&index]).sum();
    assert_eq!(account(&bench, &format!("prizes/{}", ids[0])), lots);
    assert_eq!(account(&bench, &format!("stakes/{}", ids[0])), (500 - (240 - kept)) * 300);
    bench.resume(&ids[1], " --nothing-sold");
    assert_eq!(state()[1], "published 0");
    let first = bench.serve().site.bought("next-block");
    assert_eq!((first.block, first.index), (ids[1].clone(), 0));
}

/// Makes a copy while four clients buy 60 units each: the indexes that they were told.
fn copied_while_four_buy(bench: &Bench, site: Site) -> BTreeSet<u64> {
    let count = AtomicU32::new(0);
    scope(|scope| {
        let buy = |thread: u32| {
            let mut told = Vec::new();
            for number in 0..60 {
                told.push(site.bought(&format!("{thread}-{number}")).index);
                if count.fetch_add(1, Ordering::SeqCst) == 80 {
                    bench.yes(BACKUP);
                }
            }
            told
        };
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || buy(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn account(bench: &Bench, name: &str) -> u64 {
    bench.sql(&format!("SELECT cents || '' FROM accounts WHERE account = '{name}'"))[0]
        .parse()
        .unwrap()
}

/// What the copy knew as waiting, or not at all, was put on sale since.
#[test]
fn blocks_that_went_on_sale_after_the_backup_are_not_sold_again() {
    let bench = Bench::with_blocks(3, 12, &[(1, 600), (3, 300)]);
    bench.hire();
    bench.configure(&["b1", "b2"]);
    bench.open_shop(&["b1", "b2"], 200);
    let names = ["b1", "b2", "b3"];
    let ids: Vec<String> = bench.stock(&names).iter().map(|it| it.block().id.to_string()).collect();
    let server = bench.serve();
    server.site.bought("0");
    bench.yes(BACKUP);
    server.stop();
    bench.configure(&names);
    let server = bench.serve();
    // The first two are sold out, and two units of the third.
    let sold: Vec<_> = (1..26).map(|number| server.site.bought(&format!("{number}"))).collect();
    assert_eq!((&sold[24].block, sold[24].index), (&ids[2], 1));
    drop(server);
    fs::rename(bench.path("data"), bench.path("lost")).unwrap();
    bench.yes(RESTORE);
    bench.resume_no(&ids[2], " --sold-through 1", &["block"]);
    bench.resume(&ids[0], " --sold-through 11");
    let server = bench.serve();
    assert_eq!(server.site.buy("early").problem(), (409, "sold_out"));
    server.stop();
    bench.resume(&ids[1], " --sold-through 11");
    bench.resume(&ids[2], " --sold-through 1");
    let server = bench.serve();
    let next = server.site.bought("next");
    assert_eq!((&next.block, next.index), (&ids[2], 2));
    // Of the second block this ledger sold nothing: all its lots are there.
    let prizes: u64 = bench.prizes("b2").into_values().sum();
    assert_eq!(account(&bench, &format!("prizes/{}", ids[1])), prizes);
}

#[test]
fn a_copy_that_is_none_is_refused() {
    let bench = Bench::with_blocks(1, 12, &[(1, 600), (3, 300)]);
    bench.hire();
    bench.configure(&["b1"]);
    bench.no(BACKUP, 2, &["data/ledger.sqlite cannot be opened"]);
    assert!(!bench.path("data/ledger.sqlite").exists() && !bench.path("copy").exists());
    bench.open_shop(&["b1"], 50);
    bench.yes(BACKUP);
    let sound = fs::read(bench.path("copy")).unwrap();
    fs::rename(bench.path("data"), bench.path("lost")).unwrap();
    let check = |bytes: &[u8], says: &str| {
        fs::write(bench.path("copy"), bytes).unwrap();
        bench.no(RESTORE, 2, &["copy", says]);
        assert!(!bench.path("data/ledger.sqlite").exists());
    };
    check(b"", "it is no ledger");
    check(b"no database, by far", "cannot be opened");
    check(&sound[..sound.len() - 4096], "the ledger copy");
    let mut newer = sound.clone();
    newer[63] = 99;
    check(&newer, "written by a newer grille");
    fs::write(bench.path("copy"), &sound).unwrap();
    let copy = rusqlite::Connection::open(bench.path("copy")).unwrap();
    copy.execute("UPDATE accounts SET cents = cents + 100 WHERE account = 'player/1'", []).unwrap();
    drop(copy);
    bench.no(RESTORE, 2, &["its accounts add up to 100 cents"]);
    fs::write(bench.path("copy"), &sound).unwrap();
    fs::write(bench.path("copy-wal"), "").unwrap();
    bench.no(RESTORE, 2, &["copy-wal exists already"]);
    fs::remove_file(bench.path("copy-wal")).unwrap();
    bench.yes(RESTORE);
    let mut left: Vec<_> = fs::read_dir(bench.path("data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["ledger.lock", "ledger.sqlite"]);
}

/// PostgreSQL is restored by its own means; then everything is suspended by one command.
#[test]
fn a_restored_ledger_on_postgres_sells_nothing_twice() {
    let Some(database) = new_database() else { return };
    let bench = Bench::with_blocks(2, 12, &[(1, 600), (3, 300)]);
    bench.hire();
    bench.configure_with(&["b1", "b2"], "database.postgres_file = \"secret\"");
    fs::write(bench.path("secret"), database.address()).unwrap();
    let engine = Box::new(Postgres::open(&database.address()).unwrap());
    bench.open_shop_on(engine, &["b1", "b2"], 50);
    let ids: Vec<String> =
        bench.stock(&["b1", "b2"]).iter().map(|it| it.block().id.to_string()).collect();
    bench.no(BACKUP, 2, &["the ledger is on PostgreSQL", "docs/backup.md"]);
    bench.no(RESTORE, 2, &["the ledger is on PostgreSQL", "mark-restored"]);
    let server = bench.serve();
    let mut sold = BTreeMap::new();
    for number in 0..3 {
        sold.insert(server.site.bought(&format!("{number}")).index, number);
    }
    server.stop();
    database.copy();
    let server = bench.serve();
    for number in 3..8 {
        sold.insert(server.site.bought(&format!("{number}")).index, number);
    }
    assert_eq!(sold.len(), 8);
    let log = server.log();
    drop(server);
    database.lose_and_restore();
    let out = bench.yes("ledger mark-restored --config grille.toml");
    let [one, two] = [&ids[0], &ids[1]];
    let expected = format!("{one} suspended_restored 3 of 12\n{two} suspended_restored 0 of 12\n");
    assert_eq!(out, expected);
    let server = bench.serve();
    assert_eq!(server.site.buy("early").problem(), (409, "game_not_on_sale"));
    server.stop();
    let last = last_sold(&log, one);
    assert_eq!(last, 7);
    bench.resume(one, &format!(" --sold-through {last}"));
    bench.resume(two, " --nothing-sold");
    let server = bench.serve();
    for index in 8..12 {
        assert_eq!(server.site.bought(&format!("new-{index}")).index, index);
    }
    let next = server.site.bought("next");
    assert_eq!((&next.block, next.index), (two, 0));
}
