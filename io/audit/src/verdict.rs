//! What an audit comes to.

use crate::number::grouped;
use crate::scan::Audit;
use crate::trials::{ONE_PERCENT, Trial};

/// Whether a block is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything holds.
    Holds,
    /// Something does not hold.
    Fails,
    /// Nothing was found, but the leak test did not find its control's leak either.
    Blind,
}

impl Audit {
    /// What it comes to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let found = self.control.as_ref().is_some_and(|control| control.interval.0 > 0.5);
        let tested = self.leak.is_none() || found;
        match (self.faults.is_empty() && self.fallen().next().is_none(), tested) {
            (false, _) => Verdict::Fails,
            (true, false) => Verdict::Blind,
            (true, true) => Verdict::Holds,
        }
    }

    /// The tests that chance does not explain.
    pub fn fallen(&self) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(|trial| trial.falls)
    }

    /// The tests that are not passed at 99 %, each taken alone.
    pub fn beyond_99_percent(&self) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(|trial| trial.p < ONE_PERCENT)
    }

    /// What was checked and whether it holds, in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        let units = grouped(self.units);
        let tests = self.trials.len();
        match self.verdict() {
            Verdict::Holds => format!(
                "The block holds. All {units} units were opened, compared with the root and judged: \
                 together they are exactly the prize table, and in {tests} tests nothing that can be \
                 seen of a unit tells anything about its lot."
            ),
            Verdict::Blind => format!(
                "No fault was found in {units} units and {tests} tests, but the leak test does not \
                 find the leak of its control either: in this game it proves nothing."
            ),
            Verdict::Fails => {
                let faults = self.faults.total();
                let fallen: Vec<&str> = self.fallen().map(|trial| trial.name).collect();
                let checks = match faults {
                    0 => "no check found a fault".to_owned(),
                    1 => "the checks found 1 fault".to_owned(),
                    _ => format!("the checks found {} faults", grouped(faults)),
                };
                let tests = match fallen.len() {
                    0 => "no test found more than chance explains".to_owned(),
                    _ => format!("chance does not explain: {}", fallen.join("; ")),
                };
                format!("The block does not hold. Of {units} units, {checks}; {tests}.")
            }
        }
    }
}
