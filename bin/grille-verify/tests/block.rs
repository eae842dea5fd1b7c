//! A sound block, and every way of spoiling one that we could think of.

mod writer;

use std::fs;
use std::path::Path;

use writer::run::{Answer, run};
use writer::{Made, Model, base64, game, grid, put};

const UNITS: usize = 600;

/// Where a block is spoilt: before everything follows from it, or in the written files.
enum Spoil {
    Model(fn(&mut Model)),
    Leaves(fn(&mut Made)),
    Manifest(fn(&str) -> String),
    Files(fn(&Path)),
}
use Spoil::{Files, Leaves, Manifest, Model as Rules};

type Case = (&'static str, Spoil, &'static [(usize, &'static str)]);

/// What is spoilt before the signing is compared with the key alone, files with the checkpoint too.
fn look(spoil: &Spoil) -> Answer {
    let dir = tempfile::tempdir().unwrap();
    let (block, seen) = (dir.path().join("block"), dir.path().join("published"));
    let mut model = Model::sound(UNITS);
    if let Rules(spoil) = spoil {
        spoil(&mut model);
    }
    let vkey = Model::sound(1).vkey();
    let mut made = model.make();
    if let Leaves(spoil) = spoil {
        spoil(&mut made);
    }
    match spoil {
        Manifest(spoil) => made.write_with(&block, &spoil(&made.manifest())),
        _ => made.write(&block),
    }
    fs::copy(block.join("checkpoint"), &seen).unwrap();
    let (block, seen) = (block.to_str().unwrap(), seen.to_str().unwrap());
    match spoil {
        Files(spoil) => {
            spoil(Path::new(block));
            run(&["block", block, "--vkey", &vkey, "--checkpoint", seen])
        }
        _ => run(&["block", block, "--vkey", &vkey]),
    }
}

fn check(cases: &[Case]) {
    for (name, spoil, expected) in cases {
        look(spoil).expect(name, expected);
    }
}

fn edit(dir: &Path, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(dir.join(name)).unwrap();
    change(&mut bytes);
    put(dir, name, &bytes);
}

fn replace(dir: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(dir.join(name)).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    put(dir, name, text.replacen(from, to, 1).as_bytes());
}

fn line(dir: &Path, name: &str, number: usize) -> String {
    fs::read_to_string(dir.join(name)).unwrap().lines().nth(number).unwrap().to_owned()
}

fn change_leaf(made: &mut Made, unit: usize, from: &str, to: &str) {
    let text = String::from_utf8(made.leaves[unit].clone()).unwrap();
    assert!(text.contains(from), "{text} has no {from}");
    made.leaves[unit] = text.replacen(from, to, 1).into_bytes();
}

#[test]
fn a_sound_block_holds() {
    let answer = look(&Files(|_| {}));
    answer.expect("sound", &[]);
    assert_eq!(answer.steps("held"), (1..=16).collect::<Vec<_>>(), "{}", answer.text);
    // 600 units: 12 of (2, 1) win 3.00; 60 end in 7 and win 2.00; 60 end in 3 and win 1.00.
    assert!(answer.text.contains("lots   132 lots, 216.00 EUR"), "{}", answer.text);
}

#[test]
fn blocks_of_other_sizes_hold() {
    for size in [1, 2, 255, 256, 257, 512, 1024] {
        let dir = tempfile::tempdir().unwrap();
        let mut model = Model::sound(size);
        model.beacon = None;
        let made = model.make();
        made.write(dir.path());
        run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()])
            .expect(&format!("{size} units"), &[]);
    }
}

#[test]
fn spoilt_units_are_found() {
    check(&[
        (
            "a letter",
            Rules(|m| m.units[13].letters = "CADE".into()),
            &[(14, "units that win 1.00 EUR: 59 instead of 60")],
        ),
        (
            "a cell",
            Rules(|m| m.units[1].grids[0][1] = "Q....".into()),
            &[(11, "unit 1: grid 1: the word EQG is not in")],
        ),
        (
            "an extra run",
            Rules(|m| m.units[1].grids[0][4] = "CPS..".into()),
            &[(11, "unit 1: grid 1: 4 words instead of 3")],
        ),
        (
            "an island",
            Rules(|m| m.units[1].grids[1][4] = "A....".into()),
            &[(11, "unit 1: grid 2: its letters are not connected")],
        ),
        (
            "two letters",
            Rules(|m| m.units[1].grids[0][4] = "ZZ...".into()),
            &[(11, "the word ZZ has 2 letters")],
        ),
        (
            "five letters",
            Rules(|m| m.units[1].grids[0][2] = "GEHZZ".into()),
            &[(11, "the word GEHZZ has 5 letters")],
        ),
        (
            "a run missing",
            Rules(|m| m.units[1].grids[0][1] = ".....".into()),
            &[(11, "unit 1: grid 1: 2 words instead of 3")],
        ),
        (
            "twice in a grid",
            Rules(|m| m.units[1].grids[0][2] = "EFF..".into()),
            &[(11, "unit 1: the word EFF stands twice")],
        ),
        (
            "twice in two",
            Rules(|m| m.units[1].grids[1] = grid(1, 0, false)),
            &[(11, "unit 1: the word EFF stands twice")],
        ),
        (
            "not in the list",
            Rules(|m| m.lexicon = m.lexicon.replace("\nEFF\n", "\n")),
            &[(11, "unit 1: grid 1: the word EFF is not in")],
        ),
        (
            "a letter twice",
            Rules(|m| m.units[1].letters = "CADA".into()),
            &[(11, "unit 1: a letter is there twice")],
        ),
        (
            "too few letters",
            Rules(|m| m.units[1].letters = "CAD".into()),
            &[(11, "unit 1: 3 letters instead of 4")],
        ),
        (
            "too many letters",
            Rules(|m| m.units[1].letters = "CADBL".into()),
            &[(11, "unit 1: 5 letters instead of 4")],
        ),
        (
            "a wide row",
            Rules(|m| m.units[1].grids[0][4] = "......".into()),
            &[(11, "unit 1: grid 1: a row of 6 cells instead of 5")],
        ),
        (
            "a row more",
            Rules(|m| m.units[1].grids[1].push(".....".into())),
            &[(10, "unit 1: grid 2: 6 rows instead of 5")],
        ),
        (
            "a grid more",
            Rules(|m| m.units[1].grids.push(grid(2, 0, false))),
            &[(10, "unit 1: 3 grids instead of 2")],
        ),
        (
            "a grid less",
            Rules(|m| m.units[1].grids.truncate(1)),
            &[(10, "unit 1: 1 grids instead of 2")],
        ),
        (
            "above the list",
            Rules(|m| m.units[1].grids[0] = grid(1, 3, false)),
            &[(12, "unit 1: grid 1: 3 complete words, above")],
        ),
        (
            "an amount of no line",
            Rules(|m| m.units[1].grids = vec![grid(1, 2, false), grid(1, 2, true)]),
            &[(12, "unit 1: 400 cents"), (14, "lots: 133 instead of 132")],
        ),
        (
            "a lot more",
            Rules(|m| m.units[1].grids[0] = grid(1, 1, false)),
            &[(14, "units that win 1.00 EUR: 61 instead of 60")],
        ),
        (
            "a lot less",
            Rules(|m| m.units[13].grids[0] = grid(13, 0, false)),
            &[(14, "their sum in cents: 21500 instead of 21600")],
        ),
        (
            "grids repeated",
            Rules(|m| m.units[5].grids = m.units[4].grids.clone()),
            &[(13, "unit 5: it has the grids of unit 4")],
        ),
        (
            "salt repeated",
            Rules(|m| m.units[599].salt = m.units[8].salt.clone()),
            &[(13, "unit 599: it has the salt of unit 8")],
        ),
    ]);
}

#[test]
fn spoilt_texts_are_found() {
    check(&[
        (
            "units swapped",
            Leaves(|m| m.leaves.swap(4, 5)),
            &[(10, "unit 4: its index line says 5")],
        ),
        (
            "another block's",
            Leaves(|m| change_leaf(m, 7, "small-", "small-0")),
            &[(10, "unit 7: its block id is `small-0")],
        ),
        (
            "an index",
            Leaves(|m| change_leaf(m, 300, "\n300\n", "\n301\n")),
            &[(10, "unit 300: its index line says 301")],
        ),
        (
            "a zero before",
            Leaves(|m| change_leaf(m, 300, "\n300\n", "\n0300\n")),
            &[(10, "unit 300: line 3")],
        ),
        (
            "a capital salt",
            Leaves(|m| {
                m.leaves[9] = String::from_utf8(m.leaves[9].clone())
                    .unwrap()
                    .replacen(&m.model.units[9].salt, &"F".repeat(32), 1)
                    .into()
            }),
            &[(10, "unit 9: line 4")],
        ),
        (
            "a short salt",
            Leaves(|m| {
                let salt = m.model.units[9].salt.clone();
                change_leaf(m, 9, &salt, &salt[1..]);
            }),
            &[(10, "unit 9: line 4")],
        ),
        (
            "another format",
            Leaves(|m| change_leaf(m, 9, "unit/v1", "unit/v2")),
            &[(10, "unit 9: line 1")],
        ),
        (
            "a small letter",
            Leaves(|m| change_leaf(m, 1, "CADB", "cADB")),
            &[(10, "unit 1: line 5")],
        ),
        (
            "a digit in a row",
            Leaves(|m| change_leaf(m, 1, "EFF..", "EFF.1")),
            &[(10, "unit 1: line 6")],
        ),
        (
            "no last newline",
            Leaves(|m| {
                m.leaves[1].pop();
            }),
            &[(10, "unit 1: the last line does not end")],
        ),
        (
            "a newline more",
            Leaves(|m| m.leaves[1].push(b'\n')),
            &[(10, "unit 1: the text ends where a grid should be")],
        ),
        ("CRLF", Leaves(|m| change_leaf(m, 1, "CADB\n", "CADB\r\n")), &[(10, "unit 1: line 5")]),
        (
            "two empty lines",
            Leaves(|m| change_leaf(m, 1, "\n\n", "\n\n\n")),
            &[(10, "unit 1: line 12 is empty")],
        ),
        (
            "an empty entry",
            Leaves(|m| m.leaves[1].clear()),
            &[(10, "unit 1: the last line does not end")],
        ),
    ]);
}

#[test]
fn spoilt_rules_are_found() {
    check(&[
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
            Rules(|m| {
                m.game = m.game.replace("cents = 200\n\n[[prize]]", "cents = 50\n\n[[prize]]")
            }),
            &[(6, "`pays`")],
        ),
        (
            "cheapest first",
            Rules(|m| m.game = game(UNITS, &[(60, 100), (60, 200), (12, 300)])),
            &[(6, "not dearest first")],
        ),
        (
            "27 letters",
            Rules(|m| m.game = m.game.replace("letters = 4", "letters = 27")),
            &[(6, "`letters`")],
        ),
        (
            "combine",
            Rules(|m| m.game = m.game.replace("\"sum\"", "\"least\"")),
            &[(6, "`combine`")],
        ),
        (
            "min above max",
            Rules(|m| m.game = m.game.replace("min = 3", "min = 5")),
            &[(6, "min is above max"), (11, "unit 0")],
        ),
        ("no TOML", Rules(|m| m.game += "= 5\n"), &[(6, "game.toml: line")]),
        (
            "highest",
            Rules(|m| m.game = m.game.replace("\"sum\"", "\"highest\"")),
            &[(14, "units that win 2.00 EUR: 72 instead of 60")],
        ),
        (
            "list not sorted",
            Rules(|m| m.lexicon += "AAA\n"),
            &[(6, "not behind the word before it")],
        ),
        ("a word twice", Rules(|m| m.lexicon += "ZZ\n"), &[(6, "not behind the word before it")]),
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
    ]);
}

#[test]
fn spoilt_manifests_are_found() {
    check(&[
        (
            "an unknown key",
            Manifest(|m| m.replace("\"root\"", "\"more\": 1,\n  \"root\"")),
            &[(2, "unknown key `more`")],
        ),
        (
            "a key twice",
            Manifest(|m| m.replace("\"game\":", "\"game\": \"large\",\n  \"game\":")),
            &[(2, "duplicate")],
        ),
        (
            "a beacon key more",
            Manifest(|m| m.replace("\"value\"", "\"more\": 1,\n    \"value\"")),
            &[(2, "beacon.more")],
        ),
        ("format", Manifest(|m| m.replace("block/v1", "block/v2")), &[(2, "`format`")]),
        (
            "beacon changed",
            Manifest(|m| m.replace("c0ffee", "c0ffef")),
            &[(7, "the block id that follows")],
        ),
        (
            "game's hash",
            Manifest(|m| {
                m.replacen("game_sha256\": \"", "game_sha256\": \"0", 1).replacen(
                    "\",\n  \"lexicon",
                    "\",\n  \"lexicon",
                    1,
                )
            }),
            &[(2, "`game_sha256`")],
        ),
        (
            "block id",
            Manifest(|m| m.replace("\"small-", "\"smal-")),
            &[(3, "block id"), (7, "follows"), (10, "unit 0: its block id")],
        ),
        (
            "version",
            Manifest(|m| m.replace("version\": 3", "version\": 4")),
            &[(6, "id and version")],
        ),
        (
            "shares not ascending",
            Manifest(|m| {
                let lines: Vec<&str> = m.lines().collect();
                m.replacen(lines[10], "@", 1)
                    .replacen(lines[9], lines[10], 1)
                    .replace('@', lines[9])
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
        ("no JSON", Manifest(|m| m[1..].to_owned()), &[(2, "not a JSON object")]),
    ]);
}

#[test]
fn spoilt_files_are_found() {
    check(&[
        (
            "a leaf alone",
            Files(|d| {
                edit(d, "tile/entries/001", |b| {
                    let at = b.windows(5).position(|w| w == b"\n300\n").unwrap() + 5;
                    b[at] = if b[at] == b'0' { b'1' } else { b'0' };
                })
            }),
            &[(15, "unit 300"), (16, "the root that follows")],
        ),
        (
            "a bundle cut",
            Files(|d| edit(d, "tile/entries/001", |b| b.truncate(b.len() - 1))),
            &[(9, "within or before unit 511")],
        ),
        (
            "a bundle gone",
            Files(|d| fs::remove_file(d.join("tile/entries/001")).unwrap()),
            &[(9, "tile/entries/001")],
        ),
        (
            "all bundles gone",
            Files(|d| fs::remove_dir_all(d.join("tile/entries")).unwrap()),
            &[(9, "units 0 to 599")],
        ),
        (
            "bytes behind",
            Files(|d| edit(d, "tile/entries/002.p/88", |b| b.extend([0, 0]))),
            &[(9, "2 bytes left over")],
        ),
        ("a tile's bit", Files(|d| edit(d, "tile/0/000", |b| b[32 * 77] ^= 1)), &[(15, "unit 77")]),
        (
            "an upper tile's bit",
            Files(|d| edit(d, "tile/1/000.p/2", |b| b[32] ^= 128)),
            &[(15, "tile/1/000.p/2: hash 1 (unit 256)")],
        ),
        (
            "a tile gone",
            Files(|d| fs::remove_file(d.join("tile/0/001")).unwrap()),
            &[(15, "tile/0/001")],
        ),
        (
            "all tiles gone",
            Files(|d| fs::remove_dir_all(d.join("tile/0")).unwrap()),
            &[(15, "tile/0/000")],
        ),
        (
            "a tile cut",
            Files(|d| edit(d, "tile/0/001", |b| b.truncate(32 * 255))),
            &[(15, "8160 bytes instead of 8192")],
        ),
        (
            "a tile longer",
            Files(|d| edit(d, "tile/1/000.p/2", |b| b.extend([0; 32]))),
            &[(15, "96 bytes instead of 64")],
        ),
        ("a tile more", Files(|d| put(d, "tile/0/002", &[0; 8192])), &[(1, "tile/0/002")]),
        ("a level more", Files(|d| put(d, "tile/2/000.p/1", &[0; 32])), &[(1, "tile/2")]),
        (
            "another width",
            Files(|d| fs::rename(d.join("tile/0/002.p/88"), d.join("tile/0/002.p/87")).unwrap()),
            &[(1, "002.p/87"), (15, "002.p/88")],
        ),
        (
            "a group too many",
            Files(|d| put(d, "tile/0/x000/000", &[0; 8192])),
            &[(1, "tile/0/x000")],
        ),
        (
            "an extra file",
            Files(|d| put(d, "notes.txt", b"")),
            &[(1, "notes.txt: should not be there")],
        ),
        ("a hidden file", Files(|d| put(d, "tile/.hidden", b"")), &[(1, "tile/.hidden")]),
        (
            "an empty directory",
            Files(|d| fs::create_dir(d.join("tile/0/001.p")).unwrap()),
            &[(1, "tile/0/001.p")],
        ),
        (
            "a share changed",
            Files(|d| edit(d, "shares/2", |b| b[20] = if b[20] == b'0' { b'1' } else { b'0' })),
            &[(8, "shares/2: its hash")],
        ),
        (
            "a share in capitals",
            Files(|d| {
                put(
                    d,
                    "shares/2",
                    fs::read_to_string(d.join("shares/2"))
                        .unwrap()
                        .to_uppercase()
                        .replace("GRILLE SHARE V1", "grille share v1")
                        .as_bytes(),
                )
            }),
            &[(8, "shares/2: not a share file")],
        ),
        (
            "a share missing",
            Files(|d| fs::remove_file(d.join("shares/3")).unwrap()),
            &[(8, "shares/3")],
        ),
        (
            "a share more",
            Files(|d| {
                fs::copy(d.join("shares/1"), d.join("shares/4")).unwrap();
            }),
            &[(1, "shares/4"), (8, "shares/4")],
        ),
        (
            "shares swapped",
            Files(|d| {
                let one = fs::read(d.join("shares/1")).unwrap();
                fs::copy(d.join("shares/2"), d.join("shares/1")).unwrap();
                put(d, "shares/2", &one);
            }),
            &[(8, "shares/1: its hash")],
        ),
        (
            "the list changed",
            Files(|d| edit(d, "lexicon.txt", |b| b.extend(b"ZZZ\n"))),
            &[(5, "lexicon.txt")],
        ),
        (
            "the game changed",
            Files(|d| edit(d, "game.toml", |b| b.extend(b"# a word\n"))),
            &[(5, "game.toml")],
        ),
        (
            "no game",
            Files(|d| fs::remove_file(d.join("game.toml")).unwrap()),
            &[(1, "game.toml: missing")],
        ),
        (
            "no list",
            Files(|d| fs::remove_file(d.join("lexicon.txt")).unwrap()),
            &[(1, "lexicon.txt: missing")],
        ),
        (
            "no manifest",
            Files(|d| fs::remove_file(d.join("manifest.json")).unwrap()),
            &[(1, "manifest.json: missing")],
        ),
        (
            "no checkpoint",
            Files(|d| fs::remove_file(d.join("checkpoint")).unwrap()),
            &[(1, "checkpoint: missing")],
        ),
        (
            "a space in the manifest",
            Files(|d| replace(d, "manifest.json", "{\n", "{ \n")),
            &[(3, "last line's hash")],
        ),
    ]);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    check(&[(
        "a link",
        Files(|d| {
            fs::rename(d.join("tile/entries/001"), d.parent().unwrap().join("elsewhere")).unwrap();
            std::os::unix::fs::symlink("../../../elsewhere", d.join("tile/entries/001")).unwrap();
        }),
        &[(1, "tile/entries/001: should not be there"), (9, "not a plain file")],
    )]);
}

#[test]
fn spoilt_checkpoints_are_found() {
    check(&[
        (
            "signature",
            Files(|d| {
                edit(d, "checkpoint", |b| {
                    let at = b.len() - 20;
                    b[at] = if b[at] == b'A' { b'B' } else { b'A' };
                })
            }),
            &[(4, "does not verify")],
        ),
        (
            "size",
            Files(|d| replace(d, "checkpoint", "\n600\n", "\n601\n")),
            &[(3, "number of units"), (4, "its text is not the published one's")],
        ),
        (
            "root",
            Files(|d| {
                let root = line(d, "checkpoint", 2);
                replace(d, "checkpoint", &root, &base64(&[9; 32]));
            }),
            &[(3, "root"), (4, "does not verify"), (16, "the root that follows")],
        ),
        (
            "manifest's hash",
            Files(|d| {
                let last = line(d, "checkpoint", 3);
                replace(d, "checkpoint", &last, &format!("grille-manifest {}", "0".repeat(64)));
            }),
            &[(3, "last line's hash"), (4, "not the published")],
        ),
        (
            "signer's name",
            Files(|d| replace(d, "checkpoint", "— lottery", "— lotterie")),
            &[(4, "no signature of the key")],
        ),
        (
            "origin's name",
            Files(|d| replace(d, "checkpoint", "lottery.example/", "lottery.example/x/")),
            &[(4, "the origin")],
        ),
        (
            "no signature",
            Files(|d| {
                edit(d, "checkpoint", |b| {
                    let at = b.windows(2).position(|w| w == b"\n\n").unwrap();
                    b.truncate(at + 2);
                })
            }),
            &[(3, "no signature")],
        ),
        (
            "CRLF",
            Files(|d| replace(d, "checkpoint", "\n600\n", "\r\n600\r\n")),
            &[(3, "control character")],
        ),
        (
            "five lines",
            Files(|d| replace(d, "checkpoint", "\n\n", "\nmore\n\n")),
            &[(3, "5 lines of text")],
        ),
        (
            "a loose root",
            Files(|d| {
                let root = line(d, "checkpoint", 2);
                let last = root.as_bytes()[42] ^ 1;
                replace(d, "checkpoint", &root, &format!("{}{}=", &root[..42], last as char));
            }),
            &[(3, "line 3")],
        ),
        (
            "a line behind",
            Files(|d| edit(d, "checkpoint", |b| b.extend(b"more\n"))),
            &[(3, "line 7: not a signature line")],
        ),
    ]);
}

#[test]
fn what_the_operator_signs_is_not_believed() {
    let dir = tempfile::tempdir().unwrap();
    let (sound, seen) = (Model::sound(UNITS).make(), dir.path().join("seen"));
    let block = dir.path().join("block");
    sound.write(&block);
    let text = sound.text(&sound.manifest());
    let root = text.lines().nth(2).unwrap();
    put(&block, "checkpoint", sound.model.sign(&text.replace(root, &base64(&[3; 32]))).as_bytes());
    let (path, vkey) = (block.to_str().unwrap(), sound.model.vkey());
    run(&["block", path, "--vkey", &vkey]).expect("another root", &[(3, "root"), (16, "follows")]);

    // A whole block that is sound, but is not the one that was announced.
    let mut other = sound.model.clone();
    other.units.swap(1, 2);
    other.shares[0] = [1; 32];
    other.shares.sort_by_key(|share| writer::sha(share));
    let other = other.make();
    fs::write(&seen, sound.checkpoint()).unwrap();
    other.write(&block);
    run(&["block", path, "--vkey", &vkey]).expect("another block, the key", &[]);
    run(&["block", path, "--checkpoint", seen.to_str().unwrap()])
        .expect("another block", &[(4, "not the published one's")]);

    let mut stranger = sound.model.clone();
    stranger.seed = [8; 32];
    stranger.make().write(&block);
    run(&["block", path, "--vkey", &vkey]).expect("another key", &[(4, "no signature of the key")]);
}

#[test]
fn what_cannot_be_done_is_not_called_held() {
    let answer = look(&Files(|d| fs::remove_file(d.join("tile/entries/001")).unwrap()));
    assert_eq!(answer.steps("not checked"), [16], "{}", answer.text);
    assert_eq!(answer.steps("held, but in part"), [10, 11, 12, 13, 14], "{}", answer.text);
    let answer = look(&Files(|d| fs::remove_file(d.join("game.toml")).unwrap()));
    assert_eq!(answer.steps("not checked"), [11, 12, 14], "{}", answer.text);
    let answer = look(&Files(|d| fs::remove_file(d.join("manifest.json")).unwrap()));
    assert_eq!(answer.steps("not checked"), [2, 5, 7, 8], "{}", answer.text);
    assert_eq!(answer.steps("held"), [3, 4, 6, 9, 10, 11, 12, 13, 14, 15, 16], "{}", answer.text);
    let answer = look(&Files(|d| fs::remove_file(d.join("checkpoint")).unwrap()));
    assert_eq!(answer.steps("not checked"), [3, 4, 16], "{}", answer.text);
    let answer = look(&Files(|d| fs::remove_file(d.join("lexicon.txt")).unwrap()));
    assert_eq!(answer.steps("held, but in part"), [5, 6, 11], "{}", answer.text);
}

#[test]
fn every_fault_is_counted_and_a_hundred_are_shown() {
    let answer =
        look(&Rules(|model| model.units.iter_mut().for_each(|unit| unit.letters = "CADD".into())));
    let faults = answer.faults(11);
    assert_eq!(faults.lines().count(), 101, "{}", answer.text);
    assert!(faults.starts_with("       unit 0:") && faults.ends_with("… and 500 more"), "{faults}");
}

#[test]
fn a_size_that_is_a_lie_costs_neither_time_nor_paper() {
    let answer = look(&Manifest(|text| text.replace("units\": 600", "units\": 4294967295")));
    assert_eq!(answer.code, 1);
    assert!(answer.text.len() < 100_000, "{} bytes", answer.text.len());
}

#[test]
fn exit_codes_tell_what_was_compared() {
    let dir = tempfile::tempdir().unwrap();
    let made = Model::sound(40).make();
    made.write(dir.path());
    let path = dir.path().to_str().unwrap();
    let alone = run(&["block", path]);
    assert_eq!(alone.code, 2, "{}", alone.text);
    assert!(
        alone.text.trim_end().ends_with("sound in itself, compared with nothing published"),
        "{}",
        alone.text
    );
    assert_eq!(alone.steps("not checked"), [4]);
    let content = run(&["block", path, "--in-itself"]);
    assert_eq!((content.code, &content.text), (0, &alone.text));
    assert_eq!(run(&["block", "/nowhere/at/all", "--in-itself"]).code, 2);
    assert_eq!(run(&["block", path, "--checkpoint", "/nowhere/at/all"]).code, 2);
    assert_eq!(run(&["block", path, "--quickly"]).code, 2);
    for vkey in ["", "a+b+c", &made.model.vkey().replace("+0", "+1"), &made.model.vkey()[1..]] {
        if *vkey != made.model.vkey() {
            assert_eq!(run(&["block", path, "--vkey", vkey]).code, 2, "{vkey}");
        }
    }
    fs::remove_file(dir.path().join("checkpoint")).unwrap();
    assert_eq!(run(&["block", path]).code, 1);
}
