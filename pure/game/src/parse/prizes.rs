//! The prize table of a game file, and the totals that the regulation prints under it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::reader::{Found, Notes, Section};
use crate::amount::Cents;
use crate::fault::FaultKind;
use crate::rules::{Prize, Stated};

/// A unit's amounts are numbered in 8 bits, and losing is one of them.
const MAX_PRIZES: usize = 254;

/// Reads `[[prize]]` and `[stated]`: every line and both totals are added up again. `payable` has
/// the amounts that the grids can make, when the pay list tells.
pub(super) fn read(
    notes: &Notes,
    root: &Section<'_>,
    block_units: Option<&Found<u64>>,
    payable: Option<&BTreeSet<Cents>>,
) -> Option<(Vec<Prize>, Option<Stated>)> {
    let lines = root.sections("prize");
    let mut table =
        Table { prizes: Vec::new(), amounts: Vec::new(), lots: 0, total: Some(Cents::ZERO) };
    let mut whole = !lines.is_empty();
    let mut over = false;
    for (index, line) in lines.into_iter().enumerate() {
        let Some(line) = line else {
            whole = false;
            continue;
        };
        if index == MAX_PRIZES {
            line.fault(FaultKind::TooManyPrizes { most: MAX_PRIZES });
        }
        let count = line.number("count", 1..=u64::from(u32::MAX));
        let amount = line.number("cents", 1..=u64::MAX);
        let printed = line.has("total_cents").then(|| line.whole("total_cents")).flatten();
        line.finish();
        if let Some(amount) = &amount {
            table.check_amount(notes, amount, payable);
        }
        if let Some(count) = &count {
            table.lots += count.value;
            let lots = table.lots;
            if !over && block_units.is_some_and(|units| lots > units.value) {
                over = true;
                count.fault(notes, FaultKind::CountsAboveBlock { lots });
            }
        }
        match (count, amount) {
            (Some(count), Some(amount)) => table.add(notes, &count, &amount, printed.as_ref()),
            _ => whole = false,
        }
    }
    let stated = read_stated(notes, root, whole.then_some((table.lots, table.total)));
    whole.then_some((table.prizes, stated))
}

/// The table as far as it is read.
struct Table {
    prizes: Vec<Prize>,
    /// The amounts, of lines too whose count is at fault.
    amounts: Vec<Cents>,
    lots: u64,
    /// None once it does not fit.
    total: Option<Cents>,
}

impl Table {
    /// Compares a line's amount with the ones before it and with what the grids can make.
    fn check_amount(
        &mut self,
        notes: &Notes,
        found: &Found<u64>,
        payable: Option<&BTreeSet<Cents>>,
    ) {
        let amount = Cents(found.value);
        if self.amounts.contains(&amount) {
            found.fault(notes, FaultKind::PrizeTwice);
        } else if self.amounts.last().is_some_and(|&last| last < amount) {
            found.fault(notes, FaultKind::PrizesNotInOrder);
        }
        if payable.is_some_and(|sums| !sums.contains(&amount)) {
            found.fault(notes, FaultKind::NotPayable { amount });
        }
        self.amounts.push(amount);
    }

    /// Adds a whole line up, and compares the sum with what is printed.
    fn add(
        &mut self,
        notes: &Notes,
        count: &Found<u64>,
        amount: &Found<u64>,
        printed: Option<&Found<u64>>,
    ) {
        let prize = Prize {
            count: u32::try_from(count.value).expect("the range fits"),
            amount: Cents(amount.value),
        };
        let line = prize.amount.checked_mul(count.value);
        let sum = self.total.zip(line).and_then(|(sum, line)| sum.checked_add(line));
        // A line that does not fit is a fault, and so is the first one with which the sum does not.
        if line.is_none() || (self.total.is_some() && sum.is_none()) {
            amount.fault(notes, FaultKind::TooLarge);
        }
        if let (Some(printed), Some(computed)) = (printed, line)
            && printed.value != computed.0
        {
            printed.fault(notes, FaultKind::LineTotalOff { computed });
        }
        self.total = sum;
        self.prizes.push(prize);
    }
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
    let total = section.whole("total_cents");
    section.finish();
    if let (Some(prizes), Some((computed, _))) = (&prizes, computed)
        && prizes.value != computed
    {
        prizes.fault(notes, FaultKind::StatedPrizesOff { computed });
    }
    if let (Some(total), Some((_, Some(computed)))) = (&total, computed)
        && total.value != computed.0
    {
        total.fault(notes, FaultKind::StatedTotalOff { computed });
    }
    Some(Stated { prizes: u32::try_from(prizes?.value).ok()?, total: Cents(total?.value) })
}
