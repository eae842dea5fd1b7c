//! Statements, and what providers have not answered.

use ledger::{PlayerId, WithdrawalId};
use postgres::Row;

use super::Session;
use super::load::{self, select_plays};
use crate::error::StoreError;
use crate::row;
use crate::sold::Sold;
use crate::statement::{Before, Movement, Outstanding, Statement};

/// A page of a player's statement.
pub(super) fn page(
    session: &mut Session<'_, '_>,
    player: PlayerId,
    before: &Before,
    limit: u16,
) -> Result<Statement, StoreError> {
    // One more than asked for tells whether there is a next page.
    let more = i64::from(limit) + 1;
    let sql = select_plays!(
        "WHERE player = $1 AND (at_ms, staked_cents) < ($2, $3)
         ORDER BY at_ms DESC, staked_cents DESC LIMIT $4"
    );
    let (at, staked) = row::place(before.play);
    let rows = session.rows(sql, &[&player.0, &at, &staked, &more])?;
    let plays = rows.iter().map(load::sold).collect::<Result<Vec<Sold>, _>>()?;
    let place = before.movement.as_ref();
    let sql = "SELECT actor, command, number, to_account, cents, reason, at_ms FROM other_transfers
        WHERE player = $1 AND (at_ms, actor, command, number) < ($2, $3, $4, $5)
        ORDER BY at_ms DESC, actor DESC, command DESC, number DESC LIMIT $6";
    let rows = session.rows(
        sql,
        &[
            &player.0,
            &place.map_or(i64::MAX, |place| place.at.0),
            &place.map_or("", |place| place.actor.as_str()),
            &place.map_or("", |place| place.command.as_str()),
            &place.map_or(0, |place| i64::from(place.number)),
            &more,
        ],
    )?;
    let movements = rows.iter().map(movement).collect::<Option<Vec<_>>>();
    let movements = movements.ok_or_else(StoreError::corrupt("transfers"))?;
    Ok(Statement::merge(before, plays, movements, limit))
}

fn movement(row: &Row) -> Option<Movement> {
    let name = (row.get(0), row.get(1), row.get(2));
    row::movement(name, row.get(3), row.get(4), row.get(5), row.get(6))
}

/// What providers have not answered.
pub(super) fn outstanding(
    session: &mut Session<'_, '_>,
    limit: u32,
) -> Result<Outstanding, StoreError> {
    let limit = i64::from(limit);
    let sql = "SELECT provider, reference, player, cents, at_ms, state FROM deposits
        WHERE state = 'asked' ORDER BY at_ms LIMIT $1";
    let rows = session.rows(sql, &[&limit])?;
    let deposits = rows.iter().map(|row| {
        let key = (row.get(0), row.get(1));
        row::deposit(key, row.get(2), row.get(3), row.get(4), row.get(5))
    });
    let deposits = deposits.collect::<Option<Vec<_>>>();
    let sql = "SELECT player, command, cents, at_ms, state FROM withdrawals
        WHERE state = 'pending' ORDER BY at_ms LIMIT $1";
    let rows = session.rows(sql, &[&limit])?;
    let withdrawals = rows.iter().map(|row| {
        let id = row::play_id(row.get(0), row.get(1))?;
        let id = WithdrawalId { player: id.player, command: id.command };
        row::withdrawal(&id, row.get(2), row.get(3), row.get(4))
    });
    let withdrawals = withdrawals.collect::<Option<Vec<_>>>();
    Ok(Outstanding {
        deposits: deposits.ok_or_else(StoreError::corrupt("deposits"))?,
        withdrawals: withdrawals.ok_or_else(StoreError::corrupt("withdrawals"))?,
    })
}
