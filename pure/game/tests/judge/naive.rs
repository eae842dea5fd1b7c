//! The judge against a second one, written from the articles with texts alone.

use std::collections::BTreeSet;

use game::{Cell, Cents, Direction, Game, Grid, Letter, LetterSet, Unit, complete_words, score};
use proptest::prelude::*;

use crate::invented;
use crate::texts::{grid, letters, shown};

/// Rows as texts, then columns as texts.
fn lines(grid: &Grid) -> (Vec<String>, Vec<String>) {
    let rows: Vec<String> = grid.rows_text().collect();
    let column = |at: usize| rows.iter().map(|row| row.as_bytes()[at] as char).collect();
    let columns = (0..usize::from(grid.columns())).map(column).collect();
    (rows, columns)
}

/// Article 4.5: unbroken runs between grey cells or edges, to the right and downward.
fn words(grid: &Grid) -> Vec<String> {
    let (rows, columns) = lines(grid);
    let pieces = rows.iter().chain(&columns).flat_map(|line| line.split('.'));
    pieces.filter(|piece| piece.len() > 1).map(str::to_owned).collect()
}

/// Article 4.5: complete when all its letters are among the player's.
fn complete(grid: &Grid, letters: &str) -> usize {
    words(grid).iter().filter(|word| word.chars().all(|letter| letters.contains(letter))).count()
}

/// Article 4.6: what each grid gives by its number of words; none above the list. `list` begins
/// with what two words give.
fn gain(grid: &Grid, letters: &str, list: &[u64]) -> Option<u64> {
    match complete(grid, letters) {
        0 | 1 => Some(0),
        more => list.get(more - 2).copied(),
    }
}

fn text(letters: &[Letter]) -> String {
    letters.iter().map(ToString::to_string).collect()
}

/// How two grids' amounts make one lot.
type Combination = fn(u64, u64) -> u64;

/// Compares the two judges on one unit.
#[track_caller]
fn compare(game: &Game, unit: &Unit, list: &[u64], combine: Combination) {
    let letters = text(&unit.letters);
    let gains = unit.grids.iter().map(|grid| gain(grid, &letters, list));
    let expected = gains.reduce(|one, other| Some(combine(one?, other?))).expect("a grid");
    let found = score(game, unit);
    assert_eq!(found.ok().map(|score| score.lot), expected.map(Cents), "{}", shown(unit));
    for (at, grid) in unit.grids.iter().enumerate() {
        let words = complete(grid, &letters);
        assert_eq!(usize::from(complete_words(grid, unit.letter_set())), words);
        match found {
            Ok(score) => assert_eq!(usize::from(score.complete[at]), words),
            Err(above) if above.grid == at => assert_eq!(usize::from(above.complete), words),
            Err(_) => {}
        }
    }
}

/// Every grid of `rows` × `columns` over grey and the first letters of the alphabet.
fn every_grid(rows: u8, columns: u8, letters: u8) -> impl Iterator<Item = Grid> {
    let cells = u32::from(rows) * u32::from(columns);
    let states = u32::from(letters) + 1;
    (0..states.pow(cells)).map(move |mut number| {
        let cell = |state: u32| state.checked_sub(1).map(|at| Letter::from_index(at as u8));
        let cells = (0..cells).map(|_| {
            let state = number % states;
            number /= states;
            cell(state)
        });
        Grid::new(rows, columns, cells.collect())
    })
}

/// Every set over the first letters of the alphabet, the empty one too.
fn every_set(letters: u8) -> impl Iterator<Item = Vec<Letter>> {
    (0..1 << letters).map(|bits| LetterSet::from_bits(bits).iter().collect())
}

#[test]
fn both_judges_agree_on_every_tiny_grid_and_letter_set() {
    let game = invented::game(1, "sum", &[300, 600]);
    let mut units = 0;
    for (rows, columns) in [(1, 5), (2, 3), (3, 2), (5, 1)] {
        for grid in every_grid(rows, columns, 3) {
            for letters in every_set(4) {
                let unit = Unit { letters, grids: vec![grid.clone()] };
                compare(&game, &unit, &[300, 600], |_, _| unreachable!("one grid"));
                units += 1;
            }
        }
    }
    assert_eq!(units, 16 * (2 * 4_usize.pow(5) + 2 * 4_usize.pow(6)));
}

#[test]
fn both_judges_agree_on_every_square_of_nine_cells() {
    let game = invented::game(1, "sum", &[300, 450, 900]);
    for grid in every_grid(3, 3, 2) {
        for letters in every_set(2) {
            let unit = Unit { letters, grids: vec![grid.clone()] };
            compare(&game, &unit, &[300, 450, 900], |_, _| unreachable!("one grid"));
        }
    }
}

#[test]
fn both_judges_agree_on_every_pair_of_tiny_grids() {
    let grids: Vec<Grid> = every_grid(2, 2, 2).collect();
    let combinations: [(&str, Combination); 2] =
        [("sum", |one, other| one + other), ("highest", u64::max)];
    for (name, combine) in combinations {
        let game = invented::game(2, name, &[300, 450]);
        for one in &grids {
            for other in &grids {
                for letters in every_set(2) {
                    let unit = Unit { letters, grids: vec![one.clone(), other.clone()] };
                    compare(&game, &unit, &[300, 450], combine);
                }
            }
        }
    }
}

/// The cells that can be walked to from the first letter, a step at a time, as a set that grows
/// until it does not.
fn hangs_together(grid: &Grid) -> bool {
    let (rows, columns) = (i32::from(grid.rows()), i32::from(grid.columns()));
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let filled: BTreeSet<(i32, i32)> =
        places.filter(|&(row, column)| grid.cell(row as u8, column as u8).is_some()).collect();
    let mut reached: BTreeSet<(i32, i32)> = filled.first().copied().into_iter().collect();
    loop {
        let near = reached.iter().flat_map(|&(row, column)| {
            [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        });
        let near: BTreeSet<_> = near.filter(|place| filled.contains(place)).collect();
        let before = reached.len();
        reached.extend(near);
        if reached.len() == before {
            return reached == filled;
        }
    }
}

#[test]
fn connectedness_agrees_with_a_second_way_on_every_square_of_sixteen_cells() {
    for grid in every_grid(4, 4, 1) {
        assert_eq!(grid.is_connected(), hangs_together(&grid), "{grid:?}");
    }
}

#[test]
fn lines_of_the_greatest_size_are_read() {
    let row = "A".repeat(255);
    let across = grid(&row);
    assert_eq!(complete_words(&across, letters("A").into_iter().collect()), 1);
    let down = grid(&"A ".repeat(255));
    assert_eq!(down.runs().map(|run| run.length).collect::<Vec<_>>(), [255]);
    assert!(across.is_connected() && down.is_connected());
    let pairs = grid(&".AA".repeat(85));
    assert_eq!(pairs.runs().count(), 85);
}

fn cell() -> impl Strategy<Value = Cell> {
    // Half of the cells are grey, as in a crossword.
    prop_oneof![Just(None), (0..26_u8).prop_map(|at| Some(Letter::from_index(at)))]
}

fn any_grid() -> impl Strategy<Value = Grid> {
    (1..=11_u8, 1..=11_u8).prop_flat_map(|(rows, columns)| {
        let cells = usize::from(rows) * usize::from(columns);
        proptest::collection::vec(cell(), cells)
            .prop_map(move |cells| Grid::new(rows, columns, cells))
    })
}

fn any_set() -> impl Strategy<Value = LetterSet> {
    any::<u32>().prop_map(LetterSet::from_bits)
}

proptest! {
    /// Runs are what is left of the lines when they are cut at the grey cells, in the same order.
    #[test]
    fn runs_agree_with_cut_texts(grid in any_grid()) {
        let found: Vec<String> = grid.runs().map(|run| grid.run_text(&run)).collect();
        prop_assert_eq!(found, words(&grid));
        for run in grid.runs() {
            let (line, at) = match run.direction {
                Direction::Across => (lines(&grid).0[usize::from(run.row)].clone(), run.column),
                Direction::Down => (lines(&grid).1[usize::from(run.column)].clone(), run.row),
            };
            let (start, end) = (usize::from(at), usize::from(at + run.length));
            prop_assert_eq!(&line[start..end], grid.run_text(&run));
            prop_assert!(start == 0 || &line[start - 1..start] == ".");
            prop_assert!(end == line.len() || &line[end..=end] == ".");
            let needed: LetterSet = letters(&line[start..end]).into_iter().collect();
            prop_assert_eq!(run.letters, needed);
        }
    }

    /// A letter more never lowers a count.
    #[test]
    fn a_letter_more_never_lowers_a_count(grid in any_grid(), set in any_set(), more in 0..26_u8) {
        let before = complete_words(&grid, set);
        prop_assert!(complete_words(&grid, set.with(Letter::from_index(more))) >= before);
        prop_assert_eq!(complete_words(&grid, LetterSet::EMPTY), 0);
        prop_assert_eq!(usize::from(complete_words(&grid, LetterSet::ALL)), words(&grid).len());
    }

    /// The order of the letters under the tiles tells nothing.
    #[test]
    fn both_judges_agree_on_grids_of_any_size(
        grids in proptest::collection::vec(any_grid(), 3),
        set in any_set(),
    ) {
        let list = [300, 450, 600, 1_000, 9_000];
        let mut letters: Vec<Letter> = set.iter().collect();
        letters.reverse();
        let unit = Unit { letters, grids };
        compare(&invented::game(3, "highest", &list), &unit, &list, u64::max);
        compare(&invented::game(3, "sum", &list), &unit, &list, |one, other| one + other);
    }

    #[test]
    fn connectedness_agrees_with_a_second_way(grid in any_grid()) {
        prop_assert_eq!(grid.is_connected(), hangs_together(&grid));
    }

    /// A grid's text is the grid.
    #[test]
    fn a_grid_is_its_rows(grid in any_grid()) {
        let rows: Vec<String> = grid.rows_text().collect();
        prop_assert_eq!(Grid::from_rows(&rows).expect("its own rows"), grid);
    }
}
