//! What came and what went: a player's statement, and what a provider still owes an answer to.

use ledger::{Amount, Deposit, Millis, Reason, Withdrawal};

use crate::sold::{PlayPlace, Sold};

/// Money that came to a player or left him otherwise than by a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Where it stands among the others.
    pub place: MovementPlace,
    /// Why it moved.
    pub reason: Reason,
    /// How much.
    pub amount: Amount,
    /// Whether it came to the player; otherwise it left him.
    pub is_in: bool,
}

/// Where a movement stands: by time, and then by the name of its transfer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MovementPlace {
    /// When it moved.
    pub at: Millis,
    /// Who gave the command that moved it.
    pub actor: String,
    /// The command.
    pub command: String,
    /// Its number among the command's transfers.
    pub number: u8,
}

/// One line of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A unit: its stake, and its gain where it was credited at once.
    Play(Sold),
    /// Any other movement.
    Movement(Movement),
}

/// Before which lines a page of a statement begins; the default is the newest page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Only units before this one.
    pub play: Option<PlayPlace>,
    /// Only movements before this one.
    pub movement: Option<MovementPlace>,
}

/// A page of a statement, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its lines.
    pub lines: Vec<Line>,
    /// Where the next page begins, if there is one.
    pub next: Option<Before>,
}

impl Statement {
    /// The newest `limit` lines of both kinds, of each of which there is one more where there is
    /// one.
    pub(crate) fn merge(
        before: &Before,
        plays: Vec<Sold>,
        movements: Vec<Movement>,
        limit: u16,
    ) -> Self {
        let mut plays = plays.into_iter().peekable();
        let mut movements = movements.into_iter().peekable();
        let (mut lines, mut next) = (Vec::new(), before.clone());
        while lines.len() < usize::from(limit) {
            let is_play = match (plays.peek(), movements.peek()) {
                (None, None) => break,
                (Some(sold), Some(movement)) => sold.facts.play.at > movement.place.at,
                (sold, _) => sold.is_some(),
            };
            if is_play {
                let sold = plays.next().expect("there is one");
                next.play = Some(sold.place());
                lines.push(Line::Play(sold));
            } else {
                let movement = movements.next().expect("there is one");
                next.movement = Some(movement.place.clone());
                lines.push(Line::Movement(movement));
            }
        }
        let is_more = plays.peek().is_some() || movements.peek().is_some();
        Self { lines, next: is_more.then_some(next) }
    }
}

/// What a provider was asked and has not answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    /// Money that is to come.
    pub deposits: Vec<Deposit>,
    /// Money that is to go.
    pub withdrawals: Vec<Withdrawal>,
}
