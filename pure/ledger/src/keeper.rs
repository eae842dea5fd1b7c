//! What the server wants by itself, when it looks after its files and data once a day: nobody signs for it.

use alloc::format;
use alloc::string::String;

use crate::event::Remark;
use crate::id::{BlockId, PlayerId};

/// What the part of the server that looks after files and data may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeeperAct {
    /// To stop the sale of a block whose files are no longer what its operator signed.
    Suspend {
        /// Which.
        block: BlockId,
        /// What was found.
        found: Remark,
    },
    /// To erase what says who a player is, once his account has been closed for long enough. His
    /// money's movements stay, under his number.
    Erase {
        /// Whom.
        player: PlayerId,
    },
    /// To erase who was paid for tickets, where that was recorded for long enough. The payments
    /// stay.
    EraseBearers,
}

impl KeeperAct {
    /// What it asks for, in one line: see [`crate::Content`].
    pub(crate) fn content(&self) -> String {
        match self {
            Self::Suspend { block, found } => format!("suspend {block} {found}"),
            Self::Erase { player } => format!("erase {player}"),
            Self::EraseBearers => String::from("erase_bearers"),
        }
    }
}
