//! What is to be said of a ticket that someone presents.

use core::fmt;

use game::Cents;

use crate::amount::Amount;
use crate::legal_day::LegalDay;
use crate::time::Millis;

/// What a ticket pays at a counter, or why it does not. The order is the precedence, from the last:
/// a paid ticket is said to be paid, whatever else is true of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This counter pays it.
    PaysHere(Amount),
    /// A payment centre pays it: it is above what this counter may pay.
    PaysAtCentre(Amount),
    /// It won nothing.
    NotAWinner,
    /// The emission is closed, and the last day of payment is over.
    TooLate {
        /// The date in the closing notice.
        closed: LegalDay,
        /// The last day of payment.
        claims_end: LegalDay,
    },
    /// Its book was never put on sale.
    BookNotActive,
    /// It came back unsold.
    BookReturned,
    /// Its book is lost.
    BookLost,
    /// Its book was stolen.
    BookStolen,
    /// Another counter has paid it.
    PaidElsewhere(Millis),
    /// This counter has paid it.
    PaidHere(Millis),
    /// What it was is not kept, since it would tell winners from losers. Only kept receipts say
    /// this; a question that is repeated is answered anew.
    Withheld,
}

impl Verdict {
    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::PaysHere(_) => "pays_here",
            Self::PaysAtCentre(_) => "pays_at_centre",
            Self::NotAWinner => "not_a_winner",
            Self::TooLate { .. } => "too_late",
            Self::BookNotActive => "book_not_active",
            Self::BookReturned => "book_returned",
            Self::BookLost => "book_lost",
            Self::BookStolen => "book_stolen",
            Self::PaidElsewhere(_) => "paid_elsewhere",
            Self::PaidHere(_) => "paid_here",
            Self::Withheld => "withheld",
        }
    }

    /// What may be kept of it: what does not depend on the ticket's lot, unless it is paid.
    #[must_use]
    pub fn kept(self) -> Self {
        match self {
            Self::PaysHere(_) | Self::PaysAtCentre(_) | Self::NotAWinner => Self::Withheld,
            Self::TooLate { .. }
            | Self::BookNotActive
            | Self::BookReturned
            | Self::BookLost
            | Self::BookStolen
            | Self::PaidElsewhere(_)
            | Self::PaidHere(_)
            | Self::Withheld => self,
        }
    }

    /// The verdict that `words` write.
    pub(crate) fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let code = words.next()?;
        let mut amount = || Amount::new(Cents(words.next()?.parse().ok()?));
        Some(match code {
            "pays_here" => Self::PaysHere(amount()?),
            "pays_at_centre" => Self::PaysAtCentre(amount()?),
            "not_a_winner" => Self::NotAWinner,
            "too_late" => {
                let closed = LegalDay::parse(words.next()?)?;
                Self::TooLate { closed, claims_end: LegalDay::parse(words.next()?)? }
            }
            "book_not_active" => Self::BookNotActive,
            "book_returned" => Self::BookReturned,
            "book_lost" => Self::BookLost,
            "book_stolen" => Self::BookStolen,
            "paid_elsewhere" => Self::PaidElsewhere(Millis(words.next()?.parse().ok()?)),
            "paid_here" => Self::PaidHere(Millis(words.next()?.parse().ok()?)),
            "withheld" => Self::Withheld,
            _ => return None,
        })
    }
}

/// `pays_here 300`, `too_late 2001-04-01 2001-05-02`, `paid_elsewhere 988840800000`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())?;
        match self {
            Self::PaysHere(amount) | Self::PaysAtCentre(amount) => write!(f, " {amount}"),
            Self::TooLate { closed, claims_end } => write!(f, " {closed} {claims_end}"),
            Self::PaidElsewhere(at) | Self::PaidHere(at) => write!(f, " {at}"),
            Self::NotAWinner
            | Self::BookNotActive
            | Self::BookReturned
            | Self::BookLost
            | Self::BookStolen
            | Self::Withheld => Ok(()),
        }
    }
}
