//! Who looks after files and data: once a day by the service's clock, and on demand.
//!
//! He compares the program, the public files of every block, and what was added to the chain of
//! events. What is not as it was signed is an event; its block's sale stands still, and the service
//! is not ready until it is looked at again and found sound (row G-1). He opens no record. And he
//! erases what says who a player was whose account has been closed for long enough.

mod files;
mod lapsed;
mod program;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use access::AccessError;
use ledger::{Event, EventKind, Millis, Signed, Span};
use store::{Head, Store, StoreError, Unanswered};

use crate::App;
use crate::app::Parts;
use crate::problem::Problem;

pub use program::Program;

/// How long after a look the next one follows.
const DAY: Span = Span(24 * 3_600_000);
/// How often it is asked whether a day has passed.
const PAUSE: Duration = Duration::from_secs(60);

/// What was found at a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// What is wrong, a line each.
    pub(crate) faults: Vec<String>,
}

/// What is known from the last look.
#[derive(Default)]
pub(crate) struct Kept {
    state: Mutex<State>,
    /// Held by who looks: one at a time.
    turn: Mutex<()>,
}

#[derive(Default)]
struct State {
    looked_at: Option<Millis>,
    /// Where the chain of events was when it was last found sound.
    head: Option<Head>,
    found: Found,
}

impl Kept {
    /// Whoever panicked left nothing half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was wrong at the last look.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.state().found.faults.clone()
    }
}

/// Why a look had no end.
#[derive(Debug, thiserror::Error)]
pub enum KeeperError {
    /// The ledger cannot be read.
    #[error("the ledger could not be read")]
    Store(#[from] StoreError),
    /// What was found was not saved, or nobody knows.
    #[error("what was found could not be kept")]
    Unanswered(#[from] Unanswered),
    /// The logins cannot be reached.
    #[error("the logins could not be changed")]
    Access(#[from] AccessError),
}

impl From<KeeperError> for Problem {
    fn from(error: KeeperError) -> Self {
        match error {
            KeeperError::Store(error) => error.into(),
            KeeperError::Unanswered(unanswered) => unanswered.into(),
            KeeperError::Access(error) => error.into(),
        }
    }
}

/// Begins, at a start whose blocks were compared when they were opened: goes through the events
/// since the start before it. Call it before this start is noted. It blocks.
///
/// # Errors
///
/// When the ledger fails.
pub fn begin(app: &App) -> Result<(), KeeperError> {
    let parts = app.parts();
    let last = parts.store.last_event(EventKind::ServerStarted)?;
    let head = last.as_ref().and_then(Head::after).unwrap_or_default();
    let fault = {
        let mut state = app.kept().state();
        state.looked_at = Some(app.now());
        state.head = Some(head);
        files::check_events(&parts.store, &mut state)?
    };
    if let Some(fault) = fault {
        note_mismatch(&parts.store, "events", &fault)?;
        app.kept().state().found.faults.push(fault);
    }
    Ok(())
}

/// Looks once a day, for as long as it is polled.
pub async fn daily(app: App) {
    loop {
        tokio::time::sleep(PAUSE).await;
        turn(&app).await;
    }
}

/// Looks, if a day has passed by the service's clock since it was last looked.
pub async fn turn(app: &App) {
    let last = app.kept().state().looked_at;
    if last.is_some_and(|last| app.now() < last.after(DAY)) {
        return;
    }
    // What failed is told where it failed, and is tried again at the next turn.
    let _: Result<Found, Problem> = look(app, None).await;
    let _: Result<u32, Problem> = erase_lapsed(app).await;
    let _: Result<u64, Problem> = sweep(app).await;
}

/// Has both doors forget sessions and resets that open nothing any more; how many it was.
async fn sweep(app: &App) -> Result<u64, Problem> {
    let now = app.now();
    app.apart(move |parts| {
        Ok::<_, AccessError>(parts.access.sweep(now)? + parts.counters.sweep(now)?)
    })
    .await
}

/// Erases the data of closed accounts that were kept for long enough; how many it was.
pub(crate) async fn erase_lapsed(app: &App) -> Result<u32, Problem> {
    let of = app.clone();
    app.apart(move |parts| lapsed::erase(&of, parts)).await
}

/// Looks now: for whoever signed, or by itself.
pub(crate) async fn look(app: &App, signed: Option<Signed>) -> Result<Found, Problem> {
    let of = app.clone();
    app.apart(move |parts| look_now(&of, parts, signed)).await
}

fn look_now(app: &App, parts: &Parts, signed: Option<Signed>) -> Result<Found, KeeperError> {
    let kept = app.kept();
    let _turn = kept.turn.lock().unwrap_or_else(PoisonError::into_inner);
    let now = app.now();
    let mut faults = files::check_blocks(parts, now)?;
    if let Some(fault) = parts.program.fault() {
        let event = Event::new(EventKind::ProgramMismatch, None, &parts.program.told(), &fault);
        parts.store.note(event)?;
        faults.push(fault);
    }
    let fault = files::check_events(&parts.store, &mut kept.state())?;
    if let Some(fault) = fault {
        note_mismatch(&parts.store, "events", &fault)?;
        faults.push(fault);
    }
    let told = match faults.len() {
        0 => "nothing is wrong".to_owned(),
        wrong => format!("{wrong} wrong"),
    };
    parts.store.note(Event::new(EventKind::FilesChecked, signed, "", &told))?;
    faults.iter().for_each(|fault| tracing::error!("what was signed is not what is here: {fault}"));
    let found = Found { faults };
    if let Some(figures) = &parts.figures {
        figures.set_mismatches(found.faults.len());
    }
    let mut state = kept.state();
    (state.looked_at, state.found) = (Some(now), found.clone());
    Ok(found)
}

fn note_mismatch(store: &Store, subject: &str, fault: &str) -> Result<(), Unanswered> {
    store.note(Event::new(EventKind::FileMismatch, None, subject, fault))
}
