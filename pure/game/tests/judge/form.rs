//! What every unit must look like, whatever it is worth; one fault at a time, planted in a sound
//! unit.

use game::{FormFault, Grid, GridTextError, Unit, check_form, complete_words};

use crate::invented;
use crate::texts::{EIGHTEEN, FOURTEEN, MAXI, MOTS_CROISES, grid, letters, set, shown, unit};

/// Eighteen words of three to eight letters, no two alike, all hanging together.
const SOUND: &str = "PARCS....A.
                     ....TARDIF.
                     H...A..E.F.
                     AGA.N..VAL.
                     T...DECA.U.
                     I..A.G.NUE.
                     FUEL.A.T.N.
                     .S.PARASITE
                     AURA.E.....
                     .R.GUET....
                     CELA.......";

/// Another one, which shares no word with the first.
const OTHER: &str = "E....J.....
                     TENSION..F.
                     A..A.U...U.
                     BACCARA..L.
                     L..C..GRELE
                     ISBA..I.A.C
                     E..GRISOU.L
                     SAPE.V.R..A
                     ...RAREMENT
                     .....E.E.I.
                     ......USEES";

fn sound() -> Unit {
    unit(FOURTEEN, &[SOUND])
}

fn sound_ticket() -> Unit {
    unit(EIGHTEEN, &[SOUND, OTHER])
}

/// The grid with other letters in some rows.
fn with_rows(text: &str, changes: &[(usize, &str)]) -> String {
    let mut rows: Vec<&str> = text.split_whitespace().collect();
    for &(row, letters) in changes {
        rows[row] = letters;
    }
    rows.join(" ")
}

#[track_caller]
fn check(unit: &Unit, expected: &[FormFault]) {
    assert_eq!(check_form(&MOTS_CROISES, unit), expected, "{}", shown(unit));
}

#[track_caller]
fn check_ticket(unit: &Unit, expected: &[FormFault]) {
    assert_eq!(check_form(&MAXI, unit), expected, "{}", shown(unit));
}

fn word_length(grid: usize, word: &str) -> FormFault {
    FormFault::WordLength { grid, word: word.to_owned() }
}

fn word_twice(word: &str) -> FormFault {
    FormFault::WordTwice { word: word.to_owned() }
}

fn runs(grid: usize, found: usize) -> FormFault {
    FormFault::RunCount { grid, found, expected: 18 }
}

/// Articles 4.1 to 4.3.
#[test]
fn mots_croises_4_1_a_sound_unit_has_no_fault() {
    check(&sound(), &[]);
}

/// Articles 4.1 to 4.3.
#[test]
fn maxi_4_1_a_sound_ticket_has_no_fault() {
    check_ticket(&sound_ticket(), &[]);
}

/// Articles 4.1 and 4.2: as many letters as question marks.
#[test]
fn mots_croises_4_2_thirteen_or_fifteen_letters_are_refused() {
    let count = |found| FormFault::LetterCount { found, expected: 14 };
    check(&Unit { letters: letters("AEIOUNRTLSCDP"), ..sound() }, &[count(13)]);
    check(&Unit { letters: letters("AEIOUNRTLSCDPMB"), ..sound() }, &[count(15)]);
    check(&Unit { letters: Vec::new(), ..sound() }, &[count(0)]);
}

/// Article 4.2.
#[test]
fn mots_croises_4_2_letters_are_distinct() {
    check(&Unit { letters: letters("AEIOUNRTLSCDPA"), ..sound() }, &[FormFault::LetterTwice]);
}

/// Article 4.2.
#[test]
fn maxi_4_2_eighteen_distinct_letters() {
    let twice = Unit { letters: letters("AEIOUNRTLSCDPMHBVA"), ..sound_ticket() };
    check_ticket(&twice, &[FormFault::LetterTwice]);
    let few = Unit { letters: letters(FOURTEEN), ..sound_ticket() };
    check_ticket(&few, &[FormFault::LetterCount { found: 14, expected: 18 }]);
}

/// Article 4.1: one grid here, two there.
#[test]
fn maxi_4_1_two_grids() {
    let count = |found, expected| FormFault::GridCount { found, expected };
    check(&unit(FOURTEEN, &[]), &[count(0, 1)]);
    check(&unit(FOURTEEN, &[SOUND, OTHER]), &[count(2, 1)]);
    check_ticket(&unit(EIGHTEEN, &[SOUND]), &[count(1, 2)]);
}

/// Article 4.3: exactly eighteen words. PARCS is gone but for the S of STAND.
#[test]
fn mots_croises_4_3_seventeen_words_are_refused() {
    check(&unit(FOURTEEN, &[&with_rows(SOUND, &[(0, "....S....A.")])]), &[runs(0, 17)]);
}

/// Article 4.3: exactly eighteen words. ETE hangs from the last letter of PARASITE.
#[test]
fn mots_croises_4_3_nineteen_words_are_refused() {
    let more = with_rows(SOUND, &[(8, "AURA.E....T"), (9, ".R.GUET...E")]);
    check(&unit(FOURTEEN, &[&more]), &[runs(0, 19)]);
}

/// Article 4.3.
#[test]
fn maxi_4_3_eighteen_words_in_each_grid() {
    // FULL is gone but for the L of GRELE.
    let few = with_rows(OTHER, &[(1, "TENSION...."), (2, "A..A.U....."), (3, "BACCARA....")]);
    check_ticket(&unit(EIGHTEEN, &[SOUND, &few]), &[runs(1, 17)]);
    check_ticket(&unit(EIGHTEEN, &[&few, SOUND]), &[runs(0, 17)]);
}

/// Article 4.5: a winning word stands in one grid only, so no word stands in both.
#[test]
fn maxi_4_5_no_word_stands_in_both_grids() {
    let faults = check_form(&MAXI, &unit(EIGHTEEN, &[SOUND, SOUND]));
    let words: Vec<FormFault> =
        grid(SOUND).runs().map(|run| word_twice(&grid(SOUND).run_text(&run))).collect();
    assert_eq!(faults, words);
    // One word alone: EAU, put where NUE was, stands in the other grid too.
    let same = with_rows(SOUND, &[(5, "I..A.G.EAU.")]);
    let faults = check_form(&MAXI, &unit(EIGHTEEN, &[&same, OTHER]));
    assert_eq!(faults, [word_twice("EAU")]);
}

#[test]
fn a_word_that_stands_twice_in_one_grid_is_refused() {
    check_small(2, 3, "SOL O.. L..", &[word_twice("SOL")]);
    check_small(2, 3, "SOL O.. T..", &[]);
}

#[test]
fn grids_of_another_size_are_refused() {
    let wider: Vec<String> = SOUND.split_whitespace().map(|row| format!("{row}.")).collect();
    check(&unit(FOURTEEN, &[&wider.join(" ")]), &[FormFault::Size { grid: 0 }]);
    let higher = format!("{SOUND} ...........");
    check(&unit(FOURTEEN, &[&higher]), &[FormFault::Size { grid: 0 }]);
}

/// Asks for the faults of one small grid in a game of so many words.
#[track_caller]
fn check_small(words: u8, side: u8, text: &str, expected: &[FormFault]) {
    let game = invented::small(words, side);
    let unit = unit("AEIOUNRTLSCDPMHB", &[text]);
    assert_eq!(check_form(&game, &unit), expected, "{}", shown(&unit));
}

fn words(text: &str) -> Vec<String> {
    let grid = grid(text);
    grid.runs().map(|run| grid.run_text(&run)).collect()
}

fn few_runs(found: usize, expected: u8) -> FormFault {
    FormFault::RunCount { grid: 0, found, expected }
}

/// AGRA was laid so that its last letter touches the T of ATHENS: whoever laid it has two words in
/// its records, and the row reads AGRAT.
#[test]
fn a_word_laid_against_another_is_read_with_its_letter() {
    let text = "....A. AGRAT. ....H. ....E. ....N. ....S.";
    assert_eq!(words(text), ["AGRAT", "ATHENS"]);
    assert_eq!(complete_words(&grid(text), set("AGR")), 0);
    assert_eq!(complete_words(&grid(text), set("AGRT")), 1);
}

/// ARIZONA laid after the O of NEWYORK reads OARIZONA.
#[test]
fn a_word_laid_after_another_is_read_with_its_letter() {
    let text = "N....... E....... W....... Y....... OARIZONA R....... K....... ........";
    assert_eq!(words(text), ["OARIZONA", "NEWYORK"]);
    assert_eq!(complete_words(&grid(text), set("ARIZN")), 0);
}

/// Two words on neighbouring rows that overlap make words of two letters down.
#[test]
fn overlapping_rows_make_words_of_two_letters() {
    let text = "SOLEIL.. ....RATE ........ ........ ........ ........ ........ ........";
    assert_eq!(words(text), ["SOLEIL", "RATE", "IR", "LA"]);
    check_small(2, 8, text, &[few_runs(4, 2), word_length(0, "IR"), word_length(0, "LA")]);
}

/// PORTE and TENIR share cells of one row: one run, so a word too few.
#[test]
fn two_words_in_one_line_that_share_letters_are_one_run() {
    let text = "PORTENIR ........ ........ ........ ........ ........ ........ ........";
    assert_eq!(words(text), ["PORTENIR"]);
    check_small(2, 8, text, &[few_runs(1, 2)]);
}

/// A word that touches nothing is an island, and so is one that touches at a corner.
#[test]
fn islands_are_refused() {
    let pieces = [FormFault::Pieces { grid: 0 }];
    check_small(2, 7, "SOL.... ....... RAT.... ....... ....... ....... .......", &pieces);
    check_small(2, 7, "SOL.... ...RAT. ....... ....... ....... ....... .......", &pieces);
    check_small(2, 7, "SOL.... O...... T...... ....... ....... ....... ......A", &pieces);
    check_small(2, 7, "SOL.... O...... T...... ....... ....... ....... .......", &[]);
    // FULL, that hung from an L, is cut above it.
    let apart = with_rows(OTHER, &[(3, "BACCARA....")]);
    let expected = [word_length(1, "FU"), FormFault::Pieces { grid: 1 }];
    check_ticket(&unit(EIGHTEEN, &[SOUND, &apart]), &expected);
}

#[test]
fn words_that_are_too_long_or_too_short_are_refused() {
    let long = format!("SOLSOLSOL{}", " .........".repeat(8));
    check_small(1, 9, &long, &[word_length(0, "SOLSOLSOL")]);
    check_small(1, 9, &long.replace("SOLSOLSOL", "SOLSOLSO."), &[]);
    check_small(1, 9, &long.replace("SOLSOLSOL", "SO......."), &[word_length(0, "SO")]);
}

/// All that is wrong is said, not only the first thing.
#[test]
fn every_fault_of_a_unit_is_said() {
    let unit = unit("AAB", &["SO .. LE"]);
    let expected = [
        FormFault::LetterCount { found: 3, expected: 18 },
        FormFault::LetterTwice,
        FormFault::GridCount { found: 1, expected: 2 },
        FormFault::Size { grid: 0 },
        FormFault::RunCount { grid: 0, found: 2, expected: 18 },
        word_length(0, "SO"),
        word_length(0, "LE"),
        FormFault::Pieces { grid: 0 },
    ];
    check_ticket(&unit, &expected);
}

/// What a fault says, with grids counted from one.
#[test]
fn faults_of_form_can_be_read() {
    let check = |fault: FormFault, text: &str| assert_eq!(fault.to_string(), text);
    check(runs(1, 17), "grid 2 has 17 runs where the game has 18 words");
    check(word_length(0, "LA"), "grid 1 holds LA, which is not as long as the game's words");
    check(word_twice("SOL"), "SOL stands twice on the unit");
    check(FormFault::Pieces { grid: 1 }, "grid 2 is in pieces");
}

#[test]
fn texts_that_are_no_grids_are_refused() {
    let none: [&str; 0] = [];
    assert_eq!(Grid::from_rows(&none), Err(GridTextError::Size));
    assert_eq!(Grid::from_rows(&[""]), Err(GridTextError::Size));
    assert_eq!(Grid::from_rows(&["A".repeat(256)]), Err(GridTextError::Size));
    assert_eq!(Grid::from_rows(&vec!["A"; 256]), Err(GridTextError::Size));
    assert_eq!(Grid::from_rows(&["AB", "A"]), Err(GridTextError::Ragged { row: 1 }));
    for text in ["aB", "A ", "A-", "A1"] {
        assert_eq!(Grid::from_rows(&["AB", text]), Err(GridTextError::Character { row: 1 }));
    }
}
