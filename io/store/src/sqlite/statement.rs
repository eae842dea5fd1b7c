//! Statements, and what providers have not answered.

use ledger::{PlayerId, WithdrawalId};
use rusqlite::{Connection, Row};

use crate::error::StoreError;
use crate::row;
use crate::sqlite::load::{PLAY, PLAYS, many, play_row};
use crate::statement::{Before, Outstanding, Statement};

/// A page of a player's statement.
pub(super) fn page(
    connection: &Connection,
    player: PlayerId,
    before: &Before,
    limit: u16,
) -> Result<Statement, StoreError> {
    // One more than asked for tells whether there is a next page.
    let more = i64::from(limit) + 1;
    let sql = format!(
        "SELECT {PLAY} FROM {PLAYS} WHERE player = ?1 AND (at_ms, staked_cents) < (?2, ?3)
         ORDER BY at_ms DESC, staked_cents DESC LIMIT ?4"
    );
    let (at, staked) = row::place(before.play);
    let plays = many(connection, &sql, (player.0, at, staked, more), play_row)?;
    let plays = plays.into_iter().map(row::PlayRow::sold).collect::<Option<Vec<_>>>();
    let plays = plays.ok_or_else(StoreError::corrupt("plays"))?;
    let place = before.movement.as_ref();
    let sql = "SELECT actor, command, number, to_account, cents, reason, at_ms FROM other_transfers
        WHERE player = ?1 AND (at_ms, actor, command, number) < (?2, ?3, ?4, ?5)
        ORDER BY at_ms DESC, actor DESC, command DESC, number DESC LIMIT ?6";
    let columns = |row: &Row<'_>| {
        let (actor, command): (String, String) = (row.get(0)?, row.get(1)?);
        let (to, reason): (String, String) = (row.get(3)?, row.get(5)?);
        let name = (actor.as_str(), command.as_str(), row.get(2)?);
        Ok(row::movement(name, &to, row.get(4)?, &reason, row.get(6)?))
    };
    let params = (
        player.0,
        place.map_or(i64::MAX, |place| place.at.0),
        place.map_or("", |place| place.actor.as_str()),
        place.map_or("", |place| place.command.as_str()),
        place.map_or(0, |place| i64::from(place.number)),
        more,
    );
    let movements = many(connection, sql, params, columns)?;
    let movements = movements.into_iter().collect::<Option<Vec<_>>>();
    let movements = movements.ok_or_else(StoreError::corrupt("transfers"))?;
    Ok(Statement::merge(before, plays, movements, limit))
}

/// What providers have not answered.
pub(super) fn outstanding(connection: &Connection, limit: u32) -> Result<Outstanding, StoreError> {
    let sql = "SELECT provider, reference, player, cents, at_ms, state FROM deposits
        WHERE state = 'asked' ORDER BY at_ms LIMIT ?1";
    let columns = |row: &Row<'_>| {
        let (provider, reference): (String, String) = (row.get(0)?, row.get(1)?);
        let key = (provider.as_str(), reference.as_str());
        let state: String = row.get(5)?;
        Ok(row::deposit(key, row.get(2)?, row.get(3)?, row.get(4)?, &state))
    };
    let deposits = many(connection, sql, [limit], columns)?;
    let deposits = deposits.into_iter().collect::<Option<Vec<_>>>();
    let sql = "SELECT player, command, cents, at_ms, state FROM withdrawals
        WHERE state = 'pending' ORDER BY at_ms LIMIT ?1";
    let columns = |row: &Row<'_>| {
        let (command, state): (String, String) = (row.get(1)?, row.get(4)?);
        let id = row::play_id(row.get(0)?, &command)
            .map(|id| WithdrawalId { player: id.player, command: id.command });
        let (cents, at) = (row.get(2)?, row.get(3)?);
        Ok(id.and_then(|id| row::withdrawal(&id, cents, at, &state)))
    };
    let withdrawals = many(connection, sql, [limit], columns)?;
    let withdrawals = withdrawals.into_iter().collect::<Option<Vec<_>>>();
    Ok(Outstanding {
        deposits: deposits.ok_or_else(StoreError::corrupt("deposits"))?,
        withdrawals: withdrawals.ok_or_else(StoreError::corrupt("withdrawals"))?,
    })
}
