//! The control: units made the wrong way, face and letters redrawn together until the lot fits.
//!
//! The same maker, judge and rules as the block's, a key of its own, one difference: a face that
//! the letters did not suit is thrown away with them. So faces that are easily completed win more
//! often, and the leak test must see it.

use block::{Layout, LetterSets, MakeError, Maker, Purpose, Recipe, SALT, Secret};
use chance::Chance;
use game::{Game, Letter, Unit};
use grid::Lexicon;
use sha2::{Digest, Sha256};

use crate::fault::Faults;
use crate::features::Features;
use crate::leak::Faces;
use crate::reading::Reader;
use crate::words::WordList;

/// So many pairs are drawn for a unit before it is left out.
const MAX_REDRAWS: u32 = 1 << 12;
/// What the control's key is the hash of.
const KEY: &[u8] = b"grille/audit/control";

/// Makes units of a block's game whose faces tell something.
pub(crate) struct Control {
    recipe: Recipe,
    secret: Secret,
    sets: LetterSets,
}

impl Control {
    pub(crate) fn new(game: &Game, lexicon: &Lexicon) -> Result<Self, MakeError> {
        let secret = Secret::new(&[Sha256::digest(KEY).into()], b"", [0; 32], [0; 32]);
        let recipe = Recipe::new(game.clone(), lexicon, &secret)?;
        Ok(Self { recipe, secret, sets: LetterSets::new(game.crossword().letters) })
    }

    /// The faces of so many winners and losers, by the units from `first` on in steps of `step`.
    pub(crate) fn faces(
        &self,
        words: &WordList,
        features: &Features<'_>,
        wanted: u64,
        (first, step): (u64, u64),
    ) -> Result<Faces, MakeError> {
        let (mut maker, mut faces) = (Maker::new(&self.recipe), Faces::default());
        let amounts = self.recipe.amounts();
        let mut reader = Reader::new(self.recipe.game(), amounts, words);
        let layout = Layout::of(self.recipe.game());
        let plain = |unit: &Unit| {
            let mut plain = Vec::new();
            layout.write(&[0; SALT], unit, &mut plain);
            plain
        };
        let winners = amounts.all().iter().filter(|amount| amount.0 > 0).count();
        for number in (first..wanted).step_by(step as usize) {
            // Half win and half lose, by turns; which lot is drawn in the table's proportions.
            let wins = number % 2 == 0 && winners > 0;
            let drawn = (0..4096).map(|draw| self.recipe.loose_amount(number << 12 | draw));
            let id = { drawn }.find(|&id| (amounts.amount(id).0 > 0) == wins);
            let Some(id) = id else { continue };
            if let Some(unit) = self.unit(&mut maker, number, id)?
                && reader.read(number, &plain(&unit), &mut Faults::default()).is_some()
            {
                faces.units.push((number, wins));
                features.write(&reader.reading, &reader.masks(), &mut faces.rows);
            }
        }
        Ok(faces)
    }

    /// Unit `number`, worth `id`. Redraw r has the face and the stream of letters of the maker's
    /// unit r · 2³² + `number`, so no two redraws share anything.
    fn unit(
        &self,
        maker: &mut Maker<'_>,
        number: u64,
        id: block::AmountId,
    ) -> Result<Option<Unit>, MakeError> {
        let letters = self.secret.streams(Purpose::Letters);
        for redraw in 0..MAX_REDRAWS {
            let place = u64::from(redraw) << 32 | number;
            let face = maker.face(place)?;
            let mut chance = letters.stream(place, 0);
            let set = self.sets.set(chance.below(self.sets.count()));
            let words = face.words();
            let complete = words.complete(!set.bits());
            if self.recipe.amounts().of_words(&complete[..words.grids()]) == Some(id) {
                let letters: Vec<Letter> = set.iter().collect();
                return Ok(Some(Unit { letters, grids: face.grids() }));
            }
        }
        Ok(None)
    }
}
