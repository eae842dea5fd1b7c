//! `grille block repair`.

use std::num::NonZero;
use std::path::PathBuf;

use vault::{Block, Commitment};

use crate::Answer;
use crate::progress::{Bar, threads};

/// Find damaged records and make them again from the shares, compared with their leaf hashes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The block's directory.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// A share's file; once for each of the block's shares.
    #[arg(long, value_name = "FILE", required = true)]
    key_file: Vec<PathBuf>,
    /// How many threads; as many as there are cores unless said.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let commitment = Commitment::open(&args.dir)?;
    let shares = super::load_shares(&args.key_file)?;
    let key = commitment.ingredients(shares.clone())?.selling_key();
    let bar = Bar::new(commitment.units());
    let block = Block::open(commitment, &key)?;
    let mended = vault::repair(&block, shares, threads(args.threads), &bar)?;
    bar.clear();
    for index in &mended {
        println!("{index}");
    }
    eprintln!("{} records were damaged and are mended.", mended.len());
    Ok(Answer::Yes)
}
