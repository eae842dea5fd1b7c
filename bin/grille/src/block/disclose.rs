//! `grille block disclose`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use vault::{Block, Commitment};

use crate::Answer;
use crate::progress::{Bar, report, threads};

/// After the sale: publish every unit, and the shares.
///
/// What is written is all that anyone needs to check the whole block with grille-verify, or to deal
/// it again. Whoever has it knows every unit, so the sale must be over.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The block's directory.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// A share's file; once for each of the block's shares.
    #[arg(long, value_name = "FILE", required = true)]
    key_file: Vec<PathBuf>,
    /// The directory to publish; nothing is overwritten.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Say that no unit of the block is for sale any more.
    #[arg(long, required = true)]
    yes_the_sale_is_over: bool,
    /// How many threads; as many as there are cores unless said.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let commitment = Commitment::open(&args.dir)?;
    let shares = super::load_shares(&args.key_file)?;
    let key = commitment.ingredients(shares.clone())?.selling_key();
    let (units, began) = (commitment.units(), Instant::now());
    let bar = Bar::new(units);
    let block = Block::open(commitment, &key)?;
    let done = vault::disclose(&block, shares, &args.out, threads(args.threads), &bar);
    bar.clear();
    done?;
    report("Disclosed", units, began.elapsed());
    Ok(Answer::Yes)
}
