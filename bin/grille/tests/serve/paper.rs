//! The operator's acts in the paper game, on a running server.

use crate::bench::{BOTH, Bench};

/// Olga alone.
const OLGA: &str = "--data data --as olga --password-file olga.password";

/// Rows B-1 and T-2: an emission from its first notice to its last, its books and its counters, each
/// act signed and kept. Days are far away, since the server's clock is the machine's.
#[test]
fn an_emission_of_tickets_is_run_from_the_terminal() {
    let bench = Bench::with_blocks(2, 40, &[(2, 600), (5, 300)]);
    bench.hire();
    bench.configure(&["b1", "b2"]);
    bench.open_shop(&["b1"], 500);
    let block = bench.stock(&["b2"])[0].block().id.to_string();
    let server = bench.serve();
    let both = |act: &str| bench.yes(&format!("operate {BOTH} {act}"));
    let no = |act: &str, code: &str| bench.no(&format!("operate {BOTH} {act}"), 1, &[code]);
    let olga = |act: &str| bench.yes(&format!("operate {OLGA} {act}"));

    let announce = "emission announce 31701 --game mots-croises --emission 1 --planned 2090-01-02";
    assert_eq!(olga(announce), "announced\n");
    let print = format!("emission print 31701 --block {block} --first-book 1 --book-tickets 10");
    bench.no(&format!("operate {OLGA} {print}"), 1, &["second_name_missing"]);
    assert_eq!(both(&print), "printed 4\n");
    no(&format!("put-on-sale {block}"), "block_not_published");
    assert_eq!(both("counter register 7 --name Tabac"), "counter_registered\n");
    assert_eq!(both("counter register 9 --name Centre --centre"), "counter_registered\n");
    assert_eq!(both("counter settle 7 --paid-in 5000 --reason transfer"), "counter_settled 5000\n");
    no("counter settle 7 --paid-out 5001 --reason transfer", "counter_funds");
    assert_eq!(both("counter settle 7 --paid-out 1000 --reason back"), "counter_settled 4000\n");
    assert_eq!(both("emission open 31701 --day 2090-01-02"), "opened\n");
    assert_eq!(olga("books deliver 31701-0000001..0000003 --counter 7"), "delivered\n");
    no("books deliver 31701-0000003..0000004 --counter 7", "book_delivered");
    no("books deliver 31701-0000002..0000004 --counter 7", "0000002 is at counter 7, not on sale");
    let report = "books report 31701-0000002..0000003 --stolen --reason burglary";
    assert_eq!(olga(report), "reported\n");
    bench.no(&format!("operate {OLGA} books release 31701-0000002 --reason x"), 1, &["takes two"]);
    assert_eq!(both("books release 31701-0000002 --reason found"), "released\n");
    assert_eq!(both("books return 31701-0000001..0000002 --counter 7"), "returned 0\n");
    no("books return 31701-0000003 --counter 7", "at counter 7, not on sale, reported stolen");
    let whole = "book 31701-0000001 has come back whole from counter 7";
    no("books report 31701-0000001..0000003 --lost --reason flood", whole);
    no("books release 31701-0000003..0000004 --reason found", "book 31701-0000004 is in stock");
    bench.no(&format!("operate {OLGA} books deliver 31701-1 --counter 7"), 2, &["31702-0000001"]);
    // 14 July is a holiday.
    let closed = both("emission close 31701 --day 2090-06-14");
    assert_eq!(closed, "emission_closed 2090-07-15\n");
    let extend = "emission extend 31701 --until 2090-08-15 --reason strike";
    assert_eq!(both(extend), "extended 2090-08-16\n");
    no(&format!("emission expire {block}"), "claims_not_ended");
    // Nothing is told of what was sold and paid before nothing is paid any more.
    let report = |rest: &str| format!("operate {OLGA} report emission{rest}");
    bench.no(&report(" 31701"), 1, &["The last day of payment is not over", "claims_not_ended"]);
    bench.no(&report(" 31709"), 1, &["emission_unknown"]);
    bench.no(&report(" 31701 --from 2090-01-01"), 2, &["of this moment"]);
    bench.no(&report(""), 2, &["<CODE>"]);
    bench.no(&format!("operate {OLGA} report liability 31701"), 2, &["of no single emission"]);

    let told = format!(
        "counter 7: Tabac, 4000 cents, 0 tickets asked about in a week, 0 of them not paid\n\
         centre 9: Centre, 0 cents, 0 tickets asked about in a week, 0 of them not paid\n\
         emission 31701: mots-croises, emission 1, planned 2090-01-02, opens 2090-01-02, \
         closes 2090-06-14, paid until 2090-08-16\n  block {block}: books 1 to 4 of 10 tickets\n"
    );
    assert_eq!(olga("paper"), told);
    let alterations = olga("report alterations --format csv");
    for kind in ["block_printed", "emission_closed", "claims_extended", "books_released"] {
        assert!(alterations.contains(kind), "{alterations}");
    }
    server.stop();
    let events = bench.yes("ledger events --data data");
    assert!(events.contains("books_stolen"), "{events}");
    assert!(bench.yes("ledger events --data data --check").starts_with("events "));
}
