//! What is fuzzed: plain functions over bytes. Each must end, in bounded memory, without a panic;
//! and what it accepts must be what it says.
//!
//! `fuzz_targets/` calls them with bytes that a fuzzer breeds, a test of `vault` with a fixed
//! corpus and its mutants. A block on disk has a file of its own, `directory.rs`, and so has the
//! independent verifier, `verifier.rs`.

use std::sync::LazyLock;

use block::Layout;
use block::note::{Checkpoint, VerifierKey, is_signed};
use game::{ANY_LEXICON, Game, LexiconFacts};
use grid::Lexicon;
use vault::Manifest;

/// A game file: refused with faults, or a game whose table fits its block.
pub(crate) fn game_file(bytes: &[u8]) {
    let words_by_length = [0, 0].into_iter().chain([900; 14]).collect();
    let facts = LexiconFacts { name: ANY_LEXICON.to_owned(), words_by_length };
    match Game::parse(bytes, &[facts]) {
        Ok(game) => {
            assert!(game.winning_units() <= game.block_units);
            assert!(game.prize_total().0 < u64::MAX && game.block_price().0 < u64::MAX);
        }
        Err(faults) => assert!(!faults.is_empty(), "a refusal says why"),
    }
}

/// A word list: refused with faults, or words in their order.
pub(crate) fn word_list(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match Lexicon::parse(text) {
        Ok(list) => {
            let words: u32 = list.words_by_length().iter().sum();
            assert_eq!(words as usize, text.lines().count());
        }
        Err(faults) => assert!(!faults.is_empty(), "a refusal says why"),
    }
}

/// A manifest: refused, or written again as what it was read as.
pub(crate) fn manifest(bytes: &[u8]) {
    if let Ok(manifest) = Manifest::parse(bytes) {
        let again = Manifest::parse(&manifest.to_bytes()).expect("what was written is read");
        assert_eq!(again, manifest);
    }
}

/// A checkpoint: refused, or a text that begins as its parts write it.
pub(crate) fn checkpoint(bytes: &[u8]) {
    let Ok(note) = str::from_utf8(bytes) else { return };
    let key = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    let key = VerifierKey::parse(key).expect("a verifier key");
    assert!(!is_signed(note, &key), "nobody has that key's other half");
    if let Ok(checkpoint) = Checkpoint::parse(note) {
        assert!(note.starts_with(&checkpoint.text()));
        assert!(checkpoint.origin.ends_with(checkpoint.block()));
    }
}

/// The plain text of a record: refused, or a unit that is written as those bytes.
pub(crate) fn record(bytes: &[u8]) {
    // The rules are read once: they are not what is fuzzed here.
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
        let text = include_bytes!("../games/maxi-mots-croises.toml");
        let words_by_length = [0, 0].into_iter().chain([900; 14]).collect();
        let facts = LexiconFacts { name: ANY_LEXICON.to_owned(), words_by_length };
        Layout::of(&Game::parse(text, &[facts]).expect("what ships is sound"))
    });
    let layout = &*LAYOUT;
    if let Some(unit) = layout.read(bytes) {
        let salt = bytes[..block::SALT].try_into().expect("a record begins with its salt");
        let mut again = Vec::new();
        layout.write(&salt, &unit, &mut again);
        assert_eq!(again, bytes);
    }
}
