//! The arguments that several commands share: a dealt block and what opens it, how many threads.

use std::num::NonZero;
use std::path::PathBuf;

use vault::{Block, Commitment, Share, VaultError};

// A block and what opens its records. (No doc comment: clap would take it for the command's.)
#[derive(clap::Args)]
pub(crate) struct Readable {
    /// The block's directory.
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// The selling key, or a share; once for each of the block's shares.
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) key_file: Vec<PathBuf>,
}

impl Readable {
    pub(crate) fn open(&self) -> Result<Block, VaultError> {
        Block::open_dir(&self.dir, &self.key_file)
    }
}

// A block and all of its shares.
#[derive(clap::Args)]
pub(crate) struct Whole {
    /// The block's directory.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// A share's file; once for each of the block's shares.
    #[arg(long, value_name = "FILE", required = true)]
    key_file: Vec<PathBuf>,
}

impl Whole {
    pub(crate) fn commitment(&self) -> Result<(Commitment, Vec<Share>), VaultError> {
        Ok((Commitment::open(&self.dir)?, load_shares(&self.key_file)?))
    }

    pub(crate) fn open(&self) -> Result<(Block, Vec<Share>), VaultError> {
        let (commitment, shares) = self.commitment()?;
        let key = commitment.ingredients(shares.clone())?.selling_key();
        Ok((Block::open(commitment, &key)?, shares))
    }
}

pub(crate) fn load_shares(files: &[PathBuf]) -> Result<Vec<Share>, VaultError> {
    files.iter().map(|path| Share::load(path)).collect()
}

// How many threads.
#[derive(clap::Args)]
pub(crate) struct Threads {
    /// How many threads; as many as there are cores unless said.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Threads {
    pub(crate) fn count(&self) -> NonZero<usize> {
        self.threads.unwrap_or_else(cores)
    }
}

/// As many as the machine has cores.
pub(crate) fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
