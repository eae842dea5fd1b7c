//! `grille game` and `grille unit`, run as a person runs them.
//!
//! What they print whole is kept in `snapshots/`; the figures in it are those of the regulations.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use insta::assert_snapshot;
use serde_json::Value;

/// What the program answered.
struct Answer {
    code: i32,
    out: String,
    err: String,
}

fn grille(arguments: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grille"));
    // Help is as wide as the terminal, or as this says.
    command.args(arguments).env_remove("COLUMNS").current_dir(root());
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    Answer { code: status.code().expect("it ends by itself"), out: text(stdout), err: text(stderr) }
}

/// What the program printed; it must have said yes, and nothing on the side.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let Answer { code, out, err } = grille(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "grille {}", arguments.join(" "));
    out
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Writes a file of one test's own and gives its path.
fn write(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("the folder for temporary files can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn game_list() {
    assert_snapshot!(printed(&["game", "list"]));
}

#[test]
fn game_show_mots_croises() {
    assert_snapshot!(printed(&["game", "show", "mots-croises"]));
}

#[test]
fn game_show_maxi_mots_croises() {
    assert_snapshot!(printed(&["game", "show", "maxi-mots-croises"]));
}

/// A file may stand in a game's place.
#[test]
fn game_show_takes_a_path() {
    let by_path = printed(&["game", "show", "games/mots-croises.toml"]);
    assert_eq!(by_path, printed(&["game", "show", "mots-croises"]));
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("what is printed is JSON")
}

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().expect("a list");
    list.iter().map(|number| number.as_u64().expect("a whole number")).collect()
}

#[test]
fn game_show_as_json() {
    let game = json(&["game", "show", "mots-croises", "--format", "json"]);
    assert_eq!((&game["price_cents"], &game["block_units"]), (&300.into(), &1_500_000.into()));
    assert_eq!(game["winning_units"], 332_122);
    assert_eq!(game["prize_total_cents"], 306_010_000);
    assert_eq!(game["never_made_cents"], Value::Array(Vec::new()));
    assert_eq!(game["articles"]["prize"], "3");

    let game = json(&["game", "show", "maxi-mots-croises", "--format", "json"]);
    assert_eq!((&game["letters"], &game["grids"]), (&18.into(), &2.into()));
    assert_eq!(game["winning_units"], 787_545);
    assert_eq!(game["prize_total_cents"], 1_050_000_000);
    assert_eq!(game["block_price_cents"], 1_500_000_000);
    let never = numbers(&game["never_made_cents"]);
    assert_eq!(never.len(), 33);
    assert!(never.contains(&12_500_000) && never.contains(&2_500));
    let ways = |cents: u64| -> BTreeSet<Vec<u64>> {
        let prizes = game["prizes"].as_array().expect("a list");
        let prize = prizes.iter().find(|prize| prize["cents"] == cents).expect("a prize");
        prize["made_of_cents"].as_array().expect("a list").iter().map(numbers).collect()
    };
    assert_eq!(ways(25_000_000), BTreeSet::from([vec![12_500_000, 12_500_000]]));
    assert_eq!(ways(1_500), BTreeSet::from([vec![500, 1_000], vec![1_000, 500]]));
}

/// A piece of what is said of each kind of fault.
const MESSAGES: [(&str, &str); 25] = [
    ("not_toml", "not TOML: "),
    ("unknown_key", "no game has this key"),
    ("missing_key", "this key is missing"),
    ("wrong_type", "this should be a"),
    ("negative", "this number is negative"),
    ("fraction", "money is in cents"),
    ("too_large", "is too large"),
    ("out_of_range", "this should be "),
    ("bad_text", "this should be "),
    ("empty_list", "this list is empty"),
    ("no_grid", "a unit needs a grid"),
    ("lengths_crossed", "the shortest word is longer than the longest one"),
    ("words_do_not_fit", "these words cannot fit in the grid"),
    ("unknown_lexicon", "no word list has this name; known: fr"),
    ("length_missing", "the word list has no word of 2 letters"),
    ("pays_not_in_order", "the pay list should rise"),
    ("pays_above_words", "more words than a grid has"),
    ("prizes_not_in_order", "from the dearest lot to the cheapest"),
    ("prize_twice", "another line of the prize table has this amount"),
    ("not_payable", "no combination of grids pays"),
    ("counts_above_block", "more than the block has units"),
    ("line_total_off", "this line adds up to"),
    ("stated_prizes_off", "lots, not what is printed"),
    ("stated_total_off", "cents, not to what is printed"),
    ("opening_offline", "only an online game has an opening"),
];

#[test]
fn game_check_names_the_line_and_the_fault_of_each_broken_file() {
    let mut files = 0;
    for entry in fs::read_dir(root().join("games/broken")).expect("the folder is there") {
        let name = entry.expect("an entry").file_name();
        let path = format!("games/broken/{}", name.to_str().expect("the name is UTF-8"));
        let text = fs::read_to_string(root().join(&path)).expect("a broken game is text");
        let Answer { code, out, err } = grille(&["game", "check", &path]);
        assert_eq!((code, err.as_str()), (1, ""), "{path}");
        for (line, number) in text.lines().zip(1..) {
            let start = format!("{path}: line {number}");
            let said: Vec<&str> = out
                .lines()
                .filter_map(|said| said.strip_prefix(&start))
                .filter(|rest| rest.starts_with([',', ':']))
                .collect();
            let codes = line.split_once("# fault: ").map_or("", |(_, codes)| codes);
            for code in codes.split(", ").filter(|code| !code.is_empty()) {
                let known = MESSAGES.iter().find(|(known, _)| *known == code);
                let (_, message) = known.expect("the mark is one of the codes");
                assert!(said.iter().any(|said| said.contains(message)), "{start}: {code} in {out}");
            }
            assert_eq!(said.is_empty(), codes.is_empty(), "{start}: {out}");
        }
        files += 1;
    }
    assert!(files > 40, "{files} files");
}

#[test]
fn game_check_says_that_shipped_games_are_sound() {
    for game in ["mots-croises", "maxi-mots-croises", "games/maxi-mots-croises.toml"] {
        let out = printed(&["game", "check", game]);
        assert!(out.starts_with(&format!("{game}: sound; ")), "{out}");
    }
}

#[test]
fn game_check_refuses_what_is_no_text() {
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let path = write(name, bytes);
        let Answer { code, out, .. } = grille(&["game", "check", &path]);
        assert_eq!((code, out), (1, format!("{path}: {expected}\n")));
    };
    check("latin1.toml", b"id = \"a\"\nname = \"\xe9\"\n", "line 2: the file is not UTF-8 text");
    check("empty.toml", b"\n", "line 1: the file is empty");
    let size = 64 * 1024 + 1;
    let said = "line 1: the file has 65537 bytes; a game file has at most 65536";
    check("enormous.toml", &vec![b'#'; size], said);
}

/// Sound rules by which no unit can be made: the letters are too few for nine words.
#[test]
fn game_check_says_which_amount_starves() {
    let text = fs::read_to_string(root().join("games/mots-croises.toml")).expect("it ships");
    let path = write("starving.toml", text.replace("letters = 14\n", "letters = 6\n"));
    let Answer { code, out, err } = grille(&["game", "check", &path]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("of 10000 grids can carry every amount"), "{out}");
    assert!(out.contains("30 000 € starves"), "{out}");
}

/// Exit code 2: the program could not look.
#[test]
fn unreadable_files_are_failures() {
    for arguments in [["game", "check"], ["game", "show"]] {
        for path in ["games/none.toml", "games"] {
            let Answer { code, out, err } = grille(&[arguments[0], arguments[1], path]);
            assert_eq!((code, out.as_str()), (2, ""), "{path}: {err}");
            assert!(err.contains(path), "{err}");
        }
    }
}

#[test]
fn unknown_games_are_failures_that_list_those_that_ship() {
    for arguments in [&["game", "check", "loto"][..], &["game", "show", "loto"], &["unit", "loto"]]
    {
        let Answer { code, out, err } = grille(arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        let said =
            "grille: no game is called loto; games that ship: maxi-mots-croises, mots-croises\n";
        assert_eq!(err, said);
    }
}

/// A faulty file is no game to show or to make units of, and every fault of it is said.
#[test]
fn faulty_games_are_failures_elsewhere() {
    let path = "games/broken/stated_off.toml";
    for arguments in [&["game", "show", path][..], &["unit", path]] {
        let Answer { code, out, err } = grille(arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(
            err.contains("line 56, stated.prizes") && err.contains("line 57, stated.total_cents")
        );
    }
}

/// The commands below one, as its help lists them.
fn commands_in(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty());
    // A longer indent is the rest of what is said of the command above.
    let names =
        names.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// Every command that there is, found in the help of the one above it.
#[test]
fn help_of_every_command() {
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut seen = 0;
    while let Some(path) = waiting.pop() {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = printed(&arguments);
        let below = commands_in(&help).into_iter().filter(|name| name != "help");
        waiting.extend(below.map(|name| [path.as_slice(), &[name]].concat()));
        let name: String = path.iter().map(|name| format!("_{name}")).collect();
        assert_snapshot!(format!("help{name}"), help);
        seen += 1;
    }
    assert!(seen >= 6, "{seen} commands");
}
