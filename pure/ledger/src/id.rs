//! Names of things. Each kind has a type of its own, so that none is taken for another.
//!
//! No id is drawn or counted here. A play, a withdrawal and a transfer bear the name of the command
//! that made them, so that a command repeated cannot make a second one.

use core::fmt;

use game::GameId;

use crate::retail::CounterId;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident, $least:literal..=$most:literal, $may:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(alloc::sync::Arc<str>);

        impl $name {
            /// The id that `text` writes, if it is one.
            #[must_use]
            pub fn new(text: &str) -> Option<Self> {
                let may: fn(char) -> bool = $may;
                let sound = ($least..=$most).contains(&text.len()) && text.chars().all(may);
                sound.then(|| Self(text.into()))
            }

            /// As text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}
pub(crate) use text_id;

text_id! {
    /// The name that a client gives to one command, unique among those of its giver: 8 to 100 of
    /// A–Z, a–z, 0–9, `-` and `_`.
    CommandId, 8..=100, |c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}
text_id! {
    /// A block's name, the same wherever it is spoken of: 1 to 100 visible ASCII characters.
    BlockId, 1..=100, |c| c.is_ascii_graphic()
}
text_id! {
    /// Who moves money in and out for us: 1 to 40 visible ASCII characters.
    Provider, 1..=40, |c| c.is_ascii_graphic()
}
text_id! {
    /// A provider's own name for one payment: 1 to 200 visible ASCII characters.
    Reference, 1..=200, |c| c.is_ascii_graphic()
}
text_id! {
    /// A person who acts for the operator, by the name he signs in with: 1 to 64 bytes without
    /// white space and control characters.
    OperatorName, 1..=64, |c| !c.is_whitespace() && !c.is_control()
}
text_id! {
    /// The name of a player's account, unique among players: 1 to 200 bytes without control
    /// characters. Which spellings are one name is decided before it comes here.
    PlayerName, 1..=200, |c| !c.is_control()
}

/// A player's number, given by the edge when he registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One sold unit in the hands of one player: named after the command that bought it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayId {
    /// Who bought it.
    pub player: PlayerId,
    /// With which command.
    pub command: CommandId,
}

impl fmt::Display for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.player, self.command)
    }
}

/// Money on its way out to a player: named after the command that asked for it. The provider is
/// given this name, so that asking it twice pays once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WithdrawalId {
    /// Whose money it is.
    pub player: PlayerId,
    /// With which command he asked.
    pub command: CommandId,
}

impl fmt::Display for WithdrawalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.player, self.command)
    }
}

/// An emission of a game: some of its blocks, announced and closed together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmissionId {
    /// The game.
    pub game: GameId,
    /// The emission's number in the game.
    pub number: u16,
}

/// Who gives a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// A player.
    Player(PlayerId),
    /// A counter.
    Counter(CounterId),
    /// A person who acts for the operator.
    Operator(OperatorName),
    /// The part of the server that hands withdrawals to the provider and brings its answers.
    Outbox,
    /// The part of the server that looks after its files and data.
    Keeper,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => write!(f, "player/{player}"),
            Self::Counter(counter) => write!(f, "counter/{counter}"),
            Self::Operator(name) => write!(f, "operator/{name}"),
            Self::Outbox => f.write_str("outbox"),
            Self::Keeper => f.write_str("keeper"),
        }
    }
}

/// What a command is known by: ids are unique among the commands of one giver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandKey {
    /// Who gave it.
    pub actor: Actor,
    /// What he called it.
    pub id: CommandId,
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.actor, self.id)
    }
}

/// A transfer's name: the command that caused it, and its number among that command's transfers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransferId {
    /// The command.
    pub cause: CommandKey,
    /// From 0, in the order in which the money moves.
    pub number: u8,
}

impl fmt::Display for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.cause, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_ids() {
        assert!(CommandId::new("abc-DEF_09").is_some());
        for text in ["short", "with space", "été-été-été", &"x".repeat(101)] {
            assert_eq!(CommandId::new(text), None, "{text}");
        }
        assert!(BlockId::new("grille.example/mc/1").is_some());
        assert_eq!(Reference::new("a b"), None);
        assert!(OperatorName::new("zoé").is_some());
        assert_eq!(OperatorName::new("zoé b"), None);
        assert!(PlayerName::new("Zoé B").is_some());
        assert_eq!(PlayerName::new("two\nlines"), None);
        assert_eq!(PlayerName::new(""), None);
    }
}
