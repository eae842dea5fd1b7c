//! What a purchase reads does not grow with what its player has bought before.

use std::time::{Duration, Instant};

use crate::world::{Shop, block, losers, postgres, postgres_address};

const PURCHASES: usize = 3_000;
/// Of its player's plays a purchase looks for: one of its own id, an unfinished one, the last one,
/// the last one of before its window. While there are no more than ten pages of plays, some 430, they
/// may all be read each time (the server takes no table to be smaller): most of this.
const READ_A_PURCHASE: i64 = 100;

/// Counts by the server itself how many entries of the plays' indexes its statements read. If each
/// purchase read all earlier ones it would be 1 500 on average, by any one of its statements.
#[test]
fn a_purchase_reads_a_few_plays_on_postgres() {
    let Some(address) = postgres_address() else { return };
    let shop = Shop::open(postgres(&address), &[block("b1", 1, &losers(PURCHASES)).0]);
    let alice = shop.player(1, 10_000);
    for number in 0..PURCHASES {
        shop.bought(alice, &format!("buy-{number}"));
    }
    // A connection tells its counts when it ends, if not before.
    drop(shop);
    let mut raw = ::postgres::Client::connect(&address, ::postgres::NoTls).unwrap();
    let sql = "SELECT sum(idx_scan)::BIGINT, sum(idx_tup_read)::BIGINT FROM pg_stat_user_indexes
        WHERE relname = 'plays' AND schemaname = current_schema";
    let purchases = i64::try_from(PURCHASES).unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    let (scans, read) = loop {
        let row = raw.query_one(sql, &[]).unwrap();
        let (scans, read): (i64, i64) = (row.get(0), row.get(1));
        if scans >= 3 * purchases || Instant::now() > deadline {
            break (scans, read);
        }
        raw.execute("SELECT pg_sleep(0.05)", &[]).unwrap();
    };
    assert!(scans >= 3 * purchases, "only {scans} looks were counted");
    assert!(read <= READ_A_PURCHASE * purchases, "{read} entries were read for {purchases} plays");
}
