//! `grille block disclose`.

use std::path::PathBuf;
use std::time::Instant;

use crate::Answer;
use crate::dealt::{Threads, Whole};
use crate::progress::{Bar, report};

/// After the sale: publish every unit, and the shares.
///
/// What is written is all that anyone needs to check the whole block with grille-verify, or to deal
/// it again. Whoever has it knows every unit, so the sale must be over; of tickets on paper, the last
/// day of payment too.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Whole,
    /// The directory to publish; nothing is overwritten.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Say that no unit of the block is for sale any more, and no ticket of it is paid.
    #[arg(long, required = true)]
    yes_the_sale_is_over: bool,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let began = Instant::now();
    let (block, shares) = args.block.open()?;
    let units = block.commitment().units();
    let bar = Bar::new(units);
    let done = vault::disclose(&block, shares, &args.out, args.threads.count(), &bar);
    bar.clear();
    done?;
    report("Disclosed", units, began.elapsed());
    Ok(Answer::Yes)
}
