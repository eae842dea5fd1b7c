//! Money that comes in, goes out, or was put aside.

use alloc::format;

use super::Draft;
use crate::account::{Account, Reason};
use crate::amount::Amount;
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::id::{CommandId, PlayId, PlayerId, Provider, Reference, WithdrawalId};
use crate::limit::plus;
use crate::operator::Correction;
use crate::play::Gain;
use crate::player::{Deposit, DepositState, Player, PlayerFacts, Withdrawal, WithdrawalState};
use crate::receipt::Done;
use crate::record::Record;
use crate::refusal::Refusal;

/// Credits a deposit, once for each provider and reference. Refuses, in order: `player_unknown`,
/// `deposit_already_credited`, `account_closed`, `player_barred`, `player_excluded`, `limits_not_set`,
/// `unconfirmed_ceiling`, `deposit_limit`.
pub(super) fn deposit(
    facts: &Facts,
    draft: &mut Draft,
    player: &PlayerFacts,
    (provider, reference): (&Provider, &Reference),
    amount: Amount,
) -> Result<Done, Refusal> {
    let key = (provider.clone(), reference.clone());
    if facts.deposits.contains_key(&key) {
        return Err(Refusal::DepositAlreadyCredited);
    }
    let row = admitted(facts, draft, player, amount)?;
    draft.transfer(Account::Payments, Account::Player(row.id), amount, Reason::Deposit);
    let ((provider, reference), state) = (key, DepositState::Credited);
    let (player, at) = (row.id, draft.at);
    draft.record(Record::Deposit(Deposit { provider, reference, player, amount, at, state }));
    draft.record(Record::Player(row));
    Ok(Done::Deposited { balance: plus(facts.player_balance(player), amount.cents()) })
}

/// Has a provider asked for money. It counts against the limit from now on, so that what was
/// collected is never refused. Refuses, in order: `player_unknown`, `account_closed`, `player_barred`,
/// `player_excluded`, `limits_not_set`, `unconfirmed_ceiling`, `deposit_limit`.
pub(super) fn ask_deposit(
    facts: &Facts,
    draft: &mut Draft,
    player: &PlayerFacts,
    (provider, command): (&Provider, &CommandId),
    amount: Amount,
) -> Result<Done, Refusal> {
    let row = admitted(facts, draft, player, amount)?;
    let reference = Reference::new(&format!("{}/{command}", row.id));
    let reference = reference.expect("two names and a stroke are visible and short");
    let (provider, player, at) = (provider.clone(), row.id, draft.at);
    let state = DepositState::Asked;
    draft.record(Record::Deposit(Deposit { provider, reference, player, amount, at, state }));
    draft.record(Record::Player(row));
    Ok(Done::DepositAsked)
}

/// A player's row once `amount` was paid in, if he may pay it in.
fn admitted(
    facts: &Facts,
    draft: &Draft,
    player: &PlayerFacts,
    amount: Amount,
) -> Result<Player, Refusal> {
    let row = &player.row;
    if row.closed_at.is_some() {
        return Err(Refusal::AccountClosed);
    }
    if row.barred_at.is_some() {
        return Err(Refusal::PlayerBarred);
    }
    if row.is_excluded(draft.at) {
        return Err(Refusal::PlayerExcluded);
    }
    let limit = row.deposits.ok_or(Refusal::LimitsNotSet)?;
    let deposited = plus(row.deposited, amount.cents());
    if row.confirmed_at.is_none() && deposited > facts.parameters.unconfirmed_deposits {
        return Err(Refusal::UnconfirmedCeiling);
    }
    let of_late = player.deposits.since(draft.at.before(facts.parameters.limit_window));
    if plus(of_late, amount.cents()) > limit.holds(draft.at).cents() {
        return Err(Refusal::DepositLimit);
    }
    Ok(Player { deposited, ..row.clone() })
}

/// Credits a deposit that was asked for; again, without effect. Whatever the player may do by now,
/// it is his money. Refuses, in order: `deposit_unknown`, `deposit_declined`.
pub(super) fn credit(
    facts: &Facts,
    draft: &mut Draft,
    key: &(Provider, Reference),
) -> Result<Done, Refusal> {
    let deposit = facts.deposits.get(key).ok_or(Refusal::DepositUnknown)?;
    match deposit.state {
        DepositState::Declined => {
            draft.event(EventKind::ProviderContradicted, &key.1, "credited after it was declined");
            return Err(Refusal::DepositDeclined);
        }
        DepositState::Credited => {}
        DepositState::Asked => {
            let to = Account::Player(deposit.player);
            draft.transfer(Account::Payments, to, deposit.amount, Reason::Deposit);
            let state = DepositState::Credited;
            draft.record(Record::DepositEnded(Deposit { state, ..deposit.clone() }));
        }
    }
    Ok(Done::DepositCredited)
}

/// Notes that a deposit that was asked for will never come; again, without effect. It no longer
/// counts against any limit. Refuses, in order: `deposit_unknown`, `deposit_credited`,
/// `player_unknown`.
pub(super) fn decline(
    facts: &Facts,
    draft: &mut Draft,
    key: &(Provider, Reference),
) -> Result<Done, Refusal> {
    let deposit = facts.deposits.get(key).ok_or(Refusal::DepositUnknown)?;
    match deposit.state {
        DepositState::Credited => {
            draft.event(EventKind::ProviderContradicted, &key.1, "declined after it was credited");
            return Err(Refusal::DepositCredited);
        }
        DepositState::Declined => {}
        DepositState::Asked => {
            let row = &super::player(facts, deposit.player)?.row;
            let deposited = row.deposited.0.checked_sub(deposit.amount.cents().0);
            let deposited = game::Cents(deposited.expect("a part is below the whole"));
            let state = DepositState::Declined;
            draft.record(Record::DepositEnded(Deposit { state, ..deposit.clone() }));
            draft.record(Record::Player(Player { deposited, ..row.clone() }));
        }
    }
    Ok(Done::DepositDeclined)
}

/// Puts money on its way out. Refuses, in order: `player_unknown`, `identity_unconfirmed`,
/// `insufficient_funds`.
pub(super) fn withdraw(
    facts: &Facts,
    draft: &mut Draft,
    player: &Player,
    command: &CommandId,
    amount: Amount,
) -> Result<Done, Refusal> {
    if player.confirmed_at.is_none() {
        return Err(Refusal::IdentityUnconfirmed);
    }
    let balance = facts.player_balance(player.id).0.checked_sub(amount.cents().0);
    let balance = game::Cents(balance.ok_or(Refusal::InsufficientFunds)?);
    let id = WithdrawalId { player: player.id, command: command.clone() };
    let to = Account::Pending(id.clone());
    draft.transfer(Account::Player(player.id), to, amount, Reason::Withdrawal);
    let state = WithdrawalState::Pending;
    draft.record(Record::Withdrawal(Withdrawal { id, amount, at: draft.at, state }));
    Ok(Done::Withdrawing { balance })
}

/// Notes that a withdrawal has arrived; again, without effect. Refuses, in order:
/// `withdrawal_unknown`, `withdrawal_returned`.
pub(super) fn settle(facts: &Facts, draft: &mut Draft, id: &WithdrawalId) -> Result<Done, Refusal> {
    let withdrawal = facts.withdrawals.get(id).ok_or(Refusal::WithdrawalUnknown)?;
    match withdrawal.state {
        WithdrawalState::Returned => {
            draft.event(EventKind::ProviderContradicted, id, "settled after it was returned");
            return Err(Refusal::WithdrawalReturned);
        }
        WithdrawalState::Settled => {}
        WithdrawalState::Pending => {
            let (from, to) = (Account::Pending(id.clone()), Account::Payments);
            draft.transfer(from, to, withdrawal.amount, Reason::WithdrawalSettled);
            let state = WithdrawalState::Settled;
            draft.record(Record::Withdrawal(Withdrawal { state, ..withdrawal.clone() }));
        }
    }
    Ok(Done::WithdrawalSettled)
}

/// Gives back a withdrawal that could not be paid out; again, without effect. Refuses, in order:
/// `withdrawal_unknown`, `withdrawal_settled`.
pub(super) fn give_back(
    facts: &Facts,
    draft: &mut Draft,
    id: &WithdrawalId,
) -> Result<Done, Refusal> {
    let withdrawal = facts.withdrawals.get(id).ok_or(Refusal::WithdrawalUnknown)?;
    match withdrawal.state {
        WithdrawalState::Settled => {
            draft.event(EventKind::ProviderContradicted, id, "returned after it was settled");
            return Err(Refusal::WithdrawalSettled);
        }
        WithdrawalState::Returned => {}
        WithdrawalState::Pending => {
            let (from, to) = (Account::Pending(id.clone()), Account::Player(id.player));
            draft.transfer(from, to, withdrawal.amount, Reason::WithdrawalReturned);
            let state = WithdrawalState::Returned;
            draft.record(Record::Withdrawal(Withdrawal { state, ..withdrawal.clone() }));
        }
    }
    Ok(Done::WithdrawalReturned)
}

/// Corrects a player's balance by hand, never below zero. It counts against no limit of his: he has
/// asked for nothing. Refuses, in order: `player_unknown`, `insufficient_funds`.
pub(super) fn correct(
    facts: &Facts,
    draft: &mut Draft,
    id: PlayerId,
    (way, amount): (Correction, Amount),
    reason: &Remark,
) -> Result<Done, Refusal> {
    super::player(facts, id)?;
    let (before, cents) = (facts.player_balance(id), amount.cents());
    let (player, operator) = (Account::Player(id), Account::Operator);
    let after = match way {
        Correction::Credit => {
            draft.transfer(operator, player, amount, Reason::Correction);
            plus(before, cents)
        }
        Correction::Debit => {
            let after = before.0.checked_sub(cents.0).ok_or(Refusal::InsufficientFunds)?;
            draft.transfer(player, operator, amount, Reason::Correction);
            game::Cents(after)
        }
    };
    let detail = format!("balance from {before} to {after} cents: {reason}");
    draft.event(EventKind::DataCorrected, &id, &detail);
    Ok(Done::Corrected { before, after })
}

/// Pays a held gain. Refuses, in order: `play_unknown`, `gain_not_held`, `gain_already_confirmed`.
pub(super) fn confirm_gain(facts: &Facts, draft: &mut Draft, id: &PlayId) -> Result<Done, Refusal> {
    let sold = facts.plays.get(id).ok_or(Refusal::PlayUnknown)?;
    let Gain::Held(amount) = sold.play.gain else { return Err(Refusal::GainNotHeld) };
    if sold.confirmed_at.is_some() {
        return Err(Refusal::GainAlreadyConfirmed);
    }
    let (from, to) = (Account::Held(id.clone()), Account::Player(id.player));
    draft.transfer(from, to, amount, Reason::GainConfirmed);
    draft.record(Record::GainConfirmed(id.clone(), draft.at));
    draft.event(EventKind::GainConfirmed, id, &format!("{amount} cents"));
    Ok(Done::GainConfirmed { amount })
}
