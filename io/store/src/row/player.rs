//! A player's row.

use game::Date;
use ledger::{Ceiling, Limit, Millis, Player, PlayerId, PlayerName, RulesVersion};

use super::{cents, signed};

/// A limit's three columns: ceiling, raise, and from when the raise holds.
pub(crate) type LimitRow = (Option<i64>, Option<i64>, Option<i64>);

fn limit_row(limit: Option<Limit>) -> LimitRow {
    let raise = limit.and_then(|limit| limit.raise);
    (
        limit.map(|limit| signed(limit.ceiling.cents())),
        raise.map(|(ceiling, _)| signed(ceiling.cents())),
        raise.map(|(_, from)| from.0),
    )
}

/// The outer nothing when the columns mean nothing.
fn limit((ceiling, raise, from): LimitRow) -> Option<Option<Limit>> {
    let read = |of: i64| Ceiling::new(cents(of)?);
    let Some(ceiling) = ceiling else {
        return (raise.is_none() && from.is_none()).then_some(None);
    };
    let raise = match (raise, from) {
        (Some(raise), Some(from)) => Some((read(raise)?, Millis(from))),
        (None, None) => None,
        _ => return None,
    };
    Some(Some(Limit { ceiling: read(ceiling)?, raise }))
}

/// A row of `players`.
pub(crate) struct PlayerRow {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) born: String,
    pub(crate) registered_at: i64,
    pub(crate) rules: i64,
    pub(crate) confirmed_at: Option<i64>,
    pub(crate) stakes: LimitRow,
    pub(crate) deposits: LimitRow,
    pub(crate) excluded_until: Option<i64>,
    pub(crate) deposited: i64,
    pub(crate) barred_at: Option<i64>,
    pub(crate) closed_at: Option<i64>,
    pub(crate) erased_at: Option<i64>,
}

impl PlayerRow {
    pub(crate) fn of(player: &Player) -> Self {
        Self {
            id: player.id.0,
            name: player.name.as_str().to_owned(),
            born: player.born.to_string(),
            registered_at: player.registered_at.0,
            rules: player.rules.0.into(),
            confirmed_at: player.confirmed_at.map(|at| at.0),
            stakes: limit_row(player.stakes),
            deposits: limit_row(player.deposits),
            excluded_until: player.excluded_until.map(|at| at.0),
            deposited: signed(player.deposited),
            barred_at: player.barred_at.map(|at| at.0),
            closed_at: player.closed_at.map(|at| at.0),
            erased_at: player.erased_at.map(|at| at.0),
        }
    }

    /// What it means.
    pub(crate) fn player(&self) -> Option<Player> {
        Some(Player {
            id: PlayerId(self.id),
            name: PlayerName::new(&self.name)?,
            born: date(&self.born)?,
            registered_at: Millis(self.registered_at),
            rules: RulesVersion(u32::try_from(self.rules).ok()?),
            confirmed_at: self.confirmed_at.map(Millis),
            stakes: limit(self.stakes)?,
            deposits: limit(self.deposits)?,
            excluded_until: self.excluded_until.map(Millis),
            deposited: cents(self.deposited)?,
            barred_at: self.barred_at.map(Millis),
            closed_at: self.closed_at.map(Millis),
            erased_at: self.erased_at.map(Millis),
        })
    }
}

/// `2011-11-28`.
fn date(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    Some(Date {
        year: parts.next()?.parse().ok()?,
        month: parts.next()?.parse().ok()?,
        day: parts.next()?.parse().ok()?,
    })
}
