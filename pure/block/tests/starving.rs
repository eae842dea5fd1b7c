//! Word lists in which there is little or nothing to be made: a bounded number of steps, then an
//! error that says what starved.

#![expect(clippy::unwrap_used, reason = "a sample that cannot be read fails the test")]

mod sample;

use block::{MakeError, Maker, Recipe, Secret};
use game::{Game, LexiconFacts};
use grid::Lexicon;

fn make(words: &str, words_per_grid: u8) -> Result<(), MakeError> {
    let lexicon = Lexicon::parse(words).unwrap();
    let facts =
        LexiconFacts { name: "fr".to_owned(), words_by_length: lexicon.words_by_length().to_vec() };
    let text = sample::HARSH
        .replace("words_per_grid = 18", &format!("words_per_grid = {words_per_grid}"))
        .replace("min = 3, max = 8", "min = 3, max = 3");
    let cut = text.find("\n[[crossword.pays]]").unwrap();
    let text = text[..cut].to_owned()
        + "\n[[crossword.pays]]\nwords = 1\ncents = 500\n\n[[prize]]\ncount = 5\ncents = 500\n";
    let game = Game::parse(text.as_bytes(), &[facts]).unwrap();
    let recipe = Recipe::new(game, &lexicon, &Secret::new(&[[1; 32]], b"", [1; 32], [2; 32]))?;
    Maker::new(&recipe).face(0)?;
    Ok(())
}

/// Three words without a common letter: no two of them can cross.
#[test]
fn words_without_a_common_letter_are_named() {
    let error = make("ABC\nDEF\nGHI", 3).unwrap_err();
    let MakeError::Starved(starved) = error else { panic!("another error: {error}") };
    assert_eq!(starved.length, 3);
    assert_eq!(starved.pattern, "...", "no first word leaves room for a second");
}

#[test]
fn too_few_words_starve() {
    let error = make("ABC\nCDA", 6).unwrap_err();
    assert!(matches!(error, MakeError::Starved(_)), "{error}");
}

#[test]
fn too_many_words_for_the_square_have_no_shape() {
    let error = make("ABA\nACA\nADA\nBAB", 32).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, MakeError::NoShape(_) | MakeError::Starved(_)), "{text}");
}
