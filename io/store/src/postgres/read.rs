//! What is asked without deciding anything.

use ledger::{Account, Millis, PlayerId};

use super::Session;
use super::load::{self, select_players, select_plays};
use crate::engine::{Books, Purse};
use crate::error::StoreError;
use crate::row;
use crate::sold::{History, PlayPlace, Sold};

/// The latest time of a play, another command or an event.
pub(super) fn latest(session: &mut Session<'_, '_>) -> Result<Millis, StoreError> {
    let sql = "SELECT greatest(
        (SELECT max(last.at_ms) FROM blocks, LATERAL (SELECT at_ms FROM plays
            WHERE plays.block = blocks.id ORDER BY unit_index DESC LIMIT 1) AS last),
        (SELECT at_ms FROM commands ORDER BY number DESC LIMIT 1),
        (SELECT at_ms FROM events ORDER BY number DESC LIMIT 1))";
    let rows = session.rows(sql, &[])?;
    let latest = rows.first().and_then(|row| row.get::<_, Option<i64>>(0));
    Ok(Millis(latest.unwrap_or(i64::MIN)))
}

/// A player and what he has.
pub(super) fn purse(
    session: &mut Session<'_, '_>,
    id: PlayerId,
) -> Result<Option<Purse>, StoreError> {
    let rows = session.rows(select_players!("WHERE id = $1"), &[&id.0])?;
    let Some(row) = rows.first() else { return Ok(None) };
    let player = load::player_row(row).player().ok_or_else(StoreError::corrupt("players"))?;
    let sql = "SELECT cents FROM accounts WHERE account = $1";
    let rows = session.rows(sql, &[&Account::Player(id).to_string()])?;
    let balance = row::cents(rows.first().map_or(0, |row| row.get(0)));
    let balance = balance.ok_or_else(StoreError::corrupt("accounts"))?;
    Ok(Some(Purse { player, balance }))
}

/// A page of a player's history.
pub(super) fn history(
    session: &mut Session<'_, '_>,
    player: PlayerId,
    before: Option<PlayPlace>,
    limit: u16,
) -> Result<History, StoreError> {
    let (at, staked) = row::place(before);
    let unfinished = select_plays!(
        "WHERE player = $1 AND finished_at_ms IS NULL ORDER BY at_ms DESC, staked_cents DESC"
    );
    let unfinished = session.rows(unfinished, &[&player.0])?;
    let finished = select_plays!(
        "WHERE player = $1 AND finished_at_ms IS NOT NULL AND (at_ms, staked_cents) < ($2, $3)
         ORDER BY at_ms DESC, staked_cents DESC LIMIT $4"
    );
    // One more than asked for tells whether there is a next page.
    let finished = session.rows(finished, &[&player.0, &at, &staked, &(i64::from(limit) + 1)])?;
    let read =
        |rows: &[postgres::Row]| rows.iter().map(load::sold).collect::<Result<Vec<Sold>, _>>();
    Ok(History::page(read(&unfinished)?, read(&finished)?, limit))
}

/// All accounts.
pub(super) fn books(session: &mut Session<'_, '_>) -> Result<Books, StoreError> {
    let rows = session.rows("SELECT account, cents FROM accounts", &[])?;
    let balances = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let rows = session.rows("SELECT count(*) FROM plays", &[])?;
    let sold = rows.first().and_then(|row| u64::try_from(row.get::<_, i64>(0)).ok());
    Ok(Books { balances, sold: sold.unwrap_or(0) })
}
