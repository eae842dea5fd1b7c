//! The sixteen steps by which a disclosed block is checked (docs/spec/verification.md).

use std::collections::HashSet;
use std::hash::RandomState;
use std::path::Path;

use crate::entries::{self, Found, Sources};
use crate::files::{TOP, Walk};
use crate::manifest::{self, Manifest};
use crate::notation::{from_hex, hex, read_plain, sha256};
use crate::note::{self, Checkpoint, Published};
use crate::report::Report;
use crate::rules::{self, Rules, read_lexicon};
use crate::unit::Packed;
use crate::{repeats, table, tiles, tree};

/// The steps' names.
pub const STEPS: [&str; 16] = [
    "files",
    "manifest",
    "checkpoint",
    "published",
    "sources",
    "rules",
    "block id",
    "shares",
    "bundles",
    "text",
    "form",
    "amount",
    "repeats",
    "table",
    "tiles",
    "root",
];
/// Numbers of steps, as verification.md has them.
pub const FILES: usize = 1;
const MANIFEST: usize = 2;
const CHECKPOINT: usize = 3;
const PUBLISHED: usize = 4;
const SOURCES: usize = 5;
const RULES: usize = 6;
const BLOCK_ID: usize = 7;
const SHARES: usize = 8;
/// The bundles.
pub const BUNDLES: usize = 9;
/// The units' texts.
pub const TEXT: usize = 10;
/// The units' form.
pub const FORM: usize = 11;
/// What the judge says.
pub const AMOUNT: usize = 12;
/// What no two units may share.
pub const REPEATS: usize = 13;
/// The prize table.
pub const TABLE: usize = 14;
/// The tiles of hashes.
pub const TILES: usize = 15;
const ROOT: usize = 16;

/// A share file has exactly so many bytes.
const SHARE_BYTES: usize = 16 + 64 + 1;

/// The four files at the top, as far as they could be read.
struct Top {
    manifest: Option<Manifest>,
    checkpoint: Option<Checkpoint>,
    rules: Option<Rules>,
    list: Option<HashSet<Packed>>,
}

/// Checks a disclosed block. Answers the report and a summary for people.
#[must_use]
pub fn verify(directory: &Path, published: &Published) -> (Report, String) {
    let mut report = Report::new(&STEPS);
    let top = read_top(directory, &mut report);
    published.compare(top.checkpoint.as_ref(), &mut report, PUBLISHED);
    check_shares(directory, top.manifest.as_ref(), &mut report);
    let units = top.manifest.as_ref().map(|manifest| manifest.units);
    let units = units.or(top.checkpoint.as_ref().map(|checkpoint| checkpoint.units));
    let shares = top.manifest.as_ref().map(|manifest| manifest.shares.len() as u64);
    Walk { directory, units, shares, report: &mut report }.run();
    let Some(units) = units else {
        for step in BUNDLES..=ROOT {
            report.skip(step, "the number of units is not known");
        }
        return (report, String::new());
    };
    let block = top.manifest.as_ref().map(|manifest| &*manifest.block);
    let block = block.or(top.checkpoint.as_ref().map(|checkpoint| &*checkpoint.block));
    let sources = Sources {
        tiles: &directory.join("tile"),
        units,
        block,
        rules: top.rules.as_ref(),
        list: top.list.as_ref(),
        keyed: RandomState::new(),
    };
    let mut found = entries::read(&sources);
    report.merge(std::mem::replace(&mut found.report, Report::new(&STEPS)));
    skip_unread(&sources, &found, &mut report);
    repeats::find(
        std::mem::take(&mut found.grids),
        "grids",
        |text| text.grids,
        &sources,
        &mut report,
    );
    repeats::find(
        std::mem::take(&mut found.salts),
        "salt",
        |text| text.salt,
        &sources,
        &mut report,
    );
    tiles::check_upper(&sources, &found.roots, &mut report);
    check_root(&sources, &found, top.checkpoint.as_ref(), &mut report);
    if let Some(rules) = &top.rules {
        table::check(rules, units, &found, &mut report);
    }
    (report, table::summary(&sources, &found))
}

/// Reads a file at the top. Where it is missing, step 1 has said so, and its own step is not checked.
fn load(
    directory: &Path,
    name: &str,
    limit: usize,
    step: usize,
    report: &mut Report,
) -> Option<Vec<u8>> {
    let path = directory.join(name);
    let mut bytes = Vec::new();
    match read_plain(&path, limit, &mut bytes) {
        Ok(()) => return Some(bytes),
        Err(error) if path.symlink_metadata().is_ok_and(|data| data.is_file()) => {
            report.fault(step, 0, || format!("{name}: {error}"));
        }
        Err(_) if step == RULES => report.skip_part(step, &format!("there is no {name}")),
        Err(_) => report.skip(step, &format!("there is no {name}")),
    }
    None
}

fn read_top(directory: &Path, report: &mut Report) -> Top {
    let [manifest_name, game_name, lexicon_name, checkpoint_name] = TOP;
    let manifest_bytes = load(directory, manifest_name, manifest::LIMIT, MANIFEST, report);
    let mut manifest = None;
    if let Some(bytes) = &manifest_bytes {
        let (read, faults) = Manifest::read(bytes);
        report.faults(
            MANIFEST,
            0,
            faults.into_iter().map(|fault| format!("manifest.json: {fault}")),
        );
        manifest = read;
    }
    let mut checkpoint = None;
    if let Some(bytes) = load(directory, checkpoint_name, note::LIMIT, CHECKPOINT, report) {
        match Checkpoint::read(&bytes) {
            Ok(read) => checkpoint = Some(read),
            Err(faults) => {
                report.faults(
                    CHECKPOINT,
                    0,
                    faults.into_iter().map(|fault| format!("checkpoint: {fault}")),
                );
            }
        }
    }
    if let Some(checkpoint) = &checkpoint {
        check_checkpoint(checkpoint, manifest_bytes.as_deref(), manifest.as_ref(), report);
    }
    let game = load(directory, game_name, rules::GAME_LIMIT, RULES, report);
    let lexicon = load(directory, lexicon_name, rules::LEXICON_LIMIT, RULES, report);
    let mut rules = None;
    if let Some(bytes) = &game {
        let (read, faults) = Rules::read(bytes);
        report.faults(RULES, 0, faults.into_iter().map(|fault| format!("game.toml: {fault}")));
        rules = read;
    }
    let list = lexicon.as_ref().map(|bytes| {
        let (list, faults) = read_lexicon(bytes);
        report.faults(RULES, 1, faults.into_iter().map(|fault| format!("lexicon.txt: {fault}")));
        list
    });
    match &manifest {
        Some(manifest) => check_manifest(manifest, &[game, lexicon], rules.as_ref(), report),
        None => {
            report.skip(SOURCES, "the manifest cannot be read");
            report.skip(BLOCK_ID, "the manifest cannot be read");
        }
    }
    Top { manifest, checkpoint, rules, list }
}

fn check_checkpoint(
    checkpoint: &Checkpoint,
    bytes: Option<&[u8]>,
    manifest: Option<&Manifest>,
    report: &mut Report,
) {
    let mut differ = |what: &str, here: &str, there: &str| {
        if here != there {
            report.fault(CHECKPOINT, 0, || {
                format!("checkpoint: its {what} is {here}, the manifest's {there}")
            });
        }
    };
    if let Some(bytes) = bytes {
        differ("last line's hash", &checkpoint.manifest, &hex(&sha256(bytes)));
    }
    match manifest {
        Some(manifest) => {
            differ("block id", &checkpoint.block, &manifest.block);
            differ("number of units", &checkpoint.units.to_string(), &manifest.units.to_string());
            differ("root", &hex(&checkpoint.root), &hex(&manifest.root));
        }
        None => report.skip_part(CHECKPOINT, "the manifest cannot be read"),
    }
}

/// The steps that compare the manifest with the files that it names.
fn check_manifest(
    manifest: &Manifest,
    sources: &[Option<Vec<u8>>; 2],
    rules: Option<&Rules>,
    report: &mut Report,
) {
    let stated = [&manifest.game_sha256, &manifest.lexicon_sha256];
    for ((name, bytes), stated) in ["game.toml", "lexicon.txt"].iter().zip(sources).zip(stated) {
        match bytes {
            Some(bytes) if hex(&sha256(bytes)) != *stated => {
                report.fault(SOURCES, 0, || format!("{name}: its hash is not the manifest's"));
            }
            Some(_) => {}
            None => report.skip_part(SOURCES, &format!("{name} cannot be read")),
        }
    }
    if sources.iter().all(Option::is_none) {
        report.skip(SOURCES, "neither file can be read");
    }
    if let Some(rules) = rules {
        if rules.game != manifest.game {
            report.fault(RULES, 0, || {
                "game.toml: its id and version are not the manifest's".to_owned()
            });
        }
        if rules.units != manifest.units {
            report.fault(RULES, 0, || {
                format!("game.toml: {} units, in the manifest {}", rules.units, manifest.units)
            });
        }
    }
    let follows = manifest.block_id();
    if manifest.block != follows {
        report.fault(BLOCK_ID, 0, || {
            format!("manifest.json: the block id that follows is {follows}")
        });
    }
}

fn check_shares(directory: &Path, manifest: Option<&Manifest>, report: &mut Report) {
    let Some(manifest) = manifest else {
        return report.skip(SHARES, "the manifest cannot be read");
    };
    let mut bytes = Vec::new();
    for (number, hash) in (1..).zip(&manifest.shares) {
        let path = directory.join(format!("shares/{number}"));
        let fault = match read_plain(&path, SHARE_BYTES, &mut bytes) {
            Err(error) => error.to_string(),
            Ok(()) => match read_share(&bytes) {
                None => "not a share file".to_owned(),
                Some(share) if hex(&sha256(&share)) != *hash => {
                    "its hash is not the manifest's".to_owned()
                }
                Some(_) => continue,
            },
        };
        report.fault(SHARES, number, || format!("shares/{number}: {fault}"));
    }
    let more = manifest.shares.len() + 1;
    if directory.join(format!("shares/{more}")).symlink_metadata().is_ok() {
        report.fault(SHARES, more as u64, || {
            format!("shares/{more}: the manifest has no such share")
        });
    }
}

/// The bytes of a share file.
fn read_share(bytes: &[u8]) -> Option<Vec<u8>> {
    let digits = bytes.strip_prefix(b"grille share v1\n")?.strip_suffix(b"\n")?;
    from_hex(std::str::from_utf8(digits).ok()?).filter(|share| share.len() == 32)
}

/// Says of each step what could not be looked at because of an earlier fault.
fn skip_unread(sources: &Sources<'_>, found: &Found, report: &mut Report) {
    let mut skip = |step, missing: u64, of: u64, why: &str| match missing {
        0 => {}
        _ if missing == of => report.skip(step, why),
        _ => report.skip_part(step, &format!("{missing} units: {why}")),
    };
    let units = sources.units;
    for step in [TEXT, REPEATS] {
        skip(step, units - found.read, units, "their entries cannot be read");
    }
    for step in [FORM, AMOUNT] {
        skip(step, units - found.judged, units, "their texts or the rules cannot be read");
    }
    if sources.rules.is_none() {
        report.skip(TABLE, "the rules cannot be read");
        report.skip_part(TEXT, "how many rows a grid has is not known");
    } else if sources.list.is_none() {
        report.skip_part(FORM, "the word list cannot be read");
    }
}

fn check_root(
    sources: &Sources<'_>,
    found: &Found,
    checkpoint: Option<&Checkpoint>,
    report: &mut Report,
) {
    let Some(checkpoint) = checkpoint else {
        return report.skip(ROOT, "the checkpoint cannot be read");
    };
    if found.roots.len() as u64 != sources.units.div_ceil(tree::TILE) {
        return report.skip(ROOT, "not all entries can be read");
    }
    let root = tree::root(found.roots.iter().map(|(_, root)| *root).collect()).unwrap_or_default();
    if root != checkpoint.root {
        report.fault(ROOT, 0, || {
            format!(
                "the root that follows is {}, the checkpoint's {}",
                hex(&root),
                hex(&checkpoint.root)
            )
        });
    }
}
