//! Sold units: one play is one unit in the hands of one player.

use std::fmt;

use game::{Cents, Unit, UnitIndex};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::error::StoreError;
use crate::player::Money;
use crate::{CommandId, Millis, PlayerId, Store, unit_text};

/// A play's number in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayId(pub i64);

/// Which button bought a unit (article 4.4). It decides how a screen uncovers the unit, and
/// nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The player uncovers the tiles.
    Jouer,
    /// The tiles uncover by themselves.
    Auto,
}

impl Mode {
    /// As the ledger and the API write it.
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

/// A sold unit, with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its number.
    pub id: PlayId,
    /// Whose it is.
    pub player: PlayerId,
    /// The command that bought it.
    pub command_id: CommandId,
    /// The game's id.
    pub game: String,
    /// The block it comes from.
    pub block: String,
    /// Its place in the block.
    pub index: UnitIndex,
    /// Which button bought it.
    pub mode: Mode,
    /// What was paid for it.
    pub stake: Cents,
    /// What it won; zero when it lost.
    pub gain: Cents,
    /// The letters and the grids.
    pub unit: Unit,
    /// The balance just before the stake left it.
    pub balance_before: Cents,
    /// The balance once the stake had left and the gain was paid.
    pub balance_after: Cents,
    /// When it was bought.
    pub bought_at: Millis,
    /// Which tiles a screen has uncovered: bit i is tile i.
    pub zones: u32,
    /// When its player had seen the whole of it; nothing while it is unfinished.
    pub finished_at: Option<Millis>,
}

/// A player's units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Those not yet finished, newest first.
    pub unfinished: Vec<Play>,
    /// One page of those that are, newest first.
    pub finished: Vec<Play>,
    /// Where the next page begins, if there is one.
    pub next: Option<PlayId>,
}

/// The columns that [`read_play`] reads, in its order.
const COLUMNS: &str =
    "id, player, command_id, game, block, unit_index, mode, stake_cents, gain_cents, unit,
    balance_before_cents, balance_after_cents, bought_at_ms, zones, finished_at_ms";

impl Store {
    /// The play of `player` numbered `id`; nothing when there is none, or it is another player's.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn play(&self, player: PlayerId, id: PlayId) -> Result<Option<Play>, StoreError> {
        find(&self.connection(), "id = ?2", player, &id.0)
    }

    /// The history of `player`: every unfinished unit, and at most `limit` finished ones older
    /// than `before` (from the newest when there is no `before`).
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn plays(
        &self,
        player: PlayerId,
        before: Option<PlayId>,
        limit: u16,
    ) -> Result<History, StoreError> {
        let connection = self.connection();
        let list = |condition: &str, last: i64, limit: i64| {
            let sql = format!(
                "SELECT {COLUMNS} FROM plays
                 WHERE player = ?1 AND finished_at_ms {condition} AND id < ?2
                 ORDER BY id DESC LIMIT ?3"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map((player, last, limit), read_play)?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        let last = before.map_or(i64::MAX, |id| id.0);
        let read = || {
            // One more than asked for tells whether there is a next page.
            let finished = list("IS NOT NULL", last, i64::from(limit) + 1)?;
            Ok((list("IS NULL", i64::MAX, -1)?, finished))
        };
        let (unfinished, mut finished) = read().map_err(StoreError::sql("reading a history"))?;
        let more = finished.len() > usize::from(limit);
        finished.truncate(usize::from(limit));
        let next = finished.last().filter(|_| more).map(|play| play.id);
        Ok(History { unfinished, finished, next })
    }
}

/// The play of `player` for which `condition` holds; `?2` in it is `value`.
pub(crate) fn find(
    connection: &Connection,
    condition: &'static str,
    player: PlayerId,
    value: &dyn rusqlite::ToSql,
) -> Result<Option<Play>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM plays WHERE player = ?1 AND {condition}");
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| {
            statement.query_row(rusqlite::params![player, value], read_play).optional()
        })
        .map_err(StoreError::sql("reading a unit"))
}

/// A row of [`COLUMNS`].
fn read_play(row: &Row<'_>) -> rusqlite::Result<Play> {
    let corrupt = |column| {
        let kind = rusqlite::types::Type::Text;
        rusqlite::Error::InvalidColumnType(column, "plays".to_owned(), kind)
    };
    Ok(Play {
        id: PlayId(row.get(0)?),
        player: row.get(1)?,
        command_id: CommandId::new(&row.get::<_, String>(2)?).map_err(|_| corrupt(2))?,
        game: row.get(3)?,
        block: row.get(4)?,
        index: UnitIndex(row.get(5)?),
        mode: Mode::parse(&row.get::<_, String>(6)?).ok_or_else(|| corrupt(6))?,
        stake: row.get::<_, Money>(7)?.0,
        gain: row.get::<_, Money>(8)?.0,
        unit: unit_text::read(&row.get::<_, String>(9)?).ok_or_else(|| corrupt(9))?,
        balance_before: row.get::<_, Money>(10)?.0,
        balance_after: row.get::<_, Money>(11)?.0,
        bought_at: Millis(row.get(12)?),
        zones: row.get(13)?,
        finished_at: row.get::<_, Option<i64>>(14)?.map(Millis),
    })
}

impl fmt::Display for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
