//! Sold units, and the unit that is to be sold next.

use alloc::sync::Arc;

use game::{Cents, Game, GameId, Unit, UnitIndex};

use crate::account::Account;
use crate::amount::Amount;
use crate::command::Content;
use crate::id::{Actor, BlockId, CommandKey, PlayId};
use crate::parameters::RulesVersion;
use crate::receipt::{Done, Known, Receipt};
use crate::time::{Millis, Span};

/// Which button bought a unit (article 4.4). It decides how a screen uncovers the unit, and
/// whether it must be finished; never what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// The player uncovers every zone himself, and finishes the unit before he buys another.
    Jouer,
    /// The zones uncover by themselves: the unit is finished when it is bought.
    Auto,
}

impl Mode {
    /// As the API and the database write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Jouer => "jouer",
            Self::Auto => "auto",
        }
    }

    /// The mode that `text` writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Jouer, Self::Auto].into_iter().find(|mode| mode.as_str() == text)
    }
}

/// What a unit won, and where the money went at the sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gain {
    /// It lost.
    None,
    /// Credited to the player with the sale.
    Credited(Amount),
    /// Above the ceiling of immediate credit: put aside until a second person confirms it.
    Held(Amount),
}

impl Gain {
    /// How much it won; zero when it lost.
    #[must_use]
    pub fn cents(self) -> Cents {
        match self {
            Self::None => Cents::ZERO,
            Self::Credited(amount) | Self::Held(amount) => amount.cents(),
        }
    }
}

/// One sale: the stake, the unit and its result, recorded together (article 4.4) and never changed
/// afterwards. It is its command's receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its name.
    pub id: PlayId,
    /// The game.
    pub game: GameId,
    /// The block that the unit comes from.
    pub block: BlockId,
    /// The unit's place in the block.
    pub index: UnitIndex,
    /// Which button bought it.
    pub mode: Mode,
    /// What was paid for it.
    pub stake: Amount,
    /// All that its player had ever staked by then, this stake included. What he staked between
    /// two of his plays is the difference of theirs: nothing needs adding up.
    pub staked: Cents,
    /// What it won.
    pub gain: Gain,
    /// The letters and the grids.
    pub unit: Arc<Unit>,
    /// The balance just before the stake left it.
    pub balance_before: Cents,
    /// The balance once the stake had left and a gain that is credited at once was there.
    pub balance_after: Cents,
    /// The rules that were in force when the stake was taken.
    pub rules: RulesVersion,
    /// When it was bought.
    pub at: Millis,
}

impl Play {
    /// Its command's key.
    #[must_use]
    pub fn key(&self) -> CommandKey {
        CommandKey { actor: Actor::Player(self.id.player), id: self.id.command.clone() }
    }

    /// What is known of its command. An engine that keeps plays need not keep their receipts
    /// besides: this makes them again.
    #[must_use]
    pub fn known(self: &Arc<Self>) -> Known {
        Known {
            content: Content::of_buy(&self.game, self.stake.cents()),
            receipt: Receipt::Done(Done::Bought(Arc::clone(self))),
            at: self.at,
        }
    }

    /// The account that its gain went to.
    #[must_use]
    pub fn gain_account(&self) -> Account {
        match self.gain {
            Gain::Held(_) => Account::Held(self.id.clone()),
            Gain::None | Gain::Credited(_) => Account::Player(self.id.player),
        }
    }
}

/// A sale, and what came after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayFacts {
    /// The sale.
    pub play: Arc<Play>,
    /// When its player had done with it; nothing while he has not.
    pub finished_at: Option<Millis>,
    /// When its held gain was confirmed; nothing while it is not, or when none was held.
    pub confirmed_at: Option<Millis>,
}

impl PlayFacts {
    /// A sale that was just made.
    #[must_use]
    pub fn sold(play: Arc<Play>) -> Self {
        let finished_at = match play.mode {
            Mode::Jouer => None,
            Mode::Auto => Some(play.at),
        };
        Self { play, finished_at, confirmed_at: None }
    }

    /// Where the play stands at `now`. Whoever has not finished a unit within `patience` is taken
    /// to have been interrupted; he finds it again, and can finish it, whenever he comes back.
    #[must_use]
    pub fn state(&self, now: Millis, patience: Span) -> PlayState {
        PlayState::of(self.play.at, self.finished_at.is_some(), now, patience)
    }
}

/// Where a play stands. Its stake, unit and gain are settled from the start, in every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayState {
    /// Its player uncovers it.
    InProgress,
    /// Its player has done with it.
    Complete,
    /// Its player went away before he had done with it.
    Interrupted,
}

impl PlayState {
    /// Where a play stands at `now` that was bought at `bought_at`.
    #[must_use]
    pub fn of(bought_at: Millis, is_finished: bool, now: Millis, patience: Span) -> Self {
        match is_finished {
            true => Self::Complete,
            false if now < bought_at.after(patience) => Self::InProgress,
            false => Self::Interrupted,
        }
    }

    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::InProgress => "in_progress",
            Self::Complete => "complete",
            Self::Interrupted => "interrupted",
        }
    }
}

/// The place of one unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The block.
    pub block: BlockId,
    /// The unit's place in it.
    pub index: UnitIndex,
}

/// What is found at a place when its unit is to be sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A unit that its keeper vouches for.
    Sound {
        /// The letters and the grids.
        unit: Arc<Unit>,
        /// What the judge reads from them; zero for a unit that loses.
        lot: Cents,
    },
    /// A record that cannot be read, does not belong to its checkpoint, or is worth no amount of
    /// its game's table. It is not sold.
    Damaged,
}

impl Standing {
    /// Has the judge read `unit`: sound if it is worth nothing or a prize of the game's table.
    #[must_use]
    pub fn judge(game: &Game, unit: Unit) -> Self {
        let Ok(score) = game::score(game, &unit) else { return Self::Damaged };
        let lot = score.lot;
        let in_table = game.prizes.iter().any(|prize| prize.amount == lot);
        if lot == Cents::ZERO || in_table {
            Self::Sound { unit: Arc::new(unit), lot }
        } else {
            Self::Damaged
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use game::{Grid, Letter, LexiconFacts};

    use super::*;

    fn mots_croises() -> Game {
        let bytes = include_bytes!("../../../games/mots-croises.toml");
        let lexicon = LexiconFacts { name: "fr".into(), words_by_length: vec![1000; 16] };
        Game::parse(bytes, &[lexicon]).expect("the shipped game is sound")
    }

    /// A unit whose letters are A to N, over a grid of these rows.
    fn judge(game: &Game, rows: &[&str]) -> Standing {
        let letters = (b'A'..=b'N').filter_map(Letter::from_ascii).collect();
        let grids = vec![Grid::from_rows(rows).expect("rows of one width")];
        Standing::judge(game, Unit { letters, grids })
    }

    #[track_caller]
    fn check(standing: &Standing, euros: u64) {
        let Standing::Sound { lot, .. } = standing else { panic!("{standing:?}") };
        assert_eq!(*lot, Cents(euros * 100));
    }

    #[test]
    fn what_the_table_knows_is_sound() {
        let game = mots_croises();
        check(&judge(&game, &["ABZ"]), 0);
        check(&judge(&game, &["AB.CD"]), 3);
        check(&judge(&game, &["AB.CD.EF.GH.IJ.KL.MN.AC.AD"]), 30_000);
        // Ten complete words: the pay list does not know them.
        let ten = judge(&game, &["AB.CD.EF.GH.IJ.KL.MN.AC.AD.AE"]);
        assert_eq!(ten, Standing::Damaged);
    }

    #[test]
    fn what_the_table_lacks_is_damaged() {
        let mut game = mots_croises();
        game.prizes.retain(|prize| prize.amount != Cents(300));
        assert_eq!(judge(&game, &["AB.CD"]), Standing::Damaged);
        check(&judge(&game, &["AB.CD.EF"]), 6);
    }
}
