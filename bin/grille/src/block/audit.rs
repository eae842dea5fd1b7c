//! `grille block audit`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use audit::{AuditError, Published, Verdict};
use block::note::{Checkpoint, VerifierKey};
use vault::Commitment;

use crate::Answer;
use crate::dealt::{Readable, Threads};
use crate::progress::{Bar, report};

/// Work a block out again from its units, and test that what can be seen of them tells nothing.
///
/// Every record is opened and judged; the lots are counted against the prize table; statistical
/// tests, with one budget of false alarms for all, ask whether faces, letters and order are what
/// chance makes them. The answer is no when something is wrong; the report says what. Both must
/// stay with the auditors until the sale is over.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Readable,
    /// The checkpoint that was published; without it only the key tells whether this is the block.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The operator's verifier key; without it the checkpoint's signature is not looked at.
    #[arg(long, value_name = "VKEY")]
    vkey: Option<String>,
    /// Where to write the report, a page that stands alone; an older one is written over.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let began = Instant::now();
    let Readable { dir, key_file } = &args.block;
    let units = Commitment::open(dir).map_or(0, |commitment| commitment.units());
    let published = args.published()?;
    let bar = Bar::new(units);
    let audited = audit::audit(dir, key_file, &published, args.threads.count(), &bar);
    bar.clear();
    if let Err(unfit @ AuditError::Unfit(_)) = audited {
        eprintln!("grille: {:#}", anyhow::Error::new(unfit));
        return Ok(Answer::No);
    }
    let audit = audited.with_context(|| format!("auditing {}", dir.display()))?;
    if let Some(path) = &args.report {
        std::fs::write(path, audit::page(&audit))
            .with_context(|| format!("writing {}", path.display()))?;
    }
    print!("{}", audit::text(&audit));
    report("Audited", audit.units, began.elapsed());
    match audit.verdict() {
        Verdict::Holds => Ok(Answer::Yes),
        Verdict::Fails => Ok(Answer::No),
        Verdict::Blind => bail!("the leak test is blind in this game"),
    }
}

impl Args {
    fn published(&self) -> anyhow::Result<Published> {
        let read = |path: &PathBuf| {
            let note = std::fs::read_to_string(path);
            let note = note.with_context(|| format!("reading {}", path.display()))?;
            Checkpoint::parse(&note)
                .with_context(|| format!("{} is not a block's checkpoint", path.display()))?;
            anyhow::Ok(note)
        };
        let checkpoint = self.checkpoint.as_ref().map(read).transpose()?;
        let key = self.vkey.as_ref().map(|text| {
            VerifierKey::parse(text).with_context(|| format!("{text:?} is not a verifier key"))
        });
        Ok(Published { checkpoint, key: key.transpose()? })
    }
}
