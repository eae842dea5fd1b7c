//! The sixteen steps by which a disclosed block is checked (docs/spec/verification.md).

use std::path::Path;

use crate::entries::{Found, Sources};
use crate::files::{from_hex, hex, read_plain, sha256};
use crate::manifest::Manifest;
use crate::note::{self, Checkpoint, Published};
use crate::report::Report;
use crate::rules::{Game, read_lexicon};
use crate::{layout, table, tree};

const STEPS: &str = "files,manifest,checkpoint,published,sources,rules,block id,shares,bundles,text,\
                     form,amount,repeats,table,tiles,root";

/// A share file has exactly so many bytes.
const SHARE_BYTES: usize = 16 + 64 + 1;

/// Checks a disclosed block. Answers the report and a summary for people.
pub(crate) fn verify(directory: &Path, published: &Published) -> (Report, String) {
    let report = Report::new(STEPS);
    let load = |name: &str, limit: usize, step: &str| {
        let read = read_plain(&directory.join(name), limit);
        let bytes = report.keep("files", &format!("{name}: "), read);
        if bytes.is_none() {
            report.skip(step, format!("{name} cannot be read"));
        }
        bytes
    };
    let stated = load("manifest.json", 1 << 20, "manifest");
    let signed = load("checkpoint", note::LIMIT, "checkpoint");
    let rules = load("game.toml", 1 << 20, "rules");
    let words = load("lexicon.txt", 64 << 20, "rules");

    let manifest = stated.as_ref().and_then(|bytes| Manifest::read(bytes, &report));
    let checkpoint = signed.map(|bytes| Checkpoint::read(&bytes));
    let checkpoint = checkpoint.and_then(|it| report.keep("checkpoint", "checkpoint: ", it));
    let game = rules.as_ref().and_then(|bytes| Game::read(bytes, &report));
    let list = words.as_ref().map(|bytes| read_lexicon(bytes, &report));
    let (manifest, checkpoint) = (manifest.as_ref(), checkpoint.as_ref());
    if let (Some(it), Some(bytes)) = (checkpoint, &stated) {
        let holds = it.manifest == hex(&sha256(bytes));
        report.must("checkpoint", holds, "checkpoint: its last line's hash is not the manifest's");
    }
    published.compare(checkpoint, &report);
    if let Some(manifest) = manifest {
        check_manifest(manifest, checkpoint, game.as_ref(), &report);
        check_hash("game.toml", rules.as_ref(), &manifest.game_sha256, &report);
        check_hash("lexicon.txt", words.as_ref(), &manifest.lexicon_sha256, &report);
        check_shares(directory, &manifest.share_sha256, &report);
    } else {
        for step in ["checkpoint", "sources", "block id", "shares"] {
            report.skip(step, "the manifest cannot be read");
        }
    }

    let units = manifest.map(|it| it.units).or(checkpoint.map(|it| it.units));
    layout::check(directory, units, manifest.map(|it| it.share_sha256.len() as u64), &report);
    let Some(units) = units else {
        for step in STEPS.split(',').skip(8) {
            report.skip(step, "the number of units is not known");
        }
        return (report, String::new());
    };
    if list.is_none() {
        report.skip("form", "the word list cannot be read");
    }
    let block = manifest.map(|it| &*it.block).or(checkpoint.map(|it| &*it.block));
    let (tiles, game, list) = (&directory.join("tile"), game.as_ref(), list.as_ref());
    let sources = Sources { tiles, units, block, game, list, manifest, report: &report };
    let found = sources.read();
    check_whole(&sources, &found, checkpoint);
    let summary = table::check(&sources, &found);
    (report, summary)
}

/// Compares the manifest with the checkpoint and the game, as far as they could be read.
fn check_manifest(
    it: &Manifest,
    signed: Option<&Checkpoint>,
    game: Option<&Game>,
    report: &Report,
) {
    if let Some(signed) = signed {
        let must = |holds, what| report.must("checkpoint", holds, what);
        must(signed.block == it.block, "checkpoint: its block id is not the manifest's");
        must(signed.units == it.units, "checkpoint: its number of units is not the manifest's");
        must(hex(&signed.root) == it.root, "checkpoint: its root is not the manifest's");
    }
    if let Some(game) = game {
        let same = game.id == it.game && game.version == it.game_version;
        report.must("rules", same, "game.toml: its id and version are not the manifest's");
        let text = format!("game.toml: {} units, not the manifest's", game.block_units);
        report.must("rules", game.block_units == it.units, text);
        let text = "game.toml: tickets are numbered, and the game is not on paper";
        report.must("rules", it.paper.is_none() || game.is_paper, text);
    }
    let follows = it.block_id();
    let text = format!("manifest.json: the block id that follows is {follows}");
    report.must("block id", it.block == follows, text);
}

fn check_hash(name: &str, bytes: Option<&Vec<u8>>, stated: &str, report: &Report) {
    let Some(bytes) = bytes else {
        return report.skip("sources", format!("{name} cannot be read"));
    };
    let holds = hex(&sha256(bytes)) == stated;
    report.must("sources", holds, format!("{name}: its hash is not the manifest's"));
}

fn check_shares(directory: &Path, hashes: &[String], report: &Report) {
    let path = |number: usize| directory.join(format!("shares/{number}"));
    for (number, hash) in (1..).zip(hashes) {
        let fault = match read_plain(&path(number), SHARE_BYTES).map(|bytes| read_share(&bytes)) {
            Err(error) => error,
            Ok(None) => "not a share file".to_owned(),
            Ok(Some(share)) if hex(&sha256(&share)) == *hash => continue,
            Ok(Some(_)) => "its hash is not the manifest's".to_owned(),
        };
        report.fault("shares", number as u64, format!("shares/{number}: {fault}"));
    }
    let more = hashes.len() + 1;
    let lacks = path(more).symlink_metadata().is_err();
    report.must("shares", lacks, format!("shares/{more}: the manifest has no such share"));
}

fn read_share(bytes: &[u8]) -> Option<Vec<u8>> {
    let digits = bytes.strip_prefix(b"grille share v1\n")?.strip_suffix(b"\n")?;
    from_hex(std::str::from_utf8(digits).ok()?).filter(|share| share.len() == 32)
}

/// The root, and what could not be looked at because of an earlier fault.
fn check_whole(sources: &Sources<'_>, found: &Found, checkpoint: Option<&Checkpoint>) {
    let Sources { units, report, .. } = *sources;
    let judged = found.counts.values().sum();
    let done =
        [("text", found.read), ("repeats", found.read), ("form", judged), ("amount", judged)];
    for (step, done) in done.into_iter().filter(|(_, done)| *done < units) {
        report.skip(step, format!("{} of {units} units, for an earlier fault", units - done));
    }
    if sources.game.is_none() {
        report.skip("text", "how many rows a grid has is not known");
    }
    let Some(checkpoint) = checkpoint else {
        return report.skip("root", "the checkpoint cannot be read");
    };
    if found.roots.len() as u64 != units.div_ceil(tree::TILE) {
        return report.skip("root", "not all entries can be read");
    }
    let root = tree::root(found.roots.values().copied().collect()).unwrap_or_default();
    let (here, there) = (hex(&root), hex(&checkpoint.root));
    let text = format!("the root that follows is {here}, the checkpoint's {there}");
    report.must("root", here == there, text);
}
