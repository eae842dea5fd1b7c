//! Files with planted faults: each wrong line says at its end what is wrong with it
//! (`# fault: not_payable, prize_twice`), and exactly that is found.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use game::{Fault, FaultKind, Game, LexiconFacts, MAX_FILE_BYTES};
use proptest::prelude::*;

const MOTS_CROISES: &str = include_str!("../../../games/mots-croises.toml");
const MAXI: &str = include_str!("../../../games/maxi-mots-croises.toml");

/// What a file with marks says of itself.
const MARK: &str = "# fault: ";

/// The word list that ships, counted.
static LEXICONS: LazyLock<[LexiconFacts; 1]> = LazyLock::new(|| {
    let mut words_by_length = Vec::new();
    for word in include_str!("../../../lexicon/fr.txt").lines() {
        let length = word.len();
        words_by_length.resize(words_by_length.len().max(length + 1), 0);
        words_by_length[length] += 1;
    }
    [LexiconFacts { name: "fr".to_owned(), words_by_length }]
});

fn faults(bytes: &[u8]) -> Vec<Fault> {
    Game::parse(bytes, &*LEXICONS).err().unwrap_or_default()
}

/// A line and a fault's code.
type Place = (usize, String);

fn marked(text: &str) -> BTreeSet<Place> {
    let lines = text.lines().zip(1..);
    lines
        .filter_map(|(line, number)| Some((line.split_once(MARK)?.1, number)))
        .flat_map(|(codes, line)| codes.split(", ").map(move |code| (line, code.to_owned())))
        .collect()
}

fn found(bytes: &[u8]) -> BTreeSet<Place> {
    faults(bytes).iter().map(|fault| (fault.line, fault.kind.code().to_owned())).collect()
}

fn broken_files() -> Vec<(PathBuf, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/broken");
    let entries = fs::read_dir(folder).expect("the folder of broken games is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a broken game is text");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_broken_file_is_refused_for_what_it_marks() {
    let files = broken_files();
    assert!(files.len() > 40, "the folder has {} files", files.len());
    let mut wrong = String::new();
    for (path, text) in files {
        let (expected, found) = (marked(&text), found(text.as_bytes()));
        let name = path.display();
        assert!(!expected.is_empty(), "{name} marks no fault");
        for (line, code) in expected.difference(&found) {
            wrong += &format!("{name}:{line}: {code} is marked and not found\n");
        }
        for (line, code) in found.difference(&expected) {
            wrong += &format!("{name}:{line}: {code} is found and not marked\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// One wrong key is one fault: nothing is said twice of the same key.
#[test]
fn no_fault_is_said_twice() {
    for (path, text) in broken_files() {
        let mut seen = BTreeSet::new();
        for fault in faults(text.as_bytes()) {
            let said = (fault.line, fault.key.clone(), fault.kind.to_string());
            assert!(seen.insert(said), "{}: {fault} stands twice", path.display());
        }
    }
}

/// The codes, as the source lists them.
fn codes() -> BTreeSet<&'static str> {
    let source = include_str!("../src/fault.rs");
    source.lines().filter_map(|line| line.split_once("=> \"")?.1.strip_suffix("\",")).collect()
}

#[test]
fn every_kind_of_fault_has_a_broken_file() {
    let files = broken_files();
    let marks: BTreeSet<String> =
        files.iter().flat_map(|(_, text)| marked(text)).map(|(_, code)| code).collect();
    // These are built below: they are no texts, or too long to read.
    let built = ["not_utf8", "empty_file", "enormous", "too_many_prizes"];
    let lacking: Vec<&str> = codes()
        .into_iter()
        .filter(|code| !marks.contains(*code) && !built.contains(code))
        .collect();
    assert_eq!(lacking, Vec::<&str>::new());
    assert!(codes().len() > 25, "the source lists codes");
}

#[test]
fn shipped_files_are_sound() {
    assert_eq!(faults(MOTS_CROISES.as_bytes()), []);
    assert_eq!(faults(MAXI.as_bytes()), []);
}

/// The faults of a shipped file after a change, as they are shown.
#[track_caller]
fn check(file: &str, old: &str, new: &str, expected: &[&str]) {
    assert_eq!(file.matches(old).count(), 1, "{old:?} stands once in the file");
    let found: Vec<String> =
        faults(file.replace(old, new).as_bytes()).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

/// The line of a text, from 1.
fn line_of(file: &str, text: &str) -> usize {
    1 + file.lines().position(|line| line == text).expect("the line is there")
}

#[test]
fn faults_name_line_and_key() {
    let line = line_of(MOTS_CROISES, "cents = 1_300");
    let pays = "words = 4\ncents = 1_300";
    check(
        MOTS_CROISES,
        pays,
        "words = 4\ncents = 13.0",
        &[&format!(
            "line {line}, crossword.pays[3].cents: this should be a whole number; money is in cents"
        )],
    );
    let line = line_of(MOTS_CROISES, "count = 20") + 1;
    check(
        MOTS_CROISES,
        "count = 20\ncents = 100_000\ntotal_cents = 2_000_000\n",
        "count = 20\ncents = 70_000\ntotal_cents = 1_400_000\n",
        &[
            &format!("line {line}, prize[2].cents: no combination of grids pays 70000 cents"),
            &format!(
                "line {}, stated.total_cents: the table adds up to 305410000 cents, not to what is \
                 printed",
                line_of(MOTS_CROISES, "total_cents = 306_010_000")
            ),
        ],
    );
    check(
        MOTS_CROISES,
        "channel = \"online\"",
        "channel = \"retail\"",
        &[&format!(
            "line {}, opening: only an online game has an opening",
            line_of(MOTS_CROISES, "[opening]")
        )],
    );
    check(
        MAXI,
        "word_length = { min = 3, max = 8 }",
        "word_length = { min = 2, max = 8 }",
        &[&format!(
            "line {}, crossword.word_length: the word list has no word of 2 letters",
            line_of(MAXI, "word_length = { min = 3, max = 8 }")
        )],
    );
    check(
        MAXI,
        "lexicon = \"fr\"",
        "lexicon = \"la\"",
        &[&format!(
            "line {}, crossword.lexicon: no word list has this name; known: fr",
            line_of(MAXI, "lexicon = \"fr\"")
        )],
    );
    check(MAXI, "currency = \"EUR\"\n", "", &["line 1, currency: this key is missing"]);
    check(
        MAXI,
        "name = { fr = \"Maxi Mots Croisés\", en = \"Maxi Crossword\" }",
        "name = { fr = \"Maxi Mots Croisés\" }",
        &["line 3, name.en: this key is missing"],
    );
}

/// A misspelt table is one that no game has, and its keys are missing where its list stands.
#[test]
fn a_misspelt_table_is_an_unknown_one_and_a_missing_one() {
    let found = faults(MAXI.replace("[crossword]\n", "[crossowrd]\n").as_bytes());
    let first = found.first().expect("a fault");
    assert_eq!((first.line, first.key.as_str()), (line_of(MAXI, "[crossword]"), "crossowrd"));
    assert_eq!(first.kind, FaultKind::UnknownKey);
    assert!(found[1..].iter().all(|fault| fault.kind == FaultKind::MissingKey));
}

/// A bound is said as it is.
#[test]
fn messages_tell_the_bounds() {
    let line = line_of(MAXI, "grids = 2");
    let grids = format!("line {line}, crossword.grids: this should be from 1 to 4");
    check(MAXI, "grids = 2\n", "grids = 5\n", &[&grids]);
    check(MAXI, "grids = 2\n", "grids = 500\n", &[&grids]);
    check(
        MAXI,
        "grids = 2\n",
        "grids = 0\n",
        &[&format!("line {line}, crossword.grids: a unit needs a grid")],
    );
    let line = line_of(MAXI, "letters = 18");
    let letters = format!("line {line}, crossword.letters: this should be from 1 to 26");
    for number in ["0", "27", "256", "5_000_000_000"] {
        check(MAXI, "letters = 18\n", &format!("letters = {number}\n"), &[&letters]);
    }
    check(
        MAXI,
        "price_cents = 500\n",
        "price_cents = 0\n",
        &["line 6, price_cents: this should be at least 1"],
    );
}

/// What the TOML parser says of a value that is not there leads elsewhere.
#[test]
fn a_value_that_is_not_there_is_said_to_be_missing() {
    let line = line_of(MAXI, "letters = 18");
    for none in ["letters =\n", "letters = # eighteen\n", "letters =  \r\n"] {
        check(
            MAXI,
            "letters = 18\n",
            none,
            &[&format!("line {line}: not TOML: the value is missing")],
        );
    }
    let unquoted =
        format!("line {line}: not TOML: string values must be quoted, expected literal string");
    check(MAXI, "letters = 18\n", "letters = eighteen\n", &[&unquoted]);
}

/// A row of four cells holds one word of three letters, and there are four rows and four columns;
/// with a row of seven there is room for two.
#[test]
fn words_fit_up_to_the_last_line() {
    let sized = |words: u8, rows: u8, columns: u8| {
        let text = MOTS_CROISES
            .replace("words_per_grid = 18", &format!("words_per_grid = {words}"))
            .replace("rows = 11", &format!("rows = {rows}"))
            .replace("columns = 11", &format!("columns = {columns}"))
            .replace("max = 8", "max = 4");
        // Other faults, of a pay list longer than the grid has words, are not asked for here.
        faults(text.as_bytes())
            .iter()
            .filter(|fault| fault.kind == FaultKind::WordsDoNotFit)
            .map(|fault| fault.key.clone())
            .collect::<Vec<String>>()
    };
    assert_eq!(sized(8, 4, 4), Vec::<String>::new());
    assert_eq!(sized(9, 4, 4), ["crossword.words_per_grid"]);
    assert_eq!(sized(15, 4, 7), Vec::<String>::new());
    assert_eq!(sized(16, 4, 7), ["crossword.words_per_grid"]);
    assert_eq!(sized(2, 3, 3), ["crossword.word_length"]);
}

/// Hexadecimal numbers and plus signs are TOML, and numbers like any other.
#[test]
fn other_spellings_of_a_number_are_numbers() {
    check(MAXI, "letters = 18\n", "letters = 0x12\n", &[]);
    check(MAXI, "letters = 18\n", "letters = +18\n", &[]);
    check(MAXI, "letters = 18\n", "letters = 0b1_0010\n", &[]);
}

#[track_caller]
fn check_bytes(bytes: &[u8], line: usize, code: &str) {
    let found: Vec<(usize, &str)> =
        faults(bytes).iter().map(|fault| (fault.line, fault.kind.code())).collect();
    assert_eq!(found, [(line, code)]);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    check_bytes(b"\xff\xfe", 1, "not_utf8");
    check_bytes(b"id = \"a\"\nversion = 1\nname = \"\xe9t\xe9\"\n", 3, "not_utf8");
    // Cut in the middle of a character.
    let cut = MOTS_CROISES.find('é').expect("an accent") + 1;
    check_bytes(&MOTS_CROISES.as_bytes()[..cut], 3, "not_utf8");
}

#[test]
fn empty_files_are_refused() {
    for text in ["", " ", "\n\n", "\r\n\t\n"] {
        check_bytes(text.as_bytes(), 1, "empty_file");
    }
}

/// A file of comments is TOML, and lacks every key.
#[test]
fn a_file_of_comments_lacks_every_key() {
    let found = faults(b"# nothing\n# at all\n");
    let keys: BTreeSet<&str> = found.iter().map(|fault| fault.key.as_str()).collect();
    let expected = [
        "block_units",
        "channel",
        "crossword",
        "currency",
        "id",
        "name",
        "price_cents",
        "prize",
        "version",
    ];
    assert_eq!(keys, BTreeSet::from(expected));
    assert!(found.iter().all(|fault| fault.line == 1 && fault.kind == FaultKind::MissingKey));
}

#[test]
fn enormous_files_are_refused_unread() {
    let padded = |bytes: usize| {
        let mut text = MOTS_CROISES.to_owned();
        text.extend(std::iter::repeat_n('#', bytes - text.len()));
        text
    };
    assert_eq!(faults(padded(MAX_FILE_BYTES).as_bytes()), []);
    check_bytes(padded(MAX_FILE_BYTES + 1).as_bytes(), 1, "enormous");
    check_bytes(&vec![0xff; 10_000_000], 1, "enormous");
}

/// A plan numbers its amounts in 8 bits, losing among them.
#[test]
fn a_prize_table_has_at_most_254_lines() {
    let pays: String = (1..=30_u32)
        .map(|words| format!("[[crossword.pays]]\nwords = {words}\ncents = {}\n", 1 << words))
        .collect();
    let head = MOTS_CROISES.split("[[crossword.pays]]").next().expect("a head");
    let head = head
        .replace("words_per_grid = 18", "words_per_grid = 30")
        .replace("grids = 1", "grids = 2");
    let table = |lines: u32| {
        // Sums of two powers of two, dearest first.
        let sums = (1..=30_u32).rev().flat_map(|one| (1..one).rev().map(move |other| (one, other)));
        let line = |(one, other)| {
            format!("[[prize]]\ncount = 1\ncents = {}\n", (1_u64 << one) + (1_u64 << other))
        };
        let lines: String = sums.take(lines as usize).map(line).collect();
        format!("{head}{pays}{lines}")
    };
    assert_eq!(faults(table(254).as_bytes()), []);
    let long = table(256);
    let head_of_255 = long.lines().zip(1..).filter(|(line, _)| *line == "[[prize]]").nth(254);
    let (_, line) = head_of_255.expect("256 lines");
    check_bytes(long.as_bytes(), line, "too_many_prizes");
}

/// The most that a file can ask for is read at once, without every way of a million being listed.
#[test]
fn four_grids_of_thirty_two_lines_are_read() {
    let pays: String = (1..=32_u32)
        .map(|words| format!("[[crossword.pays]]\nwords = {words}\ncents = {}\n", 3_u64.pow(words)))
        .collect();
    let head = MOTS_CROISES.split("[[crossword.pays]]").next().expect("a head");
    let head = head
        .replace("words_per_grid = 18", "words_per_grid = 32")
        .replace("grids = 1", "grids = 4");
    let sound = format!("{head}{pays}[[prize]]\ncount = 1\ncents = {}\n", 4 * 3_u64.pow(32));
    assert_eq!(faults(sound.as_bytes()), []);
    let unsound = format!("{head}{pays}[[prize]]\ncount = 1\ncents = {}\n", 4 * 3_u64.pow(32) - 3);
    let line = unsound.lines().count();
    check_bytes(unsound.as_bytes(), line, "not_payable");
}

/// Every fault of changed bytes lies in the file and can be shown.
fn sound_or_located(bytes: &[u8]) -> Result<(), TestCaseError> {
    match Game::parse(bytes, &*LEXICONS) {
        Ok(game) => {
            // What has passed the parser can be added up.
            prop_assert!(game.winning_units() <= game.block_units);
            prop_assert!(game.prize_total().0 > 0 && game.block_price().0 > 0);
        }
        Err(faults) => {
            prop_assert!(!faults.is_empty());
            let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
            for fault in faults {
                prop_assert!((1..=lines).contains(&fault.line), "{fault} of {lines} lines");
                prop_assert!(!fault.to_string().is_empty());
            }
        }
    }
    Ok(())
}

/// Values and lines that a careless hand might write.
fn line() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "",
        "[",
        "]",
        "[[prize]]",
        "[crossword]",
        "[stated]",
        "[[crossword.pays]]",
        "prize = []",
        "grids = 4",
        "letters = 1",
        "cents = 18446744073709551615",
        "count = 4294967295",
        "words = 255",
        "rows = 1",
        "columns = 1",
        "words = 32",
        "pays = 3",
        "crossword = {}",
        "id = \"\"\"",
        "cents = 1e999",
        "date = 2011-13-01",
        "\u{feff}",
        "\0",
        "\r",
        "price_cents = 18446744073709551615",
        "word_length = { min = 8, max = 8 }",
    ]);
    prop_oneof![odd.prop_map(str::to_owned), ".{0,40}"]
}

/// One line of a shipped file replaced, doubled, left out, or followed by another.
fn changed() -> impl Strategy<Value = String> {
    (prop::bool::ANY, any::<prop::sample::Index>(), 0..5_u8, line()).prop_map(
        |(maxi, at, how, new)| {
            let file = if maxi { MAXI } else { MOTS_CROISES };
            let mut lines: Vec<String> = file.lines().map(str::to_owned).collect();
            let at = at.index(lines.len());
            match how {
                0 => lines[at] = new,
                1 => lines.insert(at, lines[at].clone()),
                2 => drop(lines.remove(at)),
                3 => lines.insert(at, new),
                _ => {
                    let cut = lines[at].char_indices().map(|(at, _)| at).nth(new.len() / 2);
                    lines[at].truncate(cut.unwrap_or(0));
                }
            }
            lines.join("\n")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        sound_or_located(&bytes)?;
    }

    #[test]
    fn any_text_is_read_without_panic(lines in proptest::collection::vec(line(), 0..12)) {
        sound_or_located(lines.join("\n").as_bytes())?;
    }

    #[test]
    fn a_changed_line_is_sound_or_a_fault_with_its_line(text in changed()) {
        sound_or_located(text.as_bytes())?;
    }

    #[test]
    fn a_changed_byte_is_sound_or_a_fault_with_its_line(
        at in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let mut bytes = MAXI.as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        sound_or_located(&bytes)?;
        sound_or_located(&bytes[..at])?;
    }
}
