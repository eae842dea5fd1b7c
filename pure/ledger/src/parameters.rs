//! What the regulator or the operator may change from one day to the next.

use game::Cents;

use crate::time::Span;

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
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            rules: RulesVersion(1),
            credit_ceiling: Cents(3_000_000),
            limit_window: Span::days(7),
            raise_delay: Span::hours(48),
            unconfirmed_deposits: Cents(10_000),
            age_years: 18,
            exclusion_min: Span::hours(24),
            exclusion_max: Span::days(366),
        }
    }
}
