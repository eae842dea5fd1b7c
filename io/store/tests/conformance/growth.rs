//! What a purchase reads does not grow with what its player has bought before.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::{Duration, Instant};

use ledger::{Done, Mode, OperatorAct, Receipt};
use store::{Order, Settings, Store};

use crate::world::{
    NOON, Shop, block, command_id, losers, postgres, postgres_address, settings, wish,
};

const PURCHASES: usize = 6_400;
/// Not one by one: for one alone the server makes a plan each time.
const BATCH: usize = 16;
/// Of its player's plays a purchase looks for: one of its own id, an unfinished one, the last one,
/// the last one of before its window. While there are no more than ten pages of plays, some 430, they
/// may all be read each time (the server takes no table to be smaller): most of this.
const READ_A_PURCHASE: i64 = 100;

/// Counts by the server itself how many entries of the plays' indexes its statements read. If each
/// purchase read all earlier ones it would be 3 200 on average, by any one of its statements.
#[test]
fn a_purchase_reads_a_few_plays_on_postgres() {
    let Some(address) = postgres_address() else { return };
    let clock = Arc::new(AtomicI64::new(NOON));
    let settings = Settings { batch: BATCH, ..settings(&clock) };
    let stock = [block("b1", 1, &losers(PURCHASES)).0];
    let store = Store::start(postgres(&address), &stock, settings).expect("the teller starts");
    let shop = Shop { store, clock };
    shop.operate("put-on-sale", OperatorAct::PutOnSale { block: stock[0].block().id });
    let alice = shop.player(1, 20_000);
    for first in (0..PURCHASES).step_by(BATCH) {
        let ask = |number| {
            let order =
                Order { id: command_id(&format!("buy-{number}")), act: wish(alice, Mode::Auto) };
            shop.store.ask(order).expect("there is room")
        };
        for answer in (first..first + BATCH).map(ask).collect::<Vec<_>>() {
            let receipt = answer.blocking_recv().expect("an answer");
            assert!(matches!(receipt, Ok(Receipt::Done(Done::Bought(_)))), "{receipt:?}");
        }
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
        if scans >= purchases || Instant::now() > deadline {
            break (scans, read);
        }
        raw.execute("SELECT pg_sleep(0.05)", &[]).unwrap();
    };
    assert!(scans >= purchases, "only {scans} looks were counted");
    assert!(read <= READ_A_PURCHASE * purchases, "{read} entries were read for {purchases} plays");
}
