//! A ticket as one record, and what all tickets of a game have in common.

use alloc::string::String;
use alloc::vec::Vec;

use game::{Game, Unit, check_form};

use crate::code::ValidationCode;
use crate::font::Fonts;
use crate::identification::Identification;
use crate::place::TicketMap;
use crate::scene::Scene;
use crate::words::Words;

/// The language of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// French.
    French,
    /// English.
    English,
}

impl Language {
    /// Its code (BCP 47).
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::French => "fr",
            Self::English => "en",
        }
    }
}

/// How much of a ticket was scratched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing: as it is sold.
    Covered,
    /// The first half of the letters, and what matches them in the grids.
    Half,
    /// All of it, the validation code too.
    Bare,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Covered, Self::Half, Self::Bare];
}

/// One record: all that tells this ticket from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Its number.
    pub identification: Identification,
    /// Its validation code.
    pub code: ValidationCode,
    /// Its letters and grids.
    pub unit: Unit,
}

/// Why a game's tickets cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkinError {
    /// Its grids are too large for the paper.
    #[error("its grids are too wide for a ticket: a cell would be {cell_um} µm wide")]
    Cells {
        /// How wide a cell would be.
        cell_um: i32,
    },
    /// It is played in another currency than the ticket's texts.
    #[error("tickets are printed in euros only")]
    Currency,
    /// A name or title has a character that is in no font.
    #[error("the ticket's fonts have no `{0}`")]
    Character(char),
}

/// No smaller cell can be scratched or read.
const LEAST_CELL_UM: i32 = 2_500;

/// What all tickets of a game have in common: its words, its places, its fonts.
#[derive(Clone, Debug)]
pub struct Skin {
    pub(crate) game: Game,
    pub(crate) words: Words,
    pub(crate) language: Language,
    pub(crate) fonts: Fonts,
    pub(crate) map: TicketMap,
}

impl Skin {
    /// The skin of a game.
    ///
    /// # Errors
    ///
    /// When its tickets cannot be drawn.
    pub fn new(game: Game, language: Language) -> Result<Self, SkinError> {
        let (fonts, map) = (Fonts::new(), TicketMap::of(&game));
        let cell_um = map.grids.first().and_then(|cells| cells.first()).map_or(0, |it| it.width_um);
        if cell_um < LEAST_CELL_UM {
            return Err(SkinError::Cells { cell_um });
        }
        if game.currency != "EUR" {
            return Err(SkinError::Currency);
        }
        let title = game.source.as_ref().map_or("", |source| &source.title);
        let names = game.name.fr.chars().chain(game.name.en.chars()).chain(title.chars());
        for character in names {
            if !crate::font::Font::ALL.iter().all(|&font| fonts.has(font, character)) {
                return Err(SkinError::Character(character));
            }
        }
        let mut skin = Self { words: Words::of(language), game, language, fonts, map };
        let back_um = crate::back::least_height_um(&skin);
        skin.map.height_um = skin.map.height_um.max(back_um);
        Ok(skin)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where the parts of the front are.
    #[must_use]
    pub fn map(&self) -> &TicketMap {
        &self.map
    }

    /// Its fonts.
    #[must_use]
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// The language of what is printed.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// What a document is called that shows the ticket or the book with this number.
    #[must_use]
    pub fn title(&self, number: &str, state: State) -> String {
        let key = match state {
            State::Covered => "title_covered",
            State::Half => "title_half",
            State::Bare => "title_bare",
        };
        self.words.filled(key, &[("game", self.name()), ("number", number)])
    }

    /// The game's name in this language.
    pub(crate) fn name(&self) -> &str {
        match self.language {
            Language::French => &self.game.name.fr,
            Language::English => &self.game.name.en,
        }
    }

    /// The front of a ticket. What is covered is not in it.
    ///
    /// # Panics
    ///
    /// When the ticket's unit is not of this game.
    #[must_use]
    pub fn front(&self, ticket: &Ticket, state: State) -> Scene {
        assert!(check_form(&self.game, &ticket.unit).is_empty(), "the unit is of this game");
        crate::front::draw(self, ticket, state)
    }

    /// The back of a ticket: it is the same whatever was scratched.
    #[must_use]
    pub fn back(&self, ticket: &Ticket) -> Scene {
        crate::back::draw(self, ticket)
    }

    /// Both sides.
    ///
    /// # Panics
    ///
    /// As [`Skin::front`].
    #[must_use]
    pub fn sides(&self, ticket: &Ticket, state: State) -> Vec<Scene> {
        [self.front(ticket, state), self.back(ticket)].into()
    }
}
