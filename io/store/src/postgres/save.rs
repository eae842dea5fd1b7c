//! Saves what was decided: one statement for what there is much of.

use ledger::{
    Actor, Block, BlockId, BlockState, Content, Known, Millis, Offer, PlayId, Player, PlayerId,
    Transfer,
};

use super::{Session, report, retail};
use crate::engine::Changes;
use crate::error::StoreError;
use crate::row::{BlockRow, OfferRow, PlayRow, PlayerRow, signed, stated, withdrawal_code};
use crate::sheet::Sheet;

/// Saves all of it, in the caller's transaction.
pub(super) fn changes(session: &mut Session<'_, '_>, changes: &Changes) -> Result<(), StoreError> {
    let sheet = Sheet::of(&changes.decisions);
    sheet.erased.iter().try_for_each(|player| erase(session, *player))?;
    sheet.players.values().try_for_each(|row| save_player(session, row))?;
    for row in sheet.blocks.values() {
        let sql = "UPDATE blocks SET state = $2, next_index = $3, lost = $4 WHERE id = $1";
        let rows = session.run(sql, &[&row.id, &row.state, &row.next, &row.lost])?;
        changed(rows, 1, "blocks")?;
    }
    sheet.offers.values().try_for_each(|row| save_offer(session, row))?;
    if let Some(is_halted) = sheet.is_halted {
        changed(session.run("UPDATE house SET is_halted = $1", &[&is_halted])?, 1, "house")?;
    }
    let finish = "UPDATE plays SET finished_at_ms = now.at
        FROM unnest($1::BIGINT[], $2::TEXT[], $3::BIGINT[]) AS now (player, command, at)
        WHERE plays.player = now.player AND plays.command = now.command
            AND finished_at_ms IS NULL";
    mark(session, finish, &sheet.finished)?;
    let confirm = "UPDATE plays SET confirmed_at_ms = now.at
        FROM unnest($1::BIGINT[], $2::TEXT[], $3::BIGINT[]) AS now (player, command, at)
        WHERE plays.player = now.player AND plays.command = now.command
            AND confirmed_at_ms IS NULL";
    mark(session, confirm, &sheet.confirmed)?;
    save_plays(session, &sheet.plays)?;
    save_known(session, &sheet.known)?;
    save_payments(session, &sheet)?;
    retail::save(session, &sheet.retail)?;
    save_transfers(session, &sheet.transfers)?;
    save_accounts(session, &sheet)?;
    save_views(session, changes)?;
    if let Some(before) = changes.forget_before {
        session.run("DELETE FROM commands WHERE is_refused AND at_ms < $1", &[&before.0])?;
    }
    save_events(session, changes)
}

fn save_offer(session: &mut Session<'_, '_>, row: &OfferRow) -> Result<(), StoreError> {
    let sql = "UPDATE offers SET put_off_until_ms = $2, put_off_reason = $3, on_sale_at_ms = $4,
            is_suspended = $5, current = $6
        WHERE game = $1";
    let rows = session.run(
        sql,
        &[&row.game, &row.until, &row.reason, &row.on_sale_at, &row.is_suspended, &row.current],
    )?;
    changed(rows, 1, "offers")
}

/// Chains events behind the last one. Last of all, so that the lock is held for a moment and
/// nothing is waited for under it.
fn save_events(session: &mut Session<'_, '_>, changes: &Changes) -> Result<(), StoreError> {
    let mut events = changes.all_events().peekable();
    if events.peek().is_none() {
        return Ok(());
    }
    session.run("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE", &[])?;
    let mut head = report::head(session)?;
    for (at, event) in events {
        let it = head.push(at, event);
        let sql =
            "INSERT INTO events (number, at_ms, kind, signed_by, second, subject, detail, hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        session.run(
            sql,
            &[
                &it.number,
                &it.at_ms,
                &it.kind,
                &it.by,
                &it.second,
                &it.subject,
                &it.detail,
                &it.hash,
            ],
        )?;
    }
    Ok(())
}

fn save_player(session: &mut Session<'_, '_>, row: &PlayerRow) -> Result<(), StoreError> {
    let sql = "INSERT INTO players (id, name, born, registered_at_ms, rules, confirmed_at_ms,
            stakes_cents, stakes_raise_cents, stakes_raise_from_ms, deposits_cents,
            deposits_raise_cents, deposits_raise_from_ms, excluded_until_ms, deposited_cents,
            barred_at_ms, closed_at_ms, erased_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
            $17)
        ON CONFLICT (id) DO UPDATE SET rules = excluded.rules,
            confirmed_at_ms = excluded.confirmed_at_ms, stakes_cents = excluded.stakes_cents,
            stakes_raise_cents = excluded.stakes_raise_cents,
            stakes_raise_from_ms = excluded.stakes_raise_from_ms,
            deposits_cents = excluded.deposits_cents,
            deposits_raise_cents = excluded.deposits_raise_cents,
            deposits_raise_from_ms = excluded.deposits_raise_from_ms,
            excluded_until_ms = excluded.excluded_until_ms,
            deposited_cents = excluded.deposited_cents, barred_at_ms = excluded.barred_at_ms,
            closed_at_ms = excluded.closed_at_ms, erased_at_ms = excluded.erased_at_ms
        WHERE players.name = excluded.name AND players.registered_at_ms = excluded.registered_at_ms";
    let rows = session.run(
        sql,
        &[
            &row.id,
            &row.name,
            &row.born,
            &row.registered_at,
            &row.rules,
            &row.confirmed_at,
            &row.stakes.0,
            &row.stakes.1,
            &row.stakes.2,
            &row.deposits.0,
            &row.deposits.1,
            &row.deposits.2,
            &row.excluded_until,
            &row.deposited,
            &row.barred_at,
            &row.closed_at,
            &row.erased_at,
        ],
    )?;
    changed(rows, 1, "players")
}

/// Takes out what says who a player is. The rest of his row is saved after it.
fn erase(session: &mut Session<'_, '_>, id: PlayerId) -> Result<(), StoreError> {
    let (name, born) = (Player::erased_name(id), Player::ERASED_BIRTH.to_string());
    let sql = "UPDATE players SET name = $2, born = $3 WHERE id = $1";
    changed(session.run(sql, &[&id.0, &name.as_str(), &born])?, 1, "players")?;
    let sql = "UPDATE commands SET content = $2 WHERE actor = $1 AND content LIKE $3 || '%'";
    let actor = Actor::Player(id).to_string();
    session.run(sql, &[&actor, &Content::ERASED, &Content::REGISTERING]).map(drop)
}

/// Sets the time of each unit, one row each.
fn mark(
    session: &mut Session<'_, '_>,
    sql: &'static str,
    marks: &[(&PlayId, Millis)],
) -> Result<(), StoreError> {
    if marks.is_empty() {
        return Ok(());
    }
    let players: Vec<i64> = marks.iter().map(|(id, _)| id.player.0).collect();
    let commands: Vec<&str> = marks.iter().map(|(id, _)| id.command.as_str()).collect();
    let times: Vec<i64> = marks.iter().map(|(_, at)| at.0).collect();
    changed(session.run(sql, &[&players, &commands, &times])?, marks.len(), "plays")
}

/// One value of each row.
pub(super) fn column<'a, T, R>(rows: &'a [R], value: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

fn save_plays(session: &mut Session<'_, '_>, rows: &[PlayRow]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO plays (player, command, game, block, unit_index, mode, stake_cents,
            gain_cents, is_held, unit, balance_before_cents, balance_after_cents, at_ms,
            finished_at_ms, confirmed_at_ms, rules, staked_cents)
        SELECT * FROM unnest($1::BIGINT[], $2::TEXT[], $3::TEXT[], $4::TEXT[], $5::BIGINT[], $6::TEXT[],
            $7::BIGINT[], $8::BIGINT[], $9::BOOLEAN[], $10::TEXT[], $11::BIGINT[], $12::BIGINT[],
            $13::BIGINT[], $14::BIGINT[], $15::BIGINT[], $16::BIGINT[], $17::BIGINT[])
            AS new (player, command, game, block, unit_index, mode, stake, gain, is_held, unit,
            before, after, at, finished, confirmed, rules, staked)";
    session.run(
        sql,
        &[
            &column(rows, |row| row.player),
            &column(rows, |row| row.command.as_str()),
            &column(rows, |row| row.game.as_str()),
            &column(rows, |row| row.block.as_str()),
            &column(rows, |row| row.index),
            &column(rows, |row| row.mode.as_str()),
            &column(rows, |row| row.stake),
            &column(rows, |row| row.gain),
            &column(rows, |row| row.is_held),
            &column(rows, |row| row.unit.as_str()),
            &column(rows, |row| row.before),
            &column(rows, |row| row.after),
            &column(rows, |row| row.at),
            &column(rows, |row| row.finished_at),
            &column(rows, |row| row.confirmed_at),
            &column(rows, |row| row.rules),
            &column(rows, |row| row.staked),
        ],
    )?;
    Ok(())
}

fn save_known(
    session: &mut Session<'_, '_>,
    rows: &[(&ledger::CommandKey, &Known)],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO commands (actor, id, content, receipt, is_refused, at_ms)
        SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::TEXT[], $4::TEXT[], $5::BOOLEAN[],
            $6::BIGINT[])";
    session.run(
        sql,
        &[
            &column(rows, |(key, _)| key.actor.to_string()),
            &column(rows, |(key, _)| key.id.as_str()),
            &column(rows, |(_, known)| known.content.as_str()),
            &column(rows, |(_, known)| known.receipt.to_string()),
            &column(rows, |(_, known)| !known.receipt.is_kept_for_ever()),
            &column(rows, |(_, known)| known.at.0),
        ],
    )?;
    Ok(())
}

fn save_payments(session: &mut Session<'_, '_>, sheet: &Sheet<'_>) -> Result<(), StoreError> {
    for it in sheet.deposits.values() {
        let sql = "INSERT INTO deposits (provider, reference, player, cents, at_ms, state)
            VALUES ($1, $2, $3, $4, $5, $6)";
        let (provider, reference) = (it.provider.as_str(), it.reference.as_str());
        let cents = signed(it.amount.cents());
        let state = it.state.code();
        session.run(sql, &[&provider, &reference, &it.player.0, &cents, &it.at.0, &state])?;
    }
    for it in &sheet.ended {
        let sql = "UPDATE deposits SET state = $3 WHERE provider = $1 AND reference = $2
            AND state = 'asked'";
        let (provider, reference) = (it.provider.as_str(), it.reference.as_str());
        let rows = session.run(sql, &[&provider, &reference, &it.state.code()])?;
        changed(rows, 1, "deposits")?;
    }
    for it in sheet.withdrawals.values() {
        let sql = "INSERT INTO withdrawals (player, command, cents, at_ms, state)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (player, command) DO UPDATE SET state = excluded.state";
        let (player, command) = (it.id.player.0, it.id.command.as_str());
        let (cents, state) = (signed(it.amount.cents()), withdrawal_code(it.state));
        session.run(sql, &[&player, &command, &cents, &it.at.0, &state])?;
    }
    Ok(())
}

fn save_transfers(session: &mut Session<'_, '_>, rows: &[&Transfer]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql =
        "INSERT INTO other_transfers (actor, command, number, from_account, to_account, cents,
            reason, at_ms, player)
        SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::BIGINT[], $4::TEXT[], $5::TEXT[],
            $6::BIGINT[], $7::TEXT[], $8::BIGINT[], $9::BIGINT[])";
    session.run(
        sql,
        &[
            &column(rows, |it| it.id.cause.actor.to_string()),
            &column(rows, |it| it.id.cause.id.as_str()),
            &column(rows, |it| i64::from(it.id.number)),
            &column(rows, |it| it.from.to_string()),
            &column(rows, |it| it.to.to_string()),
            &column(rows, |it| signed(it.amount.cents())),
            &column(rows, |it| it.reason.code()),
            &column(rows, |it| it.at.0),
            &column(rows, |it| stated(it)),
        ],
    )?;
    Ok(())
}

/// Raises and lowers accounts. Nobody else moves those of this batch's players and blocks; the
/// outside's two are moved by everybody, last and in one order.
fn save_accounts(session: &mut Session<'_, '_>, sheet: &Sheet<'_>) -> Result<(), StoreError> {
    let (outside, guarded): (Vec<_>, Vec<_>) =
        sheet.accounts.iter().partition(|(account, _)| !account.contains('/'));
    for part in [guarded, outside] {
        if part.is_empty() {
            continue;
        }
        let accounts = column(&part, |(account, _)| account.as_str());
        let cents = column(&part, |(_, cents)| **cents);
        // Not an upsert: there a check would look at the row to be inserted, which may be below
        // zero.
        let sql = "UPDATE accounts SET cents = accounts.cents + moved.cents
            FROM unnest($1::TEXT[], $2::BIGINT[]) AS moved (account, cents)
            WHERE accounts.account = moved.account";
        let rows = session.run(sql, &[&accounts, &cents])?;
        if rows < part.len() as u64 {
            // New ones: their sum stands, and what was there stays as it is.
            let sql = "INSERT INTO accounts (account, cents)
                SELECT account, cents FROM unnest($1::TEXT[], $2::BIGINT[]) AS moved (account, cents)
                WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE account = moved.account)";
            let new = session.run(sql, &[&accounts, &cents])?;
            changed(rows + new, part.len(), "accounts")?;
        }
    }
    Ok(())
}

fn save_views(session: &mut Session<'_, '_>, changes: &Changes) -> Result<(), StoreError> {
    for (id, zones) in &changes.views {
        let sql = "INSERT INTO views (player, command, zones)
            SELECT player, command, $3 FROM plays WHERE player = $1 AND command = $2
            ON CONFLICT (player, command) DO UPDATE SET zones = views.zones | excluded.zones";
        session.run(sql, &[&id.player.0, &id.command.as_str(), &i64::from(*zones)])?;
    }
    Ok(())
}

/// A block that is not known yet.
pub(super) fn new_block(session: &mut Session<'_, '_>, block: &Block) -> Result<(), StoreError> {
    let row = BlockRow::of(block);
    let sql = "INSERT INTO blocks (id, game, emission, number, units, prizes_cents, state,
            next_index, lost)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    session.run(
        sql,
        &[
            &row.id,
            &row.game,
            &row.emission,
            &row.number,
            &row.units,
            &row.prizes,
            &row.state,
            &row.next,
            &row.lost,
        ],
    )?;
    Ok(())
}

/// Where a block stands.
pub(super) fn state(
    session: &mut Session<'_, '_>,
    id: &BlockId,
    state: BlockState,
) -> Result<(), StoreError> {
    let sql = "UPDATE blocks SET state = $2 WHERE id = $1";
    changed(session.run(sql, &[&id.as_str(), &state.code()])?, 1, "blocks")
}

/// A game, its price and its planned opening; all else of it stays as it is.
pub(super) fn price(session: &mut Session<'_, '_>, offer: &Offer) -> Result<(), StoreError> {
    let sql = "INSERT INTO offers (game, price_cents, planned_ms) VALUES ($1, $2, $3)
        ON CONFLICT (game) DO UPDATE SET price_cents = excluded.price_cents,
            planned_ms = excluded.planned_ms";
    let planned = offer.planned.map(|at| at.0);
    session.run(sql, &[&offer.game.as_str(), &signed(offer.price.cents()), &planned])?;
    Ok(())
}

/// So many rows must have been there.
pub(super) fn changed(rows: u64, expected: usize, table: &'static str) -> Result<(), StoreError> {
    if rows == expected as u64 { Ok(()) } else { Err(StoreError::corrupt(table)()) }
}
