//! `grille block audit`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use audit::{AuditError, Verdict};
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
    let bar = Bar::new(units);
    let audited = audit::audit(dir, key_file, args.threads.count(), &bar);
    bar.clear();
    if let Err(unfit @ AuditError::Unfit(_)) = audited {
        eprintln!("grille: {unfit}");
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
