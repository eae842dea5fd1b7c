//! The lots that were found, against the prize table (docs/spec/verification.md, step 14).

use crate::entries::{Found, Sources};
use crate::report::clean;
use crate::rules::totals;

/// So many lines of a prize table are shown.
const LINES_SHOWN: usize = 100;

/// Compares with the prize table, and answers what was found, for people. A unit that could not be
/// judged might have any amount, so only what no such units can explain is a fault.
pub(crate) fn check(sources: &Sources<'_>, found: &Found) -> String {
    let (block, units) = (clean(sources.block.unwrap_or_default()), sources.units);
    let report = sources.report;
    let read = grouped(found.read);
    let mut text = format!("block  {block}\nunits  {read} of {} read\n", grouped(units));
    let Some(game) = sources.game else {
        report.skip("table", "the rules cannot be read");
        return text;
    };
    let unjudged = u128::from(units - found.counts.values().sum::<u64>());
    if unjudged > 0 {
        report.skip("table", format!("{unjudged} units could not be judged"));
    }
    let compare = |what: &str, here: u128, table: u128, lacking: u128| {
        let holds = here <= table && here + lacking >= table;
        report.must("table", holds, format!("{what}: {here} instead of {table}"));
    };
    let count = |cents: u64| found.counts.get(&Some(cents)).copied().unwrap_or_default();
    let amounts = found.counts.iter().filter_map(|(cents, count)| Some((*count, (*cents)?)));
    let won = totals(amounts.filter(|(_, cents)| *cents > 0));
    let due = totals(game.prizes.iter().map(|(cents, lots)| (*lots, *cents)));
    let dearest = game.prizes.last_key_value().map_or(0, |(cents, _)| u128::from(*cents));
    compare("lots", won.0, due.0, unjudged);
    compare("their sum in cents", won.1, due.1, unjudged * dearest);

    let money = |cents: u128| {
        let (whole, rest) = (grouped(cents / 100), cents % 100);
        clean(&format!("{whole}.{rest:02} {}", game.currency))
    };
    text += &format!("lots   {} lots, {}\n", grouped(won.0), money(won.1));
    text += &format!("{:>22}{:>13}{:>13}\n", "amount", "found", "table");
    for (at, (cents, lots)) in game.prizes.iter().rev().enumerate() {
        let (amount, here) = (money((*cents).into()), count(*cents));
        compare(&format!("units that win {amount}"), here.into(), (*lots).into(), unjudged);
        if at < LINES_SHOWN {
            text += &format!("{amount:>22}{:>13}{:>13}\n", grouped(here), grouped(*lots));
        }
    }
    let nothing = u128::from(units).saturating_sub(due.0);
    text + &format!("{:>22}{:>13}{:>13}\n", "nothing", grouped(count(0)), grouped(nothing))
}

/// A number with a space between thousands.
fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(" ")
}
