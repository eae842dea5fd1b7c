//! `grille key selling`.

use std::path::PathBuf;

use vault::{Commitment, Share};

use crate::Answer;

/// Make a block's selling key from its shares: it opens records, and does nothing else.
///
/// It is what a selling server, an exporter or the press gets; the shares stay with their holders.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The block's directory.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// A share's file; once for each of the block's shares.
    #[arg(long, value_name = "FILE", required = true)]
    key_file: Vec<PathBuf>,
    /// Where to write the selling key; nothing is overwritten.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let commitment = Commitment::open(&args.dir)?;
    let shares = args.key_file.iter().map(|path| Share::load(path));
    let ingredients = commitment.ingredients(shares.collect::<Result<_, _>>()?)?;
    ingredients.selling_key().save(&args.out)?;
    Ok(Answer::Yes)
}
