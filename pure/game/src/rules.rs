//! A game's rules, as its file states them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::amount::Cents;
use crate::date::Date;

/// The rules of one game. A value of this type has passed every check of the parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its short name, also its file's name.
    pub id: GameId,
    /// Raised whenever anything in the file changes.
    pub version: u32,
    /// What players call it.
    pub name: Name,
    /// How it is sold.
    pub channel: Channel,
    /// ISO 4217 code of the currency, three capital letters.
    pub currency: String,
    /// The price of one unit, its stake.
    pub price: Cents,
    /// How many units one block holds.
    pub block_units: u32,
    /// Where the rules come from; none for an invented game.
    pub source: Option<Source>,
    /// When sales are planned to begin; online games only.
    pub opening: Option<Opening>,
    /// How a unit is read.
    pub mechanic: Mechanic,
    /// The prize table of each block, dearest first; the rest of the block wins nothing.
    pub prizes: Vec<Prize>,
    /// The totals that the regulation prints.
    pub stated: Option<Stated>,
}

impl Game {
    /// The crossword rules.
    #[must_use]
    pub fn crossword(&self) -> &Crossword {
        let Mechanic::Crossword(rules) = &self.mechanic;
        rules
    }

    /// How many units of a block win.
    #[must_use]
    pub fn winning_units(&self) -> u32 {
        self.prizes.iter().map(|prize| prize.count).sum()
    }

    /// How many units of a block are worth `amount`; those that the table does not name win nothing.
    #[must_use]
    pub fn count_of(&self, amount: Cents) -> u32 {
        if amount == Cents::ZERO {
            return self.block_units - self.winning_units();
        }
        let line = self.prizes.iter().find(|prize| prize.amount == amount);
        line.map_or(0, |prize| prize.count)
    }

    /// What a block's lots add up to.
    ///
    /// # Panics
    ///
    /// Never for a parsed game: the parser has checked that the total fits.
    #[must_use]
    pub fn prize_total(&self) -> Cents {
        let totals = self.prizes.iter().map(Prize::total);
        totals.fold(Cents::ZERO, |sum, total| {
            sum.checked_add(total).expect("a parsed game's total fits")
        })
    }

    /// What a whole block sells for.
    ///
    /// # Panics
    ///
    /// Never for a parsed game: the parser has checked that it fits.
    #[must_use]
    pub fn block_price(&self) -> Cents {
        self.price.checked_mul(u64::from(self.block_units)).expect("a parsed game's price fits")
    }

    /// Every amount that a unit can be worth: zero if the block has losers, then the lots,
    /// smallest first.
    #[must_use]
    pub fn amounts(&self) -> Vec<Cents> {
        let losers = self.winning_units() < self.block_units;
        let zero = losers.then_some(Cents::ZERO);
        zero.into_iter().chain(self.prizes.iter().rev().map(|prize| prize.amount)).collect()
    }
}

/// A game's short name: lower-case letters, digits and hyphens, beginning with a letter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(String);

impl GameId {
    /// The id that `text` writes, if it is one: at most 40 of a–z, 0–9 and single hyphens inside.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let sound = text.len() <= 40
            && text.starts_with(|first: char| first.is_ascii_lowercase())
            && !text.ends_with('-')
            && !text.contains("--")
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        sound.then(|| Self(text.into()))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A game's name in the languages of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// In French.
    pub fr: String,
    /// In English.
    pub en: String,
}

/// How a game is sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// On the site: a unit is bought and uncovered on a screen.
    Online,
    /// On paper, from a retailer.
    Retail,
}

/// Where a game's rules come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The regulation's title.
    pub title: String,
    /// When it was signed.
    pub date: Date,
    /// The article behind each key of the file; a key that is absent is the maker's own choice.
    pub articles: BTreeMap<String, String>,
}

/// When sales are planned to begin. What really happens is the ledger's matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The planned day.
    pub planned: Date,
}

/// How a unit is read. Closed: a new mechanic is a new variant, and the compiler lists the places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mechanic {
    /// Letters that complete words in crossword grids.
    Crossword(Crossword),
}

/// The rules of a crossword game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossword {
    /// How many distinct letters the player has, 1 to 26.
    pub letters: u8,
    /// How many grids a unit has, 1 to [`crate::MAX_GRIDS`].
    pub grids: u8,
    /// How many words each grid has: exactly so many runs.
    pub words_per_grid: u8,
    /// The grid's height in cells.
    pub rows: u8,
    /// The grid's width in cells.
    pub columns: u8,
    /// How long its words are.
    pub word_length: WordLength,
    /// The word list's name.
    pub lexicon: String,
    /// How the grids' amounts make one lot.
    pub combine: Combine,
    /// What a number of complete words in one grid pays: each line one word more than the line
    /// before it, and more money.
    pub pays: Vec<Pay>,
}

impl Crossword {
    /// The fewest complete words that pay. Fewer lose.
    #[must_use]
    pub fn first_paying(&self) -> u8 {
        self.pays.first().map_or(u8::MAX, |pay| pay.words)
    }

    /// The most complete words that the pay list knows. More are never made.
    #[must_use]
    pub fn last_paying(&self) -> u8 {
        self.pays.last().map_or(0, |pay| pay.words)
    }
}

/// How many letters a word has, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordLength {
    /// The shortest.
    pub min: u8,
    /// The longest.
    pub max: u8,
}

/// How the amounts of several grids make one lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// They are added.
    Sum,
    /// Only the highest pays.
    Highest,
}

/// One line of the pay list: complete words in one grid, and what they give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pay {
    /// How many complete words.
    pub words: u8,
    /// What they give.
    pub cents: Cents,
}

/// One line of the prize table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prize {
    /// How many units of each block win it.
    pub count: u32,
    /// What each of them wins: the whole unit's one lot.
    pub amount: Cents,
}

impl Prize {
    /// What the line adds up to.
    ///
    /// # Panics
    ///
    /// Never for a parsed game: the parser has checked that it fits.
    #[must_use]
    pub fn total(&self) -> Cents {
        self.amount.checked_mul(u64::from(self.count)).expect("a parsed line's total fits")
    }
}

/// The totals that a regulation prints under its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// How many lots.
    pub prizes: u32,
    /// What they add up to.
    pub total: Cents,
}
