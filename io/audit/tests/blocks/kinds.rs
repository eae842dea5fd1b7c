//! Every kind of defect that the independent verifier's tests plant, planted in a sealed block: one
//! at a time, each with the exact list of faults that the audit's checks must name.
//!
//! The block is `sample::maxi()` dealt from the share 7. Its units were read by a program of a few
//! lines that shares nothing with ours; places, words and letters below are what that program
//! found, and the faults are what it says of the changed cells.
//!
//! Kinds that a record cannot hold leave no unit to be judged, and opening names them: a record has
//! one length, so another number of letters, rows or grids, or a row of another width, is a file of
//! another length (`what_cannot_be_opened_is_said`); bytes of another kind are a record that holds
//! no unit; and whatever a leaf's text says beyond a record (its format, block, index, salt, line
//! ends) is a record that does not fit its leaf. Shares, entry bundles and what else only a
//! disclosed block has are the verifier's alone.

use std::error::Error;
use std::num::NonZero;
use std::path::Path;
use std::sync::LazyLock;

use audit::{AuditError, Published, check};
use block::SALT;
use block::note::{KeyName, SigningKey, VerifierKey};
use game::{Grid, Letter, Unit};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use vault::{Ingredients, Rules, Share};

use crate::sample::{self, Dealt, LEXICON, Silent, maxi, operator, seal, sign, write};

type Units = Vec<(Unit, [u8; SALT])>;
type Texts = Vec<Vec<u8>>;
type Change = fn(String) -> String;

/// Where a block is spoilt; whatever follows from it is made anew and signed.
enum Spoil {
    /// Its units.
    Units(fn(&mut Units)),
    /// The plain texts of its records.
    Plain(fn(&mut Texts)),
    /// The plain texts, when the tree stands already.
    Sealed(fn(&mut Texts)),
    /// What stands in the tree for unit 9.
    Leaf(Change),
    /// The game file.
    Game(Change),
    /// The word list.
    List(Change),
    /// The manifest's text.
    Manifest(Change),
    /// Files, when all is done.
    Files(fn(&Path)),
}
use Spoil::{Files, Game, Leaf, List, Manifest, Plain, Sealed};

static UNITS: LazyLock<Units> = LazyLock::new(|| Dealt::new(&maxi(), 7).units());

/// A block on disk and its selling key.
struct Forged {
    folder: TempDir,
}

impl Forged {
    fn new(spoil: &Spoil) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("block");
        let (mut game, mut list) = (maxi(), LEXICON.to_owned());
        match spoil {
            Game(spoil) => game = spoil(game),
            List(spoil) => list = spoil(list),
            _ => {}
        }
        let rules = Rules::parse(game.clone().into(), list.clone().into());
        // Where the rules are none, their hashes stand in a manifest that is otherwise sound.
        let rules = rules.unwrap_or_else(|_| Rules::parse(maxi().into(), LEXICON.into()).unwrap());
        let from = Ingredients::new(rules, vec![Share::new([7; 32])], None);
        write(&dir.join("game.toml"), game.as_bytes());
        write(&dir.join("lexicon.txt"), list.as_bytes());
        let mut units = UNITS.clone();
        if let Spoil::Units(spoil) = spoil {
            spoil(&mut units);
        }
        let mut plains: Texts = units.iter().map(plain).collect();
        if let Plain(spoil) = spoil {
            spoil(&mut plains);
        }
        let mut manifest = seal(&dir, &from, plains.clone(), |mut leaves: Texts| {
            if let Leaf(spoil) = spoil {
                leaves[9] = spoil(String::from_utf8(leaves[9].clone()).unwrap()).into_bytes();
            }
            leaves
        });
        let digest = |text: &str| Sha256::digest(text).into();
        (manifest.sources.game, manifest.sources.lexicon) = (digest(&game), digest(&list));
        let text = String::from_utf8(manifest.to_bytes()).unwrap();
        match spoil {
            Manifest(spoil) => sign(&dir, &manifest, spoil(text).as_bytes()),
            _ => sign(&dir, &manifest, text.as_bytes()),
        }
        if let Sealed(spoil) = spoil {
            spoil(&mut plains);
            let records =
                (0..).zip(plains).flat_map(|(at, plain)| sample::sealed(&from, at, plain));
            write(&dir.join("units.sealed"), &records.collect::<Vec<u8>>());
        }
        if let Files(spoil) = spoil {
            spoil(&dir);
        }
        from.selling_key().save(&folder.path().join("key")).unwrap();
        Self { folder }
    }

    /// The faults that the checks name, or why the records were not looked at.
    fn look(&self, published: &Published) -> Vec<String> {
        let dir = self.folder.path().join("block");
        let key = self.folder.path().join("key");
        let texts = match check(&dir, &[key], published, NonZero::<usize>::MIN, &Silent) {
            Ok(faults) => {
                assert_eq!(faults.total(), faults.kinds().map(|it| it.0.len() as u64).sum::<u64>());
                faults.kinds().flat_map(|(kept, _)| kept).map(ToString::to_string).collect()
            }
            Err(AuditError::Unfit(error)) => vec![format!("UNFIT {}", chain(&error))],
            Err(other) => panic!("the block could not be looked at: {}", chain(&other)),
        };
        let folder = format!("{}/", dir.display());
        texts.iter().map(|text: &String| text.replace(&folder, "")).collect()
    }
}

fn chain(error: &dyn Error) -> String {
    let source = error.source().map_or_else(String::new, |source| format!(": {}", chain(source)));
    format!("{error}{source}")
}

fn plain((unit, salt): &(Unit, [u8; SALT])) -> Vec<u8> {
    let cells = unit.grids.iter().flat_map(Grid::cells);
    let cells = cells.map(|cell| cell.map_or(b'.', Letter::ascii));
    let letters = unit.letters.iter().map(|letter| letter.ascii());
    salt.iter().copied().chain(letters).chain(cells).collect()
}

type Case = (&'static str, Spoil, &'static [&'static str]);

/// Each spoilt block has exactly these faults; a path in one is taken from the block's directory.
fn check_all(cases: &[Case]) {
    let mut wrong = String::new();
    for (name, spoil, expected) in cases {
        let found = Forged::new(spoil).look(&Published::default());
        if found != *expected {
            wrong += &format!("{name}: {found:#?}\n");
        }
    }
    assert_eq!(wrong, "");
}

/// Writes letters, or grey, into cells of a grid: row, column, letter.
fn put(units: &mut Units, unit: usize, grid: usize, cells: &[(usize, usize, char)]) {
    let grid = &mut units[unit].0.grids[grid];
    let mut all = grid.cells().to_vec();
    for &(row, column, letter) in cells {
        all[row * 11 + column] = Letter::from_ascii(letter as u8);
    }
    *grid = Grid::new(11, 11, all);
}

fn letters(units: &mut Units, unit: usize, text: &str) {
    units[unit].0.letters = text.bytes().map(|byte| Letter::from_ascii(byte).unwrap()).collect();
}

#[test]
fn a_sound_block_has_no_fault() {
    let operator = operator().verifier();
    let forged = Forged::new(&Files(|_| {}));
    let note = std::fs::read_to_string(forged.folder.path().join("block/checkpoint")).unwrap();
    let published = Published { checkpoint: Some(note), key: Some(operator) };
    assert_eq!(forged.look(&published), [""; 0]);
    assert_eq!(forged.look(&Published::default()), [""; 0]);
}

/// The word ÉPISODE crosses others in its second and its fourth letter, which stay; the letters that
/// are put elsewhere touch what the names say and nothing else.
const FORMS: &[Case] = &[
    (
        "a cell",
        Spoil::Units(|u| put(u, 1, 0, &[(0, 0, 'X')])),
        &["unit 1: grid 1 holds XPISODE, which is not in the word list"],
    ),
    (
        "an extra run",
        Spoil::Units(|u| put(u, 1, 0, &[(8, 0, 'N'), (8, 1, 'I')])),
        &["unit 1: grid 1 has 19 runs where the game has 18 words"],
    ),
    (
        "a run missing",
        Spoil::Units(|u| put(u, 1, 0, EPISODE)),
        &["unit 1: grid 1 has 17 runs where the game has 18 words"],
    ),
    (
        "an island",
        Spoil::Units(|u| put(u, 1, 0, &[(6, 10, 'E')])),
        &["unit 1: grid 1 is in pieces"],
    ),
    (
        "a word apart",
        Spoil::Units(|u| {
            put(u, 1, 0, EPISODE);
            put(u, 1, 0, &[(5, 0, 'B'), (6, 0, 'R'), (7, 0, 'U')]);
        }),
        &["unit 1: grid 1 is in pieces"],
    ),
    (
        "two letters",
        Spoil::Units(|u| put(u, 1, 0, &[(0, 4, 'E')])),
        &[
            "unit 1: grid 1 has 19 runs where the game has 18 words",
            "unit 1: grid 1 holds EE, which is not as long as the game's words",
            "unit 1: grid 1 holds EE, which is not in the word list",
        ],
    ),
    (
        "nine letters",
        Spoil::Units(|u| put(u, 4, 0, &[(2, 10, 'R')])),
        &["unit 4: grid 1 holds SUCCOMBER, which is not as long as the game's words"],
    ),
    (
        "twice in a grid",
        Spoil::Units(|u| put(u, 1, 1, &[(10, 1, 'E'), (10, 2, 'R'), (10, 3, 'R')])),
        &["unit 1: ERRE stands twice on the unit"],
    ),
    (
        "twice in two",
        Spoil::Units(|u| put(u, 1, 1, &[(6, 1, 'D'), (6, 2, 'E'), (6, 3, 'N')])),
        &["unit 1: EDEN stands twice on the unit"],
    ),
    (
        "a letter twice",
        Spoil::Units(|u| u[0].0.letters[1] = u[0].0.letters[0]),
        &["unit 0: a letter stands under two tiles"],
    ),
    (
        "a whole grid of nothing",
        Spoil::Units(|u| u[1].0.grids[1] = Grid::new(11, 11, vec![None; 121])),
        &["unit 1: grid 2 has 0 runs where the game has 18 words"],
    ),
];
const EPISODE: &[(usize, usize, char)] =
    &[(0, 0, '.'), (2, 0, '.'), (4, 0, '.'), (5, 0, '.'), (6, 0, '.')];

#[test]
fn spoilt_forms_are_named() {
    check_all(FORMS);
}

const LOTS: &[Case] = &[
    (
        "above the list",
        Spoil::Units(|u| letters(u, 4, "UODHGMYWXLAZEPRBSC")),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 4: grid 1 has 10 complete words, more than the pay list knows",
        ],
    ),
    (
        "an amount of no line",
        Spoil::Units(|u| letters(u, 27, "CSLWUBIPHJDYVEQROG")),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 27: the judge gives it 2500 cents, which the prize table does not know",
        ],
    ),
    (
        "a lot more",
        Spoil::Units(|u| letters(u, 28, "QRUOJZFXGLPWMSYEKH")),
        &[
            "564 units are worth 0 cents where the table has 565",
            "76 units are worth 500 cents where the table has 75",
        ],
    ),
    (
        "a lot less",
        Spoil::Units(|u| letters(u, 55, "USPTOLMNXHZWVFAQYC")),
        &[
            "566 units are worth 0 cents where the table has 565",
            "74 units are worth 500 cents where the table has 75",
        ],
    ),
    (
        "grids repeated",
        Spoil::Units(|u| {
            u[200].0.grids = u[17].0.grids.clone();
            letters(u, 200, "LPRCFXKIVGQBSHZDWJ");
        }),
        &["units 17 and 200 have the same face"],
    ),
    ("salt repeated", Spoil::Units(|u| u[599].1 = u[8].1), &["units 8 and 599 have the same salt"]),
    (
        "a unit repeated",
        Spoil::Units(|u| u[200] = u[70].clone()),
        &["units 70 and 200 have the same face", "units 70 and 200 have the same salt"],
    ),
    (
        "a count",
        Game(|text| text.replace("count = 86\n", "count = 85\n")),
        &[
            "565 units are worth 0 cents where the table has 566",
            "86 units are worth 1000 cents where the table has 85",
        ],
    ),
    (
        "a count and another, the sum kept",
        Game(|text| {
            text.replace("count = 86\n", "count = 85\n").replace("count = 75\n", "count = 76\n")
        }),
        &[
            "75 units are worth 500 cents where the table has 76",
            "86 units are worth 1000 cents where the table has 85",
        ],
    ),
];

#[test]
fn spoilt_lots_are_named() {
    check_all(LOTS);
}

const RECORDS: &[Case] = &[
    (
        "units swapped",
        Sealed(|plains| plains.swap(2, 4)),
        &[
            "563 units are worth 0 cents where the table has 565",
            "unit 2: its record does not fit its leaf",
            "unit 4: its record does not fit its leaf",
        ],
    ),
    (
        "another salt",
        Sealed(|plains| plains[9][0] ^= 1),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 9: its record does not fit its leaf",
        ],
    ),
    (
        "records swapped",
        Files(|dir| swap(dir, 2, 4)),
        &[
            "563 units are worth 0 cents where the table has 565",
            "unit 2: its record does not open",
            "unit 4: its record does not open",
        ],
    ),
    (
        "a record of another index",
        Files(|dir| {
            let bytes = read(dir, "units.sealed");
            let record = bytes.len() / 768;
            edit(dir, "units.sealed", |b| {
                b[9 * record..10 * record].copy_from_slice(&bytes[..record]);
            });
        }),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 9: its record does not open",
        ],
    ),
    (
        "another block's record",
        Files(|dir| {
            let rules = Rules::parse(maxi().into(), LEXICON.into()).unwrap();
            let other = Ingredients::new(rules, vec![Share::new([8; 32])], None);
            let record = sample::sealed(&other, 9, plain(&UNITS[9]));
            let at = 9 * record.len();
            edit(dir, "units.sealed", |b| b[at..at + record.len()].copy_from_slice(&record));
        }),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 9: its record does not open",
        ],
    ),
    (
        "a small letter",
        Plain(|plains| plains[9][SALT] = b'a'),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 9: its record holds no unit of the game",
        ],
    ),
    (
        "a digit in a row",
        Plain(|plains| plains[9][SALT + 18 + 60] = b'1'),
        &[
            "564 units are worth 0 cents where the table has 565",
            "unit 9: its record holds no unit of the game",
        ],
    ),
];

fn read(dir: &Path, name: &str) -> Vec<u8> {
    std::fs::read(dir.join(name)).unwrap()
}

fn edit(dir: &Path, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = read(dir, name);
    change(&mut bytes);
    write(&dir.join(name), &bytes);
}

fn replace(dir: &Path, name: &str, from: &str, to: &str) {
    let text = String::from_utf8(read(dir, name)).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    write(&dir.join(name), text.replacen(from, to, 1).as_bytes());
}

fn swap(dir: &Path, one: usize, other: usize) {
    edit(dir, "units.sealed", |bytes| {
        let record = bytes.len() / 768;
        for at in 0..record {
            bytes.swap(one * record + at, other * record + at);
        }
    });
}

#[test]
fn spoilt_records_are_named() {
    check_all(RECORDS);
}

/// Whatever the tree says of unit 9 that its record does not.
#[test]
fn spoilt_leaves_are_named() {
    let leaves: &[(&str, Change)] = &[
        ("another block's", |leaf| leaf.replace("maxi-mots-croises-", "maxi-mots-croises-0")),
        ("an index", |leaf| leaf.replace("\n9\n", "\n10\n")),
        ("a zero before", |leaf| leaf.replace("\n9\n", "\n09\n")),
        ("a capital salt", |leaf| with_line(&leaf, 3, |salt| salt.to_uppercase())),
        ("a short salt", |leaf| with_line(&leaf, 3, |salt| salt[1..].to_owned())),
        ("another format", |leaf| leaf.replace("unit/v1", "unit/v2")),
        ("a small letter", |leaf| with_line(&leaf, 4, |letters| letters.to_lowercase())),
        ("too few letters", |leaf| with_line(&leaf, 4, |letters| letters[1..].to_owned())),
        ("too many letters", |leaf| with_line(&leaf, 4, |letters| letters.to_owned() + "Z")),
        ("a wide row", |leaf| with_line(&leaf, 5, |row| row.to_owned() + ".")),
        ("a row more", |leaf| leaf + "...........\n"),
        ("a grid less", |leaf| leaf.rsplit_once("\n\n").unwrap().0.to_owned() + "\n"),
        ("a grid more", |leaf| leaf + "\n" + &"...........\n".repeat(11)),
        ("no last newline", |leaf| leaf.trim_end().to_owned()),
        ("a newline more", |leaf| leaf + "\n"),
        ("CRLF", |leaf| leaf.replace('\n', "\r\n")),
        ("two empty lines", |leaf| leaf.replace("\n\n", "\n\n\n")),
        ("an empty entry", |_| String::new()),
    ];
    for &(name, leaf) in leaves {
        let found = Forged::new(&Leaf(leaf)).look(&Published::default());
        let expected = [
            "564 units are worth 0 cents where the table has 565",
            "unit 9: its record does not fit its leaf",
        ];
        assert_eq!(found, expected, "{name}");
    }
}

fn with_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let line =
        |(at, line): (usize, &str)| if at == number { change(line) } else { line.to_owned() };
    text.lines().enumerate().map(line).map(|line| line + "\n").collect()
}

const FILES: &[Case] = &[
    (
        "a tile's bit",
        Files(|d| edit(d, "tile/0/000", |b| b[32 * 77] ^= 1)),
        &[
            "tile/0/000 holds hashes that do not lead to the signed root",
            "564 units are worth 0 cents where the table has 565",
            "unit 77: its record does not fit its leaf",
        ],
    ),
    (
        "an upper tile's bit",
        Files(|d| edit(d, "tile/1/000.p/3", |b| b[32] ^= 128)),
        &["tile/1/000.p/3 holds hashes that do not lead to the signed root"],
    ),
    (
        "a tile cut",
        Files(|d| edit(d, "tile/0/001", |b| b.truncate(32 * 255))),
        &["tile/0/001 has not its width"],
    ),
    (
        "a tile longer",
        Files(|d| edit(d, "tile/1/000.p/3", |b| b.extend([0; 32]))),
        &["tile/1/000.p/3 has not its width"],
    ),
    (
        "a tile gone",
        Files(|d| std::fs::remove_file(d.join("tile/0/001")).unwrap()),
        &["reading tile/0/001"],
    ),
    (
        "all tiles gone",
        Files(|d| std::fs::remove_dir_all(d.join("tile/0")).unwrap()),
        &["reading tile/0/000", "reading tile/0/001", "reading tile/0/002"],
    ),
    (
        "another width",
        Files(|d| std::fs::rename(d.join("tile/1/000.p/3"), d.join("tile/1/000.p/2")).unwrap()),
        &["reading tile/1/000.p/3", "tile/1/000.p/2 is no file of a block"],
    ),
    (
        "a tile more",
        Files(|d| write(&d.join("tile/0/003"), &[0; 8192])),
        &["tile/0/003 is no file of a block"],
    ),
    (
        "a level more",
        Files(|d| write(&d.join("tile/2/000.p/1"), &[0; 32])),
        &["tile/2 is no file of a block"],
    ),
    (
        "units handed out",
        Files(|d| write(&d.join("tile/entries/000"), &[0; 32])),
        &["tile/entries is no file of a block"],
    ),
    (
        "an extra file",
        Files(|d| write(&d.join("notes.txt"), b"")),
        &["notes.txt is no file of a block"],
    ),
    (
        "a hidden file",
        Files(|d| write(&d.join("tile/.x"), b"")),
        &["tile/.x is no file of a block"],
    ),
    (
        "an empty directory",
        Files(|d| std::fs::create_dir(d.join("tile/0/001.p")).unwrap()),
        &["tile/0/001.p is no file of a block"],
    ),
    (
        "the game changed",
        Files(|d| edit(d, "game.toml", |b| b.extend(b"# a word\n"))),
        &["UNFIT game.toml has another hash than the manifest says"],
    ),
    (
        "the list changed",
        Files(|d| edit(d, "lexicon.txt", |b| b.extend(b"ZZZ\n"))),
        &["UNFIT lexicon.txt has another hash than the manifest says"],
    ),
    (
        "a space in the manifest",
        Files(|d| replace(d, "manifest.json", "{\n", "{ \n")),
        &["UNFIT manifest.json is not what the checkpoint beside it was signed for"],
    ),
    (
        "another size",
        Files(|d| replace(d, "checkpoint", "\n768\n", "\n769\n")),
        &["UNFIT checkpoint names another block, size or root than the manifest"],
    ),
    (
        "no signature",
        Files(|d| {
            edit(d, "checkpoint", |b| {
                let at = b.windows(2).position(|two| two == b"\n\n").unwrap();
                b.truncate(at + 2);
            });
        }),
        &["UNFIT checkpoint is not a block's checkpoint: a line after its text is not a signature"],
    ),
    (
        "five lines",
        Files(|d| replace(d, "checkpoint", "\n\n", "\nmore\n\n")),
        &[
            "UNFIT checkpoint is not a block's checkpoint: its text is not the four lines of a block's checkpoint",
        ],
    ),
];

#[test]
fn spoilt_files_are_named() {
    check_all(FILES);
}

/// What is said of a block whose records are not looked at: the file, and what is wrong with it.
const UNOPENED: &[(&str, Spoil, &str)] = &[
    (
        "a record less",
        Files(|d| edit(d, "units.sealed", |b| b.truncate(b.len() - 292))),
        "units.sealed has",
    ),
    ("a byte more", Files(|d| edit(d, "units.sealed", |b| b.push(0))), "units.sealed has"),
    (
        "no units",
        Files(|d| std::fs::remove_file(d.join("units.sealed")).unwrap()),
        "reading units.sealed",
    ),
    ("no game", Files(|d| std::fs::remove_file(d.join("game.toml")).unwrap()), "reading game.toml"),
    (
        "no list",
        Files(|d| std::fs::remove_file(d.join("lexicon.txt")).unwrap()),
        "reading lexicon.txt",
    ),
    (
        "no checkpoint",
        Files(|d| std::fs::remove_file(d.join("checkpoint")).unwrap()),
        "reading checkpoint",
    ),
    (
        "no manifest",
        Files(|d| std::fs::remove_file(d.join("manifest.json")).unwrap()),
        "reading manifest.json",
    ),
    (
        "an amount that cannot be made",
        Game(|t| t.replace("cents = 25000000\n", "cents = 24000000\n")),
        "pays 24000000 cents",
    ),
    ("highest", Game(|t| t.replace("\"sum\"", "\"highest\"")), "pays 25000000 cents"),
    ("lots above units", Game(|t| t.replace("units = 768", "units = 100")), "lots"),
    ("cheapest first", Game(|t| t.replace("cents = 1500\n", "cents = 3000\n")), "dearest"),
    ("27 letters", Game(|t| t.replace("letters = 18", "letters = 27")), "crossword.letters"),
    ("combine", Game(|t| t.replace("\"sum\"", "\"least\"")), "combine"),
    ("min above max", Game(|t| t.replace("min = 3", "min = 9")), "shortest word"),
    ("33 rows", Game(|t| t.replace("rows = 11", "rows = 33")), "crossword.rows"),
    ("a prize of none", Game(|t| t.replace("count = 86\n", "count = 0\n")), "count"),
    ("pays with a gap", Game(|t| t.replace("words = 3\n", "words = 4\n")), "pays"),
    ("no TOML", Game(|t| t + "= 5\n"), "not TOML"),
    ("a word twice", List(|t| t + "ZZZ\nZZZ\n"), "word list is not sound"),
    ("a small word", List(|t| t + "zzz\n"), "word list is not sound"),
    ("a weight of 1001", List(|t| t + "ZZZZ 1001\n"), "word list is not sound"),
    (
        "an unknown key",
        Manifest(|t| t.replace("\"root\"", "\"more\": 1,\n  \"root\"")),
        "unknown field",
    ),
    ("format", Manifest(|t| t.replace("block/v1", "block/v2")), "block/v2"),
    (
        "version",
        Manifest(|t| t.replace("version\": 1", "version\": 2")),
        "does not follow from the game",
    ),
    (
        "units",
        Manifest(|t| t.replace("units\": 768", "units\": 767")),
        "another block, size or root",
    ),
    ("no JSON", Manifest(|t| t[1..].to_owned()), "manifest.json is not a block's manifest"),
];

#[test]
fn what_cannot_be_opened_is_said() {
    let mut wrong = String::new();
    for (name, spoil, expected) in UNOPENED {
        let found = Forged::new(spoil).look(&Published::default());
        let is_it =
            found.len() == 1 && found[0].starts_with("UNFIT") && found[0].contains(expected);
        if !is_it {
            wrong += &format!("{name}: {found:#?}\n");
        }
    }
    assert_eq!(wrong, "");
}

/// What only a comparison with what was published can tell.
#[test]
fn what_was_published_is_compared() {
    let forged = Forged::new(&Files(|_| {}));
    let dir = forged.folder.path().join("block");
    let note = std::fs::read_to_string(dir.join("checkpoint")).unwrap();
    let look = |checkpoint: Option<&str>, key: Option<VerifierKey>| {
        forged.look(&Published { checkpoint: checkpoint.map(str::to_owned), key })
    };
    let stranger = SigningKey::new(KeyName::new("lottery.example").unwrap(), &[8; 32]).verifier();
    let unsigned = "checkpoint carries no right signature of the operator's key";
    // Another key of the operator's name.
    assert_eq!(look(None, Some(stranger)), [unsigned]);
    // A whole block that is consistent, and is another one.
    let other = note.replacen("768", "769", 1);
    assert_eq!(look(Some(&other), None), ["checkpoint is not the published one"]);
    // A witness has signed since.
    let witnessed = note.clone() + "\u{2014} witness.example AAAAAAA=\n";
    assert_eq!(look(Some(&witnessed), None), [""; 0]);
    // The signature, and the name before the block's.
    let at = note.len() - 20;
    let flipped = if note.as_bytes()[at] == b'A' { "B" } else { "A" };
    write(
        &dir.join("checkpoint"),
        format!("{}{flipped}{}", &note[..at], &note[at + 1..]).as_bytes(),
    );
    let key = operator().verifier();
    let published = || Published { checkpoint: Some(note.clone()), key: Some(key.clone()) };
    assert_eq!(forged.look(&published()), [unsigned]);
    write(
        &dir.join("checkpoint"),
        note.replacen("lottery.example/", "lottery.example/x/", 1).as_bytes(),
    );
    let expected = [
        "checkpoint does not name the operator's key",
        unsigned,
        "checkpoint is not the published one",
    ];
    assert_eq!(forged.look(&published()), expected);
}
