//! The prize table of a game file, and the totals that the regulation prints under it.

use alloc::vec::Vec;

use super::reader::{Found, Notes, Section};
use crate::amount::Cents;
use crate::fault::FaultKind;
use crate::rules::{Crossword, Prize, Stated};
use crate::ways::sums;

/// Reads `[[prize]]` and `[stated]`: every line and both totals are added up again.
pub(super) fn read(
    notes: &Notes,
    root: &Section<'_>,
    block_units: Option<&Found<u64>>,
    crossword: Option<&Crossword>,
) -> Option<(Vec<Prize>, Option<Stated>)> {
    let payable = crossword.filter(|rules| ascends(rules)).map(sums);
    let lines = root.sections("prize");
    let mut prizes: Vec<Prize> = Vec::new();
    let mut whole = !lines.is_empty();
    let (mut lots, mut total, mut over) = (0_u64, Some(Cents::ZERO), false);
    for line in lines {
        let count = line.number("count", 1..=u64::from(u32::MAX));
        let amount = line.number("cents", 1..=u64::MAX);
        let printed = line.has("total_cents").then(|| line.number("total_cents", 0..=u64::MAX));
        line.finish();
        let (Some(count), Some(amount)) = (count, amount) else {
            whole = false;
            continue;
        };
        let prize = Prize {
            count: u32::try_from(count.value).expect("the range fits"),
            amount: Cents(amount.value),
        };
        if prizes.iter().any(|other| other.amount == prize.amount) {
            amount.fault(notes, FaultKind::PrizeTwice);
        } else if prizes.last().is_some_and(|last| last.amount < prize.amount) {
            amount.fault(notes, FaultKind::PrizesNotInOrder);
        }
        if payable.as_ref().is_some_and(|sums| !sums.contains_key(&prize.amount)) {
            amount.fault(notes, FaultKind::NotPayable { amount: prize.amount });
        }
        lots += u64::from(prize.count);
        if !over && block_units.is_some_and(|units| lots > units.value) {
            over = true;
            count.fault(notes, FaultKind::CountsAboveBlock { lots });
        }
        let line_total = prize.amount.checked_mul(u64::from(prize.count));
        if line_total.is_none() {
            amount.fault(notes, FaultKind::TooLarge);
        }
        if let (Some(Some(printed)), Some(computed)) = (printed, line_total)
            && printed.value != computed.0
        {
            printed.fault(notes, FaultKind::LineTotalOff { computed });
        }
        let sum = total.zip(line_total).and_then(|(sum, line)| sum.checked_add(line));
        if total.is_some() && line_total.is_some() && sum.is_none() {
            amount.fault(notes, FaultKind::TooLarge);
        }
        total = sum;
        prizes.push(prize);
    }
    let stated = read_stated(notes, root, whole.then_some((lots, total)));
    whole.then_some((prizes, stated))
}

/// Whether the pay list goes up line by line, without which no sum can be derived from it.
fn ascends(rules: &Crossword) -> bool {
    rules.pays.windows(2).all(|pair| pair[0].words + 1 == pair[1].words)
}

fn read_stated(
    notes: &Notes,
    root: &Section<'_>,
    computed: Option<(u64, Option<Cents>)>,
) -> Option<Stated> {
    if !root.has("stated") {
        return None;
    }
    let section = root.section("stated")?;
    let prizes = section.number("prizes", 0..=u64::from(u32::MAX));
    let total = section.number("total_cents", 0..=u64::MAX);
    section.finish();
    let (prizes, total) = (prizes?, total?);
    if let Some((lots, sum)) = computed {
        if prizes.value != lots {
            prizes.fault(notes, FaultKind::StatedPrizesOff { computed: lots });
        }
        if let Some(sum) = sum
            && total.value != sum.0
        {
            total.fault(notes, FaultKind::StatedTotalOff { computed: sum });
        }
    }
    Some(Stated { prizes: u32::try_from(prizes.value).ok()?, total: Cents(total.value) })
}
