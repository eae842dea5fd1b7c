//! `grille key selling`.

use std::path::PathBuf;

use crate::Answer;
use crate::dealt::Whole;

/// Make a block's selling key from its shares: it opens records, and does nothing else.
///
/// It is what a selling server, an exporter or the press gets; the shares stay with their holders.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Whole,
    /// Where to write the selling key; nothing is overwritten.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let (commitment, shares) = args.block.commitment()?;
    commitment.ingredients(shares)?.selling_key().save(&args.out)?;
    Ok(Answer::Yes)
}
