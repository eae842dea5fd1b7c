//! From the text of a game file to a [`Game`], or to everything that is wrong with it.
//!
//! The parser goes on after a fault, so a file with five faults is refused once, with five lines.
//! What the regulation itself adds up to is repeated in the file and compared.

mod crossword;
mod prizes;
mod reader;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use toml::de::DeTable;

use crate::amount::Cents;
use crate::fault::{Fault, FaultKind};
use crate::rules::{Channel, Game, GameId, Mechanic, Name, Opening, Source};
use reader::{Found, Notes, Section};

/// No game file is larger: the shipped ones have 2 500 bytes.
pub const MAX_FILE_BYTES: usize = 64 * 1024;

/// The keys that can carry an article in `source.articles`.
const ARTICLE_KEYS: [&str; 15] = [
    "channel",
    "price_cents",
    "block_units",
    "opening",
    "letters",
    "grids",
    "words_per_grid",
    "rows",
    "columns",
    "word_length",
    "lexicon",
    "combine",
    "pays",
    "prize",
    "stated",
];

/// The name that stands for whatever a game file calls its word list, where the list lies beside it.
pub const ANY_LEXICON: &str = "*";

/// What the parser must know of a word list to check a game that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexiconFacts {
    /// The list's name, as a game file writes it, or [`ANY_LEXICON`].
    pub name: String,
    /// How many words of each length it has; the index is the length.
    pub words_by_length: Vec<u32>,
}

impl Game {
    /// Reads a game file.
    ///
    /// # Errors
    ///
    /// Every fault of the file, by line: never only the first, except where the bytes are no text
    /// at all.
    pub fn parse(bytes: &[u8], lexicons: &[LexiconFacts]) -> Result<Self, Vec<Fault>> {
        let text = as_text(bytes).map_err(|fault| vec![fault])?;
        let notes = Notes::new(text);
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let at = error.span().map_or(0, |span| span.start);
            let message = toml_message(error.message(), text.get(at..).unwrap_or(""));
            notes.note(at, String::new(), FaultKind::NotToml { message });
        }
        // Where the text is broken, keys may seem missing or unknown that are not: the syntax is
        // mended first.
        let game = if errors.is_empty() {
            read_game(&notes, &Section::root(&notes, &document), lexicons)
        } else {
            None
        };
        match game {
            Some(game) if notes.is_clean() => Ok(game),
            _ => Err(notes.into_faults()),
        }
    }
}

/// What the TOML parser says of the text from a place on; of a value that is not there it says that
/// texts need quotes.
fn toml_message(said: &str, from: &str) -> String {
    let rest = from.trim_start_matches([' ', '\t', '\r']);
    let is_bare = rest.is_empty() || rest.starts_with(['\n', '#']);
    let message =
        if is_bare && said.starts_with("string values") { "the value is missing" } else { said };
    message.to_owned()
}

fn as_text(bytes: &[u8]) -> Result<&str, Fault> {
    let whole = |line, kind| Fault { line, key: String::new(), kind };
    if bytes.len() > MAX_FILE_BYTES {
        let kind = FaultKind::Enormous { bytes: bytes.len(), most: MAX_FILE_BYTES };
        return Err(whole(1, kind));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        whole(1 + before.iter().filter(|&&byte| byte == b'\n').count(), FaultKind::NotUtf8)
    })?;
    if text.trim().is_empty() {
        return Err(whole(1, FaultKind::EmptyFile));
    }
    Ok(text)
}

fn read_game(notes: &Notes, root: &Section<'_>, lexicons: &[LexiconFacts]) -> Option<Game> {
    let id = root.word(
        "id",
        "a letter, then letters a–z, digits and single hyphens, 40 at most",
        GameId::new,
    );
    let version = root.number("version", 1..=u64::from(u32::MAX));
    let name = root.section("name").and_then(|section| {
        let (fr, en) = (section.text("fr"), section.text("en"));
        section.finish();
        Some(Name { fr: fr?.value.to_owned(), en: en?.value.to_owned() })
    });
    let channel = root.word("channel", "\"online\" or \"retail\"", |text| match text {
        "online" => Some(Channel::Online),
        "retail" => Some(Channel::Retail),
        _ => None,
    });
    let currency = root.word("currency", "three capital letters, as EUR", |text| {
        let sound = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
        sound.then(|| text.to_string())
    });
    let price = root.number("price_cents", 1..=u64::MAX);
    // 32 bits: a block's units are counted, dealt and indexed with them.
    let block_units = root.number("block_units", 1..=u64::from(u32::MAX));
    if let (Some(price), Some(units)) = (&price, &block_units)
        && price.value.checked_mul(units.value).is_none()
    {
        price.fault(notes, FaultKind::TooLarge);
    }
    let source = root.has("source").then(|| read_source(root)).flatten();
    let opening = read_opening(root, channel.as_ref());
    let (crossword, payable) = match root.section("crossword") {
        Some(section) => crossword::read(notes, &section, lexicons),
        None => (None, None),
    };
    let table = prizes::read(notes, root, block_units.as_ref(), payable.as_ref());
    root.finish();
    let (prizes, stated) = table?;
    Some(Game {
        id: id?.value,
        version: u32::try_from(version?.value).ok()?,
        name: name?,
        channel: channel?.value,
        currency: currency?.value,
        price: Cents(price?.value),
        block_units: u32::try_from(block_units?.value).ok()?,
        source,
        opening,
        mechanic: Mechanic::Crossword(crossword?),
        prizes,
        stated,
    })
}

fn read_source(root: &Section<'_>) -> Option<Source> {
    let section = root.section("source")?;
    let (title, date) = (section.text("title"), section.date("date"));
    let articles = section.section("articles").map(|articles| articles.texts_by_key(&ARTICLE_KEYS));
    section.finish();
    Some(Source {
        title: title?.value.to_owned(),
        date: date?,
        articles: articles?.into_iter().collect(),
    })
}

fn read_opening(root: &Section<'_>, channel: Option<&Found<Channel>>) -> Option<Opening> {
    if !root.has("opening") {
        return None;
    }
    let section = root.section("opening")?;
    let planned = section.date("planned");
    section.finish();
    if channel.is_some_and(|channel| channel.value == Channel::Retail) {
        section.fault(FaultKind::OpeningOffline);
    }
    Some(Opening { planned: planned? })
}
