//! Mots Croisés, 3 November 2011.

use game::{Grid, complete_words, score};

use crate::texts::{FOURTEEN, MOTS_CROISES, check, check_above, grid, set, unit, with_complete};

/// Asks for the lot of the fourteen letters and one grid, in euros.
#[track_caller]
fn check_grid(text: &str, euros: u64) {
    check(&MOTS_CROISES, &unit(FOURTEEN, &[text]), euros);
}

/// What the runs of a grid read, across first.
fn words(grid: &Grid) -> Vec<String> {
    grid.runs().map(|run| grid.run_text(&run)).collect()
}

/// Article 4.1.
#[test]
fn mots_croises_4_1_fourteen_question_marks_and_one_grid_of_eighteen_words() {
    let rules = MOTS_CROISES.crossword();
    assert_eq!((rules.letters, rules.grids, rules.words_per_grid), (14, 1, 18));
}

/// Article 4.5.
#[test]
fn mots_croises_4_5_two_complete_words_win() {
    check_grid(&with_complete(2), 3);
    check_grid("CHAT... ....... LOUP... ....... SOL.RAF", 3);
}

/// Article 4.5: a word across and one down count alike, and share a letter.
#[test]
fn mots_croises_4_5_words_run_across_or_down() {
    check_grid("SOL O.. L..", 3);
    check_grid("S.R O.A L.T", 3);
    check_grid("SOL ... RAT", 3);
}

/// Article 4.5: grey cells and edges bound a word.
#[test]
fn mots_croises_4_5_grey_cells_and_edges_bound_a_word() {
    // Both from edge to edge; then both between grey cells; then one of each.
    check_grid("SOL ... RAT", 3);
    check_grid("..... .SOL. ..... .RAT. .....", 3);
    check_grid("SOL.. ..... ..RAT", 3);
    check_grid("....S ....O ....L R.... A.... T....", 3);
    // A row does not go on in the next one, nor a column at the top of the next one.
    assert_eq!(words(&grid("..SO L...")), ["SO"]);
    assert_eq!(words(&grid(".L .. S. O.")), ["SO"]);
}

/// Article 4.5: a longer run is not the words inside it.
#[test]
fn mots_croises_4_5_a_run_is_unbroken() {
    check_grid("SOLRAT ...... ......", 0);
    check_grid("SOL.RAT ....... .......", 3);
    // X breaks nothing: it is a letter that is not there, and the run is one that lacks it.
    check_grid("SOLXRAT ....... LE.....", 0);
}

/// Article 4.5: two letters that touch are an unbroken run like any other.
#[test]
fn mots_croises_4_5_two_letters_that_touch_are_a_run() {
    check_grid("SOL ..A", 3);
    assert_eq!(words(&grid("SOL ..A")), ["SOL", "LA"]);
    // A single letter is none.
    check_grid("SOL ... A.A", 0);
}

/// Article 4.5: every letter of the word must be among the fourteen.
#[test]
fn mots_croises_4_5_one_letter_that_lacks_spoils_a_word() {
    check_grid("SOL ... RAT", 3);
    check_grid("SOL ... RAF", 0);
    check_grid("SOL ... FAR", 0);
    check_grid("SOL ... RFT", 0);
}

/// Article 4.5: a letter shows wherever it stands.
#[test]
fn mots_croises_4_5_a_letter_serves_wherever_it_stands() {
    check(&MOTS_CROISES, &unit("ANBCDEFGHIJKLM", &["ANANAN ...... NANA.. ...... AN..NA"]), 13);
}

/// Article 4.5: nothing diagonal.
#[test]
fn mots_croises_4_5_nothing_is_read_diagonally() {
    let diagonal = grid("S....R .O..A. ..LT.. ..UA.. .R..O. T....S");
    let across_and_down = ["LT", "UA", "LU", "TA"];
    assert_eq!(words(&diagonal), across_and_down);
    check_grid("S.... .O... ..L.. ...E. ....S", 0);
    check_grid("....S ...O. ..L.. .E... S....", 0);
    assert_eq!(complete_words(&grid("S.T .O. L.R"), set(FOURTEEN)), 0);
}

/// Article 4.5: nothing from right to left, nothing from bottom to top.
#[test]
fn mots_croises_4_5_nothing_is_read_leftward_or_upward() {
    // EMIR read leftward is RIME, a word too: one word all the same.
    assert_eq!(words(&grid("EMIR")), ["EMIR"]);
    assert_eq!(words(&grid("E M I R")), ["EMIR"]);
    check_grid("EMIR", 0);
    check_grid("E M I R", 0);
    // A palindrome is one word.
    check_grid("RADAR ..... ELLE.", 3);
}

/// Articles 4.6, every line of the list.
#[test]
fn mots_croises_4_6_every_line_of_the_list() {
    let list = [(2, 3), (3, 6), (4, 13), (5, 30), (6, 150), (7, 500), (8, 1_000), (9, 30_000)];
    for (complete, euros) in list {
        check_grid(&with_complete(complete), euros);
    }
}

/// Article 4.6: the lot is one amount, that of the number of words, not a sum over the words.
#[test]
fn mots_croises_4_6_one_lot_at_most() {
    // Four words are 13 €; neither 3 + 3, nor 3 + 6 + 13.
    let four = unit(FOURTEEN, &[&with_complete(4)]);
    let score = score(&MOTS_CROISES, &four).expect("four words are on the list");
    assert_eq!((score.complete, score.lot.0), ([4, 0, 0, 0], 1_300));
}

/// Article 4.7.
#[test]
fn mots_croises_4_7_no_word_and_one_word_lose() {
    check_grid(&with_complete(0), 0);
    check_grid(&with_complete(1), 0);
    check_grid("...", 0);
}

/// Article 4.6 stops at nine words, and 4.5 lets two *or more* win: above nine the texts are silent.
#[test]
fn mots_croises_4_7_above_nine_words_is_neither_win_nor_loss() {
    for complete in 10..=18 {
        check_above(&MOTS_CROISES, &unit(FOURTEEN, &[&with_complete(complete)]), 0, complete);
    }
}
