//! `grille key` and `grille block`, run as a person runs them, and stopped as a machine stops them.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod bench;
mod print;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chance::{Chance, StreamKey};

use bench::{Bench, GRILLE, verifier};

/// What follows `key` at the beginning of a line.
fn value<'text>(out: &'text str, key: &str) -> &'text str {
    let line = out.lines().find_map(|line| line.strip_prefix(key)).expect("the line is there");
    line.trim()
}

#[test]
fn a_block_lives_from_its_keys_to_its_disclosure() {
    let bench = Bench::new(700);
    for holder in ["one", "two"] {
        assert_eq!(bench.yes(&format!("key share {holder}")).trim().len(), 64);
    }
    let vkey = bench.yes("key signing signing --name lottery.example");
    let vkey = vkey.trim();
    assert!(vkey.starts_with("lottery.example+"));
    let shares = "--key-file one --key-file two";
    let beacon = "--beacon 00ff --beacon-round drand/12345";
    let out = bench
        .yes(&format!("block deal game.toml --out block {shares} {beacon} --signing-key signing"));
    assert_eq!(value(&out, "verifier-key"), vkey);
    let (block, root) = (value(&out, "block"), value(&out, "root"));

    bench.yes(&format!("key selling block {shares} --out selling"));
    bench.no("key selling block --key-file one --out half", 2, "not all of them");
    let proof = bench.yes("block prove block --key-file selling --index 321");
    bench.yes("block prove block --key-file selling --index 321 --out proof");
    assert_eq!(fs::read_to_string(bench.path("proof")).unwrap(), proof);
    bench.no("block prove block --key-file selling --index 700", 2, "there is no unit 700");
    bench.no("block prove block --key-file selling --index 1 --out proof", 2, "proof");

    bench.no(&format!("block disclose block {shares} --out open"), 2, "the-sale-is-over");
    bench.yes(&format!("block disclose block {shares} --out open --yes-the-sale-is-over"));
    fs::copy(bench.path("block/checkpoint"), bench.path("published")).unwrap();
    let published = format!("--checkpoint published --vkey {vkey}");
    let answer = bench.run(verifier(), &format!("block open {published}"));
    assert_eq!(answer.code, 0, "{}", answer.out);
    assert!(answer.out.contains(block), "{}", answer.out);
    let answer = bench.run(verifier(), &format!("proof proof {published}"));
    assert_eq!(answer.code, 0, "{}", answer.out);

    let lines = bench.yes("block export block --key-file selling --format jsonl");
    assert_eq!(lines.lines().count(), 700);
    assert!(lines.lines().nth(321).unwrap().starts_with("{\"index\":321,"));
    bench.yes("block export block --key-file selling --format csv --out units.csv");
    bench.no("block export block --key-file selling --format csv --out units.csv", 2, "units.csv");

    // Anyone can deal it again from what was disclosed, and see the root.
    let disclosed =
        format!("open/game.toml --key-file open/shares/1 --key-file open/shares/2 {beacon}");
    bench.yes(&format!("block deal {disclosed} --expect-root {root}"));
    bench.yes(&format!("block deal {disclosed} --expect-root {root} --out again --threads 1"));
    fs::copy(bench.path("published"), bench.path("again/checkpoint")).unwrap();
    assert_eq!(bench.files("again"), bench.files("block"));
    let other = "0".repeat(64);
    bench.no(&format!("block deal {disclosed} --expect-root {other}"), 1, root);
    let lies = format!("block deal {disclosed} --expect-root {other} --out lies");
    bench.no(&lies, 1, root);
    assert!(!bench.path("lies").exists());
}

#[test]
fn nothing_is_overwritten_and_a_share_is_used_once() {
    let bench = Bench::new(300);
    bench.yes("block deal game.toml --out block --new-key share");
    bench.no("block deal game.toml --out block --new-key other", 2, "block exists already");
    assert!(!bench.path("other").exists(), "no key is left of a deal that was refused");
    bench.no("block deal game.toml --out more --new-key share", 2, "share exists already");
    bench.no("key share share", 2, "share exists already");
    bench.no("key signing share", 2, "share exists already");
    // The same block may be dealt again; another one may not.
    bench.yes("block deal game.toml --out same --key-file share");
    assert_eq!(bench.files("same"), bench.files("block"));
    let text = fs::read_to_string(bench.path("game.toml")).unwrap();
    fs::write(bench.path("game.toml"), text.replace("version = 1", "version = 2")).unwrap();
    bench.no("block deal game.toml --out more --key-file share", 2, "one set of shares");
    bench.no("block deal game.toml --out more --key-file share.signing", 2, "is not a share");
    bench.no("block deal game.toml --out more --key-file missing", 2, "missing");
    bench.no("block deal game.toml --out more", 2, "--key-file");
    fs::remove_file(bench.path("share.used")).unwrap();
    fs::remove_file(bench.path("share.signing")).unwrap();
    bench.no("block deal game.toml --out more --key-file share", 2, "no signing key");
    assert!(!bench.path("more").exists());
}

#[test]
fn a_damaged_record_is_named_and_mended() {
    let bench = Bench::new(300);
    bench.yes("block deal game.toml --out block --new-key share");
    let path = bench.path("block/units.sealed");
    let sound = fs::read(&path).unwrap();
    let mut bytes = sound.clone();
    bytes[sound.len() / 300 * 123 + 7] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let disclose = "block disclose block --key-file share --out open --yes-the-sale-is-over";
    bench.no("block prove block --key-file share --index 123", 2, "unit 123 is damaged");
    bench.yes("block prove block --key-file share --index 124");
    bench.no(disclose, 2, "unit 123 is damaged");
    let export = "block export block --key-file share --format parquet --out units.parquet";
    bench.no(export, 2, "the record of unit 123 is damaged");
    assert!(!bench.path("units.parquet").exists() && !bench.path("units.parquet.part").exists());
    assert_eq!(bench.yes("block repair block --key-file share").trim(), "123");
    assert_eq!(fs::read(&path).unwrap(), sound);
    bench.yes(disclose);
}

/// A file that may not grow stands for a disk that is full: the write fails, and so does the deal.
#[test]
fn a_full_disk_leaves_nothing_that_looks_whole() {
    let bench = Bench::new(3000);
    let deal = "block deal game.toml --out block --new-key share";
    let limited = format!("trap '' XFSZ; ulimit -f 100; exec {GRILLE} {deal}");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(bench.path(".")).output();
    let output = output.unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("units.sealed"), "{err}");
    assert!(!bench.path("block").exists() && !bench.path("block.part").exists());
    bench.yes("block deal game.toml --out block --key-file share");
}

/// Twenty deals are killed, each when so many of its units are written. Whatever lies there
/// afterwards is refused by everything that reads blocks, unless every byte of it is there; and the
/// next deal succeeds.
#[test]
fn a_killed_deal_leaves_nothing_that_looks_whole() {
    const ROUNDS: u32 = 20;
    let bench = Bench::new(60_000);
    bench.yes("block deal game.toml --out sound --new-key share");
    let sound = bench.files("sound");
    let length = sound[Path::new("units.sealed")].len() as u32;
    let deal = "block deal game.toml --out block --key-file share";
    let mut chance = StreamKey::new([3; 32]).stream(0, 0);
    let mut unfinished = 0;
    for round in 0..ROUNDS {
        let written = u64::from(chance.below(length));
        let mut child = bench
            .command(GRILLE, deal)
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let units = bench.path("block.part/units.sealed");
        while child.try_wait().unwrap().is_none()
            && fs::metadata(&units).map_or(0, |file| file.len()) <= written
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        let ended = child.wait().unwrap();
        for name in ["block", "block.part"] {
            if bench.path(name).join("manifest.json").exists() {
                assert_eq!(bench.files(name), sound, "round {round}: {name} is whole");
            } else {
                check_refused(&bench, name);
            }
        }
        if !ended.success() {
            unfinished += 1;
        }
        if bench.path("block").exists() {
            fs::remove_dir_all(bench.path("block")).unwrap();
        }
    }
    assert!(unfinished >= ROUNDS / 2, "most deals were killed before their end: {unfinished}");
    bench.yes(deal);
    assert_eq!(bench.files("block"), sound);
}

/// A flipped bit in any file of a disclosed block is found by the verifier, and named: the file, or
/// the unit that the byte belongs to.
#[test]
fn a_hundred_flipped_bits_of_a_disclosed_block_are_named() {
    let bench = Bench::new(700);
    // Fixed keys: what fails once fails again.
    let (share, seed) = ("07".repeat(32), "09".repeat(32));
    fs::write(bench.path("share"), format!("grille share v1\n{share}\n")).unwrap();
    let signing = format!("grille signing key v1\nlottery.example\n{seed}\n");
    fs::write(bench.path("share.signing"), signing).unwrap();
    let out = bench.yes("block deal game.toml --out block --key-file share");
    let vkey = value(&out, "verifier-key");
    bench.yes("block disclose block --key-file share --out open --yes-the-sale-is-over");
    fs::copy(bench.path("block/checkpoint"), bench.path("published")).unwrap();
    let files: Vec<(PathBuf, Vec<u8>)> = bench.files("open").into_iter().collect();
    let mut chance = StreamKey::new([2; 32]).stream(0, 0);
    for _ in 0..100 {
        let (name, sound) = &files[chance.below(files.len() as u32) as usize];
        let at = chance.below(sound.len() as u32) as usize;
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << chance.below(8);
        fs::write(bench.path("open").join(name), &bytes).unwrap();
        let check = format!("block open --checkpoint published --vkey {vkey}");
        let answer = bench.run(verifier(), &check);
        let name = name.to_str().unwrap();
        assert_eq!(answer.code, 1, "byte {at} of {name}: {}", answer.out);
        let unit = format!("unit {}", unit_at(name, sound, at));
        let says_unit = |line: &str| {
            let rest = line.split_once(&unit).map(|(_, rest)| rest);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        // Of two files that do not fit each other both are named, this one without its ending.
        let stem = name.trim_end_matches(".json");
        let named = answer.out.contains(stem) || answer.out.lines().any(says_unit);
        assert!(named, "byte {at} of {name}: {}", answer.out);
        fs::write(bench.path("open").join(name), sound).unwrap();
    }
}

/// The unit that a byte of an entry bundle belongs to; any number where it is no bundle.
fn unit_at(name: &str, bundle: &[u8], at: usize) -> usize {
    let Some(place) = name.strip_prefix("tile/entries/") else { return usize::MAX };
    let mut unit = place[..3].parse::<usize>().unwrap() * 256;
    let mut end = 0;
    loop {
        end += 2 + usize::from(u16::from_be_bytes([bundle[end], bundle[end + 1]]));
        if at < end {
            return unit;
        }
        unit += 1;
    }
}

fn check_refused(bench: &Bench, name: &str) {
    let refused = |program: &Path, arguments: &str| {
        let answer = bench.run(program, arguments);
        assert_ne!(answer.code, 0, "{} {arguments}", program.display());
    };
    let key = "--key-file share";
    refused(GRILLE.as_ref(), &format!("block prove {name} {key} --index 0"));
    refused(GRILLE.as_ref(), &format!("block repair {name} {key}"));
    refused(GRILLE.as_ref(), &format!("block export {name} {key} --format csv"));
    refused(GRILLE.as_ref(), &format!("block audit {name} {key}"));
    let disclose = format!("block disclose {name} {key} --out open --yes-the-sale-is-over");
    refused(GRILLE.as_ref(), &disclose);
    refused(&verifier(), &format!("block {name} --in-itself"));
    assert!(!bench.path("open").exists());
}

/// Yes, no, and could not look.
#[test]
fn an_audit_answers() {
    let bench = Bench::new(700);
    bench.yes("block deal game.toml --out b --new-key key");
    let said = bench.yes("block audit b --key-file key --report report.html");
    assert!(said.contains("The block holds. All 700 units were opened"), "{said}");
    assert!(fs::read_to_string(bench.path("report.html")).unwrap().ends_with("</html>"));
    bench.no("block audit b --key-file key.signing", 2, "not a share");
    bench.no("block audit nowhere --key-file key", 2, "nowhere");
    let records = bench.path("b/units.sealed");
    let mut bytes = fs::read(&records).unwrap();
    fs::write(&records, &bytes[1..]).unwrap();
    bench.no("block audit b --key-file key", 1, "units.sealed has");
    bytes[0] ^= 1;
    fs::write(&records, bytes).unwrap();
    let answer = bench.run(GRILLE, "block audit b --key-file key");
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.out.contains("unit 0: its record does not open"), "{}", answer.out);
}
