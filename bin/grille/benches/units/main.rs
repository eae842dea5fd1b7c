//! How fast units are made, by stage, on one core, beside a maker that is fixed for good.
//!
//! `cargo xtask bench` runs it. Everything that is compared is measured in one run, the stages in
//! turn and several times over, and the median is told, since a shared machine is noisy.

mod reference;

use std::hint::black_box;
use std::time::Instant;

use block::{LetterSets, Maker, Reach, Recipe, Secret, Words, draw_letters};
use chance::StreamKey;
use game::{Game, LexiconFacts};
use grid::Lexicon;

const LEXICON: &str = include_str!("../../../../lexicon/fr.txt");
const GAMES: [(&str, &[u8]); 2] = [
    ("mots-croises", include_bytes!("../../../../games/mots-croises.toml")),
    ("maxi-mots-croises", include_bytes!("../../../../games/maxi-mots-croises.toml")),
];
/// Units a round.
const UNITS: u64 = 20_000;
/// Units a round of the reference maker, which is slow.
const REFERENCE_UNITS: u64 = 8;
const ROUNDS: usize = 7;

fn main() {
    // Cargo passes `--bench`; a filter or another flag means nothing here.
    let lexicon = Lexicon::parse(LEXICON).expect("the shipped list is sound");
    let facts =
        LexiconFacts { name: "fr".to_owned(), words_by_length: lexicon.words_by_length().to_vec() };
    println!("on one core, median of {ROUNDS} rounds of {UNITS} units, microseconds a unit\n");
    for (name, bytes) in GAMES {
        let game =
            Game::parse(bytes, std::slice::from_ref(&facts)).expect("shipped games are sound");
        measure(name, &game, &lexicon);
    }
}

/// The median time of one unit in microseconds.
fn median(units: u64, mut round: impl FnMut(u64)) -> f64 {
    let mut times: Vec<f64> = (0..=ROUNDS as u64)
        .map(|number| {
            let start = Instant::now();
            round(number);
            start.elapsed().as_secs_f64() * 1e6 / units as f64
        })
        // The first round warms up.
        .skip(1)
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn measure(name: &str, game: &Game, lexicon: &Lexicon) {
    let rules = game.crossword().clone();
    let secret = Secret::new(&[[7; 32]], b"", [1; 32], [2; 32]);
    let recipe =
        Recipe::new(game.clone(), lexicon, &secret).expect("the shipped games have shapes");
    let mut maker = Maker::new(&recipe);
    let amounts = recipe.amounts();
    let sets = LetterSets::new(rules.letters);

    let face = median(UNITS, |round| {
        for index in round * UNITS..(round + 1) * UNITS {
            maker.fill_face(index).expect("a face");
            black_box(maker.last_face());
        }
    });
    let accepted = median(UNITS, |round| {
        for index in round * UNITS..(round + 1) * UNITS {
            black_box(maker.face(index).expect("a face"));
        }
    });
    let faces: Vec<Words> =
        (0..UNITS).map(|index| maker.face(index).expect("a face").words().clone()).collect();
    let acceptance = median(UNITS, |_| {
        for words in &faces {
            black_box(Reach::new(words).reaches_all(rules.letters, amounts));
        }
    });
    let key = StreamKey::new([3; 32]);
    let letters = median(UNITS, |round| {
        for (index, words) in (round * UNITS..).zip(&faces) {
            let mut chance = key.stream(index, 0);
            black_box(draw_letters(&mut chance, words, &sets, amounts, recipe.loose_amount(index)));
        }
    });
    let unit = median(UNITS, |round| {
        for index in round * UNITS..(round + 1) * UNITS {
            black_box(maker.unit(index, recipe.loose_amount(index)).expect("a unit"));
        }
    });
    let (reference_face, reference_unit) = measure_reference(game, lexicon, &recipe);
    let grids = f64::from(rules.grids);
    let row = |what: &str, time: f64| println!("  {what:<34}{time:>10.2} µs");
    println!("{name}");
    row("face (all grids)", face);
    row("acceptance", acceptance);
    row("faces refused and drawn again", (accepted - face - acceptance).max(0.0));
    row("letters", letters);
    row("the rest (grids, judge, order)", (unit - accepted - letters).max(0.0));
    row("unit", unit);
    println!("  {:<34}{:>10.0} a second", "grids", grids * 1e6 / face);
    println!("  {:<34}{:>10.0} a second", "units", 1e6 / unit);
    println!(
        "  reference maker: {:.0} grids and {:.0} units a second; ratios {:.0} and {:.0}\n",
        grids * 1e6 / reference_face,
        1e6 / reference_unit,
        reference_face / face,
        reference_unit / unit,
    );
}

/// The reference maker's times for a unit's face and for a whole unit.
fn measure_reference(game: &Game, lexicon: &Lexicon, recipe: &Recipe) -> (f64, f64) {
    let mut old = reference::Maker::new(game, lexicon);
    let face = median(REFERENCE_UNITS, |round| {
        for index in round * REFERENCE_UNITS..(round + 1) * REFERENCE_UNITS {
            black_box(old.face(index));
        }
    });
    let unit = median(REFERENCE_UNITS, |round| {
        for index in round * REFERENCE_UNITS..(round + 1) * REFERENCE_UNITS {
            black_box(old.unit(index, recipe.amounts().amount(recipe.loose_amount(index))));
        }
    });
    (face, unit)
}
