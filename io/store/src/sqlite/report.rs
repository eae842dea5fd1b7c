//! What an operator asks, and the events.

use ledger::{EventKind, Millis, PlayerId, PlayerName};
use rusqlite::{Connection, Row};

use crate::chain::{Entry, Head};
use crate::error::StoreError;
use crate::lapsed::Lapsed;
use crate::register::{Hour, Register};
use crate::row;
use crate::sqlite::load::{self, OFFER, many, one};

const EVENT: &str = "number, at_ms, kind, signed_by, second, subject, detail, hash";

/// Events in order.
pub(super) fn events(
    connection: &Connection,
    after: i64,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    let sql = format!("SELECT {EVENT} FROM events WHERE number > ?1 ORDER BY number LIMIT ?2");
    many(connection, &sql, (after, limit), entry)
}

/// The last event of a kind.
pub(super) fn last_event(
    connection: &Connection,
    kind: EventKind,
) -> Result<Option<Entry>, StoreError> {
    let sql = format!("SELECT {EVENT} FROM events WHERE kind = ?1 ORDER BY number DESC LIMIT 1");
    one(connection, &sql, [kind.code()], entry)
}

/// Where the chain stands.
pub(super) fn head(connection: &Connection) -> Result<Head, StoreError> {
    let sql = format!("SELECT {EVENT} FROM events ORDER BY number DESC LIMIT 1");
    match one(connection, &sql, [], entry)? {
        None => Ok(Head::default()),
        Some(last) => Head::after(&last).ok_or_else(StoreError::corrupt("events")),
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        number: row.get(0)?,
        at_ms: row.get(1)?,
        kind: row.get(2)?,
        by: row.get(3)?,
        second: row.get(4)?,
        subject: row.get(5)?,
        detail: row.get(6)?,
        hash: row.get(7)?,
    })
}

/// Games and blocks as they stand.
pub(super) fn register(connection: &Connection) -> Result<Register, StoreError> {
    let offers = format!("SELECT {OFFER} FROM offers ORDER BY game");
    let offers = many(connection, &offers, [], load::offer_row)?;
    let offers = offers.iter().map(|row| row.offer().ok_or_else(StoreError::corrupt("offers")));
    let held = "SELECT player, command FROM plays
        WHERE is_held = 1 AND confirmed_at_ms IS NULL ORDER BY at_ms, block, unit_index";
    let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, String>(1)?));
    let held = many(connection, held, [], columns)?;
    let held = held.iter().map(|(player, command)| {
        row::play_id(*player, command).ok_or_else(StoreError::corrupt("plays"))
    });
    Ok(Register {
        is_halted: load::is_halted(connection)?,
        offers: offers.collect::<Result<_, _>>()?,
        blocks: load::blocks(connection)?,
        held: held.collect::<Result<_, _>>()?,
    })
}

/// What was sold of blocks that are over: [`crate::is_over`] says which these are.
pub(super) fn turnover(connection: &Connection) -> Result<Vec<Hour>, StoreError> {
    let sql = "SELECT block, at_ms / 3600000 AS hour, count(*), sum(stake_cents), sum(gain_cents)
        FROM plays WHERE block IN (SELECT id FROM blocks WHERE state IN ('sold_out', 'closed'))
        GROUP BY block, hour ORDER BY block, hour";
    let columns = |row: &Row<'_>| {
        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
    };
    let rows = many(connection, sql, [], columns)?;
    let hours = rows.iter().map(|(block, hour, plays, stakes, gains)| {
        let hour = row::hour(block, *hour, *plays, *stakes, *gains);
        hour.ok_or_else(StoreError::corrupt("plays"))
    });
    hours.collect()
}

/// Whose account a name is.
pub(super) fn named(
    connection: &Connection,
    name: &PlayerName,
) -> Result<Option<PlayerId>, StoreError> {
    let sql = "SELECT id FROM players WHERE name = ?1";
    one(connection, sql, [name.as_str()], |row| row.get(0).map(PlayerId))
}

/// Whose data were kept long enough: what was closed, or paid, at `by` or before.
pub(super) fn lapsed(
    connection: &Connection,
    by: Millis,
    limit: u32,
) -> Result<Lapsed, StoreError> {
    let sql = "SELECT id FROM players WHERE closed_at_ms <= ?1 AND erased_at_ms IS NULL
        ORDER BY closed_at_ms, id LIMIT ?2";
    let players = many(connection, sql, (by.0, limit), |row| row.get(0).map(PlayerId))?;
    Ok(Lapsed { players, bearers: super::retail::bearers(connection, by)? })
}
