//! Double entry: money is somewhere, and only moves.

use core::fmt;

use crate::amount::Amount;
use crate::id::{BlockId, PlayId, PlayerId, TransferId, WithdrawalId};
use crate::retail::{CounterId, GameCode};
use crate::time::Millis;

/// Where money can be. Closed: a new place is a new variant, and the compiler lists the `match`es.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// What a player can stake or withdraw.
    Player(PlayerId),
    /// A gain above the ceiling of immediate credit, until a second person confirms it.
    Held(PlayId),
    /// Money on its way out, until the provider says that it has arrived.
    Pending(WithdrawalId),
    /// What was paid for a block's units.
    Stakes(BlockId),
    /// What a block still has to pay: its table's total, less the gains of the units sold.
    Prizes(BlockId),
    /// What a counter can activate books for, or be paid out.
    Counter(CounterId),
    /// The prizes of an emission that nobody asked for in time.
    Unclaimed(GameCode),
    /// The operator, who funds the prizes.
    Operator,
    /// The world outside: what came in less what went out, with its sign turned.
    Payments,
}

impl Account {
    /// Whether its balance can never be negative. The outside's can.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        match self {
            Self::Player(_)
            | Self::Held(_)
            | Self::Pending(_)
            | Self::Stakes(_)
            | Self::Prizes(_)
            | Self::Counter(_)
            | Self::Unclaimed(_) => true,
            Self::Operator | Self::Payments => false,
        }
    }
}

/// As an audit trail writes it: `player/7`, `prizes/B`, `operator`.
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => write!(f, "player/{player}"),
            Self::Held(play) => write!(f, "held/{play}"),
            Self::Pending(withdrawal) => write!(f, "pending/{withdrawal}"),
            Self::Stakes(block) => write!(f, "stakes/{block}"),
            Self::Prizes(block) => write!(f, "prizes/{block}"),
            Self::Counter(counter) => write!(f, "counter/{counter}"),
            Self::Unclaimed(code) => write!(f, "unclaimed/{code}"),
            Self::Operator => f.write_str("operator"),
            Self::Payments => f.write_str("payments"),
        }
    }
}

/// Why money moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A provider brought it for a player.
    Deposit,
    /// A player asked for it.
    Withdrawal,
    /// The provider has paid it out.
    WithdrawalSettled,
    /// The provider could not pay it out.
    WithdrawalReturned,
    /// A block was put on sale: the total of its prize table.
    Prizes,
    /// A unit was bought.
    Stake,
    /// A unit won, and the gain was credited at once.
    Gain,
    /// A unit won more than is credited at once.
    GainHeld,
    /// A second person confirmed a held gain.
    GainConfirmed,
    /// Two people corrected a player's balance by hand.
    Correction,
    /// A counter has paid in.
    CounterPaidIn,
    /// A counter was paid out.
    CounterPaidOut,
    /// A counter has put a book on sale.
    Activation,
    /// Tickets came back unsold.
    BookReturn,
    /// A counter has paid a ticket.
    Ticket,
    /// Nobody asked for it in time.
    Unclaimed,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 16] = [
        Self::Deposit,
        Self::Withdrawal,
        Self::WithdrawalSettled,
        Self::WithdrawalReturned,
        Self::Prizes,
        Self::Stake,
        Self::Gain,
        Self::GainHeld,
        Self::GainConfirmed,
        Self::Correction,
        Self::CounterPaidIn,
        Self::CounterPaidOut,
        Self::Activation,
        Self::BookReturn,
        Self::Ticket,
        Self::Unclaimed,
    ];

    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Withdrawal => "withdrawal",
            Self::WithdrawalSettled => "withdrawal_settled",
            Self::WithdrawalReturned => "withdrawal_returned",
            Self::Prizes => "prizes",
            Self::Stake => "stake",
            Self::Gain => "gain",
            Self::GainHeld => "gain_held",
            Self::GainConfirmed => "gain_confirmed",
            Self::Correction => "correction",
            Self::CounterPaidIn => "counter_paid_in",
            Self::CounterPaidOut => "counter_paid_out",
            Self::Activation => "activation",
            Self::BookReturn => "book_return",
            Self::Ticket => "ticket",
            Self::Unclaimed => "unclaimed",
        }
    }
}

/// One movement of money. It is never changed and never struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Its name, unique for ever.
    pub id: TransferId,
    /// Which account it lowers.
    pub from: Account,
    /// Which account it raises by the same amount.
    pub to: Account,
    /// How much.
    pub amount: Amount,
    /// Why.
    pub reason: Reason,
    /// When: the time of its command.
    pub at: Millis,
}
