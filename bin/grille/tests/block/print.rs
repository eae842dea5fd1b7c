//! `grille block print`, stopped as a machine stops it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chance::{Chance, StreamKey};
use vault::ValidationFile;

use crate::bench::{Bench, GRILLE};

const UNITS: u32 = 20_000;
const PRINT: &str = "block print block --key-file share --out print";

fn bench(units: u32) -> Bench {
    let bench = Bench::on_paper(units);
    bench.yes("block deal game.toml --out block --new-key share --game-code 31702");
    bench
}

/// Printings are killed, each when so much of one of its files is there, whichever it is. What lies
/// there afterwards is refused by whoever is to use it, unless every byte of it is there; and the
/// next run prints the same bytes as one that nobody disturbed.
#[test]
fn a_killed_printing_leaves_nothing_that_looks_whole() {
    let bench = bench(UNITS);
    bench.yes("block print block --key-file share --out sound");
    check_kills(&bench, PRINT, &bench.files("sound"), 24);
}

/// The same of books as PDF.
#[test]
fn a_killed_printing_of_books_leaves_nothing_that_looks_whole() {
    let bench = bench(300);
    bench.yes("block print block --key-file share --out sound --books 1-6");
    check_kills(&bench, &format!("{PRINT} --books 1-6"), &bench.files("sound"), 12);
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

fn check_kills(bench: &Bench, print: &str, sound: &Files, rounds: u32) {
    let names: Vec<&PathBuf> = sound.keys().collect();
    let mut chance = StreamKey::new([4; 32]).stream(0, 0);
    let mut unfinished = 0;
    for round in 0..rounds {
        let name = names[chance.below(names.len() as u32) as usize];
        let written = u64::from(chance.below(sound[name].len() as u32));
        let killed_at = format!("round {round}, byte {written} of {}", name.display());
        let mut child = bench
            .command(GRILLE, print)
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let file = bench.path("print.part").join(name);
        while child.try_wait().unwrap().is_none()
            && fs::metadata(&file).map_or(0, |file| file.len()) <= written
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        if !child.wait().unwrap().success() {
            unfinished += 1;
        }
        for name in ["print", "print.part"] {
            if bench.path(name).join("print.json").exists() {
                assert_eq!(bench.files(name), *sound, "{killed_at}: {name} is whole");
            } else if bench.path(name).exists() {
                check_refused(&bench.path(name), sound, &killed_at);
            }
        }
        assert!(!bench.path("print").exists() || bench.path("print/print.json").exists());
        if bench.path("print").exists() {
            fs::remove_dir_all(bench.path("print")).unwrap();
        }
    }
    assert!(unfinished >= rounds / 2, "most were killed before their end: {unfinished}");
    bench.yes(print);
    assert_eq!(bench.files("print"), *sound);
    assert!(!bench.path("print.part").exists());
}

/// The press and the central system each look at their own folder: by its checksums, and by opening
/// the validation file.
fn check_refused(dir: &Path, sound: &Files, killed_at: &str) {
    let whole = |name: &str| fs::read(dir.join(name)).ok().as_ref() == sound.get(Path::new(name));
    let file = dir.join("validation/tickets.validation");
    let opens = ValidationFile::open(&file).is_ok();
    let is_whole = ["validation/tickets.validation", "validation/SHA256SUMS"].map(whole);
    assert_eq!(
        opens,
        sound.contains_key(Path::new("validation/SHA256SUMS")) && is_whole == [true; 2],
        "{killed_at}"
    );
    let press: Vec<&str> = sound.keys().filter_map(|name| name.to_str()).collect();
    let mut press = press.into_iter().filter(|name| name.starts_with("press/")).peekable();
    if press.peek().is_some() {
        let is_whole = press.all(whole);
        let sums = Command::new("sha256sum")
            .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
            .current_dir(dir.join("press"))
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .status();
        assert_eq!(sums.is_ok_and(|it| it.success()), is_whole, "{killed_at}");
    }
}

/// Where there is no room, the file is named, and nothing is left.
#[test]
fn a_printing_without_room_names_the_file() {
    let bench = bench(2_000);
    for (print, file) in [
        (PRINT.to_owned(), "print.part/press/tickets."),
        (format!("{PRINT} --books 3"), "print.part/book-0000003-"),
    ] {
        // A limit on the size of a file, in blocks of 512 bytes, instead of a full disk.
        let limited = format!("trap '' XFSZ; ulimit -f 100; exec {GRILLE} {print}");
        let output = Command::new("sh")
            .args(["-c", &limited])
            .current_dir(bench.path("."))
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(file), "{err}");
        assert!(!bench.path("print").exists() && !bench.path("print.part").exists());
        bench.yes(&print);
        fs::remove_dir_all(bench.path("print")).unwrap();
    }
}

/// A damaged record is named by its unit, or by the ticket whose book was asked for.
#[test]
fn a_damaged_record_is_named() {
    let bench = bench(2_000);
    let path = bench.path("block/units.sealed");
    let mut bytes = fs::read(&path).unwrap();
    let record = bytes.len() / 2_000;
    bytes[333 * record + 5] ^= 1;
    fs::write(&path, bytes).unwrap();
    bench.no(PRINT, 2, "the record of unit 333 is damaged");
    // Ticket 33 of the seventh book of fifty.
    bench.no(&format!("{PRINT} --books 6-8"), 2, "reading the ticket 31702-0000007-033-");
    bench.no(&format!("{PRINT} --books 41"), 2, "the block has the books 1 to 40");
    assert!(!bench.path("print").exists() && !bench.path("print.part").exists());
    bench.yes(&format!("{PRINT} --books 8-40"));
}
