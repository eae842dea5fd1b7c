//! What is paid for a ticket, once.

use core::fmt;

use game::Cents;

use crate::amount::Amount;
use crate::id::{CommandId, text_id};
use crate::retail::{CounterId, TicketId};
use crate::time::Millis;

text_id! {
    /// Who was paid, by the document that he showed, where this must be recorded: 1 to 200 bytes
    /// without control characters.
    Bearer, 1..=200, |c| !c.is_control()
}

impl Bearer {
    /// What stands in the place of a bearer who was erased: that someone was recorded.
    pub const ERASED: &str = "ERASED";

    /// The same as a bearer.
    #[must_use]
    pub fn erased() -> Self {
        Self::new(Self::ERASED).expect("a word")
    }
}

/// What a ticket's own record says that it won: nothing, or one amount that cannot be divided
/// (article 4.6). It is not written out where a program is debugged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lot(pub Cents);

impl fmt::Debug for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lot(..)")
    }
}

/// A paid ticket. There is one of each ticket, for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Which.
    pub ticket: TicketId,
    /// Who has paid it.
    pub counter: CounterId,
    /// With which command.
    pub command: CommandId,
    /// How much.
    pub amount: Amount,
    /// To whom, where that is recorded.
    pub bearer: Option<Bearer>,
    /// When.
    pub at: Millis,
}
