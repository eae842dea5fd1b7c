//! What was changed of the sale, of who may play and of the parameters: when, by whom.
//!
//! Gains are no alterations, and which record of a block was damaged would tell how far it is sold;
//! `grille ledger events` has both, for those who check the operator.

use ledger::{EventKind, Millis};
use store::{Entry, Store, StoreError, told};

use super::{Days, NO_ACTIVITY, Report, Table, events};

pub(super) fn report(store: &Store, days: Days) -> Result<Report, StoreError> {
    Ok(table(&events(store)?, days))
}

fn table(events: &[Entry], days: Days) -> Report {
    let is_one = |it: &&Entry| {
        it.kind().is_some_and(EventKind::is_alteration) && days.have(Millis(it.at_ms))
    };
    let rows: Vec<Vec<String>> = events.iter().filter(is_one).map(row).collect();
    let notes = if rows.is_empty() { vec![NO_ACTIVITY.to_owned()] } else { Vec::new() };
    let columns = vec!["event", "time", "kind", "by", "second", "subject", "detail"];
    Report { tables: vec![Table { name: "alterations", columns, rows }], notes }
}

fn row(event: &Entry) -> Vec<String> {
    let is_told = event.kind() != Some(EventKind::BlockDamaged);
    vec![
        event.number.to_string(),
        told(Millis(event.at_ms)),
        event.kind.clone(),
        event.by.clone(),
        event.second.clone(),
        event.subject.clone(),
        if is_told { event.detail.clone() } else { String::new() },
    ]
}
