//! `grille block repair`.

use crate::Answer;
use crate::dealt::{Threads, Whole};
use crate::progress::Bar;

/// Find damaged records and make them again from the shares, compared with their leaf hashes.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Whole,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let (block, shares) = args.block.open()?;
    let bar = Bar::new(block.commitment().units());
    let mended = vault::repair(&block, shares, args.threads.count(), &bar);
    bar.clear();
    let mended = mended?;
    for index in &mended {
        println!("{index}");
    }
    eprintln!("{} records were damaged and are mended.", mended.len());
    Ok(Answer::Yes)
}
