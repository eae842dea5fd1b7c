//! The paper game.

use game::Cents;
use ledger::{
    Bearer, Book, Counter, CounterId, Emission, GameCode, Millis, Payment, Printing, RetailFacts,
    RetailNeeds,
};
use rusqlite::{Connection, Params, Row};

use super::load::{many, one};
use super::save::{changed_one, run};
use crate::error::StoreError;
use crate::retail::{Asking, Paper, RetailSheet, Sales};
use crate::row::retail::{BookRow, CounterRow, EmissionRow, PaymentRow, PrintingRow, code_number};
use crate::row::{cents, retail as row};

const EMISSION: &str = "SELECT code, game, emission, planned, opens, closes, claims_end
    FROM emissions";
const PRINTING: &str = "SELECT code, first_book, block, books, book_tickets, price_cents, at_ms,
        is_restored
    FROM printings";
const PAYMENT: &str = "SELECT code, book, ticket, counter, command, cents, bearer, at_ms
    FROM payments";
const COUNTER: &str = "SELECT id, name, is_centre, registered_at_ms FROM counters";

/// What `needs` names.
pub(super) fn facts(
    connection: &Connection,
    needs: &RetailNeeds,
) -> Result<RetailFacts, StoreError> {
    let mut facts = RetailFacts::default();
    for id in &needs.counters {
        let sql = format!("{COUNTER} WHERE id = ?1");
        let counters = counters(connection, &sql, [id.0])?;
        facts.counters.extend(counters.into_iter().map(|it| (it.id, it)));
    }
    let mut found = Vec::new();
    for code in &needs.codes {
        let sql = format!("{EMISSION} WHERE code = ?1");
        found.extend(emissions(connection, &sql, [code_number(*code)])?);
    }
    for id in &needs.emissions {
        let sql = format!("{EMISSION} WHERE game = ?1 AND emission = ?2");
        found.extend(emissions(connection, &sql, (id.game.as_str(), id.number))?);
    }
    for block in &needs.blocks {
        let sql = format!("{EMISSION} WHERE code = (SELECT code FROM printings WHERE block = ?1)");
        found.extend(emissions(connection, &sql, [block.as_str()])?);
    }
    facts.emissions.extend(found.into_iter().map(|it| (it.code, it)));
    for code in facts.emissions.keys() {
        let sql = format!("{PRINTING} WHERE code = ?1");
        let printings = printings(connection, &sql, [code_number(*code)])?;
        facts.printings.extend(printings.into_iter().map(|it| ((it.code, it.first_book), it)));
    }
    for range in &needs.books {
        let sql = "SELECT code, number, counter, state, returned_from, report, paid_through
            FROM books WHERE code = ?1 AND number BETWEEN ?2 AND ?3";
        let key = (code_number(range.code()), range.first().number(), range.last().number());
        for row in many(connection, sql, key, book_row)? {
            let book: Book = row.book().ok_or_else(StoreError::corrupt("books"))?;
            facts.books.insert(book.id, book);
        }
    }
    for ticket in &needs.tickets {
        let sql = format!("{PAYMENT} WHERE code = ?1 AND book = ?2 AND ticket = ?3");
        let book = ticket.book;
        let key = (code_number(book.code), book.number(), ticket.index());
        let payments = payments(connection, &sql, key)?;
        facts.payments.extend(payments.into_iter().map(|it| (it.ticket, it)));
    }
    Ok(facts)
}

/// Saves the rows of a batch.
pub(super) fn save(connection: &Connection, sheet: &RetailSheet<'_>) -> Result<(), StoreError> {
    for it in sheet.counters.values() {
        let row = CounterRow::of(it);
        let sql = "INSERT INTO counters (id, name, is_centre, registered_at_ms)
            VALUES (?1, ?2, ?3, ?4)";
        run(connection, sql, (row.id, row.name, row.is_centre, row.registered_at))?;
    }
    for it in sheet.emissions.values() {
        let row = EmissionRow::of(it);
        let sql = "INSERT INTO emissions (code, game, emission, planned, opens, closes, claims_end)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (code) DO UPDATE SET opens = excluded.opens, closes = excluded.closes,
                claims_end = excluded.claims_end";
        let params =
            (row.code, row.game, row.emission, row.planned, row.opens, row.closes, row.claims_end);
        run(connection, sql, params)?;
    }
    for it in &sheet.printings {
        let row = PrintingRow::of(it);
        let sql = "INSERT INTO printings (code, first_book, block, books, book_tickets,
                price_cents, at_ms, is_restored)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (code, first_book) DO UPDATE SET is_restored = excluded.is_restored
            WHERE printings.block = excluded.block";
        let params = (
            row.code,
            row.first_book,
            row.block,
            row.books,
            row.book_tickets,
            row.price,
            row.at,
            row.is_restored,
        );
        changed_one(run(connection, sql, params)?, "printings")?;
    }
    sheet.books.values().try_for_each(|book| save_book(connection, book))?;
    sheet.payments.iter().try_for_each(|payment| save_payment(connection, payment))?;
    let Some(paid_by) = sheet.bearers_erased else { return Ok(()) };
    let sql = "UPDATE payments SET bearer = ?2 WHERE at_ms <= ?1 AND bearer IS NOT NULL";
    run(connection, sql, (paid_by.0, Bearer::ERASED)).map(drop)
}

/// Of how many tickets that were paid at `paid_by` or before it is kept who was paid.
pub(super) fn bearers(connection: &Connection, paid_by: Millis) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM payments WHERE at_ms <= ?1 AND bearer <> ?2";
    let found: Option<i64> = one(connection, sql, (paid_by.0, Bearer::ERASED), |row| row.get(0))?;
    found.map_or(Some(0), |count| count.try_into().ok()).ok_or_else(StoreError::corrupt("payments"))
}

fn save_book(connection: &Connection, book: &Book) -> Result<(), StoreError> {
    let row = BookRow::of(book);
    let sql = "INSERT INTO books (code, number, counter, state, returned_from, report,
            paid_through)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (code, number) DO UPDATE SET counter = excluded.counter,
            state = excluded.state, returned_from = excluded.returned_from,
            report = excluded.report, paid_through = excluded.paid_through";
    let params = (
        row.code,
        row.number,
        row.counter,
        row.state,
        row.returned_from,
        row.report,
        row.paid_through,
    );
    run(connection, sql, params).map(drop)
}

fn save_payment(connection: &Connection, payment: &Payment) -> Result<(), StoreError> {
    let row = PaymentRow::of(payment);
    let sql = "INSERT INTO payments (code, book, ticket, counter, command, cents, bearer, at_ms)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let params =
        (row.code, row.book, row.ticket, row.counter, row.command, row.cents, row.bearer, row.at);
    run(connection, sql, params).map(drop)
}

/// The paper game as it stands.
pub(super) fn paper(connection: &Connection) -> Result<Paper, StoreError> {
    let mut paper = Paper::default();
    // There may be tens of thousands of counters: one question for all that they have.
    let sql = "SELECT id, name, is_centre, registered_at_ms, coalesce(cents, 0)
        FROM counters LEFT JOIN accounts ON account = 'counter/' || id ORDER BY id";
    let columns = |row: &Row<'_>| Ok((counter_row(row)?, row.get(4)?));
    for (row, has) in many(connection, sql, [], columns)? {
        let counter = row.counter().ok_or_else(StoreError::corrupt("counters"))?;
        let has: Option<Cents> = cents(has);
        paper.counters.push((counter, has.ok_or_else(StoreError::corrupt("accounts"))?));
    }
    paper.emissions = emissions(connection, &format!("{EMISSION} ORDER BY code"), [])?;
    let sql = format!("{PRINTING} ORDER BY code, first_book");
    paper.printings = printings(connection, &sql, [])?;
    Ok(paper)
}

/// What a counter paid from `from` on and before `to`, newest first.
pub(super) fn paid(
    connection: &Connection,
    counter: CounterId,
    (from, to): (Millis, Millis),
    limit: u32,
) -> Result<Vec<Payment>, StoreError> {
    let sql = format!(
        "{PAYMENT} WHERE counter = ?1 AND at_ms >= ?2 AND at_ms < ?3
         ORDER BY at_ms DESC, code DESC, book DESC, ticket DESC LIMIT ?4"
    );
    payments(connection, &sql, (counter.0, from.0, to.0, limit))
}

fn counters(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<Counter>, StoreError> {
    let rows = many(connection, sql, params, counter_row)?;
    rows.iter().map(|row| row.counter().ok_or_else(StoreError::corrupt("counters"))).collect()
}

fn counter_row(row: &Row<'_>) -> rusqlite::Result<CounterRow> {
    Ok(CounterRow {
        id: row.get(0)?,
        name: row.get(1)?,
        is_centre: row.get(2)?,
        registered_at: row.get(3)?,
    })
}

fn emissions(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<Emission>, StoreError> {
    let columns = |row: &Row<'_>| {
        Ok(EmissionRow {
            code: row.get(0)?,
            game: row.get(1)?,
            emission: row.get(2)?,
            planned: row.get(3)?,
            opens: row.get(4)?,
            closes: row.get(5)?,
            claims_end: row.get(6)?,
        })
    };
    let rows = many(connection, sql, params, columns)?;
    rows.iter().map(|row| row.emission().ok_or_else(StoreError::corrupt("emissions"))).collect()
}

fn printings(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<Printing>, StoreError> {
    let columns = |row: &Row<'_>| {
        Ok(PrintingRow {
            code: row.get(0)?,
            first_book: row.get(1)?,
            block: row.get(2)?,
            books: row.get(3)?,
            book_tickets: row.get(4)?,
            price: row.get(5)?,
            at: row.get(6)?,
            is_restored: row.get(7)?,
        })
    };
    let rows = many(connection, sql, params, columns)?;
    rows.iter().map(|row| row.printing().ok_or_else(StoreError::corrupt("printings"))).collect()
}

fn payments(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<Payment>, StoreError> {
    let columns = |row: &Row<'_>| {
        Ok(PaymentRow {
            code: row.get(0)?,
            book: row.get(1)?,
            ticket: row.get(2)?,
            counter: row.get(3)?,
            command: row.get(4)?,
            cents: row.get(5)?,
            bearer: row.get(6)?,
            at: row.get(7)?,
        })
    };
    let rows = many(connection, sql, params, columns)?;
    rows.iter().map(|row| row.payment().ok_or_else(StoreError::corrupt("payments"))).collect()
}

fn book_row(row: &Row<'_>) -> rusqlite::Result<BookRow> {
    Ok(BookRow {
        code: row.get(0)?,
        number: row.get(1)?,
        counter: row.get(2)?,
        state: row.get(3)?,
        returned_from: row.get(4)?,
        report: row.get(5)?,
        paid_through: row.get(6)?,
    })
}

/// Of no block on paper is anything paid, as long as nobody says that no payment is lacking.
pub(super) fn suspend_restored(connection: &Connection) -> Result<(), StoreError> {
    run(connection, "UPDATE printings SET is_restored = 1", []).map(drop)
}

/// How much each counter has asked. What a question asks is its ticket, `31702-0012345-017`, after
/// eight letters.
pub(super) fn asking(
    connection: &Connection,
    (from, to): (Millis, Millis),
) -> Result<Vec<Asking>, StoreError> {
    let sql =
        "SELECT actor, count(DISTINCT content), count(DISTINCT CASE WHEN payments.code IS NULL
            THEN content END)
        FROM commands LEFT JOIN payments ON code = CAST(substr(content, 9, 5) AS INTEGER)
            AND book = CAST(substr(content, 15, 7) AS INTEGER)
            AND ticket = CAST(substr(content, 23, 3) AS INTEGER)
        WHERE content LIKE 'inquire %' AND commands.at_ms >= ?1 AND commands.at_ms < ?2
        GROUP BY actor";
    let columns = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?));
    let rows = many(connection, sql, (from.0, to.0), columns)?;
    let read = rows.iter().map(|(actor, asked, unpaid)| row::asking(actor, *asked, *unpaid));
    let mut asking =
        read.collect::<Option<Vec<_>>>().ok_or_else(StoreError::corrupt("commands"))?;
    asking.sort_by_key(|it| it.counter);
    Ok(asking)
}

/// What has become of the tickets of an emission's blocks, by first book.
pub(super) fn sales(connection: &Connection, code: GameCode) -> Result<Vec<Sales>, StoreError> {
    let sql = format!("{PRINTING} WHERE code = ?1 ORDER BY first_book");
    let mut sales = Vec::new();
    for printing in printings(connection, &sql, [code_number(code)])? {
        let key = (code_number(code), printing.first_book, printing.last_book());
        let mut own = Sales::none(printing);
        let sql = "SELECT state, returned_from, report, count(*) FROM books
            WHERE code = ?1 AND number BETWEEN ?2 AND ?3 GROUP BY state, returned_from, report";
        let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        for (state, from, report, count) in many(connection, sql, key, columns)? {
            let (state, report): (String, Option<String>) = (state, report);
            let read = row::standing(&state, from, report.as_deref(), count);
            let (standing, count) = read.ok_or_else(StoreError::corrupt("books"))?;
            own.books.insert(standing, count);
        }
        let sql = "SELECT cents, count(*) FROM payments
            WHERE code = ?1 AND book BETWEEN ?2 AND ?3 GROUP BY cents";
        let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        for (lot, count) in many(connection, sql, key, columns)? {
            let (lot, count) = row::lots(lot, count).ok_or_else(StoreError::corrupt("payments"))?;
            own.paid.insert(lot, count);
        }
        sales.push(own);
    }
    Ok(sales)
}
