//! Files that are spoilt after the block was made.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod writer;

use std::fs;

use writer::run::run;
use writer::spoil::{Case, Files, check, edit, line, replace};
use writer::{Model, base64, put};

const FILES: &[Case] = &[
    (
        "a leaf alone",
        Files(|d| {
            edit(d, "tile/entries/001", |b| {
                let at = b.windows(5).position(|w| w == b"\n300\n").unwrap() + 5;
                b[at] = if b[at] == b'0' { b'1' } else { b'0' };
            });
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
    ("a group too many", Files(|d| put(d, "tile/0/x000/000", &[0; 8192])), &[(1, "tile/0/x000")]),
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
            );
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
];

#[test]
fn spoilt_files_are_found() {
    check(FILES);
}

const CHECKPOINTS: &[Case] = &[
    (
        "signature",
        Files(|d| {
            edit(d, "checkpoint", |b| {
                let at = b.len() - 20;
                b[at] = if b[at] == b'A' { b'B' } else { b'A' };
            });
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
            });
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
        "a small one beside",
        Files(|d| edit(d, "checkpoint", |b| b.extend("— other AAAAAA==\n".bytes()))),
        &[(3, "line 7: not a signature line")],
    ),
    (
        "another of the key",
        Files(|d| {
            let line = line(d, "checkpoint", 5);
            let start = line.rfind(' ').unwrap() + 1;
            // The key id's four bytes, and two more.
            let short = format!("{}{}\n", &line[..start], &line[start..start + 8]);
            edit(d, "checkpoint", |b| b.extend(short.bytes()));
        }),
        &[(4, "does not verify")],
    ),
    (
        "a line behind",
        Files(|d| edit(d, "checkpoint", |b| b.extend(b"more\n"))),
        &[(3, "line 7: not a signature line")],
    ),
];

#[test]
fn signatures_of_others_are_ignored() {
    let beside = "— other AAAAAAA=\n— lottery.example AAAAAAAA\n";
    let beside = format!("{beside}— witness {}\n", base64(&[7; 2500]));
    let dir = tempfile::tempdir().unwrap();
    let made = Model::sound(40).make();
    made.write(dir.path());
    edit(dir.path(), "checkpoint", |bytes| bytes.extend(beside.bytes()));
    run(&["block", dir.path().to_str().unwrap(), "--vkey", &made.model.vkey()])
        .expect("signatures of others", &[]);
}

#[test]
fn spoilt_checkpoints_are_found() {
    check(CHECKPOINTS);
}
