//! Emissions on paper: a notice announces one, another closes it, others may put off its end.

use crate::id::EmissionId;
use crate::legal_day::LegalDay;
use crate::retail::GameCode;
use crate::time::Millis;

/// An emission of tickets, as its notices say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emission {
    /// Its code jeu.
    pub code: GameCode,
    /// Which emission of which game it is.
    pub id: EmissionId,
    /// The planned date of the first notice.
    pub planned: LegalDay,
    /// The date from which its tickets are sold; nothing before that is known.
    pub opens: Option<LegalDay>,
    /// Its end; nothing before it is known.
    pub closing: Option<Closing>,
}

/// The end of an emission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The last day of its sale: the date in the closing notice.
    pub day: LegalDay,
    /// The last day of payment, extensions included.
    pub claims_end: LegalDay,
}

impl Emission {
    /// Whether its tickets are on sale at `at`.
    #[must_use]
    pub fn is_on_sale(&self, at: Millis) -> bool {
        self.opens.is_some_and(|opens| opens.begins() <= at) && !self.is_closed(at)
    }

    /// Whether its sale is over at `at`.
    #[must_use]
    pub fn is_closed(&self, at: Millis) -> bool {
        self.closing.is_some_and(|closing| closing.day.ends() <= at)
    }

    /// Whether nothing of it is paid any more at `at`.
    #[must_use]
    pub fn is_past(&self, at: Millis) -> bool {
        self.closing.is_some_and(|closing| closing.claims_end.ends() <= at)
    }
}
