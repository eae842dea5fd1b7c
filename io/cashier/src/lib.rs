//! Money in and out, through whoever really moves it.
//!
//! A payment is first kept in the ledger and then asked of a [`Provider`], under a name that
//! follows from the player's command, so that asking twice moves money once. While the answer is
//! unknown it is asked again: a lost answer is no answer. What the provider says ends the payment
//! in the ledger, once, however often it is said.
//!
//! The [`Cashier`] keeps nothing: what has not ended is in the ledger, and a new start finds it
//! there. With several servers on one ledger each may ask; the name makes that harmless.

mod outbox;
mod play_money;
mod silence;

use std::fmt;

use ledger::{Amount, PlayerId, Provider as Name, Reference};

pub use outbox::Cashier;
pub use play_money::{Manner, PlayMoney};

/// Whoever really moves money: a bank, a card processor.
///
/// Its calls may block for as long as a request to it may take.
pub trait Provider: Send + Sync {
    /// What it is called in the ledger; never changed.
    fn name(&self) -> Name;

    /// Collects money from a player. Asked again under the same name, it collects nothing more and
    /// says what became of it.
    fn collect(&self, payment: &Payment) -> Answer;

    /// Pays money out to a player; again under the same name, as [`Self::collect`].
    fn pay_out(&self, payment: &Payment) -> Answer;

    /// What it has said by itself since it was last asked; nothing for one that only answers.
    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }
}

/// What a provider is asked to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Its name, which the provider is given: unique for ever.
    pub name: Reference,
    /// Whose money it is.
    pub player: PlayerId,
    /// How much.
    pub amount: Amount,
}

/// What a provider says of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The money has moved.
    Moved,
    /// It has not, and never will under this name.
    Declined,
    /// It has answered that it cannot say yet: it is asked again.
    Pending,
    /// There is no answer, and nobody knows: it is asked again.
    Unknown,
}

/// What a provider says by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which way the money was to move.
    pub way: Way,
    /// Of which payment.
    pub payment: Payment,
    /// What became of it.
    pub answer: Answer,
}

/// Which way money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// To a player's account.
    In,
    /// Out of it.
    Out,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::In => "in",
            Self::Out => "out",
        })
    }
}
