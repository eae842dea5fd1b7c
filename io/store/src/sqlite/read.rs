//! What is asked without deciding anything.

use ledger::{Account, Millis, PlayerId};
use rusqlite::{Connection, Row};

use crate::engine::{Books, Purse};
use crate::error::StoreError;
use crate::row;
use crate::sold::{History, PlayPlace, Sold};
use crate::sqlite::load::{self, PLAY, PLAYS, UNFINISHED, many, one};

/// The latest time of a play, another command or an event.
pub(super) fn latest(connection: &Connection) -> Result<Millis, StoreError> {
    let sql = "SELECT max(
        coalesce((SELECT at_ms FROM plays ORDER BY number DESC LIMIT 1), ?1),
        coalesce((SELECT at_ms FROM commands ORDER BY number DESC LIMIT 1), ?1),
        coalesce((SELECT at_ms FROM events ORDER BY number DESC LIMIT 1), ?1))";
    let latest = one(connection, sql, [i64::MIN], |row| row.get(0))?;
    Ok(Millis(latest.unwrap_or(i64::MIN)))
}

/// A player and what he has.
pub(super) fn purse(connection: &Connection, id: PlayerId) -> Result<Option<Purse>, StoreError> {
    let Some(row) = load::player_row(connection, id)? else { return Ok(None) };
    let player = row.player().ok_or_else(StoreError::corrupt("players"))?;
    let balance = load::balance(connection, &Account::Player(id).to_string())?.unwrap_or(0);
    let balance = row::cents(balance).ok_or_else(StoreError::corrupt("accounts"))?;
    Ok(Some(Purse { player, balance }))
}

/// A page of a player's history.
pub(super) fn history(
    connection: &Connection,
    player: PlayerId,
    before: Option<PlayPlace>,
    limit: u16,
) -> Result<History, StoreError> {
    let list = |plays: &str, condition: &str, (at, staked): (i64, i64), limit: i64| {
        let sql = format!(
            "SELECT {PLAY} FROM {plays}
             WHERE player = ?1 AND finished_at_ms {condition} AND (at_ms, staked_cents) < (?2, ?3)
             ORDER BY at_ms DESC, staked_cents DESC LIMIT ?4"
        );
        let rows = many(connection, &sql, (player.0, at, staked, limit), load::play_row)?;
        let sold = |row: row::PlayRow| row.sold().ok_or_else(StoreError::corrupt("plays"));
        rows.into_iter().map(sold).collect::<Result<Vec<Sold>, _>>()
    };
    // One more than asked for tells whether there is a next page.
    let finished = list(PLAYS, "IS NOT NULL", row::place(before), i64::from(limit) + 1)?;
    Ok(History::page(list(UNFINISHED, "IS NULL", row::place(None), -1)?, finished, limit))
}

/// All accounts.
pub(super) fn books(connection: &Connection) -> Result<Books, StoreError> {
    let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let balances = many(connection, "SELECT account, cents FROM accounts", [], columns)?;
    let sold = one(connection, "SELECT count(*) FROM plays", [], |row| row.get::<_, i64>(0))?;
    let sold = sold.and_then(|sold| u64::try_from(sold).ok()).unwrap_or(0);
    Ok(Books { balances: balances.into_iter().collect(), sold })
}
