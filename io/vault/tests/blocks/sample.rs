//! Small blocks on disk.

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
