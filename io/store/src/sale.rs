//! Blocks on sale, and the sums that must hold over the whole ledger.

use game::{Cents, Game, Units};
use rusqlite::OptionalExtension;

use crate::Store;
use crate::error::StoreError;
use crate::player::Money;

/// The ledger's totals. Money is neither made nor lost: `deposits + gains = balances + stakes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Books {
    /// What players brought.
    pub deposits: Cents,
    /// What players have.
    pub balances: Cents,
    /// What was paid for units.
    pub stakes: Cents,
    /// What units won.
    pub gains: Cents,
    /// How many units were sold.
    pub sold: u64,
}

impl Store {
    /// Makes a block known, from its unit 0; a block that is known goes on where it stands.
    ///
    /// # Errors
    ///
    /// When the block is known with another game or another size, or the ledger fails.
    pub fn put_on_sale(&self, game: &Game, units: &dyn Units) -> Result<(), StoreError> {
        let doing = "putting a block on sale";
        let given = (game.id.as_str().to_owned(), units.count());
        self.transact(doing, |transaction| {
            let known = transaction
                .query_row(
                    "SELECT game, units FROM blocks WHERE id = ?1",
                    [units.block_id()],
                    |row| Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?)),
                )
                .optional()
                .map_err(StoreError::sql(doing))?;
            match known {
                Some(known) if known == given => Ok(()),
                Some(known) => Err(StoreError::OtherBlock {
                    block: units.block_id().to_owned(),
                    known: format!("{} units of {}", known.1, known.0),
                    given: format!("{} units of {}", given.1, given.0),
                }),
                None => transaction
                    .execute(
                        "INSERT INTO blocks (id, game, units) VALUES (?1, ?2, ?3)",
                        (units.block_id(), &given.0, given.1),
                    )
                    .map(drop)
                    .map_err(StoreError::sql(doing)),
            }
        })
    }

    /// The ledger's totals.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn books(&self) -> Result<Books, StoreError> {
        self.connection()
            .query_row(
                "SELECT (SELECT coalesce(sum(deposited_cents), 0) FROM players),
                        (SELECT coalesce(sum(balance_cents), 0) FROM players),
                        coalesce(sum(stake_cents), 0), coalesce(sum(gain_cents), 0), count(*)
                 FROM plays",
                [],
                |row| {
                    Ok(Books {
                        deposits: row.get::<_, Money>(0)?.0,
                        balances: row.get::<_, Money>(1)?.0,
                        stakes: row.get::<_, Money>(2)?.0,
                        gains: row.get::<_, Money>(3)?.0,
                        sold: row.get(4)?,
                    })
                },
            )
            .map_err(StoreError::sql("adding up"))
    }
}
