//! `grille block prove`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use crate::Answer;
use crate::dealt::Readable;

/// Make a proof of one unit that stands alone: its text, its path, the signed checkpoint.
///
/// `grille-verify proof` and the site's own page check it.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Readable,
    /// The unit's place in the block, from 0.
    #[arg(long, value_name = "N")]
    index: u64,
    /// Where to write the proof; on stdout unless said.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let proof = args.block.open()?.prove(args.index)?;
    match &args.out {
        None => std::io::stdout().write_all(proof.as_bytes())?,
        Some(path) => {
            let file = std::fs::File::create_new(path);
            file.and_then(|mut file| file.write_all(proof.as_bytes()))
                .with_context(|| format!("writing {}", path.display()))?;
        }
    }
    Ok(Answer::Yes)
}
