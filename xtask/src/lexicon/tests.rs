use std::path::PathBuf;

use super::fault::FaultKind::{self, *};
use super::*;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn faults<T: std::fmt::Debug>(read: Result<T, Vec<fault::Fault>>) -> Vec<(usize, FaultKind)> {
    let faults = read.expect_err("the text is faulty");
    assert!(faults.iter().all(|fault| fault.file == "list"));
    faults.into_iter().map(|fault| (fault.line, fault.kind)).collect()
}

fn source_with(lines: &str) -> String {
    format!("word\tdisplay\tfreq_per_million\tkind\n{lines}")
}

#[test]
fn the_committed_list_is_what_its_sources_give() {
    check(&root()).expect("`cargo xtask lexicon` makes the list again");
}

#[test]
fn the_committed_list_shows_nothing_blocked() {
    let text = read(&root(), BLOCKED).expect("the blocked forms are committed");
    // Read here without the module's own reader: the first column, whatever the rest says.
    let blocked: Vec<&str> = text.lines().filter_map(|line| line.split('\t').next()).collect();
    let list = read(&root(), WORDS).expect("the list is committed");
    let shown: BTreeSet<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(blocked.len() > 2000 && shown.len() > 20_000, "the files are not those they were");
    let leaked: Vec<&&str> = blocked.iter().filter(|form| shown.contains(**form)).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
}

#[test]
fn every_faulty_line_of_a_source_is_named() {
    let text = source_with(
        "OEUF\tœuf\t1.00\tnom\n\
         LAN\tl'an\t1.00\tnom\n\
         GARDEFOU\tgarde-fou\t1.00\tnom\n\
         STRASE\tstraße\t1.00\tnom\n\
         MP\tmp3\t1.00\tnom\n\
         UF\tœuf\t1.00\tnom\n\
         ETE\t\u{301}\t1.00\tnom\n\
         été\tété\t1.00\tnom\n\
         OEUF\tœuf\t1.00\tadj\n\
         AN\tan\n",
    );
    let unspellable =
        |spelling: &str, character| Unspellable { spelling: spelling.to_owned(), character };
    let other = |word: &str, spelling: &str, form: &str| OtherForm {
        word: word.to_owned(),
        spelling: spelling.to_owned(),
        form: form.to_owned(),
    };
    assert_eq!(
        faults(source::parse_source("list", &text)),
        [
            (3, unspellable("l'an", '\'')),
            (4, unspellable("garde-fou", '-')),
            (5, unspellable("straße", 'ß')),
            (6, unspellable("mp3", '3')),
            (7, other("UF", "œuf", "OEUF")),
            (8, NoLetter { spelling: "\u{301}".to_owned() }),
            (9, NotAForm { form: "été".to_owned() }),
            (9, other("été", "été", "ETE")),
            (10, Repeated { form: "OEUF".to_owned(), first: 2 }),
            (11, Columns { expected: 4, found: 2 }),
        ]
    );
}

#[test]
fn a_fault_names_its_line_and_its_character() {
    let check = |line: &str, expected: &str| {
        let faults = source::parse_source("fr.tsv", &source_with(line)).expect_err("a fault");
        assert_eq!(faults[0].to_string(), expected);
    };
    check(
        "LAN\tl'an\t1.00\tnom\n",
        "fr.tsv:2: \"l'an\" has an apostrophe '\\'' (U+0027), which no crossword can show",
    );
    check(
        "STRASSE\tstraße\t1.00\tnom\n",
        "fr.tsv:2: \"straße\" has a sharp s 'ß' (U+00DF), which no crossword can show",
    );
    check("ET\tété\t1.00\tnom\n", "fr.tsv:2: \"ET\" stands where \"été\" gives \"ETE\"");
}

#[test]
fn a_source_has_its_header_and_its_newlines() {
    let header = || Header { expected: "word\tdisplay\tfreq_per_million\tkind" };
    assert_eq!(faults(source::parse_source("list", "AN\tan\t1.00\tnom\n")), [(1, header())]);
    let cut = source_with("AN\tan\t1.00\tnom");
    assert_eq!(faults(source::parse_source("list", &cut)), [(2, LineEnd)]);
    assert_eq!(faults(words::parse("list", "AN\r\n"))[0], (1, LineEnd));
}

#[test]
fn blocked_forms_are_in_order_and_have_a_category() {
    let text = "FAN\tbit\nEAN\tnovel\nfoo\tbrand\nFAN\tbit\nGO\n";
    assert_eq!(
        faults(source::parse_blocked("list", text)),
        [
            (2, UnknownCategory { category: "novel".to_owned() }),
            (2, Disordered { form: "EAN".to_owned(), after: "FAN".to_owned() }),
            (3, NotAForm { form: "foo".to_owned() }),
            (4, Repeated { form: "FAN".to_owned(), first: 1 }),
            (4, Disordered { form: "FAN".to_owned(), after: "foo".to_owned() }),
            (5, Columns { expected: 2, found: 1 }),
        ]
    );
}

#[test]
fn a_list_is_sorted_and_its_weights_are_small_whole_numbers() {
    let text = "AN 0\nAS 1000\nBAL 007\nCAP +5\nDO 1.5\nA B 2\n\n";
    let weight = |weight: &str| BadWeight { weight: weight.to_owned() };
    assert_eq!(
        faults(words::parse("list", text)),
        [
            (1, weight("0")),
            (2, weight("1000")),
            (3, weight("007")),
            (4, weight("+5")),
            (5, weight("1.5")),
            (6, weight("B 2")),
            (6, Disordered { form: "A".to_owned(), after: "DO".to_owned() }),
            (7, NotAForm { form: String::new() }),
            (7, Disordered { form: String::new(), after: "A".to_owned() }),
        ]
    );
}

#[test]
fn a_list_made_again_keeps_its_weights_and_loses_what_is_blocked() {
    let source =
        source_with("OEUF\tœuf\t1\tnom\nEPI\tépi\t1\tnom\nANE\tâne\t1\tnom\nMOT\tmot\t1\tnom\n");
    let source = source::parse_source("list", &source).expect("a sound source");
    let blocked = source::parse_blocked("list", "ANE\tinsult\nNEVER\tbit\n").expect("sound");
    let carried = words::parse("list", "ANE 7\nEPI 120\nOEUF\n").expect("a sound list");
    let made = words::select(&source, &blocked, &carried);
    assert_eq!(words::render(&made), "EPI 120\nMOT\nOEUF\n");
    assert_eq!(
        differences(&carried, &made),
        ["ANE is blocked or not in the source", "MOT is missing"]
    );
    let text = words::render(&made);
    assert_eq!(words::parse("list", &text).expect("what is written can be read"), made);
}

#[test]
fn hashes_are_those_that_sha256sum_prints() {
    // FIPS 180-4's example, as NIST publishes it.
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256_hex(b"abc"), expected);
}

#[test]
fn the_lint_counts_words_letters_and_places() {
    let list = words::parse("list", "EPI 120\nETE\nETES\nNEE\n").expect("a sound list");
    let report = lint::report(&list);
    for line in [
        "   3      3 ########################################  short",
        "   4      1 ##############  short",
        "          4 in all, 1 with a weight",
        "  E       7  53.8 %        4       3       2",
        "  N       1   7.7 %        1       1       0",
        "       3     1  ABCDFGHIJKLMOPQRSTUVWXYZ EN",
        "       3   all  71 of 78 pairs empty, 7 more thin",
        "       4   all  100 of 104 pairs empty, 4 more thin",
    ] {
        assert!(report.lines().any(|found| found == line), "{line}\n{report}");
    }
    assert!(report.contains("4 of 4 words have the 3 to 8 letters that the games use"));
    assert!(report.contains("of 858 pairs of a place and a letter 847 are empty and 11 have"));
}
