//! The lots that were found, against the prize table (docs/spec/verification.md, step 14).

use crate::block::TABLE;
use crate::entries::{Found, Sources};
use crate::report::{Report, clean};
use crate::rules::Rules;

/// So many lines of a prize table are shown.
const LINES_SHOWN: usize = 100;

/// Counts against the prize table. A unit that could not be judged might have any amount, so only
/// what no such units can explain is a fault.
pub fn check(rules: &Rules, units: u64, found: &Found, report: &mut Report) {
    let unjudged = units - found.judged;
    let mut open = false;
    let mut compare = |place: usize, what: &str, here: u128, table: u128, lacking: u128| {
        if here > table || here + lacking < table {
            report.fault(TABLE, place as u64, || format!("{what}: {here} instead of {table}"));
        } else if here != table {
            open = true;
        }
    };
    for (line, (count, cents)) in rules.prizes.iter().enumerate() {
        let what = format!("units that win {}", money((*cents).into(), &rules.currency));
        compare(line, &what, found.counts[line].into(), (*count).into(), unjudged.into());
    }
    let lines = rules.prizes.len();
    let (lots, cents) = totals(rules);
    compare(lines, "lots", found.lots().into(), lots, unjudged.into());
    let dearest = rules.prizes.iter().map(|prize| prize.1).max().unwrap_or_default();
    compare(
        lines,
        "their sum in cents",
        found.cents,
        cents,
        u128::from(unjudged) * u128::from(dearest),
    );
    if open {
        report.skip_part(TABLE, &format!("{unjudged} units have not been judged"));
    }
}

fn totals(rules: &Rules) -> (u128, u128) {
    rules.prizes.iter().fold((0, 0), |(lots, sum), (count, cents)| {
        (lots + u128::from(*count), sum + u128::from(*count) * u128::from(*cents))
    })
}

/// What was found, for people.
#[must_use]
pub fn summary(sources: &Sources<'_>, found: &Found) -> String {
    let block = sources.block.unwrap_or_default();
    let (read, units) = (grouped(found.read.into()), grouped(sources.units.into()));
    let mut text =
        clean(&format!("block  {block}")) + &format!("\nunits  {read} of {units} read\n");
    let Some(rules) = sources.rules else { return text };
    let won = money(found.cents, &rules.currency);
    text += &format!("lots   {} lots, {won}\n", grouped(found.lots().into()));
    text += &format!("{:>22}{:>13}{:>13}\n", "amount", "found", "table");
    for ((count, cents), have) in rules.prizes.iter().zip(&found.counts).take(LINES_SHOWN) {
        let (have, count) = (grouped((*have).into()), grouped((*count).into()));
        text += &format!("{:>22}{have:>13}{count:>13}\n", money((*cents).into(), &rules.currency));
    }
    let lines = rules.prizes.len();
    let none = u128::from(sources.units).saturating_sub(totals(rules).0);
    text += &format!(
        "{:>22}{:>13}{:>13}\n",
        "nothing",
        grouped(found.counts[lines].into()),
        grouped(none)
    );
    text
}

/// A number with a space between thousands.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn money(cents: u128, currency: &str) -> String {
    clean(&format!("{}.{:02} {currency}", grouped(cents / 100), cents % 100))
}
