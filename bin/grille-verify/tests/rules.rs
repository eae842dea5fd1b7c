//! Rules, word lists and manifests that are spoilt, and signed all the same.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod writer;

use writer::game;
use writer::spoil::{Case, Manifest, Rules, UNITS, check};

const RULES: &[Case] = &[
    (
        "a count",
        Rules(|m| m.game = game(UNITS, &[(12, 300), (60, 200), (59, 100)])),
        &[(14, "units that win 1.00 EUR: 60 instead of 59")],
    ),
    (
        "an amount",
        Rules(|m| m.game = game(UNITS, &[(12, 300), (60, 200), (60, 90)])),
        &[(12, "unit 3: 100 cents"), (14, "0 instead of 60")],
    ),
    (
        "stated lots",
        Rules(|m| m.game = m.game.replace("prizes = 132", "prizes = 133")),
        &[(6, "`prizes` is not 132")],
    ),
    (
        "stated sum",
        Rules(|m| m.game = m.game.replace("total_cents = 21600", "total_cents = 21601")),
        &[(6, "`total_cents` is not 21600")],
    ),
    (
        "a line's total",
        Rules(|m| m.game = m.game.replace("total_cents = 12000", "total_cents = 12001")),
        &[(6, "`total_cents` is not 12000")],
    ),
    (
        "units",
        Rules(|m| m.game = m.game.replace("block_units = 600", "block_units = 601")),
        &[(6, "game.toml: 601 units")],
    ),
    (
        "lots above units",
        Rules(|m| m.game = m.game.replace("block_units = 600", "block_units = 100")),
        &[(6, "132 lots for 100 units")],
    ),
    (
        "version",
        Rules(|m| m.game = m.game.replace("version = 3", "version = 4")),
        &[(6, "its id and version")],
    ),
    ("id", Rules(|m| m.game = m.game.replace("\"small\"", "\"sm--all\"")), &[(6, "`id`")]),
    (
        "pays with a gap",
        Rules(|m| m.game = m.game.replace("words = 2\n", "words = 3\n")),
        &[(6, "`pays`")],
    ),
    (
        "pays that fall",
        Rules(|m| m.game = m.game.replace("cents = 200\n\n[[prize]]", "cents = 50\n\n[[prize]]")),
        &[(6, "`pays`"), (12, "unit 0: 150 cents"), (14, "0 instead of 60")],
    ),
    (
        "cheapest first",
        Rules(|m| m.game = game(UNITS, &[(60, 100), (60, 200), (12, 300)])),
        &[(6, "not dearest first")],
    ),
    (
        "27 letters",
        Rules(|m| m.game = m.game.replace("letters = 4", "letters = 27")),
        &[(6, "`letters`"), (11, "unit 0: 4 letters instead of 27")],
    ),
    (
        "combine",
        Rules(|m| m.game = m.game.replace("\"sum\"", "\"least\"")),
        &[(6, "not of its kind")],
    ),
    (
        "min above max",
        Rules(|m| m.game = m.game.replace("min = 3", "min = 5")),
        &[(6, "min is above max"), (11, "unit 0")],
    ),
    (
        "33 rows",
        Rules(|m| m.game = m.game.replace("rows = 5", "rows = 33")),
        &[(6, "`rows`"), (10, "unit 0: [5, 5] rows")],
    ),
    (
        "a prize of none",
        Rules(|m| m.game += "[[prize]]\ncount = 0\ncents = 50\n"),
        &[(6, "or a zero")],
    ),
    (
        "lots beyond all numbers",
        Rules(|m| {
            let from = m.game.find("[stated]").unwrap();
            m.game.truncate(from);
            for less in 0..9 {
                let cents = i64::MAX - less;
                m.game += &format!("[[prize]]\ncount = {cents}\ncents = {cents}\n");
            }
        }),
        &[(6, "lots for 600 units"), (14, "0 instead of 9223372036854775807")],
    ),
    (
        "half a statement",
        Rules(|m| m.game = m.game.replace("prizes = 132\n", "")),
        &[(6, "missing field `prizes`")],
    ),
    (
        "lists for tables",
        Rules(|m| m.game = m.game.replace("{ min = 3, max = 4 }", "[3, 4]")),
        &[(6, "not of its kind")],
    ),
    (
        "no pays",
        Rules(|m| {
            let (from, to) = (m.game.find("[[crossword").unwrap(), m.game.find("[[prize").unwrap());
            m.game.replace_range(from..to, "");
            m.game = m.game.replace("lexicon =", "pays = []\nlexicon =");
        }),
        &[(6, "`pays` is empty"), (12, "unit 0: above the pay list"), (14, "0 instead of 60")],
    ),
    ("no TOML", Rules(|m| m.game += "= 5\n"), &[(6, "unquoted keys cannot be empty")]),
    (
        "highest",
        Rules(|m| m.game = m.game.replace("\"sum\"", "\"highest\"")),
        &[(14, "units that win 2.00 EUR: 72 instead of 60")],
    ),
    ("list not sorted", Rules(|m| m.lexicon += "AAA\n"), &[(6, "or behind the word before")]),
    ("a word twice", Rules(|m| m.lexicon += "ZZ\n"), &[(6, "or behind the word before")]),
    ("a small word", Rules(|m| m.lexicon += "ZZz\n"), &[(6, "not a word of 2 to 15")]),
    (
        "a weight of 0",
        Rules(|m| m.lexicon = m.lexicon.replace("AC 12", "AC 0")),
        &[(6, "lexicon.txt: line")],
    ),
    (
        "a weight of 1001",
        Rules(|m| m.lexicon = m.lexicon.replace("AC 12", "AC 1001")),
        &[(6, "lexicon.txt: line")],
    ),
    ("16 letters", Rules(|m| m.lexicon += "ZZZZZZZZZZZZZZZZ\n"), &[(6, "lexicon.txt: line")]),
    (
        "no end of line",
        Rules(|m| {
            m.lexicon.pop();
        }),
        &[(6, "the last line does not end")],
    ),
];

#[test]
fn spoilt_rules_are_found() {
    check(RULES);
}

const MANIFESTS: &[Case] = &[
    (
        "an unknown key",
        Manifest(|m| m.replace("\"root\"", "\"more\": 1,\n  \"root\"")),
        &[(2, "unknown field `more`")],
    ),
    (
        "a key twice",
        Manifest(|m| m.replace("\"game\":", "\"game\": \"large\",\n  \"game\":")),
        &[(2, "duplicate")],
    ),
    (
        "a beacon key more",
        Manifest(|m| m.replace("\"value\"", "\"more\": 1,\n    \"value\"")),
        &[(2, "unknown field `more`")],
    ),
    (
        "a list",
        Manifest(|m| {
            let from = m.find("\"small-").unwrap();
            let block = &m[from..from + 24];
            let hash = "0".repeat(64);
            format!(
                "[\"grille/block/v1\", {block}, \"small\", 3, \"{hash}\", \"{hash}\", 600, [\"{hash}\"], null, \"{hash}\"]"
            )
        }),
        &[(2, "not a JSON object")],
    ),
    (
        "a beacon of a list",
        Manifest(|m| {
            let from = m.find("{\n    \"round").unwrap();
            let to = from + m[from..].find('}').unwrap() + 1;
            format!("{}[\"drand-4242\", \"c0ffee\"]{}", &m[..from], &m[to..])
        }),
        &[(2, "not a JSON object")],
    ),
    (
        "no beacon key",
        Manifest(|m| {
            let from = m.find("\"beacon").unwrap();
            format!("{}{}", &m[..from], &m[m.find("\"root").unwrap()..])
        }),
        &[(2, "missing field `beacon`")],
    ),
    ("a beacon without a value", Manifest(|m| m.replace("c0ffee", "")), &[(2, "`beacon` is none")]),
    ("format", Manifest(|m| m.replace("block/v1", "block/v2")), &[(2, "`format`")]),
    (
        "beacon changed",
        Manifest(|m| m.replace("c0ffee", "c0ffef")),
        &[(7, "the block id that follows")],
    ),
    (
        "game's hash",
        Manifest(|m| m.replacen("game_sha256\": \"", "game_sha256\": \"0", 1)),
        &[(2, "a hash is none")],
    ),
    (
        "block id",
        Manifest(|m| m.replace("\"small-", "\"smal-")),
        &[(3, "block id"), (7, "follows"), (10, "unit 0: its block id")],
    ),
    ("version", Manifest(|m| m.replace("version\": 3", "version\": 4")), &[(6, "id and version")]),
    (
        "shares not ascending",
        Manifest(|m| {
            let lines: Vec<&str> = m.lines().collect();
            m.replacen(lines[10], "@", 1).replacen(lines[9], lines[10], 1).replace('@', lines[9])
        }),
        &[(2, "share_sha256"), (8, "shares/1")],
    ),
    (
        "units",
        Manifest(|m| m.replace("units\": 600", "units\": 601")),
        &[
            (1, "002.p/88"),
            (3, "number of units"),
            (6, "600 units"),
            (9, "002.p/89"),
            (15, "tile/0/002.p/89"),
        ],
    ),
    (
        "root",
        Manifest(|m| {
            let at = m.find("root\": \"").unwrap() + 8;
            format!("{}{}\"\n}}\n", &m[..at], "0".repeat(64))
        }),
        &[(3, "root")],
    ),
    ("no JSON", Manifest(|m| m[1..].to_owned()), &[(2, "manifest.json: ")]),
];

#[test]
fn spoilt_manifests_are_found() {
    check(MANIFESTS);
}
