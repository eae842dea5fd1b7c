//! The plan: which unit of a block has which amount.

use alloc::vec::Vec;

use chance::shuffle;
use game::Game;

use crate::amounts::{AmountId, Amounts};
use crate::secret::{Purpose, Secret};

/// The amounts of a block, unit by unit: exactly the prize table, in a drawn order.
///
/// It prints nothing of itself.
pub struct Plan {
    amounts: Vec<AmountId>,
}

impl Plan {
    /// Deals a block: the table's lots, dearest first, then zeros, are shuffled over the units.
    #[must_use]
    pub fn deal(game: &Game, amounts: &Amounts, secret: &Secret) -> Self {
        let mut dealt = Vec::with_capacity(game.block_units as usize);
        for prize in &game.prizes {
            let id = amounts.id(prize.amount).expect("the table's own amounts are payable");
            dealt.resize(dealt.len() + prize.count as usize, id);
        }
        dealt.resize(game.block_units as usize, AmountId(0));
        shuffle(&mut secret.streams(Purpose::Deal).stream(0, 0), &mut dealt);
        Self { amounts: dealt }
    }

    /// How many units.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.amounts.len() as u32
    }

    /// The amount of unit `index`.
    ///
    /// # Panics
    ///
    /// When there is no such unit.
    #[must_use]
    pub fn amount(&self, index: u32) -> AmountId {
        self.amounts[index as usize]
    }
}
