//! Making units: a face that does not know its amount, then letters that give it.

use alloc::vec::Vec;

use chance::{Chance, Stream, StreamKey};
use game::{Cents, Crossword, Game, Unit, score};
use grid::{Filler, Index, Lexicon, NoShape, Pool, Shape, Spec, Starved};

use crate::amounts::{AmountId, Amounts};
use crate::face::Face;
use crate::letters::{TRIES, draw_tiles};
use crate::reach::Reach;
use crate::secret::{Purpose, Secret};
use crate::sets::LetterSets;

/// So many shapes are drawn for a block; with their symmetries a square grid has eight times as
/// many.
const SHAPES: u64 = 512;
/// So many faces are drawn for one unit before it is said that none can be had.
const MAX_ATTEMPTS: u32 = 2000;

/// What all units of a block share: the rules, the words, the shapes and the keys.
#[derive(Debug)]
pub struct Recipe {
    game: Game,
    index: Index,
    pool: Pool,
    amounts: Amounts,
    sets: LetterSets,
    faces: StreamKey,
    letters: StreamKey,
    loose_amounts: StreamKey,
}

/// Why a unit could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MakeError {
    /// No shape holds that many words.
    #[error(transparent)]
    NoShape(#[from] NoShape),
    /// No face was filled within the budget; the last dead end tells what starves.
    #[error("no grid could be filled; last dead end: {0}")]
    Starved(Starved),
    /// No face was found that can carry every amount; this one failed last.
    #[error("no grid was found that can carry every amount; {amount} cents starves")]
    NotAccepted {
        /// The amount that the last face could not carry.
        amount: Cents,
    },
}

/// The shapes that the rules of a game ask for.
#[must_use]
pub fn shape_spec(rules: &Crossword) -> Spec {
    Spec {
        rows: rules.rows,
        columns: rules.columns,
        words: rules.words_per_grid,
        min: rules.word_length.min,
        max: rules.word_length.max,
    }
}

impl Recipe {
    /// Prepares the making of units of `game`, whose word list is `lexicon`.
    ///
    /// # Errors
    ///
    /// When no shape holds the game's words.
    pub fn new(game: Game, lexicon: &Lexicon, secret: &Secret) -> Result<Self, MakeError> {
        let spec = shape_spec(game.crossword());
        let key = secret.streams(Purpose::Shape);
        let shapes: Result<Vec<Shape>, NoShape> =
            (0..SHAPES).map(|number| Shape::draw(&mut key.stream(number, 0), spec)).collect();
        Ok(Self::with_shapes(game, lexicon, secret, &shapes?))
    }

    /// Prepares the making of units whose words lie in these shapes.
    pub(crate) fn with_shapes(
        game: Game,
        lexicon: &Lexicon,
        secret: &Secret,
        shapes: &[Shape],
    ) -> Self {
        let rules = game.crossword();
        let index = Index::new(lexicon, rules.word_length.min, rules.word_length.max);
        Self {
            amounts: Amounts::new(&game),
            sets: LetterSets::new(rules.letters),
            pool: Pool::new(shapes, &index),
            index,
            faces: secret.streams(Purpose::Face),
            letters: secret.streams(Purpose::Letters),
            loose_amounts: secret.streams(Purpose::Amount),
            game,
        }
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The amounts that its units can have.
    #[must_use]
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// The sets of letters that a player can have.
    pub(crate) fn sets(&self) -> &LetterSets {
        &self.sets
    }

    /// Acceptance: an amount that `face` cannot carry, if there is one. It is asked about
    /// the face alone, never about the amount that the face is for.
    pub(crate) fn out_of_reach(&self, face: &Face) -> Option<AmountId> {
        Reach::new(face.words()).out_of_reach(self.game.crossword().letters, &self.amounts)
    }

    /// The streams that draw the face of unit `index`, one for each attempt.
    fn face_streams(&self, index: u64) -> impl Fn(u32) -> Stream {
        move |attempt| self.faces.stream(index, attempt)
    }

    /// The amount of loose unit `index`: drawn in the table's proportions, each unit for itself.
    #[must_use]
    pub fn loose_amount(&self, index: u64) -> AmountId {
        let mut left = self.loose_amounts.stream(index, 0).below(self.game.block_units);
        for prize in &self.game.prizes {
            if left < prize.count {
                return self.amounts.id(prize.amount).expect("the table's own amounts are payable");
            }
            left -= prize.count;
        }
        AmountId(0)
    }
}

/// Makes units of one recipe. One for each thread.
#[derive(Debug)]
pub struct Maker<'recipe> {
    recipe: &'recipe Recipe,
    filler: Filler<'recipe>,
    face: Face,
}

impl<'recipe> Maker<'recipe> {
    /// A maker for `recipe`.
    #[must_use]
    pub fn new(recipe: &'recipe Recipe) -> Self {
        let rules = recipe.game.crossword();
        Self {
            recipe,
            filler: Filler::new(&recipe.index, &recipe.pool),
            face: Face::empty(rules.rows, rules.columns, rules.grids),
        }
    }

    /// Makes unit `index`, worth `id`.
    ///
    /// # Errors
    ///
    /// When no face can be had for this game and word list.
    ///
    /// # Panics
    ///
    /// When the judge reads another amount from the finished unit than was planned: the plan and
    /// the judge are two paths to one number.
    pub fn unit(&mut self, index: u64, id: AmountId) -> Result<Unit, MakeError> {
        let recipe = self.recipe;
        let face = self.face(index)?;
        let mut chance = recipe.letters.stream(index, 0);
        let (words, sets, amounts) = (face.words(), recipe.sets(), recipe.amounts());
        let letters = draw_tiles(&mut chance, words, sets, amounts, id, TRIES)
            .expect("an accepted face can carry every amount");
        let unit = Unit { letters, grids: face.grids() };
        let judged = score(&recipe.game, &unit).expect("no grid is above the pay list");
        assert_eq!(judged.lot, recipe.amounts.amount(id), "the judge reads what was planned");
        Ok(unit)
    }

    /// The face of unit `index`: the first one drawn that can carry every amount of the plan. It
    /// takes no amount.
    ///
    /// # Errors
    ///
    /// When none can be had for this game and word list.
    pub fn face(&mut self, index: u64) -> Result<&Face, MakeError> {
        let recipe = self.recipe;
        let out_of_reach = |face: &Face| recipe.out_of_reach(face);
        self.first_accepted(MAX_ATTEMPTS, recipe.face_streams(index), out_of_reach)
    }

    /// The face that was filled last.
    #[must_use]
    pub fn last_face(&self) -> &Face {
        &self.face
    }

    /// Fills the first face of unit `index` that can be filled, whatever it can carry.
    ///
    /// # Errors
    ///
    /// When none can be filled.
    pub fn fill_face(&mut self, index: u64) -> Result<(), MakeError> {
        let streams = self.recipe.face_streams(index);
        self.first_accepted(MAX_ATTEMPTS, streams, |_| None).map(|_| ())
    }

    /// Draws faces, each attempt with a chance of its own, and takes the first one that is filled
    /// and that `out_of_reach` has no amount against.
    pub(crate) fn first_accepted<C: Chance>(
        &mut self,
        attempts: u32,
        chance_of: impl Fn(u32) -> C,
        out_of_reach: impl Fn(&Face) -> Option<AmountId>,
    ) -> Result<&Face, MakeError> {
        let mut last = None;
        for attempt in 0..attempts {
            match self.face.draw(&mut chance_of(attempt), &mut self.filler) {
                Err(starved) => last = Some(MakeError::Starved(starved)),
                Ok(()) => match out_of_reach(&self.face) {
                    None => return Ok(&self.face),
                    Some(id) => {
                        let amount = self.recipe.amounts.amount(id);
                        last = Some(MakeError::NotAccepted { amount });
                    }
                },
            }
        }
        Err(last.expect("there was an attempt"))
    }
}
