//! A database that is lost and found again: one event, once there is something to keep it in.

use std::error::Error;

use ledger::{Event, EventKind, Millis};
use rusqlite::ErrorCode;

use crate::calendar::told;
use crate::engine::{Changes, Engine, Fault};
use crate::error::StoreError;

/// Since when the database is lost, if it is.
#[derive(Debug, Default)]
pub(crate) struct Outage {
    lost_at: Option<Millis>,
    /// Whether the last transaction was to tell of it.
    is_added: bool,
    /// Whether it may be in the chain already.
    is_doubtful: bool,
}

impl Outage {
    /// Hears how a transaction at `now` ended that could not be saved; whether the database is lost.
    pub(crate) fn failed(&mut self, fault: &Fault, now: Millis) -> bool {
        self.is_doubtful |= self.is_added && matches!(fault, Fault::Unknown(_));
        self.is_added = false;
        let (Fault::Failed(error) | Fault::Unknown(error)) = fault;
        let is_lost = is_outage(error);
        if is_lost {
            self.lost_at.get_or_insert(now);
        }
        is_lost
    }

    /// Whether there is an outage to tell of.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost_at.is_some()
    }

    /// Looks whether the last outage is in the chain already: the answer to the commit that put it
    /// there may have been lost in its turn.
    pub(crate) fn compare(&mut self, engine: &mut dyn Engine) -> Result<(), StoreError> {
        let Some(lost_at) = self.lost_at.filter(|_| self.is_doubtful) else { return Ok(()) };
        let last = engine.last_event(EventKind::DatabaseOutage)?;
        if last.is_some_and(|entry| entry.detail.starts_with(&beginning(lost_at))) {
            self.lost_at = None;
        }
        self.is_doubtful = false;
        Ok(())
    }

    /// Adds the outage to what is saved at `now`, if there was one; whether it did. Where nothing is
    /// to be saved it waits: what is only told must not fail for want of room.
    pub(crate) fn add(&mut self, changes: &mut Changes, now: Millis) -> bool {
        let Some(lost_at) = self.lost_at.filter(|_| !changes.is_empty()) else { return false };
        let detail = format!("{} to {}", beginning(lost_at), told(now));
        let event = Event::new(EventKind::DatabaseOutage, None, "", &detail);
        changes.events.insert(0, (now, event));
        self.is_added = true;
        true
    }

    /// What was added is saved.
    pub(crate) fn saved(&mut self) {
        *self = Self::default();
    }
}

/// How the detail of an outage begins: to the millisecond, so that two are told apart.
fn beginning(lost_at: Millis) -> String {
    format!("lost from {} ({lost_at} ms)", told(lost_at))
}

/// Whether the database did not answer or could not write: what any other command would have met.
fn is_outage(error: &StoreError) -> bool {
    match error {
        StoreError::Open { .. } => true,
        StoreError::Sql { source, .. } => {
            source.downcast_ref::<postgres::Error>().is_some_and(is_server_out)
                || source.downcast_ref::<rusqlite::Error>().is_some_and(is_file_out)
        }
        _ => false,
    }
}

/// Connections that broke, a server that goes or comes (57), has no room (53), or is broken (58, XX).
fn is_server_out(error: &postgres::Error) -> bool {
    let is_broken = |error: &postgres::Error| {
        error.source().is_some_and(|source| source.downcast_ref::<std::io::Error>().is_some())
    };
    match error.as_db_error() {
        Some(told) => {
            ["08", "53", "57", "58", "XX"].iter().any(|class| told.code().code().starts_with(class))
        }
        None => error.is_closed() || is_broken(error),
    }
}

fn is_file_out(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sql(source: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError::Sql { doing: "saving", source: source.into() }
    }

    fn code(number: i32) -> StoreError {
        sql(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(number), None))
    }

    #[test]
    fn a_full_disk_is_an_outage_and_a_row_that_is_refused_is_none() {
        for (error, expected) in [
            (StoreError::Open { ledger: "l".into(), source: "gone".into() }, true),
            (code(rusqlite::ffi::SQLITE_FULL), true),
            (code(rusqlite::ffi::SQLITE_IOERR), true),
            (code(rusqlite::ffi::SQLITE_CONSTRAINT), false),
            (sql("something else"), false),
            (StoreError::Bug { bug: "b".into() }, false),
            (StoreError::Constraint { rule: "r".into() }, false),
        ] {
            assert_eq!(is_outage(&error), expected, "{error:?}");
        }
    }

    #[test]
    fn an_outage_is_told_with_the_next_thing_that_is_saved() {
        let mut outage = Outage::default();
        let away = || Fault::Failed(code(rusqlite::ffi::SQLITE_FULL));
        outage.failed(&Fault::Failed(StoreError::Bug { bug: "b".into() }), Millis(500));
        assert!(!outage.add(&mut Changes::default(), Millis(600)));
        outage.failed(&away(), Millis(1_000));
        outage.failed(&away(), Millis(2_000));
        let mut nothing = Changes::default();
        assert!(!outage.add(&mut nothing, Millis(3_000)) && nothing.is_empty());
        let other = (Millis(4_000), Event::new(EventKind::ReportGiven, None, "", ""));
        let mut changes = Changes { events: vec![other], ..Changes::default() };
        assert!(outage.add(&mut changes, Millis(4_000)));
        let detail = changes.events[0].1.detail();
        assert!(detail.starts_with("lost from 1970-01-01 01:00:01 +01 (1000 ms) to "), "{detail}");
        outage.saved();
        assert!(!outage.add(&mut changes, Millis(5_000)));
    }
}
