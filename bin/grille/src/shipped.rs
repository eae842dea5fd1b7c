//! What ships inside the program: the games and the word lists.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use game::{Channel, Fault, Game, LexiconFacts};
use grid::Lexicon;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use vault::Rules;

/// What `--version` says: the word list's notice is part of it.
pub(crate) const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\n\nCode: MIT OR Apache-2.0. Not affiliated with any lottery; no real money is taken.",
    "\nWord list inside: derived from Lexique 3.83 (Boris New, Christophe Pallier and others,",
    "\nwww.lexique.org), licence CC BY-SA 4.0; normalised, filtered, blocked forms removed."
);

#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*.toml"]
#[exclude = "*/*"]
struct Games;

#[derive(RustEmbed)]
#[folder = "../../lexicon"]
#[include = "*.txt"]
#[exclude = "*/*"]
struct Lexicons;

/// A game and the bytes that it was read from.
pub(crate) struct Source {
    pub(crate) bytes: Vec<u8>,
    pub(crate) game: Game,
}

/// A word list and the hash of its bytes.
pub(crate) struct WordList {
    pub(crate) lexicon: Lexicon,
    pub(crate) hash: [u8; 32],
}

/// The ids of the games that ship, in alphabetical order.
pub(crate) fn game_ids() -> Vec<String> {
    let mut ids: Vec<String> =
        Games::iter().filter_map(|path| path.strip_suffix(".toml").map(str::to_owned)).collect();
    ids.sort_unstable();
    ids
}

/// The bytes of a game file: a shipped id, or the path of a file.
pub(crate) fn game_bytes(name: &str) -> anyhow::Result<Vec<u8>> {
    if let Some(file) = Games::get(&format!("{name}.toml")) {
        return Ok(file.data.into_owned());
    }
    let path = Path::new(name);
    if !path.exists() && !name.contains(['/', '.']) {
        bail!("no game is called {name}; games that ship: {}", game_ids().join(", "));
    }
    std::fs::read(path).with_context(|| format!("reading the game file {name}"))
}

/// Reads a game, or says everything that is wrong with its file.
pub(crate) fn parse(bytes: &[u8]) -> anyhow::Result<Result<Game, Vec<Fault>>> {
    Ok(Game::parse(bytes, &facts()?))
}

/// A game, by shipped id or path; a faulty file is a failure here.
pub(crate) fn game(name: &str) -> anyhow::Result<Source> {
    let bytes = game_bytes(name)?;
    match parse(&bytes)? {
        Ok(game) => Ok(Source { bytes, game }),
        Err(faults) => {
            let lines: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            bail!("{name} is not a sound game file:{}", lines.concat())
        }
    }
}

/// The paper games that ship and that are none of `sold`: a site lets them be tried without money.
pub(crate) fn trials(sold: &[Arc<Game>]) -> anyhow::Result<Vec<Arc<Game>>> {
    let games = game_ids().into_iter().map(|id| game(&id).map(|source| source.game));
    let games = games.collect::<anyhow::Result<Vec<Game>>>()?;
    let is_trial = |game: &Game| {
        game.channel == Channel::Retail && sold.iter().all(|other| other.id != game.id)
    };
    Ok(games.into_iter().filter(is_trial).map(Arc::new).collect())
}

/// A game's file and the word list that it names, for a block to be dealt from.
pub(crate) fn rules(name: &str) -> anyhow::Result<Rules> {
    let source = game(name)?;
    let lexicon = lexicon_file(&source.game.crossword().lexicon)?;
    Ok(Rules::parse(source.bytes, lexicon.data.into_owned())?)
}

/// The word list of a parsed game.
pub(crate) fn word_list(game: &Game) -> anyhow::Result<WordList> {
    lexicon(&game.crossword().lexicon)
}

fn lexicon(name: &str) -> anyhow::Result<WordList> {
    let file = lexicon_file(name)?;
    let text = std::str::from_utf8(&file.data).context("the word list is not UTF-8")?;
    let lexicon = Lexicon::parse(text).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        anyhow::anyhow!("the word list {name} is not sound:{}", lines.concat())
    })?;
    Ok(WordList { lexicon, hash: hash(&file.data) })
}

fn lexicon_file(name: &str) -> anyhow::Result<EmbeddedFile> {
    Lexicons::get(&format!("{name}.txt")).with_context(|| format!("no word list is called {name}"))
}

fn facts() -> anyhow::Result<Vec<LexiconFacts>> {
    let names = Lexicons::iter().filter_map(|path| path.strip_suffix(".txt").map(str::to_owned));
    let mut facts = names
        .map(|name| {
            let words_by_length = lexicon(&name)?.lexicon.words_by_length().to_vec();
            Ok(LexiconFacts { name, words_by_length })
        })
        .collect::<anyhow::Result<Vec<LexiconFacts>>>()?;
    facts.sort_by(|one, two| one.name.cmp(&two.name));
    Ok(facts)
}

/// SHA-256.
pub(crate) fn hash(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
