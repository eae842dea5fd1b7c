//! The five steps by which the proof of one unit is checked (docs/spec/verification.md).

use crate::notation::{Hash, decimal, from_base64};
use crate::note::{Checkpoint, Published};
use crate::report::{Report, clean};
use crate::tree;
use crate::unit;

/// A proof has at most so many bytes.
pub const LIMIT: usize = 1 << 20;
/// The steps' names.
pub const STEPS: [&str; 5] = ["form", "checkpoint", "published", "text", "path"];
const FORM: usize = 1;
const CHECKPOINT: usize = 2;
const PUBLISHED: usize = 3;
const TEXT: usize = 4;
const PATH: usize = 5;

/// The parts of a proof that could be read.
#[derive(Default)]
struct Parts<'a> {
    unit: Option<Vec<u8>>,
    index: Option<u64>,
    path: Option<Vec<Hash>>,
    checkpoint: &'a str,
}

/// Checks a proof. Answers the report, and the unit's letters and grids for comparison with a screen.
#[must_use]
pub fn verify(bytes: &[u8], published: &Published) -> (Report, String) {
    let mut report = Report::new(&STEPS);
    let parts = match std::str::from_utf8(bytes) {
        Ok(text) => split(text, &mut report),
        Err(_) => {
            report.fault(FORM, 0, || "not UTF-8".to_owned());
            Parts::default()
        }
    };
    let checkpoint = match Checkpoint::read(parts.checkpoint.as_bytes()) {
        Ok(checkpoint) => Some(checkpoint),
        Err(faults) => {
            report.faults(CHECKPOINT, 0, faults);
            None
        }
    };
    let mut below = None;
    if let (Some(checkpoint), Some(index)) = (&checkpoint, parts.index) {
        if index < checkpoint.units {
            below = Some(index);
        } else {
            report.fault(CHECKPOINT, 0, || {
                format!("index {index} is not below {}", checkpoint.units)
            });
        }
    } else {
        report.skip_part(CHECKPOINT, "the index or the checkpoint cannot be read");
    }
    published.compare(checkpoint.as_ref(), &mut report, PUBLISHED);
    let summary = check_text(&parts, checkpoint.as_ref(), &mut report);
    match (&parts.unit, below, &parts.path, &checkpoint) {
        (Some(unit), Some(index), Some(path), Some(checkpoint)) => {
            let length = tree::path_length(index, checkpoint.units).0;
            match tree::root_of_path(index, checkpoint.units, tree::leaf(unit), path) {
                None => {
                    report.fault(PATH, 0, || format!("{} hashes instead of {length}", path.len()));
                }
                Some(root) if root != checkpoint.root => {
                    report
                        .fault(PATH, 0, || "it does not lead to the checkpoint's root".to_owned());
                }
                Some(_) => {}
            }
        }
        _ => report.skip(PATH, "the unit, the index, the path or the checkpoint cannot be used"),
    }
    (report, summary)
}

/// Takes a proof into its parts, and says every fault of its form.
fn split<'a>(text: &'a str, report: &mut Report) -> Parts<'a> {
    let (head, checkpoint) = text.split_once("\n\n").unwrap_or_else(|| {
        report.fault(FORM, 0, || "no empty line before the checkpoint".to_owned());
        (text, "")
    });
    let mut lines = (1..).zip(head.split('\n')).peekable();
    if lines.next_if(|(_, line)| *line == "c2sp.org/tlog-proof@v1").is_none() {
        report.fault(FORM, 1, || "line 1 is not `c2sp.org/tlog-proof@v1`".to_owned());
        // Whatever stands there is taken for a spoilt first line, unless it is the second one.
        lines.next_if(|(_, line)| !line.starts_with("extra "));
    }
    let unit = lines
        .next_if(|(_, line)| line.starts_with("extra "))
        .and_then(|(_, line)| from_base64(&line[6..]))
        .filter(|data| !data.is_empty());
    if unit.is_none() {
        report.fault(FORM, 2, || "no `extra ` line with canonical base64".to_owned());
    }
    let index = lines
        .next_if(|(_, line)| line.starts_with("index "))
        .and_then(|(_, line)| decimal(&line.as_bytes()[6..]));
    if index.is_none() {
        report.fault(FORM, 3, || "no `index ` line with a decimal number".to_owned());
    }
    let mut path = Some(Vec::new());
    for (number, line) in lines {
        let hash = from_base64(line).and_then(|hash| Hash::try_from(hash).ok());
        if hash.is_none() {
            report
                .fault(FORM, number, || format!("line {number} is not a hash in canonical base64"));
        }
        path = path.zip(hash).map(|(mut path, hash)| {
            path.push(hash);
            path
        });
    }
    Parts { unit, index, path, checkpoint }
}

/// Checks the unit's text as far as it goes without the rules, and shows it.
fn check_text(parts: &Parts<'_>, checkpoint: Option<&Checkpoint>, report: &mut Report) -> String {
    let Some(data) = &parts.unit else {
        report.skip(TEXT, "there is no text");
        return String::new();
    };
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    if data.len() > usize::from(u16::MAX) {
        faults.push("more than 65535 bytes".to_owned());
    }
    let Some(text) = unit::read(data, &mut rows, &mut faults) else {
        report.faults(TEXT, 0, faults);
        return String::new();
    };
    let mut grids = rows.split(|row| row.is_empty());
    let (height, width) =
        grids.next().and_then(|grid| Some((grid.len(), grid.first()?.len()))).unwrap_or_default();
    if rows
        .split(|row| row.is_empty())
        .any(|grid| grid.len() != height || grid.iter().any(|row| row.len() != width))
    {
        faults.push("its grids are no rectangles of one size".to_owned());
    }
    if text.index.is_some() && parts.index.is_some() && text.index != parts.index {
        faults.push("its index is not that of the `index` line".to_owned());
    }
    match checkpoint {
        Some(checkpoint) if checkpoint.block.as_bytes() != text.block => {
            faults.push(format!("its block id is not the origin's `{}`", checkpoint.block));
        }
        Some(_) => {}
        None => report.skip_part(TEXT, "the checkpoint cannot be read"),
    }
    report.faults(TEXT, 0, faults);
    let shown = |line: &[u8]| clean(&String::from_utf8_lossy(line));
    let mut summary = format!("block    {}\n", shown(text.block));
    summary += &text.index.map(|index| format!("index    {index}\n")).unwrap_or_default();
    summary += &format!("letters  {}\n", shown(text.letters));
    for (number, grid) in (1..).zip(rows.split(|row| row.is_empty())) {
        summary += &format!("grid {number}\n");
        summary.extend(grid.iter().map(|row| format!("  {}\n", shown(row))));
    }
    summary
}
