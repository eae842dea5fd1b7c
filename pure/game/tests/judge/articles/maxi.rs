//! Maxi Mots Croisés, 17 January 2013.

use game::score;

use crate::texts::{EIGHTEEN, MAXI, check, check_above, unit, with_complete};

/// Asks for the lot of the eighteen letters and two grids, in euros.
#[track_caller]
fn check_grids(first: &str, second: &str, euros: u64) {
    check(&MAXI, &unit(EIGHTEEN, &[first, second]), euros);
    check(&MAXI, &unit(EIGHTEEN, &[second, first]), euros);
}

/// The same for grids with so many complete words of eighteen.
#[track_caller]
fn check_counts(first: u8, second: u8, euros: u64) {
    check_grids(&with_complete(first), &with_complete(second), euros);
}

/// Every line of article 4.6: words in one grid, euros.
const LIST: [(u8, u64); 8] =
    [(2, 5), (3, 10), (4, 20), (5, 50), (6, 200), (7, 1_000), (8, 10_000), (9, 125_000)];

/// Article 4.1.
#[test]
fn maxi_4_1_eighteen_question_marks_and_two_grids_of_eighteen_words() {
    let rules = MAXI.crossword();
    assert_eq!((rules.letters, rules.grids, rules.words_per_grid), (18, 2, 18));
}

/// Article 4.4.
#[test]
fn maxi_4_4_a_letter_serves_many_times_in_both_grids() {
    // A and N alone complete every word, in either grid.
    check(&MAXI, &unit("ANFJKQWXYZCDEGHILM", &["ANANAN ...... NANA..", "NA. ... ANA ..N"]), 15);
}

/// Article 4.5.
#[test]
fn maxi_4_5_two_to_nine_words_in_one_grid_win() {
    for (complete, euros) in LIST {
        check_counts(complete, 0, euros);
    }
}

/// Article 4.5: grey cells and edges bound a word.
#[test]
fn maxi_4_5_grey_cells_and_edges_bound_a_word() {
    check_grids("SOL.RAT", "FAX", 5);
    check_grids(".SOL. ..... .RAT.", "FAX", 5);
    check_grids("SOL ..A ..C", "FAX", 5);
}

/// Article 4.5, and its example.
#[test]
fn maxi_4_5_chateau_is_one_word() {
    check_grids("CHATEAU", "FAX", 0);
    check_grids("CHATEAU ....... CHEVAL.", "FAX", 5);
    // Apart they are two.
    check_grids("CHAT.EAU", "FAX", 5);
}

/// Article 4.5: CHATEAU lacks a letter, so CHAT inside it is nothing.
#[test]
fn maxi_4_5_a_word_inside_a_run_is_nothing() {
    let without_u = "AEIONRTLSCDPMHBVGF";
    check(&MAXI, &unit(without_u, &["CHATEAU ....... CHEVAL.", "FAX"]), 0);
}

/// Article 4.5: every letter must be among the eighteen.
#[test]
fn maxi_4_5_one_letter_that_lacks_spoils_a_word() {
    check_grids("SOL ... RAT", "FAX", 5);
    check_grids("SOL ... RAF", "FAX", 0);
}

/// Article 4.5: two letters that touch are an unbroken run like any other.
#[test]
fn maxi_4_5_two_letters_that_touch_are_a_run() {
    check_grids("SOL ..A", "FAX", 5);
}

/// Article 4.5: nothing diagonal.
#[test]
fn maxi_4_5_nothing_is_read_diagonally() {
    check_grids("S.... .O... ..L.. ...E. ....S", "R.... .A... ..T..", 0);
    check_grids("....S ...O. ..L..", "....R ...A. ..T..", 0);
}

/// Article 4.5: nothing from right to left, nothing from bottom to top.
#[test]
fn maxi_4_5_nothing_is_read_leftward_or_upward() {
    check_grids("EMIR", "FAX", 0);
    check_grids("E M I R", "FAX", 0);
}

/// Article 4.5: a run counts for its own grid; a grid's last row does not touch the next grid.
#[test]
fn maxi_4_5_a_word_is_formed_in_one_grid() {
    check_grids("..S ..O ..L", "R.. A.. T..", 0);
    check_grids("RAT ... A..", "I..", 0);
}

/// Article 4.6, every line of the list, in either grid.
#[test]
fn maxi_4_6_every_line_of_the_list() {
    for (complete, euros) in LIST {
        check_counts(complete, 0, euros);
        check_counts(complete, 1, euros);
    }
}

/// Article 4.6: words are never added across grids.
#[test]
fn maxi_4_6_one_word_in_each_grid_loses() {
    check_counts(1, 1, 0);
    check_counts(2, 1, 5);
}

/// Article 4.6: amounts are, to one lot.
#[test]
fn maxi_4_6_five_and_ten_make_one_lot_of_fifteen() {
    check_counts(2, 3, 15);
    let unit = unit(EIGHTEEN, &[&with_complete(2), &with_complete(3)]);
    let score = score(&MAXI, &unit).expect("two and three words are on the list");
    assert_eq!((score.complete, score.lot.0), ([2, 3, 0, 0], 1_500));
}

/// Article 4.6: both grids' gains are added, whatever they are.
#[test]
fn maxi_4_6_both_grids_gains_are_added() {
    for (first, one) in LIST {
        for (second, other) in LIST {
            check_counts(first, second, one + other);
        }
    }
    check_counts(9, 9, 250_000);
}

/// Article 4.7.
#[test]
fn maxi_4_7_no_word_and_one_word_lose() {
    check_counts(0, 0, 0);
    check_counts(0, 1, 0);
}

/// Articles 4.5 and 4.6 stop at nine words: above, a ticket is neither a win nor a loss, whatever
/// its other grid does.
#[test]
fn maxi_4_7_above_nine_words_is_neither_win_nor_loss() {
    for complete in 10..=18 {
        for other in 0..=9 {
            let (above, below) = (with_complete(complete), with_complete(other));
            check_above(&MAXI, &unit(EIGHTEEN, &[&above, &below]), 0, complete);
            check_above(&MAXI, &unit(EIGHTEEN, &[&below, &above]), 1, complete);
        }
    }
}
