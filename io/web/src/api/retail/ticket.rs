//! A ticket that is presented: read, and looked up in the validation file.

use std::sync::Arc;

use game::Cents;
use ledger::{Claim, CounterId, Event, EventKind, Lot, Millis, Refusal, TicketId};
use serde::Deserialize;
use ticket::{Identification, ValidationCode};
use utoipa::ToSchema;
use vault::{Printed, ValidationError};

use crate::App;
use crate::pace::{Miss, Pace};
use crate::problem::Problem;

/// A ticket, by its number and the code under its cover, typed or scanned: spaces and hyphens do
/// not matter, nor whether a letter is small.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PresentedTicket)]
pub(crate) struct Presented {
    /// The sixteen digits on its back.
    #[schema(max_length = 60, example = "31702-0012345-017-4")]
    number: String,
    /// The seventeen characters.
    #[schema(max_length = 60, format = Password)]
    code: String,
}

/// What is longer is no number and no code, however it is spaced.
const LONGEST: usize = 240;

impl Presented {
    /// What was typed or scanned, if nothing of it is mistyped.
    fn read(&self) -> Option<(Identification, ValidationCode)> {
        let number = Identification::parse(&tight(&self.number)?).ok()?;
        let code = ValidationCode::parse(&tight(&self.code)?).ok()?;
        Some((number, code))
    }
}

/// Without what sets groups apart.
fn tight(text: &str) -> Option<String> {
    let is_between = |it: &char| it.is_whitespace() || matches!(it, '-' | '\u{2010}'..='\u{2015}');
    (text.len() <= LONGEST).then(|| text.chars().filter(|it| !is_between(it)).collect())
}

/// What these tickets won, each by its own code, in their order. Nothing is told of where a number or
/// a code is wrong; each that is counts against the counter.
///
/// # Errors
///
/// `slowed`, `mistyped`, `ticket_unknown`, `does_not_match`, of the first that cannot be looked up.
pub(crate) async fn look_up(
    app: &App,
    counter: CounterId,
    presented: &[Presented],
) -> Result<Vec<Claim>, Problem> {
    let now = app.now();
    let mut pace = app.paces().of(counter).await;
    pace.check(now).map_err(Problem::Slowed)?;
    let mut claims = Vec::new();
    for it in presented {
        let (miss, problem) = match look_up_one(app, it).await? {
            Found::Claim(claim) => {
                claims.push(claim);
                continue;
            }
            Found::Mistyped => (Miss::Mistyped, Problem::Mistyped),
            Found::Unknown => (Miss::Mistyped, Problem::refused(Refusal::TicketUnknown)),
            Found::Misfit => (Miss::DoesNotMatch, Problem::DoesNotMatch),
        };
        count(app, counter, &mut pace, miss, now).await?;
        return Err(problem);
    }
    Ok(claims)
}

/// What looking for a ticket came to.
enum Found {
    /// Its lot.
    Claim(Claim),
    /// The number or the code is none.
    Mistyped,
    /// Nothing that was printed here has such a ticket.
    Unknown,
    /// The code is another ticket's, or nobody's.
    Misfit,
}

async fn look_up_one(app: &App, presented: &Presented) -> Result<Found, Problem> {
    let Some((number, code)) = presented.read() else { return Ok(Found::Mistyped) };
    let printed = app.parts().printed.iter().find(|it| it.has(number)).cloned();
    let Some(printed) = printed else { return Ok(Found::Unknown) };
    let lot = app.apart(move |_| lot(&printed, &code, number)).await?;
    Ok(match lot {
        Some(lot) => Found::Claim(Claim { ticket: id(number), lot: Lot(lot) }),
        None => Found::Misfit,
    })
}

fn lot(
    printed: &Arc<Printed>,
    code: &ValidationCode,
    number: Identification,
) -> Result<Option<Cents>, ValidationError> {
    printed.lot(code, number)
}

/// As the ledger writes it.
fn id(number: Identification) -> TicketId {
    let text = number.to_string();
    let without_check = text.rsplit_once('-').map_or(text.as_str(), |(number, _)| number);
    TicketId::parse(without_check).expect("a ticket that was printed has a book and a place in it")
}

/// Counts a miss, and tells the operator of a counter that it makes wait.
async fn count(
    app: &App,
    counter: CounterId,
    pace: &mut Pace,
    miss: Miss,
    now: Millis,
) -> Result<(), Problem> {
    let allowed = app.parts().store.parameters(now).counter_attempts;
    let Some((misfits, wait)) = pace.count(miss, now, allowed) else { return Ok(()) };
    tracing::warn!(%counter, misfits, "a counter has given too many codes that do not fit");
    if let Some(figures) = &app.parts().figures {
        figures.slowed();
    }
    let detail = format!("{misfits} codes that do not fit in a day; waits {} s", wait.0 / 1000);
    let event = Event::new(EventKind::CounterSlowed, None, &format!("counter/{counter}"), &detail);
    app.with_store(move |store| store.note(event)).await
}

impl From<ValidationError> for Problem {
    fn from(error: ValidationError) -> Self {
        Self::failure(&error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: &str, code: &str, expected: bool) {
        let presented = Presented { number: number.to_owned(), code: code.to_owned() };
        assert_eq!(presented.read().is_some(), expected, "{number} {code}");
    }

    /// The example of `docs/spec/ticket.md`, as people and scanners give it.
    #[test]
    fn a_ticket_is_read_however_it_is_typed() {
        let (number, code) = ("31702-0012346-001-3", "3VPA 6NQA W4XJ 332J 2");
        check(number, code, true);
        check("3170200123460013", "3VPA6NQAW4XJ332J2", true);
        check(" 31702 0012346 001 3\r\n", "3vpa-6nqa\u{a0}w4xj\u{2011}332j 2\t", true);
        check("3170200123460014", code, false);
        check("3170200123460031", code, false);
        check(number, "3VPA 6NQA W4XJ 332J 3", false);
        check(number, "3VPA 6NQA W4XJ 323J 2", false);
        check(code, number, false);
        check("", "", false);
        check(&" ".repeat(500), code, false);
    }
}
