//! `POST /report`: what regulators ask for on demand (row G-9), within what may be told while a
//! block is on sale (row P-2): `docs/operating.md` says what is left out and why.

mod alterations;
mod emission;
mod liability;
mod performance;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use game::Date;
use ledger::{Event, EventKind, Millis};
use serde::{Deserialize, Serialize};
use store::{Entry, Store, StoreError, day_of};

use super::act::{Call, date};
use super::no::No;
use super::{Office, retail};
use crate::problem::Problem;

/// What a report says where there is nothing to say.
const NO_ACTIVITY: &str = "no activity";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct What {
    report: Kind,
    /// The code jeu of the emission of which a report is asked.
    code: Option<String>,
    /// The first day.
    from: Option<String>,
    /// The last day.
    to: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Performance,
    Liability,
    Alterations,
    Emission,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Performance => "performance",
            Self::Liability => "liability",
            Self::Alterations => "alterations",
            Self::Emission => "emission",
        }
    }
}

/// Tables, and what is to be said besides.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Report {
    tables: Vec<Table>,
    notes: Vec<String>,
}

/// One table; amounts in cents, days and times in Paris.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Table {
    name: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// Days, both of them in it; all days where none is given.
#[derive(Clone, Copy, Debug, Default)]
struct Days {
    from: Option<Date>,
    to: Option<Date>,
}

impl Days {
    fn have(self, at: Millis) -> bool {
        let Some(day) = day_of(at) else { return false };
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}

pub(super) async fn give(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<Report>, No> {
    let (signed, _, what) = office.admit(call).await?;
    let day = |text: Option<&String>| text.map(|text| date(text)).transpose();
    let days = Days { from: day(what.from.as_ref())?, to: day(what.to.as_ref())? };
    let kind = what.report;
    let is_of_days = matches!(kind, Kind::Performance | Kind::Alterations);
    if !is_of_days && (days.from.is_some() || days.to.is_some()) {
        return Err(No::malformed("this report is of this moment, and of no other day"));
    }
    let code = match (kind, what.code.as_deref()) {
        (Kind::Emission, code) => Some(retail::code(code.unwrap_or_default())?),
        (_, None) => None,
        (_, Some(_)) => return Err(No::malformed("this report is of no single emission")),
    };
    let report = office.app.with_store(move |store| match (kind, code) {
        (Kind::Performance, _) => performance::report(store, days).map(Ok),
        (Kind::Liability, _) => liability::report(store).map(Ok),
        (Kind::Alterations, _) => alterations::report(store, days).map(Ok),
        (Kind::Emission, code) => emission::report(store, code.expect("it was read above")),
    });
    let report = report.await?.map_err(|refusal| No::Problem(Problem::refused(refusal)))?;
    let subject = what.code.as_deref().map(|code| format!("{} {code}", kind.as_str()));
    let subject = subject.as_deref().unwrap_or(kind.as_str());
    office.note(Event::new(EventKind::ReportGiven, Some(signed), subject, "")).await?;
    Ok(Json(report))
}

/// Every event, in order.
fn events(store: &Store) -> Result<Vec<Entry>, StoreError> {
    const PART: u32 = 1000;
    let mut events: Vec<Entry> = Vec::new();
    loop {
        let part = store.events(events.last().map_or(0, |last| last.number), PART)?;
        if part.is_empty() {
            return Ok(events);
        }
        events.extend(part);
    }
}
