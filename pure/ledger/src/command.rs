//! What someone asks of the ledger.
//!
//! A command says who gives it, what he calls it, when it arrived and what he wants. What only a
//! player may want cannot be written down as an operator's wish, nor the other way round.

use alloc::format;
use alloc::string::String;
use core::fmt;

use game::{Cents, Date, GameId};

use crate::amount::{Amount, Ceiling};
use crate::id::{
    Actor, CommandId, CommandKey, PlayerId, PlayerName, Provider, Reference, WithdrawalId,
};
use crate::keeper::KeeperAct;
use crate::operator::{OperatorAct, Signed};
use crate::parameters::RulesVersion;
use crate::play::Mode;
use crate::retail::{CounterAct, CounterId};
use crate::time::{Millis, Span};

/// A wish, under a name, with the time at which it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its giver's name for it. Repeated, it gets the same receipt.
    pub id: CommandId,
    /// When it arrived: from a [`crate::Stamp`], so never earlier than the command before it.
    pub at: Millis,
    /// Who wants what.
    pub act: Act,
}

/// Who wants what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A player, for himself.
    Player(PlayerId, PlayerAct),
    /// A counter.
    Counter(CounterId, CounterAct),
    /// A person who acts for the operator, with a second one where two are asked for.
    Operator(Signed, OperatorAct),
    /// The part of the server that speaks with the provider about withdrawals.
    Outbox(OutboxAct),
    /// The part of the server that looks after its files and data.
    Keeper(KeeperAct),
}

/// What a player may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerAct {
    /// To have an account.
    Register {
        /// What it is called.
        name: PlayerName,
        /// His date of birth.
        born: Date,
        /// The legal day on which he asks, where the game is played.
        today: Date,
        /// The rules that he accepts.
        rules: RulesVersion,
    },
    /// To accept the rules again, after they have changed.
    AcceptRules {
        /// The rules that he accepts.
        version: RulesVersion,
    },
    /// To pay in, through a provider who is asked for the money once this is saved. The deposit
    /// bears the name of this command, so that asking twice collects once.
    AskDeposit {
        /// Who is asked.
        provider: Provider,
        /// How much.
        amount: Amount,
    },
    /// To pay in: the provider has the money.
    Deposit {
        /// Who has it.
        provider: Provider,
        /// What the provider calls the payment.
        reference: Reference,
        /// How much.
        amount: Amount,
    },
    /// To be paid out.
    Withdraw {
        /// How much.
        amount: Amount,
    },
    /// To limit himself. A limit that is not given stays as it is.
    SetLimits {
        /// The most that he stakes in the window.
        stakes: Option<Ceiling>,
        /// The most that he pays in in the window.
        deposits: Option<Ceiling>,
    },
    /// To be kept from playing and paying in.
    ExcludeSelf {
        /// From now on, for how long.
        period: Span,
    },
    /// To buy the next unit (article 4.4: *Jouer* or *Auto* is the stake).
    Buy {
        /// Of which game.
        game: GameId,
        /// The price that he saw.
        price: Cents,
        /// Which button he pressed. It is not part of the content: the same command sent by the
        /// other button shows the unit already bought.
        mode: Mode,
    },
    /// To have done with a unit of his: he has seen the whole of it.
    Finish {
        /// The command that bought it.
        play: CommandId,
    },
}

/// What the outbox may want, once the provider has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutboxAct {
    /// The money that was asked for is there.
    Credit {
        /// For whom.
        player: PlayerId,
        /// Who has it.
        provider: Provider,
        /// Under which name it was asked for.
        reference: Reference,
    },
    /// The money that was asked for will never come.
    Decline {
        /// For whom it was asked.
        player: PlayerId,
        /// Who was asked.
        provider: Provider,
        /// Under which name.
        reference: Reference,
    },
    /// The money has arrived.
    Settle {
        /// Which money.
        withdrawal: WithdrawalId,
    },
    /// The money cannot be paid out and goes back to its player.
    Return {
        /// Which money.
        withdrawal: WithdrawalId,
    },
}

impl Act {
    /// The player whom it concerns, if it concerns one: he who acts, or whose money or account it is.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Player(player, _)
            | Self::Outbox(OutboxAct::Credit { player, .. } | OutboxAct::Decline { player, .. })
            | Self::Keeper(KeeperAct::Erase { player }) => Some(*player),
            Self::Outbox(OutboxAct::Settle { withdrawal } | OutboxAct::Return { withdrawal }) => {
                Some(withdrawal.player)
            }
            Self::Operator(_, act) => act.player(),
            Self::Counter(..)
            | Self::Keeper(KeeperAct::Suspend { .. } | KeeperAct::EraseBearers) => None,
        }
    }
}

impl Command {
    /// What the command is known by.
    #[must_use]
    pub fn key(&self) -> CommandKey {
        let actor = match &self.act {
            Act::Player(player, _) => Actor::Player(*player),
            Act::Counter(counter, _) => Actor::Counter(*counter),
            Act::Operator(signed, _) => Actor::Operator(signed.by.clone()),
            Act::Outbox(_) => Actor::Outbox,
            Act::Keeper(_) => Actor::Keeper,
        };
        CommandKey { actor, id: self.id.clone() }
    }

    /// What the command asks for, as a repetition of it must ask for.
    #[must_use]
    pub fn content(&self) -> Content {
        Content(match &self.act {
            Act::Player(_, act) => player_content(act),
            Act::Counter(_, act) => act.content(),
            Act::Operator(Signed { second: None, .. }, act) => act.content(),
            // Who signs is part of what is asked; a name has no spaces.
            Act::Operator(Signed { second: Some(second), .. }, act) => {
                format!("with {second} {}", act.content())
            }
            Act::Outbox(act) => match act {
                OutboxAct::Credit { provider, reference, .. } => {
                    format!("credit {provider} {reference}")
                }
                OutboxAct::Decline { provider, reference, .. } => {
                    format!("decline {provider} {reference}")
                }
                OutboxAct::Settle { withdrawal } => format!("settle {withdrawal}"),
                OutboxAct::Return { withdrawal } => format!("return {withdrawal}"),
            },
            Act::Keeper(act) => act.content(),
        })
    }
}

/// What a command asks for, in one line. Two commands of one giver under one id are the same if
/// their contents are.
///
/// It leaves out the time, the button that bought a unit, and the day on which a player registers:
/// a repetition may differ in them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Content(String);

impl Content {
    /// The content of a command that bought at `price` a unit of `game`.
    #[must_use]
    pub fn of_buy(game: &GameId, price: Cents) -> Self {
        Self(format!("buy {game} {price}"))
    }

    /// A content as it was kept.
    #[must_use]
    pub fn kept(text: String) -> Self {
        Self(text)
    }

    /// What stands in the place of a content whose player's data were erased. No command asks for
    /// this.
    pub const ERASED: &str = "erased";

    /// How the content of a command begins that asks what a ticket pays; the ticket follows.
    pub const INQUIRING: &str = "inquire ";

    /// How the content of the command begins that opens an account: it holds a name and a birth.
    pub const REGISTERING: &str = "register ";

    /// The content without what it says of a person.
    #[must_use]
    pub fn erased(&self) -> Self {
        match self.0.starts_with(Self::REGISTERING) {
            true => Self(Self::ERASED.into()),
            false => self.clone(),
        }
    }

    /// As text, to keep.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Only the last word of a content may hold spaces, so no two acts write the same.
fn player_content(act: &PlayerAct) -> String {
    match act {
        PlayerAct::Register { name, born, today: _, rules } => {
            format!("register {} {born} {name}", rules.0)
        }
        PlayerAct::AcceptRules { version } => format!("accept_rules {}", version.0),
        PlayerAct::AskDeposit { provider, amount } => format!("ask_deposit {amount} {provider}"),
        PlayerAct::Deposit { provider, reference, amount } => {
            format!("deposit {amount} {provider} {reference}")
        }
        PlayerAct::Withdraw { amount } => format!("withdraw {amount}"),
        PlayerAct::SetLimits { stakes, deposits } => {
            let text = |limit: &Option<Ceiling>| match limit {
                Some(ceiling) => format!("{}", ceiling.cents()),
                None => "-".into(),
            };
            format!("set_limits {} {}", text(stakes), text(deposits))
        }
        PlayerAct::ExcludeSelf { period } => format!("exclude_self {period}"),
        PlayerAct::Buy { game, price, mode: _ } => Content::of_buy(game, *price).0,
        PlayerAct::Finish { play } => format!("finish {play}"),
    }
}
