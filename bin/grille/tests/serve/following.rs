//! Blocks that are sold to their ends over HTTP.

use std::collections::BTreeMap;
use std::thread::scope;

use crate::bench::Bench;
use crate::http::Sold;

/// Article 2 of Mots Croisés: when one block is sold out the next follows without a gap.
#[test]
fn mots_croises_2_the_next_block_follows_in_the_purchase_that_needs_it() {
    let bench = Bench::with_blocks(2, 12, &[(1, 600), (3, 300)]);
    bench.configure(&["b1", "b2"]);
    bench.open_shop(&["b1", "b2"], 100);
    let ids: Vec<String> =
        bench.stock(&["b1", "b2"]).iter().map(|it| it.block().id.to_string()).collect();
    let states = || bench.sql("SELECT state || ' ' || next_index FROM blocks ORDER BY number");
    let server = bench.serve();
    for (name, block, number) in [("b1", &ids[0], 0), ("b2", &ids[1], 12)] {
        let prizes = bench.prizes(name);
        for index in 0..12 {
            let sold = server.site.bought(&format!("{}", number + index));
            let expected = Sold { block: block.clone(), index, gain: prizes[&index] };
            assert_eq!(sold, expected);
            if (name, index) == ("b1", 11) {
                assert_eq!(states(), ["sold_out 12", "published 0"]);
            }
            if (name, index) == ("b2", 0) {
                assert_eq!(states(), ["sold_out 12", "on_sale 1"]);
            }
        }
    }
    // The purchase that needed the second block funded it, under its own name: one decision, which
    // is saved whole or not at all.
    let moved = bench.sql(
        "SELECT from_account || ' ' || to_account || ' ' || cents FROM transfers
         WHERE command = 'purchase-12' ORDER BY number",
    );
    let expected =
        [format!("operator prizes/{} 1500", ids[1]), format!("player/1 stakes/{} 300", ids[1])];
    assert_eq!(moved[..2], expected);
    let before = server.site.balance();
    // 24 stakes of 3 €, and each block's 15 € won back.
    assert_eq!(before, 10_000 - 24 * 300 + 2 * 1_500);
    for id in ["late", "late", "later"] {
        assert_eq!(server.site.buy(id).problem(), (409, "sold_out"));
    }
    assert_eq!(server.site.balance(), before);
    assert_eq!(bench.sql("SELECT count(*) || '' FROM plays"), ["24"]);
    assert_eq!(states(), ["sold_out 12", "sold_out 12"]);
    let left = "SELECT cents || '' FROM accounts WHERE account LIKE 'prizes/%'";
    assert_eq!(bench.sql(left), ["0", "0"]);
}

/// What each unit of the block of three thousand is worth, by hand: count and cents.
const TABLE: [(u32, u64); 8] = [
    (1, 3_000_000),
    (2, 100_000),
    (3, 50_000),
    (10, 15_000),
    (50, 3_000),
    (100, 1_300),
    (420, 600),
    (119, 300),
];

#[test]
fn a_block_sold_out_by_many_at_once_is_exactly_its_table() {
    let bench = Bench::with_blocks(1, 3_000, &TABLE);
    bench.configure_with(&["b1"], "log_filter = \"warn\"");
    bench.open_shop(&["b1"], 20_000);
    let server = bench.serve();
    let site = server.site;
    let buy = |thread: u32| {
        let mut sold = Vec::new();
        for number in 0.. {
            let id = format!("{thread}-{number}");
            if site.buy(&id).problem() == (409, "sold_out") {
                break;
            }
            // Once more, to read it as a unit: the same id is the same unit.
            sold.push(site.bought(&id));
        }
        sold
    };
    let mut sold: Vec<Sold> = scope(|scope| {
        let threads: Vec<_> = (0..8).map(|thread| scope.spawn(move || buy(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    sold.sort();
    let gains: BTreeMap<u64, u64> = sold.iter().map(|unit| (unit.index, unit.gain)).collect();
    assert_eq!((sold.len(), &gains), (3_000, &bench.prizes("b1")));
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for gain in gains.into_values().filter(|gain| *gain > 0) {
        *counts.entry(gain).or_default() += 1;
    }
    assert_eq!(counts, TABLE.iter().map(|(count, cents)| (*cents, *count)).collect());
    let accounts =
        "SELECT cents || '' FROM accounts WHERE account LIKE '%/mots-%' ORDER BY account";
    assert_eq!(bench.sql(accounts), ["0", "900000"]);
    let won: u64 = TABLE.iter().map(|(count, cents)| u64::from(*count) * cents).sum();
    assert_eq!(site.balance(), 2_000_000 - 900_000 + won);
}
