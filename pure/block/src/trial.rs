//! A trial of a game: can its faces carry its amounts?

use alloc::vec::Vec;

use game::Cents;

use crate::maker::{MakeError, Maker, Recipe};
use crate::reach::Reach;

/// What became of a number of drawn faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How many faces were drawn.
    pub drawn: u32,
    /// How many of them can carry every amount.
    pub accepted: u32,
    /// For each amount that some face could not carry: on how many, smallest amount first.
    pub out_of_reach: Vec<(Cents, u32)>,
}

impl Trial {
    /// Draws so many faces and asks each for every amount.
    ///
    /// # Errors
    ///
    /// When no face can be filled at all.
    pub fn run(recipe: &Recipe, faces: u32) -> Result<Self, MakeError> {
        let amounts = recipe.amounts();
        let letters = recipe.game().crossword().letters;
        let mut maker = Maker::new(recipe);
        let mut refusals = alloc::vec![0; amounts.all().len()];
        let mut accepted = 0;
        for index in 0..faces {
            maker.fill_face(index.into())?;
            let reach = Reach::new(maker.last_face().words());
            let mut whole = true;
            for id in amounts.ids() {
                if !reach.reaches(letters, amounts, id) {
                    refusals[usize::from(id.0)] += 1;
                    whole = false;
                }
            }
            accepted += u32::from(whole);
        }
        let out_of_reach =
            amounts.all().iter().copied().zip(refusals).filter(|&(_, faces)| faces > 0).collect();
        Ok(Self { drawn: faces, accepted, out_of_reach })
    }

    /// Whether fewer than 1 in 100 of the faces can carry every amount.
    #[must_use]
    pub fn is_starving(&self) -> bool {
        u64::from(self.accepted) * 100 < u64::from(self.drawn)
    }
}
