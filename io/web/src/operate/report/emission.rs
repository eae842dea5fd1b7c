//! What became of an emission of tickets, once its last day of payment is over: what was sold, paid,
//! returned, and what nobody asked for.
//!
//! Before that day is over nothing is told: what was paid says which lots are not gone.

use game::Cents;
use ledger::{Block, BlockState, GameCode, Refusal};
use store::{Books, Paper, Register, Sales, Store, StoreError};

use super::{NO_ACTIVITY, Report, Table};

pub(super) fn report(store: &Store, code: GameCode) -> Result<Result<Report, Refusal>, StoreError> {
    let paper = store.paper()?;
    Ok(match check(&paper, code, store.now()) {
        Ok(()) => {
            let sales = store.sales(code)?;
            Ok(tables(&paper, code, &sales, &store.register()?, &store.books()?))
        }
        Err(refusal) => Err(refusal),
    })
}

/// Refuses, in order: `emission_unknown`, `emission_not_closed`, `claims_not_ended`,
/// `payments_lacking`.
fn check(paper: &Paper, code: GameCode, now: ledger::Millis) -> Result<(), Refusal> {
    let emission = paper.emissions.iter().find(|it| it.code == code);
    let emission = emission.ok_or(Refusal::EmissionUnknown)?;
    if emission.closing.is_none() {
        return Err(Refusal::EmissionNotClosed);
    }
    if !emission.is_past(now) {
        return Err(Refusal::ClaimsNotEnded);
    }
    if paper.printings.iter().any(|it| it.code == code && it.is_restored) {
        return Err(Refusal::PaymentsLacking);
    }
    Ok(())
}

fn tables(
    paper: &Paper,
    code: GameCode,
    sales: &[Sales],
    register: &Register,
    books: &Books,
) -> Report {
    let of = |it: &Sales| register.blocks.iter().find(|block| block.id == it.printing.block);
    let known: Vec<(&Block, &Sales)> = sales.iter().filter_map(|it| Some((of(it)?, it))).collect();
    let tables = vec![
        notices(paper, code),
        Table {
            name: "blocks",
            columns: vec![
                "block",
                "first_book",
                "last_book",
                "tickets",
                "sold",
                "returned",
                "missing",
                "in_stock",
                "stakes_cents",
                "prizes_cents",
                "paid_tickets",
                "paid_cents",
                "unclaimed_cents",
                "state",
            ],
            rows: known.iter().map(|(block, it)| block_row(block, it, books)).collect(),
        },
        Table {
            name: "books",
            columns: vec!["block", "state", "from_ticket", "report", "books"],
            rows: known.iter().flat_map(|(_, it)| book_rows(it)).collect(),
        },
        Table {
            name: "paid",
            columns: vec!["block", "lot_cents", "tickets", "cents"],
            rows: known.iter().flat_map(|(_, it)| paid_rows(it)).collect(),
        },
    ];
    let open = known.iter().filter(|(block, _)| block.state == BlockState::Printed);
    let mut notes: Vec<String> = open
        .map(|(block, _)| {
            let id = &block.id;
            format!(
                "what nobody asked for is still in the prizes of block {id}: emission expire {id}"
            )
        })
        .collect();
    if sales.iter().all(|it| it.books.is_empty()) {
        notes.insert(0, NO_ACTIVITY.to_owned());
    }
    Report { tables, notes }
}

fn notices(paper: &Paper, code: GameCode) -> Table {
    let day = |day: Option<ledger::LegalDay>| day.map_or("-".to_owned(), |day| day.to_string());
    let rows = paper.emissions.iter().filter(|it| it.code == code).map(|it| {
        vec![
            it.code.to_string(),
            it.id.game.to_string(),
            it.id.number.to_string(),
            it.planned.to_string(),
            day(it.opens),
            day(it.closing.map(|it| it.day)),
            day(it.closing.map(|it| it.claims_end)),
        ]
    });
    let columns = vec!["code", "game", "emission", "planned", "opened", "closed", "paid_until"];
    Table { name: "emission", columns, rows: rows.collect() }
}

fn block_row(block: &Block, sales: &Sales, books: &Books) -> Vec<String> {
    let printing = &sales.printing;
    let stakes = books.balances.get(&format!("stakes/{}", block.id)).copied().unwrap_or(0);
    let (prizes, paid) = (block.prizes.cents(), sales.paid_cents());
    let unclaimed = prizes.0.checked_sub(paid.0).expect("no block pays more than its prizes");
    let tickets = sales.tickets();
    vec![
        block.id.to_string(),
        printing.first_book.to_string(),
        printing.last_book().to_string(),
        block.units.to_string(),
        tickets.sold.to_string(),
        tickets.returned.to_string(),
        tickets.missing.to_string(),
        tickets.in_stock.to_string(),
        stakes.to_string(),
        prizes.to_string(),
        sales.paid.values().sum::<u64>().to_string(),
        paid.to_string(),
        unclaimed.to_string(),
        block.state.code().to_owned(),
    ]
}

fn book_rows(sales: &Sales) -> Vec<Vec<String>> {
    let row = |(&(state, report), count): (&(ledger::BookState, Option<ledger::Report>), &u32)| {
        vec![
            sales.printing.block.to_string(),
            state.code().to_owned(),
            state.returned_from().map_or("-".to_owned(), |from| from.to_string()),
            report.map_or("-", ledger::Report::code).to_owned(),
            count.to_string(),
        ]
    };
    sales.books.iter().map(row).collect()
}

fn paid_rows(sales: &Sales) -> Vec<Vec<String>> {
    let row = |(lot, count): (&Cents, &u64)| {
        vec![
            sales.printing.block.to_string(),
            lot.to_string(),
            count.to_string(),
            (lot.0 * count).to_string(),
        ]
    };
    sales.paid.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::GameId;
    use ledger::{
        Amount, BlockId, BookState, Closing, Emission, EmissionId, LegalDay, Millis, Printing,
        Report as Missing,
    };

    use super::*;

    fn day(text: &str) -> LegalDay {
        LegalDay::parse(text).expect("a day")
    }

    fn code() -> GameCode {
        GameCode::parse("31702").expect("a code")
    }

    fn amount(cents: u64) -> Amount {
        Amount::new(Cents(cents)).expect("an amount")
    }

    /// An emission of one block of 40 books of 10 tickets at 5 €, which is closed or not.
    fn paper(closing: Option<Closing>, is_restored: bool) -> Paper {
        let game = GameId::new("maxi").expect("an id");
        let id = EmissionId { game, number: 2 };
        let (planned, opens) = (day("2001-01-02"), Some(day("2001-01-15")));
        let block = BlockId::new("b1").expect("a name");
        let printing = Printing {
            code: code(),
            block,
            first_book: 11,
            books: 40,
            book_tickets: 10,
            price: amount(500),
            at: Millis(0),
            is_restored,
        };
        Paper {
            counters: Vec::new(),
            emissions: vec![Emission { code: code(), id, planned, opens, closing }],
            printings: vec![printing],
        }
    }

    /// Closed on Sunday 1 April 2001, and so paid until 2 May.
    fn closing() -> Option<Closing> {
        Some(Closing { day: day("2001-04-01"), claims_end: day("2001-05-02") })
    }

    #[test]
    fn nothing_is_told_before_the_last_day_of_payment_is_over() {
        let last = day("2001-05-02").ends();
        let other = GameCode::parse("31703").expect("a code");
        for (closing, is_restored, code, now, expected) in [
            (closing(), false, other, last, Err(Refusal::EmissionUnknown)),
            (None, false, code(), last, Err(Refusal::EmissionNotClosed)),
            (closing(), false, code(), Millis(last.0 - 1), Err(Refusal::ClaimsNotEnded)),
            (closing(), true, code(), last, Err(Refusal::PaymentsLacking)),
            (closing(), false, code(), last, Ok(())),
        ] {
            assert_eq!(check(&paper(closing, is_restored), code, now), expected);
        }
    }

    fn told(state: BlockState, books: BTreeMap<(BookState, Option<Missing>), u32>) -> Report {
        let paper = paper(closing(), false);
        let printing = paper.printings[0].clone();
        let (id, emission) = (printing.block.clone(), paper.emissions[0].id.clone());
        let block = Block::published(id, emission, 1, 400, amount(100_000));
        let register = Register { blocks: vec![Block { state, ..block }], ..Register::default() };
        let paid = if books.is_empty() {
            BTreeMap::new()
        } else {
            [(Cents(500), 3), (Cents(30_000), 2)].into()
        };
        let balances = BTreeMap::from([("stakes/b1".to_owned(), 68_000)]);
        let sales = [Sales { printing, books, paid }];
        tables(&paper, code(), &sales, &register, &Books { balances, sold: 0 })
    }

    /// Thirteen books sold, one of them stolen since; one came back from its seventh ticket on, three
    /// whole; one was lost before it was on sale, and the rest was never put on sale.
    #[test]
    fn what_was_sold_paid_returned_and_left_is_told() {
        let books = BTreeMap::from([
            ((BookState::Activated, None), 4),
            ((BookState::Activated, Some(Missing::Stolen)), 1),
            ((BookState::SoldOut, None), 8),
            ((BookState::Returned(6), None), 1),
            ((BookState::Returned(0), None), 3),
            ((BookState::Delivered, None), 5),
            ((BookState::Printed, Some(Missing::Lost)), 1),
        ]);
        let report = told(BlockState::Closed, books);
        let rows = |table: usize| -> Vec<String> {
            report.tables[table].rows.iter().map(|row| row.join(" ")).collect()
        };
        let notices = "31702 maxi 2 2001-01-02 2001-01-15 2001-04-01 2001-05-02";
        assert_eq!(rows(0), [notices]);
        // 13 books and 6 tickets; 4 tickets and 3 books; 1 book; 22 books.
        let block = "b1 11 50 400 136 34 10 220 68000 100000 5 61500 38500 closed";
        assert_eq!(rows(1), [block]);
        assert_eq!(rows(2).len(), 7);
        assert!(rows(2).contains(&"b1 returned 6 - 1".to_owned()));
        assert!(rows(2).contains(&"b1 activated - stolen 1".to_owned()));
        assert_eq!(rows(3), ["b1 500 3 1500", "b1 30000 2 60000"]);
        assert!(report.notes.is_empty(), "{:?}", report.notes);
    }

    #[test]
    fn what_is_still_to_be_done_is_said() {
        let report = told(BlockState::Printed, BTreeMap::new());
        let open = "what nobody asked for is still in the prizes of block b1: emission expire b1";
        assert_eq!(report.notes, [NO_ACTIVITY, open]);
    }
}
