//! `grille key share`.

use std::path::PathBuf;

use block::hex::hex;
use vault::Share;

use crate::Answer;

/// Make a share: one of the keys that a block's secret is made of.
///
/// Prints the share's SHA-256, to be published before anyone sees another share. The file is for
/// its holder alone, and makes one block.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to write it; nothing is overwritten.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let share = Share::draw()?;
    share.save(&args.file)?;
    println!("{}", hex(&share.hash()));
    Ok(Answer::Yes)
}
