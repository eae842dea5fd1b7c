//! What was looked at and what was found: one entry a step, each with its faults.

use std::collections::BTreeSet;
use std::sync::Mutex;

/// So many faults of one step are kept and shown; the others are counted.
const SHOWN: usize = 100;
/// So much of a fault's text is shown: hostile input must not fill the screen.
const LONGEST: usize = 400;

#[derive(Default)]
struct Step {
    name: &'static str,
    /// The first faults by place (a unit's index, a tile's number).
    faults: BTreeSet<(u64, String)>,
    count: u64,
    unchecked: Option<String>,
}

/// The steps of docs/spec/verification.md, by their names. All readers share it.
pub(crate) struct Report {
    steps: Mutex<Vec<Step>>,
}

impl Report {
    /// A report of steps that all hold so far; their names are parted by commas.
    pub(crate) fn new(names: &'static str) -> Self {
        let steps = names.split(',').map(|name| Step { name, ..Step::default() });
        Self { steps: Mutex::new(steps.collect()) }
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut Step)) {
        let mut steps = self.steps.lock().expect("no reader panics");
        change(steps.iter_mut().find(|step| step.name == name).expect("it is a step's name"));
    }

    pub(crate) fn fault(&self, step: &str, place: u64, text: impl AsRef<str>) {
        self.change(step, |step| {
            step.count += 1;
            step.faults.insert((place, clean(text.as_ref())));
            if step.faults.len() > SHOWN {
                step.faults.pop_last();
            }
        });
    }

    pub(crate) fn must(&self, step: &str, holds: bool, fault: impl AsRef<str>) {
        if !holds {
            self.fault(step, 0, fault);
        }
    }

    /// Notes why there is no value, if there is none.
    pub(crate) fn keep<T>(&self, step: &str, name: &str, value: Result<T, String>) -> Option<T> {
        value.map_err(|fault| self.fault(step, 0, format!("{name}{fault}"))).ok()
    }

    /// Says that a step could not be done, or only in part, and why.
    pub(crate) fn skip(&self, step: &str, why: impl AsRef<str>) {
        self.change(step, |step| step.unchecked = Some(clean(why.as_ref())));
    }

    /// A line a step and a line a fault; how many steps failed, and how many were not checked.
    pub(crate) fn finish(self) -> (String, usize, usize) {
        let (mut text, mut failed, mut unchecked) = (String::new(), 0, 0);
        for (number, step) in (1..).zip(self.steps.into_inner().expect("no reader panics")) {
            failed += usize::from(step.count > 0);
            unchecked += usize::from(step.unchecked.is_some());
            let state = match step.unchecked {
                _ if step.count > 0 => "FAILED".to_owned(),
                Some(why) => format!("not checked: {why}"),
                None => "held".to_owned(),
            };
            text += &format!("{number:>3}  {:<14}{state}\n", step.name);
            text.extend(step.faults.iter().map(|(_, fault)| format!("       {fault}\n")));
            let more = step.count - step.faults.len() as u64;
            if more > 0 {
                text += &format!("       … and {more} more\n");
            }
        }
        (text, failed, unchecked)
    }
}

/// Bytes as [`clean`] text.
pub(crate) fn shown(bytes: &[u8]) -> String {
    clean(&String::from_utf8_lossy(bytes))
}

/// A text without anything that a terminal could take for a command, and of bounded length.
pub(crate) fn clean(text: &str) -> String {
    let commands = |c: char| c.is_control() || matches!(c, '\u{200e}'..='\u{206f}');
    let shown = |c| if commands(c) { '\u{fffd}' } else { c };
    let end = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    text.chars().take(LONGEST).map(shown).chain(end.chars()).collect()
}
