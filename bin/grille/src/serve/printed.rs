//! The blocks on paper of a configuration: each compared with what its operator signed, and what was
//! printed of it with the block. No key of theirs is read: what a ticket won opens by its own code.

use std::sync::Arc;

use anyhow::{Context, ensure};
use block::note::VerifierKey;
use store::Stock;
use vault::Printed;

use super::stock::{AGAIN, open_public, unlike, verifier_key};
use crate::config::{Config, PrintedEntry};

/// What to do with a print directory that is not what it should be.
const PRINT_AGAIN: &str = "lay the files there again that grille block print wrote of this block";

/// Opens every block on paper of `config`.
pub(super) fn open(config: &Config) -> anyhow::Result<Vec<Arc<Printed>>> {
    if config.printed.is_empty() {
        return Ok(Vec::new());
    }
    let key = verifier_key(config)?;
    let mut opened: Vec<Arc<Printed>> = Vec::new();
    for entry in &config.printed {
        let printed = open_one(entry, key).with_context(|| {
            format!("tickets of the block in {} are not paid", entry.dir.display())
        })?;
        let name = printed.commitment().block().clone();
        let is_other = opened.iter().all(|it| *it.commitment().block() != name);
        ensure!(is_other, "the block {name} is there twice: name what was printed of it once");
        let is_sold = config.block.iter().any(|it| it.dir == entry.dir);
        ensure!(
            !is_sold,
            "{} is a [[block]] too: it is sold here or on paper",
            entry.dir.display()
        );
        opened.push(Arc::new(printed));
    }
    Ok(opened)
}

fn open_one(entry: &PrintedEntry, key: &VerifierKey) -> anyhow::Result<Printed> {
    let commitment = open_public(&entry.dir, key)?;
    if let Err(mut faults) = commitment.check_tiles() {
        return Err(unlike(&entry.dir, faults.swap_remove(0), AGAIN));
    }
    let printed = Printed::open(commitment, &entry.print);
    printed.map_err(|error| unlike(&entry.print, error, PRINT_AGAIN))
}

/// These blocks as the ledger is told of them.
pub(super) fn stock(config: &Config, printed: &[Arc<Printed>]) -> Vec<Stock> {
    let entries = config.printed.iter().zip(printed);
    let stock = entries.map(|(entry, printed)| Stock {
        game: Arc::new(printed.commitment().game().clone()),
        units: Arc::clone(printed) as Arc<dyn game::Units>,
        emission: entry.emission,
        number: entry.number,
    });
    stock.collect()
}
