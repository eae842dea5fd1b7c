//! The wrong way, kept as a control: redraw face and letters together until the amount fits.
//!
//! It takes the product's faces and the product's judge, and differs in one thing: a face that the
//! letters did not suit is thrown away with them. So a face comes up the more often for an amount,
//! the more sets of letters give it that amount, and the leak test must see it.

use anyhow::{Result, bail};
use block::{AmountId, Face, LetterSets, Maker, Purpose, Recipe, Secret};
use chance::{Chance, StreamKey, shuffle};
use game::{Letter, Unit};

/// So many pairs are drawn for one unit before it is given up. The rarest amounts of the shipped
/// games fit about one pair in a thousand.
const MAX_REDRAWS: u32 = 1 << 20;

/// Makes units whose faces tell something about their amounts.
pub(super) struct Control<'recipe> {
    recipe: &'recipe Recipe,
    maker: Maker<'recipe>,
    letters: StreamKey,
    sets: LetterSets,
}

impl<'recipe> Control<'recipe> {
    /// A control for `recipe`, which must have been made of the same secret.
    pub(super) fn new(recipe: &'recipe Recipe, secret: &Secret) -> Self {
        Self {
            recipe,
            maker: Maker::new(recipe),
            letters: secret.streams(Purpose::Letters),
            sets: LetterSets::new(recipe.game().crossword().letters),
        }
    }

    /// Unit `index`, worth `id`. Redraw r has the face and the stream of letters of the product's
    /// unit r · 2³² + `index`, so no two redraws share anything.
    ///
    /// # Errors
    ///
    /// When no face can be had, or no pair fits within the bound.
    pub(super) fn unit(&mut self, index: u32, id: AmountId) -> Result<Unit> {
        for redraw in 0..MAX_REDRAWS {
            let number = u64::from(redraw) << 32 | u64::from(index);
            let face = self.maker.face(number)?;
            let mut chance = self.letters.stream(number, 0);
            let set = self.sets.set(chance.below(self.sets.count()));
            let words = face.words();
            let complete = words.complete(!set.bits());
            if self.recipe.amounts().of_words(&complete[..words.grids()]) == Some(id) {
                let mut letters: Vec<Letter> = set.iter().collect();
                shuffle(&mut chance, &mut letters);
                return Ok(Unit { letters, grids: face.grids() });
            }
        }
        let amount = self.recipe.amounts().amount(id);
        bail!("unit {index}: none of {MAX_REDRAWS} pairs is worth {amount} cents")
    }

    /// The face of the last unit.
    pub(super) fn last_face(&self) -> &Face {
        self.maker.last_face()
    }
}
