//! What the ledger knows of the games that are sold, and when each opens (article 1).

use game::GameId;

use crate::amount::Amount;
use crate::event::Remark;
use crate::id::BlockId;
use crate::time::Millis;

/// A game, as it is sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The game.
    pub game: GameId,
    /// What a unit costs, from the game's file.
    pub price: Amount,
    /// The opening that the game's file plans: the first moment of its day, where the game is
    /// played. None for a game that plans none: it opens when it is put on sale.
    pub planned: Option<Millis>,
    /// The opening that takes the planned one's place, where it was put off; the last of them.
    pub put_off: Option<PutOff>,
    /// When a block of it was first put on sale; nothing before.
    pub on_sale_at: Option<Millis>,
    /// Whether the operator has suspended the whole game.
    pub is_suspended: bool,
    /// The block that is sold, suspended, or was sold out last; none before the first, and none
    /// once its emission is closed.
    pub current: Option<BlockId>,
}

/// An opening that was put off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutOff {
    /// The new opening.
    pub until: Millis,
    /// Why, as players are told.
    pub reason: Remark,
}

impl Offer {
    /// A game of which nothing was ever on sale.
    #[must_use]
    pub fn new(game: GameId, price: Amount, planned: Option<Millis>) -> Self {
        let (put_off, on_sale_at, is_suspended, current) = (None, None, false, None);
        Self { game, price, planned, put_off, on_sale_at, is_suspended, current }
    }

    /// When it is due to open: as put off, or else as planned.
    #[must_use]
    pub fn due(&self) -> Option<Millis> {
        self.put_off.as_ref().map(|put_off| put_off.until).or(self.planned)
    }

    /// When it opened, or will: once a block is put on sale and its opening is due, whichever is
    /// later. Nothing as long as no block is.
    #[must_use]
    pub fn opening(&self) -> Option<Millis> {
        self.on_sale_at.map(|at| self.due().map_or(at, |due| due.max(at)))
    }

    /// Whether it has opened by `at`: from that moment on it cannot be put off any more.
    #[must_use]
    pub fn has_opened(&self, at: Millis) -> bool {
        self.opening().is_some_and(|opening| opening <= at)
    }
}

#[cfg(test)]
mod tests {
    use game::Cents;

    use super::*;

    fn check(planned: Option<i64>, until: Option<i64>, put_on: Option<i64>, expected: Option<i64>) {
        let game = GameId::new("mots-croises").unwrap();
        let price = Amount::new(Cents(300)).unwrap();
        let mut offer = Offer::new(game, price, planned.map(Millis));
        let reason = Remark::new("the draw is late").unwrap();
        offer.put_off = until.map(|until| PutOff { until: Millis(until), reason });
        offer.on_sale_at = put_on.map(Millis);
        assert_eq!(offer.opening(), expected.map(Millis));
        if let Some(at) = expected {
            assert!(!offer.has_opened(Millis(at - 1)) && offer.has_opened(Millis(at)));
        }
    }

    /// Article A-1.
    #[test]
    fn a_game_opens_when_it_is_due_and_on_sale() {
        check(None, None, None, None);
        check(None, None, Some(5), Some(5));
        check(Some(9), None, None, None);
        check(Some(9), None, Some(5), Some(9));
        check(Some(9), None, Some(12), Some(12));
        check(Some(9), Some(20), Some(5), Some(20));
        check(Some(9), Some(20), None, None);
        check(None, Some(20), Some(5), Some(20));
    }
}
