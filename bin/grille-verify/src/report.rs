//! What was looked at and what was found: one entry a step, each with its faults.

/// So many faults of one step are kept and shown; the others are counted.
pub const SHOWN: usize = 100;
/// So much of a fault's text is shown: hostile input must not fill the screen.
const LONGEST: usize = 400;

/// One numbered step.
#[derive(Clone, Debug, Default)]
struct Step {
    /// The first faults by place, with the place they are sorted by.
    faults: Vec<(u64, String)>,
    count: u64,
    /// Why nothing (or, with `partly`, not everything) was looked at.
    unchecked: Option<String>,
    partly: bool,
}

/// The steps of a verification, by the numbers and names of docs/spec/verification.md.
#[derive(Clone, Debug)]
pub struct Report {
    names: &'static [&'static str],
    steps: Vec<Step>,
}

impl Report {
    /// A report of steps that all hold so far; step 1 bears the first name.
    #[must_use]
    pub fn new(names: &'static [&'static str]) -> Self {
        Self { names, steps: vec![Step::default(); names.len()] }
    }

    /// Notes a fault. Faults are shown by rising `place` (a unit's index, a tile's number); the
    /// text is not even made where it would not be shown.
    pub fn fault(&mut self, step: usize, place: u64, text: impl FnOnce() -> String) {
        let step = &mut self.steps[step - 1];
        step.count += 1;
        if step.faults.len() < SHOWN {
            step.faults.push((place, clean(&text())));
        }
    }

    /// Notes several faults of one place.
    pub fn faults(&mut self, step: usize, place: u64, texts: impl IntoIterator<Item = String>) {
        for text in texts {
            self.fault(step, place, || text);
        }
    }

    /// Says that a step could not be done, and why.
    pub fn skip(&mut self, step: usize, why: &str) {
        self.steps[step - 1].unchecked = Some(clean(why));
    }

    /// Says that a part of a step could not be done, and why.
    pub fn skip_part(&mut self, step: usize, why: &str) {
        self.steps[step - 1].partly = true;
        self.skip(step, why);
    }

    /// Adds what another look at the same steps found.
    pub fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.steps.iter_mut().zip(other.steps) {
            mine.count += theirs.count;
            mine.faults.extend(theirs.faults);
            mine.faults.sort_by_key(|(place, _)| *place);
            mine.faults.truncate(SHOWN);
            if theirs.unchecked.is_some() {
                (mine.unchecked, mine.partly) = (theirs.unchecked, theirs.partly);
            }
        }
    }

    /// How many steps failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.steps.iter().filter(|step| step.count > 0).count()
    }

    /// How many steps were not checked, or only in part.
    #[must_use]
    pub fn unchecked(&self) -> usize {
        self.steps.iter().filter(|step| step.unchecked.is_some()).count()
    }

    /// The report as text, a line a step and a line a fault.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, (name, step)) in (1..).zip(self.names.iter().zip(&self.steps)) {
            let state = match (&step.unchecked, step.partly) {
                (Some(why), true) if step.count > 0 => {
                    format!("FAILED, and in part not checked: {why}")
                }
                _ if step.count > 0 => "FAILED".to_owned(),
                (Some(why), true) => format!("held, but in part not checked: {why}"),
                (Some(why), false) => format!("not checked: {why}"),
                (None, _) => "held".to_owned(),
            };
            text += &format!("{number:>3}  {name:<14}{state}\n");
            for (_, fault) in &step.faults {
                text += &format!("       {fault}\n");
            }
            let more = step.count - step.faults.len() as u64;
            if more > 0 {
                text += &format!("       … and {more} more\n");
            }
        }
        text
    }
}

/// A text without anything that a terminal could take for a command, and of bounded length.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut kept: String = text
        .chars()
        .take(LONGEST)
        .map(
            |c| if c.is_control() || matches!(c, '\u{200e}'..='\u{206f}') { '\u{fffd}' } else { c },
        )
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        kept.push('…');
    }
    kept
}
