//! `grille operate paper`.

use std::io::Write;

use serde_json::{Value, json};

/// Show counters and emissions of tickets as they stand. What is left in a block is not told.
///
/// A counter that asks about many tickets which nobody then pays may be guessing.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn call() -> (&'static str, Value) {
    ("/paper", json!({}))
}

pub(super) fn show(paper: &Value) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for counter in list(&paper["counters"]) {
        let kind = if counter["centre"] == json!(true) { "centre" } else { "counter" };
        let (number, cents) = (&counter["counter"], &counter["balance_cents"]);
        write!(out, "{kind} {number}: {}, {cents} cents", text(&counter["name"]))?;
        let (asked, unpaid) = (&counter["asked"], &counter["unpaid"]);
        writeln!(out, ", {asked} tickets asked about in a week, {unpaid} of them not paid")?;
        let (misfits, mistyped) = (&counter["misfits"], &counter["mistyped"]);
        if *misfits != json!(0) || *mistyped != json!(0) {
            write!(out, "  in a day {misfits} codes that did not fit, {mistyped} mistyped")?;
            match &counter["wait_seconds"] {
                wait if *wait == json!(0) => writeln!(out)?,
                wait => writeln!(out, "; it is made to wait for {wait} s")?,
            }
        }
    }
    for emission in list(&paper["emissions"]) {
        let (code, game, number) =
            (text(&emission["code"]), text(&emission["game"]), &emission["emission"]);
        write!(out, "emission {code}: {game}, emission {number}, ")?;
        let day = |key: &str| text(&emission[key]);
        write!(out, "planned {}, opens {}, ", day("planned"), day("opens"))?;
        writeln!(out, "closes {}, paid until {}", day("closes"), day("claims_end"))?;
        for block in list(&emission["blocks"]) {
            let (first, last) = (&block["first_book"], &block["last_book"]);
            let (id, size) = (text(&block["block"]), &block["book_tickets"]);
            writeln!(out, "  block {id}: books {first} to {last} of {size} tickets")?;
        }
    }
    Ok(())
}
