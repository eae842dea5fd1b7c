//! What the ledger knows of a player.

use alloc::collections::BTreeMap;
use alloc::format;

use game::{Cents, Date, GameId};

use crate::amount::Amount;
use crate::id::{PlayId, PlayerId, PlayerName, Provider, Reference, WithdrawalId};
use crate::limit::{Limit, Window};
use crate::parameters::RulesVersion;
use crate::time::{Millis, Span};

/// A player's row. What he has stands in his account, not here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// His number.
    pub id: PlayerId,
    /// The name of his account.
    pub name: PlayerName,
    /// His date of birth.
    pub born: Date,
    /// When he registered.
    pub registered_at: Millis,
    /// The latest rules that he accepted.
    pub rules: RulesVersion,
    /// When his identity was confirmed; nothing while it is not.
    pub confirmed_at: Option<Millis>,
    /// What he may stake in the window; nothing until he has said.
    pub stakes: Option<Limit>,
    /// What he may pay in in the window; nothing until he has said.
    pub deposits: Option<Limit>,
    /// Until when he has excluded himself. At that moment he may play again.
    pub excluded_until: Option<Millis>,
    /// Since when the operator has barred him; nothing while he has not.
    pub barred_at: Option<Millis>,
    /// What he has paid in, in all.
    pub deposited: Cents,
    /// Since when his account is closed; nothing while it is not.
    pub closed_at: Option<Millis>,
    /// When his name and his date of birth were erased; nothing while they are kept.
    pub erased_at: Option<Millis>,
}

impl Player {
    /// What stands in the place of a name that was erased. No account can be called so: a login has
    /// no capitals.
    #[must_use]
    pub fn erased_name(id: PlayerId) -> PlayerName {
        PlayerName::new(&format!("ERASED {id}")).expect("a word and a number")
    }

    /// What stands in the place of a date of birth that was erased.
    pub const ERASED_BIRTH: Date = Date { year: 1, month: 1, day: 1 };

    /// Whether his account is closed and its data have been kept for `retention` at `at`.
    #[must_use]
    pub fn has_lapsed(&self, at: Millis, retention: Span) -> bool {
        self.closed_at.is_some_and(|closed_at| closed_at.after(retention) <= at)
    }

    /// Whether he is kept from playing at `at`.
    #[must_use]
    pub fn is_excluded(&self, at: Millis) -> bool {
        self.excluded_until.is_some_and(|until| at < until)
    }
}

/// A player with what he did of late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFacts {
    /// His row.
    pub row: Player,
    /// All that he has ever staked.
    pub staked: Cents,
    /// The stakes of his last days.
    pub stakes: Window,
    /// The deposits of his last days.
    pub deposits: Window,
    /// The unit that he has not finished, by game: one at most.
    pub unfinished: BTreeMap<GameId, PlayId>,
}

impl PlayerFacts {
    /// A player who has done nothing yet.
    #[must_use]
    pub fn new(row: Player) -> Self {
        let (stakes, deposits) = (Window::default(), Window::default());
        Self { row, staked: Cents::ZERO, stakes, deposits, unfinished: BTreeMap::new() }
    }
}

/// Money that a provider brings. There is one of each provider and reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deposit {
    /// Who brings it.
    pub provider: Provider,
    /// What the provider calls it.
    pub reference: Reference,
    /// For whom.
    pub player: PlayerId,
    /// How much.
    pub amount: Amount,
    /// When it was asked for, or was brought unasked: since then it counts against the limit.
    pub at: Millis,
    /// Where it stands.
    pub state: DepositState,
}

impl Deposit {
    /// What it is known by.
    #[must_use]
    pub fn key(&self) -> (Provider, Reference) {
        (self.provider.clone(), self.reference.clone())
    }
}

/// Where a deposit stands. Only the first state is ever left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DepositState {
    /// The provider has not answered: it is asked until it does.
    Asked,
    /// In the player's account.
    Credited,
    /// The provider has not got the money, and never will.
    Declined,
}

impl DepositState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Asked, Self::Credited, Self::Declined];

    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Credited => "credited",
            Self::Declined => "declined",
        }
    }

    /// The state whose name is `code`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// Money on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Its name, which the provider is given too.
    pub id: WithdrawalId,
    /// How much.
    pub amount: Amount,
    /// When the player asked.
    pub at: Millis,
    /// Where it stands.
    pub state: WithdrawalState,
}

/// Where a withdrawal stands. Only the first state is ever left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WithdrawalState {
    /// The provider has not answered: it is asked until it does.
    Pending,
    /// Paid out.
    Settled,
    /// Back in the player's account.
    Returned,
}
