//! `grille unit`, run as a person runs it, and every unit judged a second time from its JSON.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const OTHER_KEY: &str = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn grille(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grille"));
    let Output { status, stdout, stderr } =
        command.args(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    (status.code().expect("it ends by itself"), text(stdout), text(stderr))
}

/// Units as JSON, a line each.
#[track_caller]
fn units(game: &str, arguments: &[&str]) -> String {
    let (code, out, err) = grille(&[&["unit", game, "--format", "json"], arguments].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

/// What a judge must know of a game: letters, grids, what two words and more give, in cents, and
/// how amounts make one lot.
struct Rules {
    letters: usize,
    grids: usize,
    pays: &'static [u64],
    combine: fn(u64, u64) -> u64,
}

const MOTS_CROISES: Rules = Rules {
    letters: 14,
    grids: 1,
    pays: &[300, 600, 1_300, 3_000, 15_000, 50_000, 100_000, 3_000_000],
    combine: add,
};

const MAXI: Rules = Rules {
    letters: 18,
    grids: 2,
    pays: &[500, 1_000, 2_000, 5_000, 20_000, 100_000, 1_000_000, 12_500_000],
    combine: add,
};

fn add(one: u64, other: u64) -> u64 {
    one + other
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// The words of a grid: rows to the right, then columns downward, cut at the grey cells.
fn words(rows: &[String]) -> Vec<String> {
    let columns = (0..rows[0].len())
        .map(|at| rows.iter().map(|row| row.as_bytes()[at] as char).collect::<String>());
    let lines: Vec<String> = rows.iter().cloned().chain(columns).collect();
    let pieces = lines.iter().flat_map(|line| line.split('.'));
    pieces.filter(|piece| piece.len() > 1).map(str::to_owned).collect()
}

/// Judges one line of JSON from its letters and rows, compares all that it says with that, and
/// gives the lot in cents.
#[track_caller]
fn judge(rules: &Rules, line: &str) -> u64 {
    let unit: Value = serde_json::from_str(line).expect("a line is JSON");
    let letters: BTreeSet<char> = unit["letters"].as_str().expect("letters").chars().collect();
    assert_eq!(unit["letters"].as_str().expect("letters").len(), rules.letters, "{line}");
    assert_eq!(letters.len(), rules.letters, "letters are distinct: {line}");
    let grids = unit["grids"].as_array().expect("grids");
    assert_eq!(grids.len(), rules.grids, "{line}");
    let (mut lot, mut all) = (0, BTreeSet::new());
    for (at, grid) in grids.iter().enumerate() {
        let rows = texts(grid);
        assert!(rows.len() == 11 && rows.iter().all(|row| row.len() == 11), "{line}");
        let words = words(&rows);
        assert_eq!(words.len(), 18, "{line}");
        assert!(words.iter().all(|word| (3..=8).contains(&word.len())), "{line}");
        let complete: Vec<String> = words
            .iter()
            .filter(|word| word.chars().all(|letter| letters.contains(&letter)))
            .cloned()
            .collect();
        assert_eq!(texts(&unit["words"][at]), words, "{line}");
        assert_eq!(texts(&unit["completed"][at]), complete, "{line}");
        let gain = match complete.len() {
            0 | 1 => 0,
            more => *rules.pays.get(more - 2).expect("no grid is above the list"),
        };
        lot = (rules.combine)(lot, gain);
        all.extend(words);
    }
    assert_eq!(all.len(), 18 * rules.grids, "no word stands twice: {line}");
    assert_eq!(unit["prize_cents"], lot, "{line}");
    lot
}

/// Makes units of one prize, and judges them.
#[track_caller]
fn check(rules: &Rules, game: &str, prize: u64) {
    let made = units(game, &["--prize", &prize.to_string(), "--count", "20", "--key", KEY]);
    assert_eq!(made.lines().count(), 20);
    for line in made.lines() {
        assert_eq!(judge(rules, line), prize, "{line}");
    }
}

/// Article 4.6: every line of the table can be had, and losing too.
#[test]
fn mots_croises_every_prize_is_made_and_judged() {
    for euros in [0, 3, 6, 13, 30, 150, 500, 1_000, 30_000] {
        check(&MOTS_CROISES, "mots-croises", euros * 100);
    }
}

/// Article 3: every line of the table can be had, and losing too.
#[test]
fn maxi_every_prize_is_made_and_judged() {
    for euros in [0, 5, 10, 15, 20, 50, 200, 1_000, 10_000, 250_000] {
        check(&MAXI, "maxi-mots-croises", euros * 100);
    }
}

#[test]
fn the_same_key_gives_the_same_units() {
    for game in ["mots-croises", "maxi-mots-croises"] {
        let one = units(game, &["--key", KEY, "--count", "5"]);
        assert_eq!(one, units(game, &["--key", &KEY.to_uppercase(), "--count", "5"]));
        assert_ne!(one, units(game, &["--key", OTHER_KEY, "--count", "5"]));
    }
}

#[test]
fn a_longer_count_begins_with_the_shorter_one() {
    for arguments in [&["--key", KEY][..], &["--key", KEY, "--prize", "600"]] {
        let short = units("mots-croises", &[arguments, &["--count", "3"]].concat());
        let long = units("mots-croises", &[arguments, &["--count", "30"]].concat());
        assert_eq!((short.lines().count(), long.lines().count()), (3, 30));
        assert!(long.starts_with(&short));
        let index =
            |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["index"].clone();
        let indices: Vec<Value> = long.lines().map(index).collect();
        assert_eq!(indices, (0..30).map(Value::from).collect::<Vec<_>>());
    }
    assert_eq!(units("mots-croises", &["--key", KEY, "--count", "0"]), "");
}

/// Without a prize the amounts are those of the table, and losing comes most often.
#[test]
fn without_a_prize_amounts_are_drawn() {
    let made = units("mots-croises", &["--key", KEY, "--count", "400"]);
    let lots: Vec<u64> = made.lines().map(|line| judge(&MOTS_CROISES, line)).collect();
    let losing = lots.iter().filter(|&&lot| lot == 0).count();
    // 1 167 878 of 1 500 000 lose: 311 of 400, with a standard deviation of 8.3.
    assert!((260..=360).contains(&losing), "{losing} of 400 lose");
    assert!(lots.contains(&600), "210 000 of 1 500 000 win 6 €");
}

/// Without a key one is drawn, and said, so that the units can be made again.
#[test]
fn a_drawn_key_is_said_and_makes_the_same_units_again() {
    let (code, out, err) = grille(&["unit", "mots-croises", "--format", "json"]);
    assert_eq!(code, 0);
    let key = err.trim_end().strip_prefix("key ").expect("the key is said");
    assert_eq!(units("mots-croises", &["--key", key]), out);
    let (_, again, _) = grille(&["unit", "mots-croises", "--format", "json"]);
    assert_ne!(again, out);
}

#[test]
fn keys_that_are_none_are_refused() {
    for key in ["", "00", &KEY[1..], &KEY.replace('0', "g"), &KEY.replace("00", "é")] {
        let (code, out, err) = grille(&["unit", "mots-croises", "--key", key]);
        assert_eq!((code, out.as_str()), (2, ""), "{key}");
        assert!(err.contains("a key is 64 hexadecimal digits"), "{err}");
    }
}

/// Asks for an amount that no unit has: the answer is no, with those that can be had.
#[track_caller]
fn check_refused(game: &str, cents: u64, payable: &[u64]) {
    let (code, out, err) = grille(&["unit", game, "--prize", &cents.to_string(), "--key", KEY]);
    assert_eq!((code, out.as_str()), (1, ""));
    let mut lines = err.lines();
    let first = format!("grille: no unit of this game pays {cents} cents; in cents, it pays:");
    assert_eq!(lines.next(), Some(first.as_str()));
    let listed: Vec<u64> = lines
        .map(|line| line.split_whitespace().next().expect("an amount").parse().expect("cents"))
        .collect();
    assert_eq!(listed, payable);
}

#[test]
fn mots_croises_amounts_that_no_unit_has_are_refused() {
    let payable = [0, 300, 600, 1_300, 3_000, 15_000, 50_000, 100_000, 3_000_000];
    for cents in [700, 1, 299, 900, 6_000_000] {
        check_refused("mots-croises", cents, &payable);
    }
}

/// Article 3: 125 000 € alone is in no line of the table, nor is 5 + 20.
#[test]
fn maxi_sums_that_are_never_made_are_refused() {
    let payable = [0, 500, 1_000, 1_500, 2_000, 5_000, 20_000, 100_000, 1_000_000, 25_000_000];
    for cents in [12_500_000, 2_500, 4_000, 2_000_000] {
        check_refused("maxi-mots-croises", cents, &payable);
    }
}

/// 4,50 € and three grids of which the highest pays, with sixteen letters: a game that nobody
/// sells, from a file of its own.
const INVENTED: &str = r#"
id = "invented"
version = 1
name = { fr = "Trois grilles", en = "Three grids" }
channel = "online"
currency = "EUR"
price_cents = 250
block_units = 1_000
prize = [
    { count = 1, cents = 9_950 },
    { count = 9, cents = 1_025 },
    { count = 90, cents = 450 },
    { count = 200, cents = 250 },
]

[crossword]
letters = 16
grids = 3
words_per_grid = 18
rows = 11
columns = 11
word_length = { min = 3, max = 8 }
lexicon = "fr"
combine = "highest"
pays = [
    { words = 2, cents = 250 },
    { words = 3, cents = 450 },
    { words = 4, cents = 1_025 },
    { words = 5, cents = 9_950 },
]
"#;

const INVENTED_RULES: Rules =
    Rules { letters: 16, grids: 3, pays: &[250, 450, 1_025, 9_950], combine: highest };

fn highest(one: u64, other: u64) -> u64 {
    one.max(other)
}

/// Writes the invented game and gives its path.
fn invented(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, INVENTED).expect("the folder for temporary files can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn an_invented_game_is_sound_and_its_units_are_judged() {
    let path = invented("three_grids.toml");
    let (code, out, err) = grille(&["game", "check", &path]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for cents in [0, 250, 450, 1_025, 9_950] {
        check(&INVENTED_RULES, &path, cents);
    }
    check_refused(&path, 700, &[0, 250, 450, 1_025, 9_950]);
}

#[test]
fn an_invented_game_shows_its_cents_and_no_article() {
    let (code, out, _) = grille(&["game", "show", &invented("three_grids_shown.toml")]);
    assert_eq!(code, 0);
    assert!(out.contains("4.50 €") && out.contains("2.50 €") && out.contains("10.25 €"), "{out}");
    assert!(out.contains("only the highest grid pays"), "{out}");
    assert!(!out.contains("[art.") && !out.contains("[our choice]"), "{out}");
    // 300 of 1 000 win, and 99.50 + 9 × 10.25 + 90 × 4.50 + 200 × 2.50 = 1 096.75 of 2 500 €.
    assert!(out.contains("1 in 3.33 wins. Return to players: 43.8700 %"), "{out}");
    assert!(out.contains("(1 096.75 € of 2 500 €)"), "{out}");
}

/// The picture for a person says the same as the line for a program.
#[test]
fn a_unit_as_text_names_its_words_and_its_lot() {
    let arguments = ["unit", "maxi-mots-croises", "--prize", "1500", "--key", KEY];
    let (code, out, _) = grille(&arguments);
    assert_eq!(code, 0);
    let line = units("maxi-mots-croises", &["--prize", "1500", "--key", KEY]);
    let unit: Value = serde_json::from_str(&line).expect("a line is JSON");
    for completed in [texts(&unit["completed"][0]), texts(&unit["completed"][1])] {
        let said = format!("{} complete words: {}", completed.len(), completed.join(" "));
        assert!(out.contains(&said), "{said} in {out}");
    }
    assert!(out.contains("Wins 15 €."), "{out}");
    assert!(!out.contains('\u{1b}'), "no colours where nobody looks");
    let (_, out, _) = grille(&["unit", "mots-croises", "--prize", "0", "--key", KEY]);
    assert!(out.contains("Loses."), "{out}");
}
