//! What an operator asks, and the events.

use ledger::{EventKind, Millis, PlayerId, PlayerName};
use postgres::Row;

use super::Session;
use super::load::{self, select_offers};
use crate::chain::{Entry, Head};
use crate::error::StoreError;
use crate::lapsed::Lapsed;
use crate::register::{Hour, Register};
use crate::row;

/// Begins a query of events; [`entry`] reads its columns, in order.
macro_rules! select_events {
    ($rest:literal) => {
        concat!(
            "SELECT number, at_ms, kind, signed_by, second, subject, detail, hash FROM events ",
            $rest
        )
    };
}

/// Events in order.
pub(super) fn events(
    session: &mut Session<'_, '_>,
    after: i64,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    let sql = select_events!("WHERE number > $1 ORDER BY number LIMIT $2");
    Ok(session.rows(sql, &[&after, &i64::from(limit)])?.iter().map(entry).collect())
}

/// The last event of a kind.
pub(super) fn last_event(
    session: &mut Session<'_, '_>,
    kind: EventKind,
) -> Result<Option<Entry>, StoreError> {
    let sql = select_events!("WHERE kind = $1 ORDER BY number DESC LIMIT 1");
    Ok(session.rows(sql, &[&kind.code()])?.first().map(entry))
}

/// Where the chain stands.
pub(super) fn head(session: &mut Session<'_, '_>) -> Result<Head, StoreError> {
    match session.rows(select_events!("ORDER BY number DESC LIMIT 1"), &[])?.first() {
        None => Ok(Head::default()),
        Some(row) => Head::after(&entry(row)).ok_or_else(StoreError::corrupt("events")),
    }
}

fn entry(row: &Row) -> Entry {
    Entry {
        number: row.get(0),
        at_ms: row.get(1),
        kind: row.get(2),
        by: row.get(3),
        second: row.get(4),
        subject: row.get(5),
        detail: row.get(6),
        hash: row.get(7),
    }
}

/// Games and blocks as they stand.
pub(super) fn register(session: &mut Session<'_, '_>) -> Result<Register, StoreError> {
    let offers = session.rows(select_offers!("ORDER BY game"), &[])?;
    let held = "SELECT player, command FROM plays
        WHERE is_held AND confirmed_at_ms IS NULL ORDER BY at_ms, block, unit_index";
    let held = session.rows(held, &[])?;
    let held = held
        .iter()
        .map(|row| row::play_id(row.get(0), row.get(1)).ok_or_else(StoreError::corrupt("plays")));
    Ok(Register {
        is_halted: load::is_halted(session)?,
        offers: offers.iter().map(load::offer).collect::<Result<_, _>>()?,
        blocks: load::blocks(session)?,
        held: held.collect::<Result<_, _>>()?,
    })
}

/// What was sold of blocks that are over: [`crate::is_over`] says which these are.
pub(super) fn turnover(session: &mut Session<'_, '_>) -> Result<Vec<Hour>, StoreError> {
    let sql = "SELECT block, at_ms / 3600000 AS hour, count(*), sum(stake_cents)::BIGINT,
            sum(gain_cents)::BIGINT
        FROM plays WHERE block IN (SELECT id FROM blocks WHERE state IN ('sold_out', 'closed'))
        GROUP BY block, hour ORDER BY block COLLATE \"C\", hour";
    let rows = session.rows(sql, &[])?;
    let hours = rows.iter().map(|row| {
        let hour = row::hour(row.get(0), row.get(1), row.get(2), row.get(3), row.get(4));
        hour.ok_or_else(StoreError::corrupt("plays"))
    });
    hours.collect()
}

/// Whose account a name is.
pub(super) fn named(
    session: &mut Session<'_, '_>,
    name: &PlayerName,
) -> Result<Option<PlayerId>, StoreError> {
    let rows = session.rows("SELECT id FROM players WHERE name = $1", &[&name.as_str()])?;
    Ok(rows.first().map(|row| PlayerId(row.get(0))))
}

/// Whose data were kept long enough: what was closed, or paid, at `by` or before.
pub(super) fn lapsed(
    session: &mut Session<'_, '_>,
    by: Millis,
    limit: u32,
) -> Result<Lapsed, StoreError> {
    let sql = "SELECT id FROM players WHERE closed_at_ms <= $1 AND erased_at_ms IS NULL
        ORDER BY closed_at_ms, id LIMIT $2";
    let rows = session.rows(sql, &[&by.0, &i64::from(limit)])?;
    let players = rows.iter().map(|row| PlayerId(row.get(0))).collect();
    Ok(Lapsed { players, bearers: super::retail::bearers(session, by)? })
}
