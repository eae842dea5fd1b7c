//! The control: units made the wrong way, face and letters redrawn together until the lot fits.
//!
//! The same maker, judge and rules as the block's, a key of its own, one difference: a face that
//! the letters did not suit is thrown away with them. So faces that are easily completed win more
//! often, and the leak test must see it.

use block::{AmountId, Layout, LetterSets, MakeError, Maker, Purpose, Recipe, SALT, Secret};
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

/// A maker of units whose faces tell something. For controls, and for tests of what must find them.
pub struct Redrawn {
    recipe: Recipe,
    secret: Secret,
    sets: LetterSets,
}

impl Redrawn {
    /// Units of `game` by a key of their own.
    ///
    /// # Errors
    ///
    /// When the game's shapes cannot be made.
    pub fn new(game: &Game, lexicon: &Lexicon, key: [u8; 32]) -> Result<Self, MakeError> {
        let secret = Secret::new(&[key], b"", [0; 32], [0; 32]);
        let recipe = Recipe::new(game.clone(), lexicon, &secret)?;
        Ok(Self { recipe, secret, sets: LetterSets::new(game.crossword().letters) })
    }

    /// What its units share with those that are made as they should be.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Unit `number`, below 2³², worth `id`, if one is found within `redraws` pairs of a face and
    /// letters. Redraw r has the face and the stream of letters of the maker's unit r · 2³² +
    /// `number`, so no two redraws share anything. Its letters are in the alphabet's order.
    ///
    /// # Errors
    ///
    /// When a face cannot be drawn.
    pub fn unit(
        &self,
        maker: &mut Maker<'_>,
        number: u64,
        id: AmountId,
        redraws: u32,
    ) -> Result<Option<Unit>, MakeError> {
        let letters = self.secret.streams(Purpose::Letters);
        for redraw in 0..redraws {
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

/// The faces that the leak test must tell apart.
pub(crate) struct Control(Redrawn);

impl Control {
    pub(crate) fn new(game: &Game, lexicon: &Lexicon) -> Result<Self, MakeError> {
        Ok(Self(Redrawn::new(game, lexicon, Sha256::digest(KEY).into())?))
    }

    /// The faces of so many winners and losers, by the units from `first` on in steps of `step`.
    pub(crate) fn faces(
        &self,
        words: &WordList,
        features: &Features<'_>,
        wanted: u64,
        (first, step): (u64, u64),
    ) -> Result<Faces, MakeError> {
        let recipe = self.0.recipe();
        let (mut maker, mut faces) = (Maker::new(recipe), Faces::default());
        let amounts = recipe.amounts();
        let layout = Layout::of(recipe.game());
        let mut reader = Reader::new(recipe.game(), amounts, words, layout);
        let plain = |unit: &Unit| {
            let mut plain = Vec::new();
            layout.write(&[0; SALT], unit, &mut plain);
            plain
        };
        let winners = amounts.all().iter().filter(|amount| amount.0 > 0).count();
        for number in (first..wanted).step_by(step as usize) {
            // Half win and half lose, by turns; which lot is drawn in the table's proportions.
            let wins = number % 2 == 0 && winners > 0;
            let drawn = (0..4096).map(|draw| recipe.loose_amount(number << 12 | draw));
            let id = { drawn }.find(|&id| (amounts.amount(id).0 > 0) == wins);
            let Some(id) = id else { continue };
            if let Some(unit) = self.0.unit(&mut maker, number, id, MAX_REDRAWS)?
                && reader.read(number, &plain(&unit), &mut Faults::default()).is_some()
            {
                faces.units.push((number, wins));
                features.write(&reader.reading, &reader.masks(), &mut faces.rows);
            }
        }
        Ok(faces)
    }
}
