//! Players and what they have.

use game::Cents;
use rusqlite::OptionalExtension;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::error::StoreError;
use crate::{Millis, Store};

/// A player's number in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

/// What the ledger says of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The player's number.
    pub id: PlayerId,
    /// The name of the account.
    pub name: String,
    /// All that can be spent: gains are in it from the purchase on.
    pub balance: Cents,
    /// The gains of units that are bought and not yet finished: part of `balance`, and left out of
    /// what a screen shows, which would otherwise tell the result before the tiles do.
    pub unfinished_gains: Cents,
}

impl Player {
    /// The balance to show: without the gains of unfinished units.
    ///
    /// # Panics
    ///
    /// Never for a sound ledger: no other unit of the game can be bought with such a gain.
    #[must_use]
    pub fn shown_balance(&self) -> Cents {
        let shown = self.balance.0.checked_sub(self.unfinished_gains.0);
        Cents(shown.expect("an unfinished unit's gain is still in the balance"))
    }
}

impl Store {
    /// The player called `name`, made with `deposit` if there is none.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn open_account(
        &self,
        name: &str,
        deposit: Cents,
        at: Millis,
    ) -> Result<PlayerId, StoreError> {
        let doing = "opening an account";
        self.transact(doing, |transaction| {
            let known = transaction
                .query_row("SELECT id FROM players WHERE name = ?1", [name], |row| row.get(0))
                .optional()
                .map_err(StoreError::sql(doing))?;
            if let Some(id) = known {
                return Ok(id);
            }
            transaction
                .execute(
                    "INSERT INTO players (name, deposited_cents, balance_cents, created_at_ms)
                     VALUES (?1, ?2, ?2, ?3)",
                    (name, Money(deposit), at.0),
                )
                .map_err(StoreError::sql(doing))?;
            Ok(PlayerId(transaction.last_insert_rowid()))
        })
    }

    /// What the ledger says of `player`; nothing if there is no such player.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn player(&self, player: PlayerId) -> Result<Option<Player>, StoreError> {
        self.connection()
            .query_row(
                "SELECT id, name, balance_cents,
                        (SELECT coalesce(sum(gain_cents), 0) FROM plays
                         WHERE player = players.id AND finished_at_ms IS NULL)
                 FROM players WHERE id = ?1",
                [player],
                |row| {
                    Ok(Player {
                        id: row.get(0)?,
                        name: row.get(1)?,
                        balance: row.get::<_, Money>(2)?.0,
                        unfinished_gains: row.get::<_, Money>(3)?.0,
                    })
                },
            )
            .optional()
            .map_err(StoreError::sql("reading a player"))
    }
}

/// Money on its way in or out of a column.
pub(crate) struct Money(pub(crate) Cents);

impl ToSql for Money {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let cents = i64::try_from(self.0.0)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(cents.into())
    }
}

impl FromSql for Money {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        u64::column_result(value).map(Cents).map(Self)
    }
}

impl ToSql for PlayerId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for PlayerId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}
