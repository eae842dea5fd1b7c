//! What counts against the limits of players.

use ledger::{Facts, Needs, PlayerFacts, PlayerId, Window};
use postgres::Row;

use super::Session;
use crate::engine::{Frame, latest};
use crate::error::StoreError;
use crate::row;

/// What each player staked and paid in of late: all of it, as if it had moved when the last of it
/// did. Once more when another server's clock is ahead of ours, so that what counts begins later.
pub(super) fn load(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    frame: Frame<'_>,
    facts: &mut Facts,
) -> Result<(), StoreError> {
    let ids: Vec<i64> = needs.players.iter().map(|player| player.0).collect();
    // Between his last play and the last one that no longer counts: two looks, however many he has.
    let stakes = "SELECT player, last.at_ms, last.staked_cents,
            CASE WHEN last.at_ms > $2 THEN coalesce((SELECT staked_cents FROM plays
                WHERE plays.player = asked.player AND at_ms <= $2
                ORDER BY at_ms DESC, staked_cents DESC LIMIT 1), 0) ELSE last.staked_cents END
        FROM unnest($1::BIGINT[]) AS asked (player), LATERAL (SELECT at_ms, staked_cents FROM plays
            WHERE plays.player = asked.player
            ORDER BY at_ms DESC, staked_cents DESC LIMIT 1) AS last";
    let deposits = "SELECT player, max(at_ms), sum(cents)::BIGINT FROM deposits
        WHERE player = ANY ($1) AND at_ms > $2 AND state <> 'declined' GROUP BY player";
    let mut since = frame.since(None);
    loop {
        for player in facts.players.values_mut() {
            (player.stakes, player.deposits) = (Window::default(), Window::default());
        }
        for row in session.rows(stakes, &[&ids, &since.0])? {
            let player = of_player(facts, &row)?;
            let (staked, before): (i64, i64) = (row.get(2), row.get(3));
            player.staked = row::cents(staked).ok_or_else(StoreError::corrupt("plays"))?;
            if staked > before {
                let window = row::window(row.get(1), staked - before);
                player.stakes = window.ok_or_else(StoreError::corrupt("plays"))?;
            }
        }
        for row in session.rows(deposits, &[&ids, &since.0])? {
            let window = row::window(row.get(1), row.get(2));
            of_player(facts, &row)?.deposits =
                window.ok_or_else(StoreError::corrupt("deposits"))?;
        }
        let counts_since = frame.since(latest(facts));
        if counts_since == since {
            return Ok(());
        }
        since = counts_since;
    }
}

/// The player whose number a row begins with.
fn of_player<'a>(facts: &'a mut Facts, row: &Row) -> Result<&'a mut PlayerFacts, StoreError> {
    facts.players.get_mut(&PlayerId(row.get(0))).ok_or_else(StoreError::corrupt("players"))
}
