//! What an audit found, in a few lines.

use std::fmt::Write;

use block::hex::hex;

use crate::roc::Roc;
use crate::scan::Audit;
use crate::trials::Trial;

/// So many faults of a kind are written out.
const SHOWN: usize = 20;

/// The verdict and the faults, as lines of text.
#[must_use]
pub fn text(audit: &Audit) -> String {
    let mut text = format!(
        "block {}\nunits {}\nroot {}\n{}\n",
        audit.block,
        audit.units,
        hex(&audit.root),
        audit.sentence()
    );
    for (name, roc) in [("leak", &audit.leak), ("control", &audit.control)] {
        if let Some(Roc { auc, interval: (low, high), .. }) = roc {
            let _ = writeln!(text, "{name} AUC {auc:.3} ({low:.3} to {high:.3})");
        }
    }
    let beyond: Vec<&str> = audit.beyond_99_percent().map(|trial| trial.name).collect();
    let tests = audit.trials.len();
    let _ = writeln!(text, "at 99 %, each alone: {} of {tests} tests passed", tests - beyond.len());
    if !beyond.is_empty() {
        let expected = tests as f64 / 100.0;
        let names = beyond.join("; ");
        let _ = writeln!(text, "  not passed: {names} (of a sound block {expected:.1} on average)");
    }
    for trial in audit.fallen() {
        let Trial { name, found, p, threshold, .. } = trial;
        let _ = writeln!(text, "  {name}: {found}, p = {p:.1e} where {threshold:.1e} is allowed");
    }
    for (kept, more) in audit.faults.kinds() {
        for fault in kept.iter().take(SHOWN) {
            let _ = writeln!(text, "  {fault}");
        }
        let more = more + kept.len().saturating_sub(SHOWN) as u64;
        if more > 0 {
            let _ = writeln!(text, "  … and {more} more");
        }
    }
    text
}
