//! Locks and loads what a batch needs: one statement a table, however large the batch.

use std::collections::BTreeMap;

use game::GameId;
use ledger::{
    Actor, Block, CommandId, Content, Deposit, Facts, Known, Millis, Needs, Offer, PlayId,
    PlayerFacts, PlayerId, Provider, Receipt, Reference, Withdrawal, WithdrawalId,
};
use postgres::Row;

use super::lock::Locked;
use super::{Session, retail, windows};
use crate::engine::Frame;
use crate::error::StoreError;
use crate::row::{self, BlockRow, OfferRow, PlayRow, PlayerRow};
use crate::sold::Sold;

/// Begins a query of plays; `play_row` reads its columns, in order.
macro_rules! select_plays {
    ($rest:literal) => {
        concat!(
            "SELECT plays.player, plays.command, game, block, unit_index, mode,
                stake_cents, gain_cents, is_held, unit, balance_before_cents,
                balance_after_cents, at_ms, finished_at_ms, confirmed_at_ms, zones, plays.rules,
                staked_cents
             FROM plays LEFT JOIN views USING (player, command) ",
            $rest
        )
    };
}
pub(super) use select_plays;

/// Begins a query of players; [`player_row`] reads its columns, in order.
macro_rules! select_players {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, born, registered_at_ms, rules, confirmed_at_ms, stakes_cents,
                stakes_raise_cents, stakes_raise_from_ms, deposits_cents, deposits_raise_cents,
                deposits_raise_from_ms, excluded_until_ms, deposited_cents, barred_at_ms,
                closed_at_ms, erased_at_ms
             FROM players ",
            $rest
        )
    };
}
pub(super) use select_players;

/// Begins a query of blocks; [`block_row`] reads its columns, in order.
macro_rules! select_blocks {
    ($rest:literal) => {
        concat!(
            "SELECT id, game, emission, number, units, prizes_cents, state, next_index, lost
             FROM blocks ",
            $rest
        )
    };
}

/// Begins a query of offers; [`offer`] reads its columns, in order.
macro_rules! select_offers {
    ($rest:literal) => {
        concat!(
            "SELECT game, price_cents, planned_ms, put_off_until_ms, put_off_reason, on_sale_at_ms,
                is_suspended, current
             FROM offers ",
            $rest
        )
    };
}
pub(super) use select_offers;

/// Of the facts that `needs` names, as [`Facts::pick`] says, those about players, windows as sums, and
/// about commands: whoever has locked the players and counters of `needs` finds them as they stay.
/// `players` are the rows of its players.
pub(super) fn of_people(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    players: &[Row],
    frame: Frame<'_>,
) -> Result<Facts, StoreError> {
    let mut facts = Facts::default();
    load_known(session, needs, &mut facts)?;
    if !needs.players.is_empty() {
        load_players(session, needs, players, &mut facts)?;
        windows::load(session, needs, frame, &mut facts)?;
    }
    load_payments(session, needs, &mut facts)?;
    for sold in plays(session, needs.plays.iter())? {
        facts.plays.insert(sold.facts.play.id.clone(), sold.facts);
    }
    Ok(facts)
}

/// The others: whoever has locked the house and the games of `needs` finds them as they stay.
pub(super) fn of_sale(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    locked: &Locked,
    facts: &mut Facts,
) -> Result<(), StoreError> {
    facts.is_halted = locked.is_halted;
    load_sale(session, needs, locked, facts)?;
    facts.retail = retail::facts(session, &needs.retail)?;
    load_balances(session, facts)
}

fn load_known(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    facts: &mut Facts,
) -> Result<(), StoreError> {
    let of_players: Vec<PlayId> = needs
        .keys
        .iter()
        .filter_map(|key| match key.actor {
            Actor::Player(player) => Some(PlayId { player, command: key.id.clone() }),
            Actor::Counter(_) | Actor::Operator(_) | Actor::Outbox | Actor::Keeper => None,
        })
        .collect();
    for sold in plays(session, of_players.iter())? {
        let play = sold.facts.play;
        facts.known.insert(play.key(), play.known());
    }
    let actors: Vec<String> = needs.keys.iter().map(|key| key.actor.to_string()).collect();
    let ids: Vec<&str> = needs.keys.iter().map(|key| key.id.as_str()).collect();
    let sql = "SELECT actor, id, content, receipt, at_ms FROM commands
        JOIN unnest($1::TEXT[], $2::TEXT[]) AS asked (actor, id) USING (actor, id)";
    let by_text: BTreeMap<(String, &str), _> =
        needs.keys.iter().map(|key| ((key.actor.to_string(), key.id.as_str()), key)).collect();
    for row in session.rows(sql, &[&actors, &ids])? {
        let key = by_text[&(row.get::<_, String>(0), row.get::<_, &str>(1))];
        let receipt = Receipt::parse(row.get(3)).ok_or_else(StoreError::corrupt("commands"))?;
        let (content, at) = (Content::kept(row.get(2)), Millis(row.get(4)));
        facts.known.insert(key.clone(), Known { content, receipt, at });
    }
    Ok(())
}

fn load_players(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    rows: &[Row],
    facts: &mut Facts,
) -> Result<(), StoreError> {
    let ids: Vec<i64> = needs.players.iter().map(|player| player.0).collect();
    for row in rows {
        let player = player_row(row).player().ok_or_else(StoreError::corrupt("players"))?;
        facts.players.insert(player.id, PlayerFacts::new(player));
    }
    let sql = "SELECT player, game, command FROM plays
        WHERE player = ANY ($1) AND finished_at_ms IS NULL";
    for row in session.rows(sql, &[&ids])? {
        let id = PlayerId(row.get(0));
        let read = || Some((GameId::new(row.get(1))?, CommandId::new(row.get(2))?));
        let (game, command) = read().ok_or_else(StoreError::corrupt("plays"))?;
        let player = facts.players.get_mut(&id).ok_or_else(StoreError::corrupt("players"))?;
        player.unfinished.insert(game, PlayId { player: id, command });
    }
    Ok(())
}

/// Names, deposits and withdrawals: seldom more than one in a batch.
fn load_payments(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    facts: &mut Facts,
) -> Result<(), StoreError> {
    for name in &needs.names {
        let rows = session.rows("SELECT id FROM players WHERE name = $1", &[&name.as_str()])?;
        facts.names.extend(rows.first().map(|row| (name.clone(), PlayerId(row.get(0)))));
    }
    for key in &needs.deposits {
        if let Some(deposit) = deposit(session, &key.0, &key.1)? {
            facts.deposits.insert(key.clone(), deposit);
        }
    }
    for id in &needs.withdrawals {
        if let Some(withdrawal) = withdrawal(session, id)? {
            facts.withdrawals.insert(id.clone(), withdrawal);
        }
    }
    Ok(())
}

/// A deposit.
pub(super) fn deposit(
    session: &mut Session<'_, '_>,
    provider: &Provider,
    reference: &Reference,
) -> Result<Option<Deposit>, StoreError> {
    let sql = "SELECT player, cents, at_ms, state FROM deposits
        WHERE provider = $1 AND reference = $2";
    let key = (provider.as_str(), reference.as_str());
    let rows = session.rows(sql, &[&key.0, &key.1])?;
    let Some(row) = rows.first() else { return Ok(None) };
    let deposit = row::deposit(key, row.get(0), row.get(1), row.get(2), row.get(3));
    deposit.map(Some).ok_or_else(StoreError::corrupt("deposits"))
}

/// A withdrawal.
pub(super) fn withdrawal(
    session: &mut Session<'_, '_>,
    id: &WithdrawalId,
) -> Result<Option<Withdrawal>, StoreError> {
    let sql = "SELECT cents, at_ms, state FROM withdrawals WHERE player = $1 AND command = $2";
    let rows = session.rows(sql, &[&id.player.0, &id.command.as_str()])?;
    let Some(row) = rows.first() else { return Ok(None) };
    let withdrawal = row::withdrawal(id, row.get(0), row.get(1), row.get(2));
    withdrawal.map(Some).ok_or_else(StoreError::corrupt("withdrawals"))
}

/// Offers and blocks.
fn load_sale(
    session: &mut Session<'_, '_>,
    needs: &Needs,
    locked: &Locked,
    facts: &mut Facts,
) -> Result<(), StoreError> {
    let mut games = needs.games.clone();
    for id in &needs.blocks {
        if let Some(block) = block(session, id.as_str())? {
            games.insert(block.emission.game.clone());
            facts.blocks.insert(id.clone(), block);
        }
    }
    for row in &locked.offers {
        let offer = offer(row)?;
        if !games.contains(&offer.game) {
            continue;
        }
        if let Some(id) = &offer.current {
            // The block that is on sale, and where a unit is sold those that may follow it.
            let is_sold = needs.games.contains(&offer.game);
            let sql = select_blocks!(
                "WHERE id = $1 OR ($2 AND state = 'published' AND game = $3
                    AND emission = (SELECT emission FROM blocks WHERE id = $1))"
            );
            for block in
                read_blocks(&session.rows(sql, &[&id.as_str(), &is_sold, &offer.game.as_str()])?)?
            {
                facts.blocks.insert(block.id.clone(), block);
            }
            if !facts.blocks.contains_key(id) {
                return Err(StoreError::corrupt("offers")());
            }
        }
        facts.offers.insert(offer.game.clone(), offer);
    }
    Ok(())
}

fn load_balances(session: &mut Session<'_, '_>, facts: &mut Facts) -> Result<(), StoreError> {
    let accounts: BTreeMap<String, _> =
        facts.accounts().into_iter().map(|account| (account.to_string(), account)).collect();
    let names: Vec<&str> = accounts.keys().map(String::as_str).collect();
    let sql = "SELECT account, cents FROM accounts WHERE account = ANY ($1)";
    for row in session.rows(sql, &[&names])? {
        facts.balances.insert(accounts[row.get::<_, &str>(0)].clone(), row.get(1));
    }
    Ok(())
}

/// Sold units, as far as there are such.
fn plays<'a>(
    session: &mut Session<'_, '_>,
    ids: impl Iterator<Item = &'a PlayId> + Clone,
) -> Result<Vec<Sold>, StoreError> {
    let players: Vec<i64> = ids.clone().map(|id| id.player.0).collect();
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let commands: Vec<&str> = ids.map(|id| id.command.as_str()).collect();
    let sql = select_plays!(
        "JOIN unnest($1::BIGINT[], $2::TEXT[]) AS asked (player, command) USING (player, command)"
    );
    let rows = session.rows(sql, &[&players, &commands])?;
    rows.iter().map(sold).collect()
}

/// A sold unit.
pub(super) fn play(session: &mut Session<'_, '_>, id: &PlayId) -> Result<Option<Sold>, StoreError> {
    Ok(plays(session, std::iter::once(id))?.pop())
}

/// A row of [`select_plays`].
pub(super) fn sold(row: &Row) -> Result<Sold, StoreError> {
    let row = PlayRow {
        player: row.get(0),
        command: row.get(1),
        game: row.get(2),
        block: row.get(3),
        index: row.get(4),
        mode: row.get(5),
        stake: row.get(6),
        gain: row.get(7),
        is_held: row.get(8),
        unit: row.get(9),
        before: row.get(10),
        after: row.get(11),
        at: row.get(12),
        finished_at: row.get(13),
        confirmed_at: row.get(14),
        zones: row.get(15),
        rules: row.get(16),
        staked: row.get(17),
    };
    row.sold().ok_or_else(StoreError::corrupt("plays"))
}

/// A row of `players`, in the order of its columns.
pub(super) fn player_row(row: &Row) -> PlayerRow {
    PlayerRow {
        id: row.get(0),
        name: row.get(1),
        born: row.get(2),
        registered_at: row.get(3),
        rules: row.get(4),
        confirmed_at: row.get(5),
        stakes: (row.get(6), row.get(7), row.get(8)),
        deposits: (row.get(9), row.get(10), row.get(11)),
        excluded_until: row.get(12),
        deposited: row.get(13),
        barred_at: row.get(14),
        closed_at: row.get(15),
        erased_at: row.get(16),
    }
}

/// A block.
pub(super) fn block(session: &mut Session<'_, '_>, id: &str) -> Result<Option<Block>, StoreError> {
    let rows = session.rows(select_blocks!("WHERE id = $1"), &[&id])?;
    let Some(row) = rows.first() else { return Ok(None) };
    block_row(row).block().map(Some).ok_or_else(StoreError::corrupt("blocks"))
}

/// A row of [`select_offers`].
pub(super) fn offer(row: &Row) -> Result<Offer, StoreError> {
    let row = OfferRow {
        game: row.get(0),
        price: row.get(1),
        planned: row.get(2),
        until: row.get(3),
        reason: row.get(4),
        on_sale_at: row.get(5),
        is_suspended: row.get(6),
        current: row.get(7),
    };
    row.offer().ok_or_else(StoreError::corrupt("offers"))
}

/// Whether everything is suspended.
pub(super) fn is_halted(session: &mut Session<'_, '_>) -> Result<bool, StoreError> {
    let rows = session.rows("SELECT is_halted FROM house", &[])?;
    rows.first().map(|row| row.get(0)).ok_or_else(StoreError::corrupt("house"))
}

/// Every block, by game, emission and number.
pub(super) fn blocks(session: &mut Session<'_, '_>) -> Result<Vec<Block>, StoreError> {
    // As bytes, not as the server's language sorts.
    let rows =
        session.rows(select_blocks!("ORDER BY game COLLATE \"C\", emission, number"), &[])?;
    read_blocks(&rows)
}

/// The block with the name of `block`, and the one with its number.
pub(super) fn named_or_numbered(
    session: &mut Session<'_, '_>,
    block: &Block,
) -> Result<Vec<Block>, StoreError> {
    let row = BlockRow::of(block);
    let sql = select_blocks!("WHERE id = $1 OR (game = $2 AND emission = $3 AND number = $4)");
    read_blocks(&session.rows(sql, &[&row.id, &row.game, &row.emission, &row.number])?)
}

fn read_blocks(rows: &[Row]) -> Result<Vec<Block>, StoreError> {
    let read = |row: &Row| block_row(row).block().ok_or_else(StoreError::corrupt("blocks"));
    rows.iter().map(read).collect()
}

fn block_row(row: &Row) -> BlockRow {
    BlockRow {
        id: row.get(0),
        game: row.get(1),
        emission: row.get(2),
        number: row.get(3),
        units: row.get(4),
        prizes: row.get(5),
        state: row.get(6),
        next: row.get(7),
        lost: row.get(8),
    }
}
