//! `POST /paper`: counters and emissions as they stand. What is left in a block is not told.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ledger::{CounterId, Span};
use serde::{Deserialize, Serialize};
use store::{Asking, Paper, StoreError};

use super::super::Office;
use super::super::act::Call;
use super::super::no::No;
use crate::pace::Tries;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct What {}

#[derive(Serialize)]
pub(in super::super) struct PaperStatus {
    counters: Vec<CounterStatus>,
    emissions: Vec<EmissionStatus>,
}

#[derive(Serialize)]
struct CounterStatus {
    counter: u32,
    name: String,
    centre: bool,
    /// What it can put books on sale for, or be paid out.
    balance_cents: u64,
    /// About how many tickets it has asked in the last seven days, and how many of them nobody has
    /// paid: many of these may be guesses.
    asked: u64,
    unpaid: u64,
    /// How many codes it gave within a day that did not fit, how much it mistyped, and for how many
    /// seconds it is made to wait.
    misfits: usize,
    mistyped: usize,
    wait_seconds: u64,
}

#[derive(Serialize)]
struct EmissionStatus {
    code: String,
    game: String,
    emission: u16,
    planned: String,
    opens: Option<String>,
    closes: Option<String>,
    /// The last day of payment.
    claims_end: Option<String>,
    blocks: Vec<BlockBooks>,
}

#[derive(Serialize)]
struct BlockBooks {
    block: String,
    first_book: u32,
    last_book: u32,
    book_tickets: u16,
}

pub(in super::super) async fn show(
    State(office): State<Office>,
    call: Result<Json<Call<What>>, JsonRejection>,
) -> Result<Json<PaperStatus>, No> {
    office.admit(call).await?;
    let (paper, asking) = office
        .app
        .with_store(|store| {
            let now = store.now();
            let week = (now.before(Span::days(7)), now.after(Span(1)));
            Ok::<_, StoreError>((store.paper()?, store.asking(week)?))
        })
        .await?;
    let (now, mut tries) = (office.app.now(), BTreeMap::new());
    for (counter, _) in &paper.counters {
        tries.insert(counter.id, office.app.paces().tries(counter.id, now).await);
    }
    Ok(Json(status(&paper, &asking, &tries)))
}

fn status(paper: &Paper, asking: &[Asking], tries: &BTreeMap<CounterId, Tries>) -> PaperStatus {
    let asked = |counter| asking.iter().find(|it| it.counter == counter);
    let tried = |counter| tries.get(&counter).copied().unwrap_or_default();
    let counters = paper.counters.iter().map(|(counter, balance)| CounterStatus {
        counter: counter.id.0,
        name: counter.name.to_string(),
        centre: counter.is_centre,
        balance_cents: balance.0,
        asked: asked(counter.id).map_or(0, |it| it.asked),
        unpaid: asked(counter.id).map_or(0, |it| it.unpaid),
        misfits: tried(counter.id).misfits,
        mistyped: tried(counter.id).mistyped,
        wait_seconds: tried(counter.id).wait_seconds,
    });
    let emissions = paper.emissions.iter().map(|emission| {
        let own = paper.printings.iter().filter(|it| it.code == emission.code);
        let blocks = own.map(|it| BlockBooks {
            block: it.block.to_string(),
            first_book: it.first_book,
            last_book: it.last_book(),
            book_tickets: it.book_tickets,
        });
        EmissionStatus {
            code: emission.code.to_string(),
            game: emission.id.game.to_string(),
            emission: emission.id.number,
            planned: emission.planned.to_string(),
            opens: emission.opens.map(|day| day.to_string()),
            closes: emission.closing.map(|it| it.day.to_string()),
            claims_end: emission.closing.map(|it| it.claims_end.to_string()),
            blocks: blocks.collect(),
        }
    });
    PaperStatus { counters: counters.collect(), emissions: emissions.collect() }
}
