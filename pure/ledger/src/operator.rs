//! What the operator's people may want, and who signs for it.

use alloc::format;
use alloc::string::String;
use core::fmt;

use game::GameId;

use crate::amount::Amount;
use crate::event::Remark;
use crate::id::{BlockId, OperatorName, PlayId, PlayerId};
use crate::refusal::Refusal;
use crate::retail::RetailAct;
use crate::time::Millis;

/// Who signs an act of the operator's: one person, or two.
///
/// Both have signed in, each with a password of his own. That is seen to at the edge; here it is
/// asked who they are and whether they are two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed {
    /// Who gives the command.
    pub by: OperatorName,
    /// Who signs it with him.
    pub second: Option<OperatorName>,
}

impl Signed {
    /// One person's signature.
    #[must_use]
    pub fn alone(by: OperatorName) -> Self {
        Self { by, second: None }
    }

    /// Two signatures. Whether they are two people's is asked when the act is decided.
    #[must_use]
    pub fn both(by: OperatorName, second: OperatorName) -> Self {
        Self { by, second: Some(second) }
    }

    /// Whether `act` may be carried out on these signatures. Refuses, in order:
    /// `second_name_missing`, `same_name`.
    pub(crate) fn check(&self, act: &OperatorAct) -> Result<(), Refusal> {
        match &self.second {
            None if act.needs_two() => Err(Refusal::SecondNameMissing),
            Some(second) if *second == self.by => Err(Refusal::SameName),
            _ => Ok(()),
        }
    }
}

/// `olga`, or `olga with oscar`.
impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.by.fmt(f)?;
        match &self.second {
            Some(second) => write!(f, " with {second}"),
            None => Ok(()),
        }
    }
}

/// What the operator's people may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorAct {
    /// To state that a player is who he says.
    ConfirmIdentity {
        /// Who.
        player: PlayerId,
    },
    /// To pay a held gain.
    ConfirmGain {
        /// The unit that won it.
        play: PlayId,
    },
    /// To put a published block on sale: the operator funds its prizes.
    PutOnSale {
        /// Which.
        block: BlockId,
    },
    /// To put off the opening of a game that is not open yet.
    PutOff {
        /// Which.
        game: GameId,
        /// The new opening.
        until: Millis,
        /// Why, as players are told.
        reason: Remark,
    },
    /// To stop the sale of a block.
    Suspend {
        /// Which.
        block: BlockId,
    },
    /// To go on with the sale of a suspended block.
    Resume {
        /// Which.
        block: BlockId,
        /// After a restored backup: how many of its units had left the house, from index 0 on, by
        /// receipts and logs (the last index sold, and one).
        sold: Option<u64>,
    },
    /// To stop the sale of a game, whichever of its blocks is on sale.
    SuspendGame {
        /// Which.
        game: GameId,
    },
    /// To go on with a suspended game.
    ResumeGame {
        /// Which.
        game: GameId,
    },
    /// To stop the sale of everything.
    SuspendAll,
    /// To go on after everything was stopped.
    ResumeAll,
    /// To end the sale of a game's current emission for good.
    Close {
        /// Which game's.
        game: GameId,
    },
    /// To end for good the sale of a block that a restored ledger knows nothing of, and that is not
    /// the one on sale: it is never sold from again.
    CloseRestored {
        /// Which.
        block: BlockId,
    },
    /// To keep a player from playing and paying in, until it is taken back. He can finish what he
    /// bought, is paid what he wins, and can withdraw.
    Bar {
        /// Whom.
        player: PlayerId,
        /// Why: for the record, not for the player.
        reason: Remark,
    },
    /// To take a bar back.
    Unbar {
        /// Whose.
        player: PlayerId,
        /// Why.
        reason: Remark,
    },
    /// To close a player's account, which has nothing in it: he neither plays nor pays in.
    CloseAccount {
        /// Whose.
        player: PlayerId,
        /// Why.
        reason: Remark,
    },
    /// To correct a player's balance by hand, where no other act sets right what went wrong: money
    /// moves between the operator and him.
    Correct {
        /// Whose.
        player: PlayerId,
        /// Which way.
        way: Correction,
        /// How much.
        amount: Amount,
        /// Why.
        reason: Remark,
    },
    /// Something in the paper game.
    Retail(RetailAct),
}

/// Which way money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Correction {
    /// From the operator to the player, or from a counter's bank to the counter.
    Credit,
    /// From the player to the operator, or from a counter to its bank.
    Debit,
}

impl Correction {
    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Credit => "credit",
            Self::Debit => "debit",
        }
    }
}

impl OperatorAct {
    /// The player whom it concerns, if it concerns one.
    pub(crate) fn player(&self) -> Option<PlayerId> {
        match self {
            Self::ConfirmIdentity { player }
            | Self::Bar { player, .. }
            | Self::Unbar { player, .. }
            | Self::CloseAccount { player, .. }
            | Self::Correct { player, .. } => Some(*player),
            Self::ConfirmGain { play } => Some(play.player),
            Self::PutOnSale { .. }
            | Self::PutOff { .. }
            | Self::Suspend { .. }
            | Self::SuspendGame { .. }
            | Self::SuspendAll
            | Self::Resume { .. }
            | Self::ResumeGame { .. }
            | Self::ResumeAll
            | Self::Close { .. }
            | Self::CloseRestored { .. }
            | Self::Retail(_) => None,
        }
    }

    /// Whether it takes two people.
    ///
    /// What moves money, or sets aside what was laid down before, takes two. What only stops
    /// something is one person's: it must be possible at once, at night too. So is the plain end
    /// of such a stop, which changes nothing but time, and the confirmation of an identity, which
    /// is one person's look at a document; a great gain takes two all the same.
    #[must_use]
    pub fn needs_two(&self) -> bool {
        match self {
            Self::ConfirmGain { .. }
            | Self::PutOnSale { .. }
            | Self::PutOff { .. }
            | Self::Resume { sold: Some(_), .. }
            | Self::Close { .. }
            | Self::CloseRestored { .. }
            | Self::CloseAccount { .. }
            | Self::Correct { .. }
            | Self::Unbar { .. } => true,
            Self::ConfirmIdentity { .. }
            | Self::Suspend { .. }
            | Self::Resume { sold: None, .. }
            | Self::SuspendGame { .. }
            | Self::ResumeGame { .. }
            | Self::SuspendAll
            | Self::ResumeAll
            | Self::Bar { .. } => false,
            Self::Retail(act) => act.needs_two(),
        }
    }

    /// What it asks for, in one line: see [`crate::Content`].
    pub(crate) fn content(&self) -> String {
        match self {
            Self::ConfirmIdentity { player } => format!("confirm_identity {player}"),
            Self::ConfirmGain { play } => format!("confirm_gain {play}"),
            Self::PutOnSale { block } => format!("put_on_sale {block}"),
            Self::PutOff { game, until, reason } => format!("put_off {game} {until} {reason}"),
            Self::Suspend { block } => format!("suspend {block}"),
            Self::Resume { block, sold: None } => format!("resume {block}"),
            Self::Resume { block, sold: Some(sold) } => format!("resume {block} {sold}"),
            Self::SuspendGame { game } => format!("suspend_game {game}"),
            Self::ResumeGame { game } => format!("resume_game {game}"),
            Self::SuspendAll => "suspend_all".into(),
            Self::ResumeAll => "resume_all".into(),
            Self::Close { game } => format!("close {game}"),
            Self::CloseRestored { block } => format!("close_restored {block}"),
            Self::Bar { player, reason } => format!("bar {player} {reason}"),
            Self::Unbar { player, reason } => format!("unbar {player} {reason}"),
            Self::CloseAccount { player, reason } => format!("close_account {player} {reason}"),
            Self::Correct { player, way, amount, reason } => {
                format!("correct {player} {} {amount} {reason}", way.code())
            }
            Self::Retail(act) => act.content(),
        }
    }
}
