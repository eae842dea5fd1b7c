//! What the regulator or the operator may change from one day to the next.

use alloc::collections::BTreeMap;
use core::fmt;

use game::Cents;

use crate::time::{Millis, Span};

/// The number of a text of rules that a player accepts; a new text has a higher one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RulesVersion(pub u32);

/// The parameters in force at one time. They come dated from the configuration, and whoever loads
/// the facts picks the set that holds for the commands to be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The rules that a player must have accepted to play.
    pub rules: RulesVersion,
    /// The greatest gain that is credited at once; greater ones are held until a second person
    /// confirms them.
    pub credit_ceiling: Cents,
    /// The smallest gain that is a significant event when it is credited at once.
    pub large_gain: Cents,
    /// After how long an unfinished unit counts as interrupted.
    pub patience: Span,
    /// How far back stakes and deposits count against their limits.
    pub limit_window: Span,
    /// How long a limit that was raised waits before it holds.
    pub raise_delay: Span,
    /// How much a player whose identity is not confirmed may pay in, in all.
    pub unconfirmed_deposits: Cents,
    /// From which age one may register, in years.
    pub age_years: u16,
    /// The shortest time for which a player may exclude himself.
    pub exclusion_min: Span,
    /// The longest. Twelve months are at most 366 days.
    pub exclusion_max: Span,
    /// How long a provider of payments may leave everything unanswered before it counts as out.
    pub outage: Span,
    /// How long a player's name and date of birth are kept after his account was closed.
    pub retention: Span,
    /// The greatest lot of a ticket that a counter pays; a payment centre pays any.
    pub counter_ceiling: Cents,
    /// From which sum on it is recorded who is paid.
    pub identity_from: Cents,
    /// Above which sum that is recorded where one operation pays several tickets.
    pub identity_above: Cents,
    /// How many days after the date of its closing notice the tickets of an emission are paid.
    pub claim_days: u16,
    /// How many validation codes that do not fit a counter may give in a day.
    pub counter_attempts: u32,
}

/// Every parameter in one line, for the record of a change.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Taken apart, so that a new parameter cannot be left out.
        let Self {
            rules,
            credit_ceiling,
            large_gain,
            patience,
            limit_window,
            raise_delay,
            unconfirmed_deposits,
            age_years,
            exclusion_min,
            exclusion_max,
            outage,
            retention,
            counter_ceiling,
            identity_from,
            identity_above,
            claim_days,
            counter_attempts,
        } = self;
        write!(
            f,
            "rules={} credit_ceiling_cents={credit_ceiling} large_gain_cents={large_gain} \
             patience_ms={patience} limit_window_ms={limit_window} raise_delay_ms={raise_delay} \
             unconfirmed_deposits_cents={unconfirmed_deposits} age_years={age_years} \
             exclusion_min_ms={exclusion_min} exclusion_max_ms={exclusion_max} \
             outage_ms={outage} retention_ms={retention} \
             counter_ceiling_cents={counter_ceiling} identity_from_cents={identity_from} \
             identity_above_cents={identity_above} claim_days={claim_days} \
             counter_attempts={counter_attempts}",
            rules.0
        )
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            rules: RulesVersion(1),
            credit_ceiling: Cents(3_000_000),
            large_gain: Cents(3_000_000),
            patience: Span::hours(1),
            limit_window: Span::days(7),
            raise_delay: Span::hours(48),
            unconfirmed_deposits: Cents(10_000),
            age_years: 18,
            exclusion_min: Span::hours(24),
            exclusion_max: Span::days(366),
            outage: Span::minutes(5),
            // Five years have at most two days that others lack.
            retention: Span::days(5 * 365 + 2),
            counter_ceiling: Cents(30_000),
            identity_from: Cents(200_000),
            identity_above: Cents(30_000),
            claim_days: 30,
            counter_attempts: 20,
        }
    }
}

/// Parameters with the times from which they hold: one set from the beginning of time, and later
/// ones that take its place, each from its moment on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dated {
    first: Parameters,
    later: BTreeMap<Millis, Parameters>,
}

impl Dated {
    /// From `from` on, `parameters` hold; a set with the same moment is replaced.
    #[must_use]
    pub fn then(mut self, from: Millis, parameters: Parameters) -> Self {
        self.later.insert(from, parameters);
        self
    }

    /// The set in force at `at`.
    #[must_use]
    pub fn at(&self, at: Millis) -> &Parameters {
        self.later.range(..=at).next_back().map_or(&self.first, |(_, parameters)| parameters)
    }
}

/// The same at all times.
impl From<Parameters> for Dated {
    fn from(first: Parameters) -> Self {
        Self { first, later: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_set_holds_from_its_moment_until_the_next() {
        let rules = |version| Parameters { rules: RulesVersion(version), ..Parameters::default() };
        let longer = Parameters { limit_window: Span::days(30), ..rules(3) };
        let dated = Dated::from(rules(1)).then(Millis(20), longer).then(Millis(10), rules(2));
        let found = [i64::MIN, 9, 10, 19, 20, i64::MAX].map(|at| dated.at(Millis(at)).rules.0);
        assert_eq!(found, [1, 1, 2, 2, 3, 3]);
        assert_eq!(Dated::default().at(Millis(0)), &Parameters::default());
    }

    #[test]
    fn a_set_is_told_whole() {
        let text = Parameters::default().to_string();
        assert!(text.starts_with("rules=1 credit_ceiling_cents=3000000 large_gain_cents=3000000 "));
        assert!(
            text.ends_with(
                "retention_ms=157852800000 counter_ceiling_cents=30000 \
                 identity_from_cents=200000 identity_above_cents=30000 claim_days=30 \
                 counter_attempts=20"
            ) && !text.contains('\n'),
            "{text}"
        );
    }
}
