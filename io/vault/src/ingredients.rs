//! What a block is made from: a game file, a word list, shares, a beacon.

use block::{Beacon, BlockId, Layout, MakeError, Recipe, Secret, Sources};
use game::{ANY_LEXICON, Fault, Game, LexiconFacts};
use grid::{Lexicon, LexiconFault};
use sha2::{Digest, Sha256};
use ticket::Printing;

use crate::keys::{SellingKey, Share};

/// A game file and the word list beside it, as bytes and as what they say.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The bytes of the game file.
    pub game_file: Vec<u8>,
    /// The bytes of the word list.
    pub lexicon_file: Vec<u8>,
    /// The game.
    pub game: Game,
    /// The word list.
    pub lexicon: Lexicon,
}

/// Why a game file and a word list are no rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The game file has faults.
    #[error("the game file is not sound:{}", listed(.0))]
    Game(Vec<Fault>),
    /// The word list is no text.
    #[error("the word list is not UTF-8")]
    LexiconText(#[source] std::str::Utf8Error),
    /// The word list has faults.
    #[error("the word list is not sound:{}", listed(.0))]
    Lexicon(Vec<LexiconFault>),
}

fn listed<T: ToString>(faults: &[T]) -> String {
    faults.iter().take(20).map(|fault| format!("\n  {}", fault.to_string())).collect()
}

impl Rules {
    /// Reads both files.
    ///
    /// # Errors
    ///
    /// When one of them is not sound.
    pub fn parse(game_file: Vec<u8>, lexicon_file: Vec<u8>) -> Result<Self, RulesError> {
        let text = str::from_utf8(&lexicon_file).map_err(RulesError::LexiconText)?;
        let lexicon = Lexicon::parse(text).map_err(RulesError::Lexicon)?;
        let words_by_length = lexicon.words_by_length().to_vec();
        let facts = LexiconFacts { name: ANY_LEXICON.to_owned(), words_by_length };
        let game = Game::parse(&game_file, &[facts]).map_err(RulesError::Game)?;
        Ok(Self { game_file, lexicon_file, game, lexicon })
    }
}

/// Everything that a block follows from.
pub struct Ingredients {
    /// The game and its words.
    pub rules: Rules,
    pub(crate) shares: Vec<Share>,
    pub(crate) sources: Sources,
}

impl Ingredients {
    /// Puts them together. The order of the shares does not matter.
    ///
    /// # Panics
    ///
    /// When there is no share.
    #[must_use]
    pub fn new(rules: Rules, mut shares: Vec<Share>, beacon: Option<Beacon>) -> Self {
        assert!(!shares.is_empty(), "a block needs a share");
        shares.sort_by_key(Share::hash);
        let hash = |bytes: &[u8]| Sha256::digest(bytes).into();
        let hashes = shares.iter().map(Share::hash).collect();
        let (game, lexicon) = (hash(&rules.game_file), hash(&rules.lexicon_file));
        let sources = Sources { game, lexicon, shares: hashes, beacon, printing: None };
        Self { rules, shares, sources }
    }

    /// The same for paper: its tickets are numbered so.
    #[must_use]
    pub fn printed(mut self, printing: Option<Printing>) -> Self {
        self.sources.printing = printing;
        self
    }

    /// How its records look.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of(&self.rules.game).printed(self.sources.printing)
    }

    /// The name of the block that follows from them.
    #[must_use]
    pub fn block_id(&self) -> BlockId {
        self.sources.block_id(&self.rules.game.id)
    }

    /// The block's secret.
    #[must_use]
    pub fn secret(&self) -> Secret {
        let shares: Vec<[u8; 32]> = self.shares.iter().map(|share| *share.bytes()).collect();
        let beacon = self.sources.beacon.as_ref().map_or(&[][..], Beacon::value);
        Secret::new(&shares, beacon, self.sources.game, self.sources.lexicon)
    }

    /// What opens the block's records.
    #[must_use]
    pub fn selling_key(&self) -> SellingKey {
        SellingKey::new(self.block_id(), self.secret().selling_key())
    }

    /// Prepares the making of its units.
    pub(crate) fn recipe(&self) -> Result<Recipe, MakeError> {
        Recipe::new(self.rules.game.clone(), &self.rules.lexicon, &self.secret())
    }
}
