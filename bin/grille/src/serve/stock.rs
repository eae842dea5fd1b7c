//! The blocks of a configuration: opened, and each compared with what its operator signed.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use block::note::VerifierKey;
use store::Stock;
use vault::{Block, Commitment, KeyFile, SellingKey, VaultError};

use super::mismatch::Mismatch;
use crate::config::{Config, Entry};

/// What to do with a directory whose files do not fit each other.
pub(super) const AGAIN: &str = "lay the files there again that were dealt and published";

/// Opens every block of `config`: as the ledger sells it, and as the site shows it. There may be none
/// where tickets are paid.
pub(crate) fn open(config: &Config) -> anyhow::Result<Vec<(Stock, Arc<Block>)>> {
    ensure!(
        !config.block.is_empty() || !config.printed.is_empty(),
        "there is no [[block]] and no [[printed]]: nothing to sell, and no tickets to pay"
    );
    let key = verifier_key(config)?;
    let mut blocks: Vec<(&Entry, Block)> = Vec::new();
    for entry in &config.block {
        let block = open_one(entry, key)
            .with_context(|| format!("the block in {} is not sold", entry.dir.display()))?;
        blocks.iter().try_for_each(|one| check_pair(one, &(entry, &block)))?;
        blocks.push((entry, block));
    }
    let stock = blocks.into_iter().map(|(entry, block)| {
        let (game, block) = (Arc::new(block.commitment().game().clone()), Arc::new(block));
        let (emission, number) = (entry.emission, entry.number);
        (Stock { game, units: block.clone(), emission, number }, block)
    });
    Ok(stock.collect())
}

/// The key that every checkpoint must be signed by.
pub(super) fn verifier_key(config: &Config) -> anyhow::Result<&VerifierKey> {
    let key = config.verifier_key.as_ref();
    key.context("verifier_key is missing: without it no checkpoint can be checked")
}

/// Opens the public half of a block: its checkpoint is the operator's, and its files lead to it.
pub(super) fn open_public(dir: &Path, key: &VerifierKey) -> anyhow::Result<Commitment> {
    let commitment = Commitment::open(dir).map_err(|error| unlike(dir, error, AGAIN))?;
    commitment.check_signature(key).map_err(|error| {
        let what = "lay the checkpoint there that was published, or correct verifier_key";
        unlike(dir, error, &format!("{what}, which is {key}"))
    })?;
    Ok(commitment)
}

/// Opens one block: its checkpoint is the operator's, its public files lead to it, and its key
/// opens it.
fn open_one(entry: &Entry, key: &VerifierKey) -> anyhow::Result<Block> {
    let commitment = open_public(&entry.dir, key)?;
    let selling = selling_key(entry)?;
    ensure!(
        selling.block() == commitment.block(),
        "selling_key_file {} opens the block {}, and this is {}: give the key that grille key \
         selling makes of this one",
        entry.selling_key_file.display(),
        selling.block(),
        commitment.block(),
    );
    Block::open(commitment, &selling).map_err(|error| unlike(&entry.dir, error, AGAIN))
}

/// A server needs no share, and should not have one.
fn selling_key(entry: &Entry) -> anyhow::Result<SellingKey> {
    let path = &entry.selling_key_file;
    match KeyFile::load(path).context("reading selling_key_file")? {
        KeyFile::Selling(key) => Ok(key),
        KeyFile::Share(_) => bail!(
            "selling_key_file {} is a share, which stays with its holder: give the key that \
             grille key selling makes",
            path.display()
        ),
    }
}

/// Two blocks that are sold from one place are told apart, and have the same rules if they are of
/// one game.
fn check_pair(
    (one, first): &(&Entry, Block),
    (two, second): &(&Entry, &Block),
) -> anyhow::Result<()> {
    let (first, second) = (first.commitment(), second.commitment());
    let (here, there) = (one.dir.display(), two.dir.display());
    let game = &first.game().id;
    ensure!(
        first.block() != second.block(),
        "{here} and {there} are the same block, {}: name it once",
        first.block()
    );
    if *game != second.game().id {
        return Ok(());
    }
    ensure!(
        (one.emission, one.number) != (two.emission, two.number),
        "{here} and {there} both have the number {} in emission {} of {game}: each block of an \
         emission has a number of its own",
        one.number,
        one.emission,
    );
    ensure!(
        first.manifest().sources.game == second.manifest().sources.game,
        "{here} and {there} were dealt from different files of {game}: a server sells a game by \
         one set of rules"
    );
    Ok(())
}

/// Files that are not what was signed, and after it what to do.
pub(super) fn unlike(dir: &Path, error: VaultError, advice: &str) -> anyhow::Error {
    let told = format!("{:#}; {advice}", anyhow::Error::new(error));
    anyhow::Error::new(Mismatch { dir: dir.display().to_string(), told })
}
