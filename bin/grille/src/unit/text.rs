//! A unit as a person likes to see it in a terminal.

use std::fmt::Write;

use game::{Game, Grid, LetterSet, Unit, score};

use crate::money::money;

/// How a cell is shown.
#[derive(Clone, Copy, PartialEq)]
enum Ink {
    Grey,
    Covered,
    Found,
    Complete,
}

/// The unit's letters, its grids, the completed words and the lot.
pub(crate) fn card(game: &Game, index: u64, unit: &Unit, colours: bool) -> String {
    let set = unit.letter_set();
    let letters: Vec<String> = unit.letters.iter().map(ToString::to_string).collect();
    let mut text = format!("{} · unit {index}\n\n", game.name.fr);
    for row in letters.chunks(letters.len().div_ceil(2).max(1)) {
        writeln!(text, "   {}", row.join("  ")).expect("writing to a text");
    }
    text.push('\n');
    for grid in &unit.grids {
        text += &picture(grid, set, colours);
        let completed: Vec<String> = grid
            .runs()
            .filter(|run| set.covers(run.letters))
            .map(|run| grid.run_text(&run))
            .collect();
        let words = match completed.len() {
            0 => "no complete word".to_owned(),
            1 => format!("1 complete word: {}", completed[0]),
            count => format!("{count} complete words: {}", completed.join(" ")),
        };
        text += &format!("\n  {words}\n\n");
    }
    let lot = score(game, unit).expect("a made unit is on the pay list").lot;
    match lot.0 {
        0 => text += "  Loses.\n\n",
        _ => text += &format!("  Wins {}.\n\n", money(lot, &game.currency)),
    }
    text
}

fn picture(grid: &Grid, set: LetterSet, colours: bool) -> String {
    let ink = inks(grid, set);
    let columns = usize::from(grid.columns());
    let mut text = format!("  ┌{}┐\n", "───".repeat(columns));
    for (cells, inks) in grid.cells().chunks(columns).zip(ink.chunks(columns)) {
        text.push_str("  │");
        for (&letter, &ink) in cells.iter().zip(inks) {
            text += &cell(letter.map_or('░', game::Letter::char), ink, colours);
        }
        text.push_str("│\n");
    }
    text + &format!("  └{}┘", "───".repeat(columns))
}

/// With colours, completed words are black on yellow and letters that were not found are dim.
/// Without, completed words stand in capitals between brackets, found letters in capitals, and
/// letters that were not found are small.
fn cell(letter: char, ink: Ink, colours: bool) -> String {
    match (ink, colours) {
        (Ink::Grey, true) => "\x1b[90m░░░\x1b[0m".to_owned(),
        (Ink::Grey, false) => "░░░".to_owned(),
        (Ink::Covered, true) => format!("\x1b[2m {} \x1b[0m", letter.to_ascii_lowercase()),
        (Ink::Covered, false) => format!(" {} ", letter.to_ascii_lowercase()),
        (Ink::Found, true) => format!("\x1b[1m {letter} \x1b[0m"),
        (Ink::Found, false) => format!(" {letter} "),
        (Ink::Complete, true) => format!("\x1b[1;30;43m {letter} \x1b[0m"),
        (Ink::Complete, false) => format!("[{letter}]"),
    }
}

fn inks(grid: &Grid, set: LetterSet) -> Vec<Ink> {
    let plain = grid.cells().iter().map(|cell| match cell {
        None => Ink::Grey,
        Some(letter) if set.contains(*letter) => Ink::Found,
        Some(_) => Ink::Covered,
    });
    let mut inks: Vec<Ink> = plain.collect();
    for run in grid.runs().filter(|run| set.covers(run.letters)) {
        for cell in grid.run_cells(&run) {
            inks[cell] = Ink::Complete;
        }
    }
    inks
}
