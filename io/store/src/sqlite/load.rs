//! Loads what a batch needs.

use game::GameId;
use ledger::{
    Actor, CommandId, CommandKey, Content, Deposit, Facts, Known, Millis, Needs, Offer, PlayId,
    PlayerFacts, PlayerId, Provider, Receipt, Reference, Withdrawal, WithdrawalId,
};
use rusqlite::{Connection, OptionalExtension, Params, Row};

use crate::engine::Frame;
use crate::error::StoreError;
use crate::row::{self, BlockRow, OfferRow, PlayRow, PlayerRow};
use crate::sold::Sold;
use crate::sqlite::{failed, retail, windows};

/// The columns that `play_row` reads, in its order.
pub(super) const PLAY: &str = "plays.player, plays.command, game, block, unit_index, mode,
    stake_cents, gain_cents, is_held, unit, balance_before_cents, balance_after_cents, at_ms,
    finished_at_ms, confirmed_at_ms, zones, plays.rules, staked_cents";
/// The tables that they come from.
pub(super) const PLAYS: &str = "plays LEFT JOIN views USING (player, command)";
/// The same, to look for unfinished ones: otherwise SQLite walks through a player's whole history.
pub(super) const UNFINISHED: &str =
    "plays INDEXED BY plays_unfinished LEFT JOIN views USING (player, command)";
const BLOCK: &str = "id, game, emission, number, units, prizes_cents, state, next_index, lost";
pub(super) const OFFER: &str = "game, price_cents, planned_ms, put_off_until_ms, put_off_reason,
    on_sale_at_ms, is_suspended, current";
const PLAYER: &str = "id, name, born, registered_at_ms, rules, confirmed_at_ms, stakes_cents,
    stakes_raise_cents, stakes_raise_from_ms, deposits_cents, deposits_raise_cents,
    deposits_raise_from_ms, excluded_until_ms, deposited_cents, barred_at_ms, closed_at_ms,
    erased_at_ms";

/// The facts that `needs` names, as [`Facts::pick`] says; windows as sums.
pub(super) fn facts(
    connection: &Connection,
    needs: &Needs,
    frame: Frame<'_>,
) -> Result<Facts, StoreError> {
    let mut facts = Facts::default();
    for key in &needs.keys {
        if let Some(known) = known(connection, key)? {
            facts.known.insert(key.clone(), known);
        }
    }
    for id in &needs.players {
        if let Some(player) = player(connection, *id)? {
            facts.players.insert(*id, player);
        }
    }
    windows::load(connection, &mut facts, frame)?;
    for name in &needs.names {
        let sql = "SELECT id FROM players WHERE name = ?1";
        if let Some(id) = one(connection, sql, [name.as_str()], |row| row.get(0))? {
            facts.names.insert(name.clone(), PlayerId(id));
        }
    }
    for key in &needs.deposits {
        if let Some(deposit) = deposit(connection, &key.0, &key.1)? {
            facts.deposits.insert(key.clone(), deposit);
        }
    }
    for id in &needs.withdrawals {
        if let Some(withdrawal) = withdrawal(connection, id)? {
            facts.withdrawals.insert(id.clone(), withdrawal);
        }
    }
    for id in &needs.plays {
        if let Some(sold) = play(connection, id.player.0, id.command.as_str())? {
            facts.plays.insert(id.clone(), sold.facts);
        }
    }
    facts.is_halted = needs.house && is_halted(connection)?;
    load_sale(connection, needs, &mut facts)?;
    facts.retail = retail::facts(connection, &needs.retail)?;
    load_balances(connection, &mut facts)?;
    Ok(facts)
}

/// A deposit.
pub(super) fn deposit(
    connection: &Connection,
    provider: &Provider,
    reference: &Reference,
) -> Result<Option<Deposit>, StoreError> {
    let sql = "SELECT player, cents, at_ms, state FROM deposits
        WHERE provider = ?1 AND reference = ?2";
    let key = (provider.as_str(), reference.as_str());
    let columns =
        |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?));
    let Some((player, cents, at, state)) = one(connection, sql, key, columns)? else {
        return Ok(None);
    };
    let deposit = row::deposit(key, player, cents, at, &state);
    deposit.map(Some).ok_or_else(StoreError::corrupt("deposits"))
}

/// A withdrawal.
pub(super) fn withdrawal(
    connection: &Connection,
    id: &WithdrawalId,
) -> Result<Option<Withdrawal>, StoreError> {
    let sql = "SELECT cents, at_ms, state FROM withdrawals WHERE player = ?1 AND command = ?2";
    let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?));
    let key = (id.player.0, id.command.as_str());
    let Some((cents, at, state)) = one(connection, sql, key, columns)? else { return Ok(None) };
    let withdrawal = row::withdrawal(id, cents, at, &state);
    withdrawal.map(Some).ok_or_else(StoreError::corrupt("withdrawals"))
}

/// Offers and blocks.
fn load_sale(connection: &Connection, needs: &Needs, facts: &mut Facts) -> Result<(), StoreError> {
    let mut games = needs.games.clone();
    for id in &needs.blocks {
        if let Some(block) = block(connection, id.as_str())? {
            games.insert(block.emission.game.clone());
            facts.blocks.insert(id.clone(), block);
        }
    }
    for game in games {
        let Some(offer) = offer(connection, &game)? else { continue };
        if let Some(id) = &offer.current {
            let current = block(connection, id.as_str())?;
            let current = current.ok_or_else(StoreError::corrupt("offers"))?;
            if needs.games.contains(&game) {
                let sql = format!(
                    "SELECT {BLOCK} FROM blocks
                     WHERE game = ?1 AND emission = ?2 AND state = 'published'"
                );
                let key = (game.as_str(), current.emission.number);
                for row in many(connection, &sql, key, block_row)? {
                    let block = row.block().ok_or_else(StoreError::corrupt("blocks"))?;
                    facts.blocks.insert(block.id.clone(), block);
                }
            }
            facts.blocks.insert(id.clone(), current);
        }
        facts.offers.insert(game, offer);
    }
    Ok(())
}

fn load_balances(connection: &Connection, facts: &mut Facts) -> Result<(), StoreError> {
    for account in facts.accounts() {
        if let Some(cents) = balance(connection, &account.to_string())? {
            facts.balances.insert(account, cents);
        }
    }
    Ok(())
}

/// What an account holds; nothing when money never moved there.
pub(super) fn balance(connection: &Connection, account: &str) -> Result<Option<i64>, StoreError> {
    one(connection, "SELECT cents FROM accounts WHERE account = ?1", [account], |row| row.get(0))
}

fn known(connection: &Connection, key: &CommandKey) -> Result<Option<Known>, StoreError> {
    if let Actor::Player(player) = key.actor
        && let Some(sold) = play(connection, player.0, key.id.as_str())?
    {
        return Ok(Some(sold.facts.play.known()));
    }
    let sql = "SELECT content, receipt, at_ms FROM commands WHERE actor = ?1 AND id = ?2";
    let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?));
    let found = one(connection, sql, (key.actor.to_string(), key.id.as_str()), columns)?;
    let Some((content, receipt, at)) = found else { return Ok(None) };
    let receipt = Receipt::parse(&receipt).ok_or_else(StoreError::corrupt("commands"))?;
    Ok(Some(Known { content: Content::kept(content), receipt, at: Millis(at) }))
}

/// A player with his unfinished units.
fn player(connection: &Connection, id: PlayerId) -> Result<Option<PlayerFacts>, StoreError> {
    let Some(row) = player_row(connection, id)? else { return Ok(None) };
    let row = row.player().ok_or_else(StoreError::corrupt("players"))?;
    let mut player = PlayerFacts::new(row);
    // Left to itself SQLite takes the history's index, and with each purchase looks at all that the
    // player has ever bought. A named index that does not serve is an error, not a slow answer.
    let sql = "SELECT game, command FROM plays INDEXED BY plays_unfinished
        WHERE player = ?1 AND finished_at_ms IS NULL";
    let columns = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    for (game, command) in many(connection, sql, [id.0], columns)? {
        let read = || Some((GameId::new(&game)?, CommandId::new(&command)?));
        let (game, command) = read().ok_or_else(StoreError::corrupt("plays"))?;
        player.unfinished.insert(game, PlayId { player: id, command });
    }
    Ok(Some(player))
}

/// A player's row.
pub(super) fn player_row(
    connection: &Connection,
    id: PlayerId,
) -> Result<Option<PlayerRow>, StoreError> {
    one(connection, &format!("SELECT {PLAYER} FROM players WHERE id = ?1"), [id.0], |row| {
        Ok(PlayerRow {
            id: row.get(0)?,
            name: row.get(1)?,
            born: row.get(2)?,
            registered_at: row.get(3)?,
            rules: row.get(4)?,
            confirmed_at: row.get(5)?,
            stakes: (row.get(6)?, row.get(7)?, row.get(8)?),
            deposits: (row.get(9)?, row.get(10)?, row.get(11)?),
            excluded_until: row.get(12)?,
            deposited: row.get(13)?,
            barred_at: row.get(14)?,
            closed_at: row.get(15)?,
            erased_at: row.get(16)?,
        })
    })
}

/// A sold unit.
pub(super) fn play(
    connection: &Connection,
    player: i64,
    command: &str,
) -> Result<Option<Sold>, StoreError> {
    let sql = format!("SELECT {PLAY} FROM {PLAYS} WHERE player = ?1 AND command = ?2");
    let found = one(connection, &sql, (player, command), play_row)?;
    found.map(|row| row.sold().ok_or_else(StoreError::corrupt("plays"))).transpose()
}

/// A row of [`PLAY`].
pub(super) fn play_row(row: &Row<'_>) -> rusqlite::Result<PlayRow> {
    Ok(PlayRow {
        player: row.get(0)?,
        command: row.get(1)?,
        game: row.get(2)?,
        block: row.get(3)?,
        index: row.get(4)?,
        mode: row.get(5)?,
        stake: row.get(6)?,
        gain: row.get(7)?,
        is_held: row.get(8)?,
        unit: row.get(9)?,
        before: row.get(10)?,
        after: row.get(11)?,
        at: row.get(12)?,
        finished_at: row.get(13)?,
        confirmed_at: row.get(14)?,
        zones: row.get(15)?,
        rules: row.get(16)?,
        staked: row.get(17)?,
    })
}

/// A game, as it is sold.
fn offer(connection: &Connection, game: &GameId) -> Result<Option<Offer>, StoreError> {
    let sql = format!("SELECT {OFFER} FROM offers WHERE game = ?1");
    let found = one(connection, &sql, [game.as_str()], offer_row)?;
    found.map(|row| row.offer().ok_or_else(StoreError::corrupt("offers"))).transpose()
}

/// A row of [`OFFER`].
pub(super) fn offer_row(row: &Row<'_>) -> rusqlite::Result<OfferRow> {
    Ok(OfferRow {
        game: row.get(0)?,
        price: row.get(1)?,
        planned: row.get(2)?,
        until: row.get(3)?,
        reason: row.get(4)?,
        on_sale_at: row.get(5)?,
        is_suspended: row.get(6)?,
        current: row.get(7)?,
    })
}

/// Whether everything is suspended.
pub(super) fn is_halted(connection: &Connection) -> Result<bool, StoreError> {
    let found = one(connection, "SELECT is_halted FROM house", [], |row| row.get(0))?;
    found.ok_or_else(StoreError::corrupt("house"))
}

/// A block.
pub(super) fn block(
    connection: &Connection,
    id: &str,
) -> Result<Option<ledger::Block>, StoreError> {
    let sql = format!("SELECT {BLOCK} FROM blocks WHERE id = ?1");
    let found = one(connection, &sql, [id], block_row)?;
    found.map(|row| row.block().ok_or_else(StoreError::corrupt("blocks"))).transpose()
}

/// Every block, by game, emission and number.
pub(super) fn blocks(connection: &Connection) -> Result<Vec<ledger::Block>, StoreError> {
    select_blocks(connection, "ORDER BY game, emission, number", [])
}

/// The block with the name of `block`, and the one with its number.
pub(super) fn named_or_numbered(
    connection: &Connection,
    block: &ledger::Block,
) -> Result<Vec<ledger::Block>, StoreError> {
    let row = BlockRow::of(block);
    let condition = "WHERE id = ?1 OR (game = ?2 AND emission = ?3 AND number = ?4)";
    select_blocks(connection, condition, (row.id, row.game, row.emission, row.number))
}

fn select_blocks(
    connection: &Connection,
    rest: &str,
    params: impl Params,
) -> Result<Vec<ledger::Block>, StoreError> {
    let rows = many(connection, &format!("SELECT {BLOCK} FROM blocks {rest}"), params, block_row)?;
    rows.iter().map(|row| row.block().ok_or_else(StoreError::corrupt("blocks"))).collect()
}

fn block_row(row: &Row<'_>) -> rusqlite::Result<BlockRow> {
    Ok(BlockRow {
        id: row.get(0)?,
        game: row.get(1)?,
        emission: row.get(2)?,
        number: row.get(3)?,
        units: row.get(4)?,
        prizes: row.get(5)?,
        state: row.get(6)?,
        next: row.get(7)?,
        lost: row.get(8)?,
    })
}

/// The one row of a query, if there is one.
pub(super) fn one<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(params, read).optional())
        .map_err(failed("reading"))
}

/// All rows of a query.
pub(super) fn many<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map(params, read)?.collect())
        .map_err(failed("reading"))
}
