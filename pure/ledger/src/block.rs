//! What the ledger knows of blocks.

use game::UnitIndex;

use crate::amount::Amount;
use crate::id::{BlockId, EmissionId};
use crate::play::Place;

/// A block: a finite number of units, sold in the order of their indexes, without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name.
    pub id: BlockId,
    /// The emission that it belongs to, and with it its game.
    pub emission: EmissionId,
    /// Its number in the emission; the lowest published one follows a block that is sold out.
    pub number: u32,
    /// How many units it holds, at least one.
    pub units: u64,
    /// What its prize table adds up to.
    pub prizes: Amount,
    /// Where it stands.
    pub state: BlockState,
    /// The cursor: the index that is sold next; as many as it holds when none is left.
    pub next: UnitIndex,
    /// How many of the indexes below the cursor were sold by a ledger that is lost.
    pub lost: u64,
}

impl Block {
    /// A published block, of which nothing is sold.
    #[must_use]
    pub fn published(
        id: BlockId,
        emission: EmissionId,
        number: u32,
        units: u64,
        prizes: Amount,
    ) -> Self {
        let (state, next) = (BlockState::Published, UnitIndex(0));
        Self { id, emission, number, units, prizes, state, next, lost: 0 }
    }

    /// The place at the cursor.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { block: self.id.clone(), index: self.next }
    }
}

/// Where a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockState {
    /// Its checkpoint is public, its files are verified, and it is not on sale yet.
    Published,
    /// Its units can be bought.
    OnSale,
    /// Its sale stands still.
    Suspended(Suspension),
    /// Its last unit is sold.
    SoldOut,
    /// Its units are tickets: they are sold in books, and not here.
    Printed,
    /// Its emission is closed: what is not sold never will be.
    Closed,
}

impl BlockState {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Published,
        Self::OnSale,
        Self::Suspended(Suspension::Asked),
        Self::Suspended(Suspension::Damaged),
        Self::Suspended(Suspension::Restored),
        Self::SoldOut,
        Self::Printed,
        Self::Closed,
    ];

    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::OnSale => "on_sale",
            Self::Suspended(Suspension::Asked) => "suspended",
            Self::Suspended(Suspension::Damaged) => "suspended_damaged",
            Self::Suspended(Suspension::Restored) => "suspended_restored",
            Self::SoldOut => "sold_out",
            Self::Printed => "printed",
            Self::Closed => "closed",
        }
    }

    /// Where a block stands once its ledger was restored from a backup: what may have been sold
    /// from since the backup stands still, and so does what may have been put on sale.
    #[must_use]
    pub fn restored(self) -> Self {
        match self {
            Self::Published | Self::OnSale | Self::Suspended(_) => {
                Self::Suspended(Suspension::Restored)
            }
            Self::SoldOut | Self::Printed | Self::Closed => self,
        }
    }

    /// The state whose name is `code`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// Why a block's sale stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suspension {
    /// The operator asked for it.
    Asked,
    /// The record at the cursor is damaged, or does not fit the block's table.
    Damaged,
    /// The ledger was restored from a backup, and may lack sales, or that it was put on sale.
    Restored,
}
