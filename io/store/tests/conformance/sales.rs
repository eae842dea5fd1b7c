//! What has become of an emission's tickets.

use std::collections::BTreeMap;

use game::Cents;
use ledger::{BookState, CounterId, Report, RetailAct};
use store::Tickets;

use crate::world::paper::{activate, book, books, claim, code, pay, reason};
use crate::world::{Shop, block, each_engine};

/// Forty tickets in eight books: in each 3 €, 13 € and three that lose.
fn words() -> Vec<u8> {
    [2, 0, 4, 0, 0].repeat(8)
}

/// Every way in which a book can end, and a block of which none has left the stock.
#[test]
fn what_became_of_an_emission_is_told_by_every_engine() {
    each_engine(|name, engine| {
        let stock = [block("b1", 1, &words()).0, block("b2", 2, &words()).0];
        let shop = Shop::paper(engine, &stock);
        shop.sell(1, 1, 4);
        let deliver =
            |first, last| RetailAct::Deliver { books: books(first, last), counter: CounterId(2) };
        shop.retail("deliver", deliver(5, 7));
        let by_counter = |id: &str, act| {
            let told = shop.told(id, act);
            assert!(told.starts_with("paid ") || told.starts_with("activated "), "{told}");
        };
        by_counter("activate", activate(2, 5));
        // Books 1 and 2 are paid from, by two counters; of 3 two tickets are sold, of 4 none.
        for (number, index) in [0, 2, 5, 7, 10].into_iter().enumerate() {
            let counter = if number % 2 == 0 { 1 } else { 2 };
            by_counter(
                &format!("pay-{index}"),
                pay(counter, vec![claim(&stock[0], 1, index)], None),
            );
        }
        let back = |number: u32, from| RetailAct::Return {
            books: book(number).into(),
            counter: CounterId(1),
            from,
        };
        shop.retail("back-3", back(3, 2));
        shop.retail("back-4", back(4, 0));
        let missing = |number: u32, report| RetailAct::Report {
            books: book(number).into(),
            report,
            reason: reason(),
        };
        shop.retail("stolen-5", missing(5, Report::Stolen));
        shop.retail("lost-6", missing(6, Report::Lost));

        let sales = shop.store.sales(code()).expect("the ledger works");
        let blocks: Vec<_> = sales.iter().map(|it| it.printing.block.to_string()).collect();
        assert_eq!(blocks, ["b1", "b2"], "{name}");
        let stood = BTreeMap::from([
            ((BookState::Activated, None), 2),
            ((BookState::Activated, Some(Report::Stolen)), 1),
            ((BookState::Returned(2), None), 1),
            ((BookState::Returned(0), None), 1),
            ((BookState::Delivered, Some(Report::Lost)), 1),
            ((BookState::Delivered, None), 1),
        ]);
        assert_eq!(sales[0].books, stood, "{name}");
        assert_eq!(sales[0].paid, BTreeMap::from([(Cents(300), 3), (Cents(1300), 2)]), "{name}");
        assert_eq!(sales[0].paid_cents(), Cents(3 * 300 + 2 * 1300));
        // Books 1, 2 and 5, and two tickets of 3; three of 3, and 4; 6; 7 and 8.
        let tickets = Tickets { sold: 17, returned: 8, missing: 5, in_stock: 10 };
        assert_eq!(sales[0].tickets(), tickets, "{name}");
        // What counters paid for tickets is what was sold of them.
        assert_eq!(shop.account("stakes/b1"), 17 * 300, "{name}");
        assert_eq!(sales[1].tickets(), Tickets { in_stock: 40, ..Tickets::default() }, "{name}");
        assert!(sales[1].books.is_empty() && sales[1].paid.is_empty(), "{name}");
    });
}
