//! The paper game.

use ledger::{
    Bearer, Book, Counter, CounterId, Emission, GameCode, Millis, Payment, Printing, RetailFacts,
    RetailNeeds,
};
use postgres::Row;
use postgres::types::ToSql;

use super::Session;
use super::save::{changed, column};
use crate::error::StoreError;
use crate::retail::{Asking, Paper, RetailSheet, Sales};
use crate::row::retail::{BookRow, CounterRow, EmissionRow, PaymentRow, PrintingRow, code_number};
use crate::row::{cents, retail as row};

/// A parameter of a statement.
type Value<'a> = &'a (dyn ToSql + Sync);

/// A question for whole rows of a table, with what follows its name.
macro_rules! select {
    (counters $rest:literal) => {
        concat!("SELECT id, name, is_centre, registered_at_ms FROM counters ", $rest)
    };
    (emissions $rest:literal) => {
        concat!(
            "SELECT code, game, emission, planned, opens, closes, claims_end FROM emissions ",
            $rest
        )
    };
    (printings $rest:literal) => {
        concat!(
            "SELECT code, first_book, block, books, book_tickets, price_cents, at_ms, is_restored
             FROM printings ",
            $rest
        )
    };
    (books $rest:literal) => {
        concat!(
            "SELECT code, number, counter, state, returned_from, report, paid_through FROM books ",
            $rest
        )
    };
    (payments $rest:literal) => {
        concat!(
            "SELECT code, book, ticket, counter, command, cents, bearer, at_ms FROM payments ",
            $rest
        )
    };
}

/// What `needs` names.
pub(super) fn facts(
    session: &mut Session<'_, '_>,
    needs: &RetailNeeds,
) -> Result<RetailFacts, StoreError> {
    let mut facts = RetailFacts::default();
    if needs.is_empty() {
        return Ok(facts);
    }
    let ids: Vec<i64> = needs.counters.iter().map(|id| id.0.into()).collect();
    let found = read(session, select!(counters "WHERE id = ANY ($1)"), &[&ids], counter)?;
    facts.counters.extend(found.into_iter().map(|it| (it.id, it)));
    let codes: Vec<i64> = needs.codes.iter().map(|code| code_number(*code)).collect();
    let mut found = read(session, select!(emissions "WHERE code = ANY ($1)"), &[&codes], emission)?;
    for id in &needs.emissions {
        let sql = select!(emissions "WHERE game = $1 AND emission = $2");
        let key: &[Value<'_>] = &[&id.game.as_str(), &i64::from(id.number)];
        found.extend(read(session, sql, key, emission)?);
    }
    for block in &needs.blocks {
        let sql = select!(emissions "WHERE code = (SELECT code FROM printings WHERE block = $1)");
        found.extend(read(session, sql, &[&block.as_str()], emission)?);
    }
    facts.emissions.extend(found.into_iter().map(|it| (it.code, it)));
    let codes: Vec<i64> = facts.emissions.keys().map(|code| code_number(*code)).collect();
    let found = read(session, select!(printings "WHERE code = ANY ($1)"), &[&codes], printing)?;
    facts.printings.extend(found.into_iter().map(|it| ((it.code, it.first_book), it)));
    for range in &needs.books {
        let sql = select!(books "WHERE code = $1 AND number BETWEEN $2 AND $3");
        let (first, last) = (i64::from(range.first().number()), i64::from(range.last().number()));
        let found = read(session, sql, &[&code_number(range.code()), &first, &last], book)?;
        facts.books.extend(found.into_iter().map(|it| (it.id, it)));
    }
    let tickets: Vec<_> = needs.tickets.iter().collect();
    let codes = column(&tickets, |it| code_number(it.book.code));
    let books = column(&tickets, |it| i64::from(it.book.number()));
    let places = column(&tickets, |it| i64::from(it.index()));
    let sql = select!(payments
        "JOIN unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[]) AS asked (code, book, ticket)
            USING (code, book, ticket)");
    let found = read(session, sql, &[&codes, &books, &places], payment)?;
    facts.payments.extend(found.into_iter().map(|it| (it.ticket, it)));
    Ok(facts)
}

/// What a query gives, each row as what it means.
fn read<T>(
    session: &mut Session<'_, '_>,
    sql: &'static str,
    params: &[Value<'_>],
    meaning: fn(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    session.rows(sql, params)?.iter().map(meaning).collect()
}

/// Saves the rows of a batch.
pub(super) fn save(
    session: &mut Session<'_, '_>,
    sheet: &RetailSheet<'_>,
) -> Result<(), StoreError> {
    for row in sheet.counters.values().map(|it| CounterRow::of(it)) {
        let sql = "INSERT INTO counters (id, name, is_centre, registered_at_ms)
            VALUES ($1, $2, $3, $4)";
        session.run(sql, &[&row.id, &row.name, &row.is_centre, &row.registered_at])?;
    }
    for row in sheet.emissions.values().map(|it| EmissionRow::of(it)) {
        let sql = "INSERT INTO emissions (code, game, emission, planned, opens, closes, claims_end)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (code) DO UPDATE SET opens = excluded.opens, closes = excluded.closes,
                claims_end = excluded.claims_end
            WHERE emissions.game = excluded.game AND emissions.emission = excluded.emission";
        let name: [Value<'_>; 4] = [&row.code, &row.game, &row.emission, &row.planned];
        let params = [&name[..], &[&row.opens, &row.closes, &row.claims_end]].concat();
        changed(session.run(sql, &params)?, 1, "emissions")?;
    }
    for row in sheet.printings.iter().map(|it| PrintingRow::of(it)) {
        let sql = "INSERT INTO printings (code, first_book, block, books, book_tickets,
                price_cents, at_ms, is_restored)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (code, first_book) DO UPDATE SET is_restored = excluded.is_restored
            WHERE printings.block = excluded.block";
        let place: [Value<'_>; 4] = [&row.code, &row.first_book, &row.block, &row.books];
        let rest: [Value<'_>; 4] = [&row.book_tickets, &row.price, &row.at, &row.is_restored];
        changed(session.run(sql, &[place, rest].concat())?, 1, "printings")?;
    }
    save_books(session, &sheet.books.values().map(|it| BookRow::of(it)).collect::<Vec<_>>())?;
    save_payments(
        session,
        &sheet.payments.iter().map(|it| PaymentRow::of(it)).collect::<Vec<_>>(),
    )?;
    let Some(paid_by) = sheet.bearers_erased else { return Ok(()) };
    let sql = "UPDATE payments SET bearer = $2 WHERE at_ms <= $1 AND bearer IS NOT NULL";
    session.run(sql, &[&paid_by.0, &Bearer::ERASED]).map(drop)
}

/// Of how many tickets that were paid at `paid_by` or before it is kept who was paid.
pub(super) fn bearers(session: &mut Session<'_, '_>, paid_by: Millis) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM payments WHERE at_ms <= $1 AND bearer <> $2";
    let rows = session.rows(sql, &[&paid_by.0, &Bearer::ERASED])?;
    let count: i64 = rows.first().map_or(0, |row| row.get(0));
    count.try_into().ok().ok_or_else(StoreError::corrupt("payments"))
}

/// All books of a batch at once: an act may speak of a thousand.
fn save_books(session: &mut Session<'_, '_>, rows: &[BookRow]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO books (code, number, counter, state, returned_from, report,
            paid_through)
        SELECT * FROM unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[], $4::TEXT[], $5::BIGINT[],
            $6::TEXT[], $7::BIGINT[])
        ON CONFLICT (code, number) DO UPDATE SET counter = excluded.counter,
            state = excluded.state, returned_from = excluded.returned_from,
            report = excluded.report, paid_through = excluded.paid_through";
    let params: [Value<'_>; 7] = [
        &column(rows, |row| row.code),
        &column(rows, |row| row.number),
        &column(rows, |row| row.counter),
        &column(rows, |row| row.state.as_str()),
        &column(rows, |row| row.returned_from),
        &column(rows, |row| row.report.as_deref()),
        &column(rows, |row| row.paid_through),
    ];
    session.run(sql, &params).map(drop)
}

fn save_payments(session: &mut Session<'_, '_>, rows: &[PaymentRow]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO payments (code, book, ticket, counter, command, cents, bearer, at_ms)
        SELECT * FROM unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::TEXT[],
            $6::BIGINT[], $7::TEXT[], $8::BIGINT[])";
    let params: [Value<'_>; 8] = [
        &column(rows, |row| row.code),
        &column(rows, |row| row.book),
        &column(rows, |row| row.ticket),
        &column(rows, |row| row.counter),
        &column(rows, |row| row.command.as_str()),
        &column(rows, |row| row.cents),
        &column(rows, |row| row.bearer.as_deref()),
        &column(rows, |row| row.at),
    ];
    session.run(sql, &params).map(drop)
}

/// The paper game as it stands.
pub(super) fn paper(session: &mut Session<'_, '_>) -> Result<Paper, StoreError> {
    let mut paper = Paper::default();
    // There may be tens of thousands of counters: one question for all that they have.
    let sql = "SELECT id, name, is_centre, registered_at_ms, coalesce(cents, 0)
        FROM counters LEFT JOIN accounts ON account = 'counter/' || id ORDER BY id";
    for row in session.rows(sql, &[])? {
        let has = cents(row.get(4)).ok_or_else(StoreError::corrupt("accounts"))?;
        paper.counters.push((counter(&row)?, has));
    }
    paper.emissions = read(session, select!(emissions "ORDER BY code"), &[], emission)?;
    paper.printings = read(session, select!(printings "ORDER BY code, first_book"), &[], printing)?;
    Ok(paper)
}

/// What a counter paid from `from` on and before `to`, newest first.
pub(super) fn paid(
    session: &mut Session<'_, '_>,
    counter: CounterId,
    (from, to): (Millis, Millis),
    limit: u32,
) -> Result<Vec<Payment>, StoreError> {
    let sql = select!(payments
        "WHERE counter = $1 AND at_ms >= $2 AND at_ms < $3
         ORDER BY at_ms DESC, code DESC, book DESC, ticket DESC LIMIT $4");
    let (counter, limit) = (i64::from(counter.0), i64::from(limit));
    read(session, sql, &[&counter, &from.0, &to.0, &limit], payment)
}

fn counter(row: &Row) -> Result<Counter, StoreError> {
    let row = CounterRow {
        id: row.get(0),
        name: row.get(1),
        is_centre: row.get(2),
        registered_at: row.get(3),
    };
    row.counter().ok_or_else(StoreError::corrupt("counters"))
}

fn emission(row: &Row) -> Result<Emission, StoreError> {
    let row = EmissionRow {
        code: row.get(0),
        game: row.get(1),
        emission: row.get(2),
        planned: row.get(3),
        opens: row.get(4),
        closes: row.get(5),
        claims_end: row.get(6),
    };
    row.emission().ok_or_else(StoreError::corrupt("emissions"))
}

fn printing(row: &Row) -> Result<Printing, StoreError> {
    let row = PrintingRow {
        code: row.get(0),
        first_book: row.get(1),
        block: row.get(2),
        books: row.get(3),
        book_tickets: row.get(4),
        price: row.get(5),
        at: row.get(6),
        is_restored: row.get(7),
    };
    row.printing().ok_or_else(StoreError::corrupt("printings"))
}

fn book(row: &Row) -> Result<Book, StoreError> {
    let row = BookRow {
        code: row.get(0),
        number: row.get(1),
        counter: row.get(2),
        state: row.get(3),
        returned_from: row.get(4),
        report: row.get(5),
        paid_through: row.get(6),
    };
    row.book().ok_or_else(StoreError::corrupt("books"))
}

fn payment(row: &Row) -> Result<Payment, StoreError> {
    let row = PaymentRow {
        code: row.get(0),
        book: row.get(1),
        ticket: row.get(2),
        counter: row.get(3),
        command: row.get(4),
        cents: row.get(5),
        bearer: row.get(6),
        at: row.get(7),
    };
    row.payment().ok_or_else(StoreError::corrupt("payments"))
}

/// Of no block on paper is anything paid, as long as nobody says that no payment is lacking.
pub(super) fn suspend_restored(session: &mut Session<'_, '_>) -> Result<(), StoreError> {
    session.run("UPDATE printings SET is_restored = TRUE", &[]).map(drop)
}

/// How much each counter has asked. What a question asks is its ticket, `31702-0012345-017`, after
/// eight letters.
pub(super) fn asking(
    session: &mut Session<'_, '_>,
    (from, to): (Millis, Millis),
) -> Result<Vec<Asking>, StoreError> {
    let sql =
        "SELECT actor, count(DISTINCT content), count(DISTINCT CASE WHEN payments.code IS NULL
            THEN content END)
        FROM commands LEFT JOIN payments ON code = CAST(substr(content, 9, 5) AS BIGINT)
            AND book = CAST(substr(content, 15, 7) AS BIGINT)
            AND ticket = CAST(substr(content, 23, 3) AS BIGINT)
        WHERE content LIKE 'inquire %' AND commands.at_ms >= $1 AND commands.at_ms < $2
        GROUP BY actor";
    let rows = session.rows(sql, &[&from.0, &to.0])?;
    let read = rows.iter().map(|it| row::asking(it.get(0), it.get(1), it.get(2)));
    let mut asking =
        read.collect::<Option<Vec<_>>>().ok_or_else(StoreError::corrupt("commands"))?;
    asking.sort_by_key(|it| it.counter);
    Ok(asking)
}

/// What has become of the tickets of an emission's blocks, by first book.
pub(super) fn sales(
    session: &mut Session<'_, '_>,
    code: GameCode,
) -> Result<Vec<Sales>, StoreError> {
    let sql = select!(printings "WHERE code = $1 ORDER BY first_book");
    let mut sales = Vec::new();
    for printing in read(session, sql, &[&code_number(code)], printing)? {
        let (first, last) = (i64::from(printing.first_book), i64::from(printing.last_book()));
        let mut own = Sales::none(printing);
        let sql = "SELECT state, returned_from, report, count(*) FROM books
            WHERE code = $1 AND number BETWEEN $2 AND $3 GROUP BY state, returned_from, report";
        for it in session.rows(sql, &[&code_number(code), &first, &last])? {
            let read = row::standing(it.get(0), it.get(1), it.get(2), it.get(3));
            let (standing, count) = read.ok_or_else(StoreError::corrupt("books"))?;
            own.books.insert(standing, count);
        }
        let sql = "SELECT cents, count(*) FROM payments
            WHERE code = $1 AND book BETWEEN $2 AND $3 GROUP BY cents";
        for it in session.rows(sql, &[&code_number(code), &first, &last])? {
            let read = row::lots(it.get(0), it.get(1));
            let (lot, count) = read.ok_or_else(StoreError::corrupt("payments"))?;
            own.paid.insert(lot, count);
        }
        sales.push(own);
    }
    Ok(sales)
}
