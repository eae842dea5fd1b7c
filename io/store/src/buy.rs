//! The purchase: stake, unit, result and gain in one transaction (article 4.4).

use game::{Cents, Game, Unit, UnitIndex, Units};
use rusqlite::{OptionalExtension, Transaction};

use crate::error::StoreError;
use crate::play::{Mode, Play, PlayId, find};
use crate::player::Money;
use crate::{Millis, PlayerId, Store, unit_text};

/// The name that a client gives to one purchase, so that repeating it buys nothing more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(String);

/// A text that is no [`CommandId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a command's id is 8 to 100 of A–Z, a–z, 0–9, `-` and `_`")]
pub struct CommandIdError;

impl CommandId {
    /// The id that `text` writes: 8 to 100 of A–Z, a–z, 0–9, `-` and `_`.
    ///
    /// # Errors
    ///
    /// When it is anything else.
    pub fn new(text: &str) -> Result<Self, CommandIdError> {
        let sound = (8..=100).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if sound { Ok(Self(text.to_owned())) } else { Err(CommandIdError) }
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A wish to buy the next unit of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuyCommand {
    /// Its name, unique among the player's commands.
    pub id: CommandId,
    /// The game's id.
    pub game: String,
    /// Which button was pressed.
    pub mode: Mode,
    /// The price that the player saw.
    pub price: Cents,
    /// When it arrived.
    pub at: Millis,
}

/// The answer to a [`BuyCommand`]. Both kinds are final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// The unit, bought now or when the same command came first.
    Bought(Box<Play>),
    /// Nothing was bought and nothing debited.
    Refused(Refusal),
}

/// Why nothing was sold, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The id was used for another purchase.
    IdReused,
    /// The game is not on sale here.
    GameNotOnSale,
    /// The player has a unit of this game to finish first.
    UnfinishedUnit(PlayId),
    /// The price is not the one that the player saw.
    PriceChanged,
    /// The balance is below the price.
    InsufficientFunds,
    /// The last unit is sold.
    SoldOut,
}

impl Store {
    /// Sells the next unit of `units`, a block of `game`, to `player`.
    ///
    /// A command seen before gets the play that it bought, before every other check, whichever
    /// button sent it again.
    ///
    /// # Errors
    ///
    /// When the unit's record cannot be read or judged, or the ledger fails: then nothing was
    /// sold and nothing debited. An error from the commit itself leaves that unknown, and the
    /// same command, repeated, finds out.
    pub fn buy(
        &self,
        player: PlayerId,
        command: &BuyCommand,
        units: &dyn Units,
        game: &Game,
    ) -> Result<Receipt, StoreError> {
        self.transact("selling a unit", |transaction| {
            match decide(transaction, player, command, units, game)? {
                Answer::Known(receipt) => Ok(receipt),
                Answer::Sell { index, balance } => {
                    let sale = Sale { player, command, units, game, index, balance };
                    sale.carry_out(transaction).map(|play| Receipt::Bought(Box::new(play)))
                }
            }
        })
    }
}

/// What a command comes to, before anything is written.
enum Answer {
    /// It was answered before, or is refused.
    Known(Receipt),
    /// It gets the unit at `index`; the player has `balance`.
    Sell { index: u64, balance: Cents },
}

/// Looks at the command, then at the facts, in the order of [`Refusal`].
fn decide(
    transaction: &Transaction<'_>,
    player: PlayerId,
    command: &BuyCommand,
    units: &dyn Units,
    game: &Game,
) -> Result<Answer, StoreError> {
    let refused = |refusal| Ok(Answer::Known(Receipt::Refused(refusal)));
    if let Some(play) = find(transaction, "command_id = ?2", player, &command.id.0)? {
        let same = play.game == command.game && play.stake == command.price;
        return if same {
            Ok(Answer::Known(Receipt::Bought(Box::new(play))))
        } else {
            refused(Refusal::IdReused)
        };
    }
    let cursor: Option<u64> = transaction
        .query_row(
            "SELECT next_index FROM blocks WHERE id = ?1 AND game = ?2",
            [units.block_id(), command.game.as_str()],
            |row| row.get(0),
        )
        .optional()
        .map_err(StoreError::sql("reading the block's cursor"))?;
    let Some(index) = cursor.filter(|_| command.game == game.id.as_str()) else {
        return refused(Refusal::GameNotOnSale);
    };
    if let Some(play) =
        find(transaction, "finished_at_ms IS NULL AND game = ?2", player, &command.game)?
    {
        return refused(Refusal::UnfinishedUnit(play.id));
    }
    if command.price != game.price {
        return refused(Refusal::PriceChanged);
    }
    let balance = transaction
        .query_row("SELECT balance_cents FROM players WHERE id = ?1", [player], |row| row.get(0))
        .map(|money: Money| money.0)
        .map_err(StoreError::sql("reading a balance"))?;
    if balance < game.price {
        return refused(Refusal::InsufficientFunds);
    }
    if index >= units.count() {
        return refused(Refusal::SoldOut);
    }
    Ok(Answer::Sell { index, balance })
}

/// A sale that is decided and not yet written.
struct Sale<'a> {
    player: PlayerId,
    command: &'a BuyCommand,
    units: &'a dyn Units,
    game: &'a Game,
    index: u64,
    balance: Cents,
}

impl Sale<'_> {
    /// Reads and judges the unit, then writes all of it.
    fn carry_out(&self, transaction: &Transaction<'_>) -> Result<Play, StoreError> {
        let (unit, gain) = self.judged_unit()?;
        let stake = self.game.price;
        let after = self.balance.0.checked_sub(stake.0).map(Cents);
        let after = after.and_then(|rest| rest.checked_add(gain));
        let after = after.expect("a balance covers its stake, and a sum of cents fits");
        let writing = || StoreError::sql("recording a sale");
        let changed = transaction
            .execute(
                "UPDATE blocks SET next_index = ?2 + 1 WHERE id = ?1 AND next_index = ?2",
                (self.units.block_id(), self.index),
            )
            .map_err(writing())?;
        assert_eq!(changed, 1, "the cursor stands still while the write lock is held");
        transaction
            .execute(
                "UPDATE players SET balance_cents = ?2 WHERE id = ?1",
                (self.player, Money(after)),
            )
            .map_err(writing())?;
        transaction
            .execute(
                "INSERT INTO plays (player, command_id, game, block, unit_index, mode, stake_cents,
                    gain_cents, unit, balance_before_cents, balance_after_cents, bought_at_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                rusqlite::params![
                    self.player,
                    self.command.id.0,
                    self.command.game,
                    self.units.block_id(),
                    self.index,
                    self.command.mode.as_str(),
                    Money(stake),
                    Money(gain),
                    unit_text::write(&unit),
                    Money(self.balance),
                    Money(after),
                    self.command.at.0,
                ],
            )
            .map_err(writing())?;
        let id = PlayId(transaction.last_insert_rowid());
        let play = find(transaction, "id = ?2", self.player, &id.0)?;
        Ok(play.expect("the row was just written"))
    }

    /// The unit and what the judge gives for it.
    fn judged_unit(&self) -> Result<(Unit, Cents), StoreError> {
        let (block, index) = (self.units.block_id().to_owned(), self.index);
        let unit = match self.units.unit(UnitIndex(index)) {
            Ok(unit) => unit,
            Err(source) => return Err(StoreError::Unit { block, index, source }),
        };
        match game::score(self.game, &unit) {
            Ok(score) => Ok((unit, score.lot)),
            Err(source) => Err(StoreError::Unjudged { block, index, source }),
        }
    }
}
