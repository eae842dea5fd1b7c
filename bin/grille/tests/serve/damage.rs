//! A record that is damaged under a running server.

use crate::bench::{Bench, flip};

#[test]
fn a_damaged_record_stops_the_sale_and_repaired_it_is_sold() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    bench.hire();
    bench.configure(&["b1"]);
    bench.open_shop(&["b1"], 50);
    let id = bench.stock(&["b1"])[0].block().id.to_string();
    let prizes = bench.prizes("b1");
    let units = bench.path("b1/units.sealed");
    let record = std::fs::metadata(&units).unwrap().len() as usize / 40;
    let state = || bench.sql("SELECT state || ' ' || next_index FROM blocks");

    let server = bench.serve();
    for index in 0..3 {
        assert_eq!(server.site.bought(&format!("{index}")).index, index);
    }
    // Under the server's hands.
    flip(&units, 3 * record + 7);
    let balance = server.site.balance();
    assert_eq!(server.site.buy("damaged").problem(), (409, "unit_damaged"));
    assert_eq!(server.site.buy("stopped").problem(), (409, "game_not_on_sale"));
    assert_eq!((server.site.balance(), state()), (balance, vec!["suspended_damaged 3".to_owned()]));
    let log = server.log();
    let line = log.lines().find(|line| line.contains("a record cannot be sold")).expect("a line");
    assert!(line.contains("ERROR") && line.contains(&id) && line.contains("unit 3 is damaged"));
    server.stop();

    bench.resume_no(
        &id,
        " --sold-through 2",
        &["--sold-through is asked after a restored backup only"],
    );
    // Resumed without a repair, it stops again at the same unit.
    bench.resume(&id, "");
    assert_eq!(state(), ["on_sale 3"]);
    bench.resume_no(&id, "", &["not suspended"]);
    let server = bench.serve();
    assert_eq!(server.site.buy("again").problem(), (409, "unit_damaged"));
    server.stop();
    assert_eq!(bench.yes("block repair b1 --key-file b1.share"), "3\n");
    bench.resume(&id, "");
    // Damage before the start costs nobody anything either.
    flip(&units, 4 * record);
    let server = bench.serve();
    let sold = server.site.bought("mended");
    assert_eq!((sold.index, sold.gain), (3, prizes[&3]));
    assert_eq!(server.site.balance(), balance - 300 + prizes[&3]);
    // The refusal is kept under its id; no unit went with it.
    assert_eq!(server.site.buy("damaged").problem(), (409, "unit_damaged"));
    assert_eq!(server.site.buy("before").problem(), (409, "unit_damaged"));
    assert_eq!(state(), ["suspended_damaged 4"]);
    assert_eq!(bench.sql("SELECT count(*) || '' FROM plays"), ["4"]);
}
