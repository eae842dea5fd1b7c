//! How far long work has got: a bar on a terminal, and nothing on a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use vault::Progress;

/// A bar over the units of a block.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new(units: u64) -> Self {
        let style =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {per_sec}  {eta}  {msg}");
        Self(ProgressBar::new(units).with_style(style.expect("the template is sound")))
    }

    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn advance(&self, units: u64) {
        self.0.inc(units);
    }

    fn next(&self, doing: &'static str, units: u64) {
        self.0.set_length(units);
        self.0.set_position(0);
        self.0.reset_eta();
        self.0.set_message(doing);
    }
}

/// What was done, how long it took, and how fast it went.
pub(crate) fn report(done: &str, units: u64, elapsed: Duration) {
    let seconds = elapsed.as_secs_f64();
    let rate = units as f64 / seconds.max(0.001);
    eprintln!("{done} {units} units in {seconds:.1} s, {rate:.0} a second.");
}
