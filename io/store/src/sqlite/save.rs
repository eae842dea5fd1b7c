//! Saves what was decided.

use ledger::{
    Actor, Block, BlockId, BlockState, Content, Deposit, Known, Offer, Player, PlayerId, Transfer,
    Withdrawal,
};
use rusqlite::{Connection, Params};

use crate::engine::Changes;
use crate::error::StoreError;
use crate::row::{BlockRow, OfferRow, PlayRow, PlayerRow, signed, stated, withdrawal_code};
use crate::sheet::Sheet;
use crate::sqlite::{failed, report, retail};

/// Saves all of it, in the caller's transaction.
pub(super) fn changes(connection: &Connection, changes: &Changes) -> Result<(), StoreError> {
    let sheet = Sheet::of(&changes.decisions);
    sheet.erased.iter().try_for_each(|player| erase(connection, *player))?;
    sheet.players.values().try_for_each(|row| save_player(connection, row))?;
    for row in sheet.blocks.values() {
        let sql = "UPDATE blocks SET state = ?2, next_index = ?3, lost = ?4 WHERE id = ?1";
        changed_one(run(connection, sql, (&row.id, &row.state, row.next, row.lost))?, "blocks")?;
    }
    sheet.offers.values().try_for_each(|row| save_offer(connection, row))?;
    if let Some(is_halted) = sheet.is_halted {
        changed_one(run(connection, "UPDATE house SET is_halted = ?1", [is_halted])?, "house")?;
    }
    for (id, at) in &sheet.finished {
        let sql = "UPDATE plays SET finished_at_ms = ?3 WHERE player = ?1 AND command = ?2
            AND finished_at_ms IS NULL";
        changed_one(run(connection, sql, (id.player.0, id.command.as_str(), at.0))?, "plays")?;
    }
    for (id, at) in &sheet.confirmed {
        let sql = "UPDATE plays SET confirmed_at_ms = ?3 WHERE player = ?1 AND command = ?2
            AND confirmed_at_ms IS NULL";
        changed_one(run(connection, sql, (id.player.0, id.command.as_str(), at.0))?, "plays")?;
    }
    sheet.plays.iter().try_for_each(|row| save_play(connection, row))?;
    for (key, known) in &sheet.known {
        save_known(connection, &key.actor.to_string(), key.id.as_str(), known)?;
    }
    sheet.deposits.values().try_for_each(|deposit| save_deposit(connection, deposit))?;
    sheet.ended.iter().try_for_each(|deposit| end_deposit(connection, deposit))?;
    sheet.withdrawals.values().try_for_each(|it| save_withdrawal(connection, it))?;
    retail::save(connection, &sheet.retail)?;
    sheet.transfers.iter().try_for_each(|transfer| save_transfer(connection, transfer))?;
    sheet.accounts.iter().try_for_each(|(account, cents)| move_by(connection, account, *cents))?;
    save_views(connection, changes)?;
    if let Some(before) = changes.forget_before {
        let sql = "DELETE FROM commands WHERE is_refused = 1 AND at_ms < ?1";
        run(connection, sql, [before.0])?;
    }
    save_events(connection, changes)
}

fn save_offer(connection: &Connection, row: &OfferRow) -> Result<(), StoreError> {
    let sql = "UPDATE offers SET put_off_until_ms = ?2, put_off_reason = ?3, on_sale_at_ms = ?4,
            is_suspended = ?5, current = ?6
        WHERE game = ?1";
    let params =
        (&row.game, row.until, &row.reason, row.on_sale_at, row.is_suspended, &row.current);
    changed_one(run(connection, sql, params)?, "offers")
}

/// Chains events behind the last one; nobody else does, as long as this transaction is open.
fn save_events(connection: &Connection, changes: &Changes) -> Result<(), StoreError> {
    let mut events = changes.all_events().peekable();
    if events.peek().is_none() {
        return Ok(());
    }
    let mut head = report::head(connection)?;
    for (at, event) in events {
        let entry = head.push(at, event);
        let sql =
            "INSERT INTO events (number, at_ms, kind, signed_by, second, subject, detail, hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let params = (
            entry.number,
            entry.at_ms,
            entry.kind,
            entry.by,
            entry.second,
            entry.subject,
            entry.detail,
            entry.hash,
        );
        run(connection, sql, params)?;
    }
    Ok(())
}

/// Raises an account, or lowers it. This is no upsert: there the check would look at the row to be
/// inserted, which may be below zero.
fn move_by(connection: &Connection, account: &str, cents: i64) -> Result<(), StoreError> {
    let sql = "UPDATE accounts SET cents = cents + ?2 WHERE account = ?1";
    if run(connection, sql, (account, cents))? == 0 {
        let sql = "INSERT INTO accounts (account, cents) VALUES (?1, ?2)";
        run(connection, sql, (account, cents))?;
    }
    Ok(())
}

fn save_views(connection: &Connection, changes: &Changes) -> Result<(), StoreError> {
    for (id, zones) in &changes.views {
        let sql = "INSERT INTO views (player, command, zones)
            SELECT player, command, ?3 FROM plays WHERE player = ?1 AND command = ?2
            ON CONFLICT (player, command) DO UPDATE SET zones = zones | excluded.zones";
        run(connection, sql, (id.player.0, id.command.as_str(), zones))?;
    }
    Ok(())
}

fn save_known(
    connection: &Connection,
    actor: &str,
    id: &str,
    known: &Known,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO commands (actor, id, content, receipt, is_refused, at_ms)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let is_refused = !known.receipt.is_kept_for_ever();
    let (content, receipt) = (known.content.as_str(), known.receipt.to_string());
    run(connection, sql, (actor, id, content, receipt, is_refused, known.at.0)).map(drop)
}

fn save_player(connection: &Connection, row: &PlayerRow) -> Result<(), StoreError> {
    let sql = "INSERT INTO players (id, name, born, registered_at_ms, rules, confirmed_at_ms,
            stakes_cents, stakes_raise_cents, stakes_raise_from_ms, deposits_cents,
            deposits_raise_cents, deposits_raise_from_ms, excluded_until_ms, deposited_cents,
            barred_at_ms, closed_at_ms, erased_at_ms)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
            ?17)
        ON CONFLICT (id) DO UPDATE SET rules = excluded.rules,
            confirmed_at_ms = excluded.confirmed_at_ms, stakes_cents = excluded.stakes_cents,
            stakes_raise_cents = excluded.stakes_raise_cents,
            stakes_raise_from_ms = excluded.stakes_raise_from_ms,
            deposits_cents = excluded.deposits_cents,
            deposits_raise_cents = excluded.deposits_raise_cents,
            deposits_raise_from_ms = excluded.deposits_raise_from_ms,
            excluded_until_ms = excluded.excluded_until_ms,
            deposited_cents = excluded.deposited_cents, barred_at_ms = excluded.barred_at_ms,
            closed_at_ms = excluded.closed_at_ms, erased_at_ms = excluded.erased_at_ms";
    let params = rusqlite::params![
        row.id,
        row.name,
        row.born,
        row.registered_at,
        row.rules,
        row.confirmed_at,
        row.stakes.0,
        row.stakes.1,
        row.stakes.2,
        row.deposits.0,
        row.deposits.1,
        row.deposits.2,
        row.excluded_until,
        row.deposited,
        row.barred_at,
        row.closed_at,
        row.erased_at
    ];
    run(connection, sql, params).map(drop)
}

/// Takes out what says who a player is. The rest of his row is saved after it.
fn erase(connection: &Connection, id: PlayerId) -> Result<(), StoreError> {
    let (name, born) = (Player::erased_name(id), Player::ERASED_BIRTH.to_string());
    let sql = "UPDATE players SET name = ?2, born = ?3 WHERE id = ?1";
    changed_one(run(connection, sql, (id.0, name.as_str(), born))?, "players")?;
    let sql = "UPDATE commands SET content = ?2 WHERE actor = ?1 AND content LIKE ?3 || '%'";
    let actor = Actor::Player(id).to_string();
    run(connection, sql, (actor, Content::ERASED, Content::REGISTERING)).map(drop)
}

fn save_deposit(connection: &Connection, deposit: &Deposit) -> Result<(), StoreError> {
    let sql = "INSERT INTO deposits (provider, reference, player, cents, at_ms, state)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let params = (
        deposit.provider.as_str(),
        deposit.reference.as_str(),
        deposit.player.0,
        signed(deposit.amount.cents()),
        deposit.at.0,
        deposit.state.code(),
    );
    run(connection, sql, params).map(drop)
}

fn end_deposit(connection: &Connection, deposit: &Deposit) -> Result<(), StoreError> {
    let sql = "UPDATE deposits SET state = ?3 WHERE provider = ?1 AND reference = ?2
        AND state = 'asked'";
    let params = (deposit.provider.as_str(), deposit.reference.as_str(), deposit.state.code());
    changed_one(run(connection, sql, params)?, "deposits")
}

fn save_withdrawal(connection: &Connection, withdrawal: &Withdrawal) -> Result<(), StoreError> {
    let sql = "INSERT INTO withdrawals (player, command, cents, at_ms, state)
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (player, command) DO UPDATE SET state = excluded.state";
    let params = (
        withdrawal.id.player.0,
        withdrawal.id.command.as_str(),
        signed(withdrawal.amount.cents()),
        withdrawal.at.0,
        withdrawal_code(withdrawal.state),
    );
    run(connection, sql, params).map(drop)
}

fn save_play(connection: &Connection, row: &PlayRow) -> Result<(), StoreError> {
    let sql = "INSERT INTO plays (player, command, game, block, unit_index, mode, stake_cents,
            gain_cents, is_held, unit, balance_before_cents, balance_after_cents, at_ms,
            finished_at_ms, confirmed_at_ms, rules, staked_cents)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    let params = rusqlite::params![
        row.player,
        row.command,
        row.game,
        row.block,
        row.index,
        row.mode,
        row.stake,
        row.gain,
        row.is_held,
        row.unit,
        row.before,
        row.after,
        row.at,
        row.finished_at,
        row.confirmed_at,
        row.rules,
        row.staked
    ];
    run(connection, sql, params).map(drop)
}

fn save_transfer(connection: &Connection, transfer: &Transfer) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO other_transfers (actor, command, number, from_account, to_account, cents,
            reason, at_ms, player)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let params = (
        transfer.id.cause.actor.to_string(),
        transfer.id.cause.id.as_str(),
        transfer.id.number,
        transfer.from.to_string(),
        transfer.to.to_string(),
        signed(transfer.amount.cents()),
        transfer.reason.code(),
        transfer.at.0,
        stated(transfer),
    );
    run(connection, sql, params).map(drop)
}

/// A block that is not known yet.
pub(super) fn new_block(connection: &Connection, block: &Block) -> Result<(), StoreError> {
    let row = BlockRow::of(block);
    let sql = "INSERT INTO blocks (id, game, emission, number, units, prizes_cents, state,
            next_index, lost)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let params = (
        row.id,
        row.game,
        row.emission,
        row.number,
        row.units,
        row.prizes,
        row.state,
        row.next,
        row.lost,
    );
    run(connection, sql, params).map(drop)
}

/// Where a block stands.
pub(super) fn state(
    connection: &Connection,
    id: &BlockId,
    state: BlockState,
) -> Result<(), StoreError> {
    let sql = "UPDATE blocks SET state = ?2 WHERE id = ?1";
    changed_one(run(connection, sql, (id.as_str(), state.code()))?, "blocks")
}

/// A game, its price and its planned opening; all else of it stays as it is.
pub(super) fn price(connection: &Connection, offer: &Offer) -> Result<(), StoreError> {
    let sql = "INSERT INTO offers (game, price_cents, planned_ms) VALUES (?1, ?2, ?3)
        ON CONFLICT (game) DO UPDATE SET price_cents = excluded.price_cents,
            planned_ms = excluded.planned_ms";
    let planned = offer.planned.map(|at| at.0);
    run(connection, sql, (offer.game.as_str(), signed(offer.price.cents()), planned)).map(drop)
}

/// One row must have been there.
pub(super) fn changed_one(rows: usize, table: &'static str) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(StoreError::corrupt(table)()) }
}

pub(super) fn run(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<usize, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(params))
        .map_err(failed("saving"))
}
