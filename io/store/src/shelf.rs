//! The blocks that are sold from here.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Cents, Game, Units};
use ledger::{Amount, Block, BlockId, EmissionId, Offer, Place, Standing};

use crate::calendar::day_begins;
use crate::error::StoreError;

/// A block, with the rules by which its units are judged.
#[derive(Clone)]
pub struct Stock {
    /// The rules.
    pub game: Arc<Game>,
    /// The units.
    pub units: Arc<dyn Units>,
    /// Which emission of the game it belongs to.
    pub emission: u16,
    /// Its number in the emission.
    pub number: u32,
}

impl Stock {
    /// The block as the ledger is told of it.
    ///
    /// # Panics
    ///
    /// When the block has no proper name, or its table adds up to nothing: no such game is parsed,
    /// and no such block dealt.
    #[must_use]
    pub fn block(&self) -> Block {
        let id = BlockId::new(self.units.block_id()).expect("a block's name is visible ASCII");
        let emission = EmissionId { game: self.game.id.clone(), number: self.emission };
        let prizes = amount(self.game.prize_total());
        Block::published(id, emission, self.number, self.units.count(), prizes)
    }

    /// The game as the ledger is told of it, with the first moment of its planned day.
    ///
    /// # Panics
    ///
    /// When its planned day is in no calendar, or it has no price: no such game is parsed.
    #[must_use]
    pub fn offer(&self) -> Offer {
        let planned = self.game.opening.as_ref();
        let planned = planned.map(|opening| {
            day_begins(opening.planned).expect("a parsed game's dates are in the calendar")
        });
        Offer::new(self.game.id.clone(), amount(self.game.price), planned)
    }
}

fn amount(cents: Cents) -> Amount {
    Amount::new(cents).expect("a parsed game's price and prizes are amounts")
}

/// All blocks that are sold from here, by name.
#[derive(Clone, Default)]
pub(crate) struct Shelf {
    blocks: BTreeMap<BlockId, Stock>,
}

impl Shelf {
    pub(crate) fn new(stock: &[Stock]) -> Self {
        Self { blocks: stock.iter().map(|it| (it.block().id, it.clone())).collect() }
    }

    /// Opens the record at `place` and has it judged.
    pub(crate) fn read(&self, place: &Place) -> Result<Standing, StoreError> {
        let stock = self.blocks.get(&place.block);
        let stock = stock.ok_or_else(|| StoreError::NoFiles { block: place.block.to_string() })?;
        Ok(match stock.units.unit(place.index) {
            Ok(unit) => Standing::judge(&stock.game, unit),
            Err(error) => {
                let (block, index) = (place.block.as_str(), place.index.0);
                tracing::error!(block, index, "a record cannot be sold: {error}");
                Standing::Damaged
            }
        })
    }
}
