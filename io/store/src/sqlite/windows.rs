//! What counts against the limits of players.

use ledger::{Facts, Millis, PlayerFacts, PlayerId, Window};
use rusqlite::{Connection, Row};

use crate::engine::{Frame, latest};
use crate::error::StoreError;
use crate::row;
use crate::sqlite::load::one;

/// What each player staked and paid in of late; once more when another server's clock is ahead of
/// ours, so that what counts begins later.
pub(super) fn load(
    connection: &Connection,
    facts: &mut Facts,
    frame: Frame<'_>,
) -> Result<(), StoreError> {
    let mut since = frame.since(None);
    loop {
        for (id, player) in &mut facts.players {
            load_stakes(connection, *id, since, player)?;
            player.deposits = deposits_since(connection, *id, since)?;
        }
        let counts_since = frame.since(latest(facts));
        if counts_since == since {
            return Ok(());
        }
        since = counts_since;
    }
}

/// What a player has staked in all, and later than `since`: between his last play and the last one
/// that no longer counts. Two looks, however many he has.
fn load_stakes(
    connection: &Connection,
    id: PlayerId,
    since: Millis,
    player: &mut PlayerFacts,
) -> Result<(), StoreError> {
    let columns = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
    let sql = "SELECT at_ms, staked_cents FROM plays INDEXED BY plays_stakes
        WHERE player = ?1 AND at_ms <= ?2
        ORDER BY at_ms DESC, staked_cents DESC LIMIT 1";
    player.stakes = Window::default();
    let Some((at, staked)) = one(connection, sql, (id.0, i64::MAX), columns)? else {
        return Ok(());
    };
    player.staked = row::cents(staked).ok_or_else(StoreError::corrupt("plays"))?;
    if at > since.0 {
        let before =
            one(connection, sql, (id.0, since.0), columns)?.map_or(0, |(_, before)| before);
        player.stakes =
            row::window(at, staked - before).ok_or_else(StoreError::corrupt("plays"))?;
    }
    Ok(())
}

/// All that a player paid in later than `since`.
fn deposits_since(
    connection: &Connection,
    id: PlayerId,
    since: Millis,
) -> Result<Window, StoreError> {
    let sql = "SELECT max(at_ms), sum(cents) FROM deposits
        WHERE player = ?1 AND at_ms > ?2 AND state <> 'declined'";
    let columns = |row: &Row<'_>| Ok((row.get::<_, Option<i64>>(0)?, row.get(1)?));
    match one(connection, sql, (id.0, since.0), columns)? {
        Some((Some(at), Some(cents))) => {
            row::window(at, cents).ok_or_else(StoreError::corrupt("deposits"))
        }
        _ => Ok(Window::default()),
    }
}
