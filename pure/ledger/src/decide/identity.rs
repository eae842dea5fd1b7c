//! Who a player is, what he allows himself, and whether he may play.

use alloc::format;

use game::{Cents, Date};

use super::Draft;
use crate::amount::Ceiling;
use crate::event::{EventKind, Remark};
use crate::facts::Facts;
use crate::id::{PlayerId, PlayerName};
use crate::limit::Limit;
use crate::parameters::RulesVersion;
use crate::player::Player;
use crate::receipt::Done;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::retail::RetailRecord;
use crate::time::Span;

/// Opens an account. Refuses, in order: `player_exists`, `name_taken`, `under_age`,
/// `rules_changed`.
pub(super) fn register(
    facts: &Facts,
    draft: &mut Draft,
    id: PlayerId,
    name: &PlayerName,
    (born, today): (Date, Date),
    rules: RulesVersion,
) -> Result<Done, Refusal> {
    if facts.players.contains_key(&id) {
        return Err(Refusal::PlayerExists);
    }
    if facts.names.contains_key(name) {
        return Err(Refusal::NameTaken);
    }
    if !is_of_age(born, today, facts.parameters.age_years) {
        return Err(Refusal::UnderAge);
    }
    if rules != facts.parameters.rules {
        return Err(Refusal::RulesChanged);
    }
    draft.record(Record::Player(Player {
        id,
        name: name.clone(),
        born,
        registered_at: draft.at,
        rules,
        confirmed_at: None,
        stakes: None,
        deposits: None,
        excluded_until: None,
        barred_at: None,
        deposited: Cents::ZERO,
        closed_at: None,
        erased_at: None,
    }));
    Ok(Done::Registered)
}

/// Whether someone `born` then is `years` old on `today`. Born on 29 February, he is so from
/// 1 March on in years without that day.
fn is_of_age(born: Date, today: Date, years: u16) -> bool {
    Date { year: born.year.saturating_add(years), ..born } <= today
}

/// Notes that a player accepts the rules. Refuses, in order: `player_unknown`, `rules_changed`.
pub(super) fn accept_rules(
    facts: &Facts,
    draft: &mut Draft,
    player: &Player,
    version: RulesVersion,
) -> Result<Done, Refusal> {
    if version != facts.parameters.rules {
        return Err(Refusal::RulesChanged);
    }
    draft.record(Record::Player(Player { rules: version, ..player.clone() }));
    Ok(Done::RulesAccepted)
}

/// Notes that a player is who he says; again, without effect. Refuses: `player_unknown`.
pub(super) fn confirm(facts: &Facts, draft: &mut Draft, id: PlayerId) -> Result<Done, Refusal> {
    let row = &super::player(facts, id)?.row;
    if row.confirmed_at.is_none() {
        let row = Player { confirmed_at: Some(draft.at), ..row.clone() };
        change(draft, row, EventKind::IdentityConfirmed, "");
    }
    Ok(Done::IdentityConfirmed)
}

/// Sets the limits that are given. Refuses: `player_unknown`.
pub(super) fn set_limits(
    facts: &Facts,
    draft: &mut Draft,
    player: &Player,
    stakes: Option<Ceiling>,
    deposits: Option<Ceiling>,
) -> Done {
    let set = |known: Option<Limit>, wish: Option<Ceiling>| match wish {
        None => known,
        Some(wish) => Some(Limit::set(known, wish, draft.at, facts.parameters.raise_delay)),
    };
    let (stakes, deposits) = (set(player.stakes, stakes), set(player.deposits, deposits));
    draft.record(Record::Player(Player { stakes, deposits, ..player.clone() }));
    Done::LimitsSet { stakes, deposits }
}

/// Keeps a player from playing, never for shorter than he is already. Refuses, in order:
/// `player_unknown`, `exclusion_too_short`, `exclusion_too_long`.
pub(super) fn exclude_self(
    facts: &Facts,
    draft: &mut Draft,
    player: &Player,
    period: Span,
) -> Result<Done, Refusal> {
    if period < facts.parameters.exclusion_min {
        return Err(Refusal::ExclusionTooShort);
    }
    if period > facts.parameters.exclusion_max {
        return Err(Refusal::ExclusionTooLong);
    }
    let asked = draft.at.after(period);
    let until = player.excluded_until.map_or(asked, |until| until.max(asked));
    let row = Player { excluded_until: Some(until), ..player.clone() };
    change(draft, row, EventKind::PlayerExcluded, &format!("until {until}"));
    Ok(Done::Excluded { until })
}

/// Keeps a player from playing and paying in, until it is taken back. Refuses, in order:
/// `player_unknown`, `player_barred`.
pub(super) fn bar(
    facts: &Facts,
    draft: &mut Draft,
    id: PlayerId,
    reason: &Remark,
) -> Result<Done, Refusal> {
    let row = &super::player(facts, id)?.row;
    if row.barred_at.is_some() {
        return Err(Refusal::PlayerBarred);
    }
    let row = Player { barred_at: Some(draft.at), ..row.clone() };
    change(draft, row, EventKind::PlayerBarred, reason.as_str());
    Ok(Done::Barred)
}

/// Takes a bar back. Refuses, in order: `player_unknown`, `player_not_barred`.
pub(super) fn unbar(
    facts: &Facts,
    draft: &mut Draft,
    id: PlayerId,
    reason: &Remark,
) -> Result<Done, Refusal> {
    let row = &super::player(facts, id)?.row;
    if row.barred_at.is_none() {
        return Err(Refusal::PlayerNotBarred);
    }
    let row = Player { barred_at: None, ..row.clone() };
    change(draft, row, EventKind::PlayerUnbarred, reason.as_str());
    Ok(Done::Unbarred)
}

/// Closes an account. What comes to it later by itself (a withdrawal that is returned, a gain that
/// was held) can still be withdrawn. Refuses, in order: `player_unknown`, `account_closed`,
/// `account_not_empty`.
pub(super) fn close(
    facts: &Facts,
    draft: &mut Draft,
    id: PlayerId,
    reason: &Remark,
) -> Result<Done, Refusal> {
    let row = &super::player(facts, id)?.row;
    if row.closed_at.is_some() {
        return Err(Refusal::AccountClosed);
    }
    if facts.player_balance(id) != Cents::ZERO {
        return Err(Refusal::AccountNotEmpty);
    }
    let row = Player { closed_at: Some(draft.at), ..row.clone() };
    change(draft, row, EventKind::AccountClosed, reason.as_str());
    Ok(Done::AccountClosed)
}

/// Erases what says who a player is; again, without effect. Refuses, in order: `player_unknown`,
/// `account_not_lapsed`, `account_not_empty`.
pub(super) fn erase(facts: &Facts, draft: &mut Draft, id: PlayerId) -> Result<Done, Refusal> {
    let row = &super::player(facts, id)?.row;
    if !row.has_lapsed(draft.at, facts.parameters.retention) {
        return Err(Refusal::AccountNotLapsed);
    }
    if facts.player_balance(id) != Cents::ZERO {
        return Err(Refusal::AccountNotEmpty);
    }
    if row.erased_at.is_none() {
        let (name, born) = (Player::erased_name(id), Player::ERASED_BIRTH);
        let erased_at = Some(draft.at);
        draft.record(Record::Erased(id));
        change(draft, Player { name, born, erased_at, ..row.clone() }, EventKind::DataErased, "");
    }
    Ok(Done::DataErased)
}

/// Erases who was paid for tickets, as long after the payment as a closed account's data are kept.
pub(super) fn erase_bearers(facts: &Facts, draft: &mut Draft) -> Done {
    let paid_by = draft.at.before(facts.parameters.retention);
    draft.record(Record::Retail(RetailRecord::BearersErased(paid_by)));
    draft.event(EventKind::DataErased, &"bearers", "");
    Done::DataErased
}

/// Saves what has changed of a player, with the event that says so.
fn change(draft: &mut Draft, row: Player, kind: EventKind, detail: &str) {
    draft.event(kind, &row.id, detail);
    draft.record(Record::Player(row));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_age_on_the_birthday() {
        let date = |year, month, day| Date { year, month, day };
        for (born, today, expected) in [
            (date(2000, 6, 15), date(2018, 6, 14), false),
            (date(2000, 6, 15), date(2018, 6, 15), true),
            (date(2000, 2, 29), date(2018, 2, 28), false),
            (date(2000, 2, 29), date(2018, 3, 1), true),
            (date(u16::MAX, 1, 1), date(2018, 1, 1), false),
        ] {
            assert_eq!(is_of_age(born, today, 18), expected, "{born} {today}");
        }
    }
}
