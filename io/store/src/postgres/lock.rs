//! What decides the order of transactions: players first, then counters, then the house, then games, each
//! in one order.

use ledger::Needs;
use postgres::Row;

use super::Session;
use super::load::{select_offers, select_players};
use crate::error::StoreError;

/// Waits until nobody else decides about these players and counters. Returns the rows of the players,
/// which are read as they are locked: `load::player_row` reads them.
pub(super) fn people(session: &mut Session<'_, '_>, needs: &Needs) -> Result<Vec<Row>, StoreError> {
    let mut rows = Vec::new();
    if !needs.players.is_empty() {
        let players: Vec<i64> = needs.players.iter().map(|player| player.0).collect();
        let sql = select_players!("WHERE id = ANY ($1) ORDER BY id FOR UPDATE");
        rows = session.rows(sql, &[&players])?;
    }
    if !needs.retail.counters.is_empty() {
        let counters: Vec<i64> = needs.retail.counters.iter().map(|it| it.0.into()).collect();
        let sql = "SELECT id FROM counters WHERE id = ANY ($1) ORDER BY id FOR UPDATE";
        session.rows(sql, &[&counters])?;
    }
    Ok(rows)
}

/// What stands in the rows that decide the order of sales: read as they are locked.
#[derive(Default)]
pub(super) struct Locked {
    /// Whether everything is suspended; not, where nobody needs to know.
    pub(super) is_halted: bool,
    /// Offers: `load::offer` reads them.
    pub(super) offers: Vec<Row>,
}

/// Waits until nobody else decides about the house and these games.
pub(super) fn sale(session: &mut Session<'_, '_>, needs: &Needs) -> Result<Locked, StoreError> {
    let mut locked = Locked::default();
    if needs.house {
        // Two servers that stop everything at once: the second finds it stopped.
        let rows = session.rows("SELECT is_halted FROM house FOR UPDATE", &[])?;
        let is_halted = rows.first().map(|row| row.get(0));
        locked.is_halted = is_halted.ok_or_else(StoreError::corrupt("house"))?;
    }
    if !needs.games.is_empty() || !needs.blocks.is_empty() || !needs.retail.codes.is_empty() {
        let games: Vec<&str> = needs.games.iter().map(|game| game.as_str()).collect();
        let blocks: Vec<&str> = needs.blocks.iter().map(|block| block.as_str()).collect();
        // All that is done with an emission's tickets takes turns with its game.
        let codes: Vec<i64> = needs.retail.codes.iter().map(|it| it.number().into()).collect();
        let sql = select_offers!(
            "WHERE game = ANY ($1) OR game IN (SELECT game FROM blocks WHERE id = ANY ($2))
                OR game IN (SELECT game FROM emissions WHERE code = ANY ($3))
             ORDER BY game FOR UPDATE"
        );
        locked.offers = session.rows(sql, &[&games, &blocks, &codes])?;
    }
    Ok(locked)
}

/// Waits until nobody else decides about any game.
pub(super) fn all_games(session: &mut Session<'_, '_>) -> Result<(), StoreError> {
    session.rows("SELECT game FROM offers ORDER BY game FOR UPDATE", &[]).map(drop)
}
