//! Small blocks on disk.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;

use vault::{Block, Commitment, Dealt, Ingredients, VaultError, deal};

pub(crate) use crate::small::*;

pub(crate) fn deal_into(
    dir: &Path,
    from: &Ingredients,
    threads: usize,
) -> Result<Dealt, VaultError> {
    deal(dir, from, Some(&operator()), None, NonZero::new(threads).unwrap(), &Silent)
}

pub(crate) fn open(dir: &Path, from: &Ingredients) -> Result<Block, VaultError> {
    let commitment = Commitment::open(dir)?;
    commitment.check_signature(&operator().verifier())?;
    Block::open(commitment, &from.selling_key())
}

/// Every file below a directory, by its path.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_str().unwrap().to_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}
