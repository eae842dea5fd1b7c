//! A program or a file that is not what was approved or signed: the server does not start, and the
//! ledger keeps that it was tried.

use std::fmt;

use anyhow::{bail, ensure};
use ledger::{Event, EventKind};
use store::note;
use web::keeper::Program;

use crate::config::Config;
use crate::{database, site};

/// A block's files are not what its operator signed.
#[derive(Debug)]
pub(super) struct Mismatch {
    /// Where the block is.
    pub(super) dir: String,
    /// What is wrong, and what to do.
    pub(super) told: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told)
    }
}

impl std::error::Error for Mismatch {}

/// Refuses a program that is not the one that the configuration approves.
pub(super) fn check_program(config: &Config, program: &Program) -> anyhow::Result<()> {
    let Some(approved) = &config.program else { return Ok(()) };
    if program.hash() == approved {
        return Ok(());
    }
    let (runs, approved) = (program.told(), format!("sha256:{}", block::hex::hex(approved)));
    let refused =
        format!("this program is {runs}, and the configuration approves {approved} alone");
    let event = Event::new(EventKind::ProgramMismatch, None, &runs, &refused);
    // The refusal stands whether or not it can be kept.
    match keep(config, &event) {
        Ok(()) => bail!("{refused}: run the approved one, or have this one approved"),
        Err(error) => Err(error.context(refused)),
    }
}

/// Keeps that a start was refused since a block's files are not what was signed.
pub(super) fn note_file(config: &Config, error: &anyhow::Error) {
    let Some(found) = error.downcast_ref::<Mismatch>() else { return };
    let event = Event::new(EventKind::FileMismatch, None, &found.dir, &found.told);
    if let Err(error) = keep(config, &event) {
        tracing::error!("that this start was refused is not in the ledger: {error:#}");
    }
}

/// Adds an event to the ledger, where there is one.
fn keep(config: &Config, event: &Event) -> anyhow::Result<()> {
    let is_new = config.database.is_none() && !config.data.join(store::LEDGER_FILE).exists();
    ensure!(!is_new, "there is no ledger yet that could keep it");
    let (_turn, mut engine) = database::open(config)?;
    Ok(note(engine.as_mut(), event, site::now())?)
}
