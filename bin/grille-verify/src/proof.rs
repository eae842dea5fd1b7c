//! The five steps by which the proof of one unit is checked (docs/spec/verification.md).

use crate::files::{Hash, decimal, from_base64};
use crate::note::{Checkpoint, Published};
use crate::report::{Report, shown};
use crate::tree;
use crate::unit::Text;

/// A proof has at most so many bytes.
pub(crate) const LIMIT: usize = 1 << 20;

/// Checks a proof. Answers the report, and the unit's letters and grids for comparison with a screen.
pub(crate) fn verify(bytes: &[u8], published: &Published) -> (Report, String) {
    let report = Report::new("form,checkpoint,published,text,path");
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let parts = text.split_once("\n\n");
    report.must("form", parts.is_some(), "no empty line before the checkpoint");
    let (head, checkpoint) = parts.unwrap_or((text, ""));
    let mut lines = head.split('\n');
    let format = lines.next() == Some("c2sp.org/tlog-proof@v1");
    report.must("form", format, "line 1 is not `c2sp.org/tlog-proof@v1`");
    let data = lines.next().and_then(|line| from_base64(line.strip_prefix("extra ")?));
    let data = data.filter(|data| !data.is_empty());
    report.must("form", data.is_some(), "no `extra ` line with canonical base64");
    let index = lines.next().and_then(|line| decimal(line.strip_prefix("index ")?.as_bytes()));
    report.must("form", index.is_some(), "no `index ` line with a decimal number");
    let path = (4..).zip(lines).map(|(number, line)| {
        let hash = from_base64(line).and_then(|hash| Hash::try_from(hash).ok());
        hash.ok_or_else(|| format!("line {number} is not a hash in canonical base64"))
    });
    let path = report.keep("form", "", path.collect::<Result<Vec<_>, _>>());

    let checkpoint = report.keep("checkpoint", "", Checkpoint::read(checkpoint.as_bytes()));
    published.compare(checkpoint.as_ref(), &report);
    let text = data.as_ref().map(|it| check_text(it, index, checkpoint.as_ref(), &report));
    let summary = text.unwrap_or_default();
    let place = checkpoint.as_ref().zip(index);
    for step in ["checkpoint", "text"].into_iter().filter(|_| place.is_none()) {
        report.skip(step, "the index or the checkpoint cannot be read");
    }
    let fits = place.filter(|(it, index)| *index < it.units);
    let text = "the index is not below the number of units";
    report.must("checkpoint", fits.is_some() || place.is_none(), text);
    if data.is_none() {
        report.skip("text", "the unit cannot be read");
    }
    let (Some((it, index)), Some(data), Some(path)) = (fits, data, path) else {
        report.skip("path", "the unit, the index, the path or the checkpoint cannot be used");
        return (report, summary);
    };
    let (length, right) = (path.len(), tree::path_length(index, it.units).0);
    let root = tree::root_of_path(index, it.units, tree::leaf(&data), &path);
    report.must("path", root.is_some(), format!("{length} hashes instead of {right}"));
    let holds = root.is_none_or(|root| root == it.root);
    report.must("path", holds, "it does not lead to the checkpoint's root");
    (report, summary)
}

/// Checks the unit's text as far as it goes without the rules, and shows it.
fn check_text(
    data: &[u8],
    index: Option<u64>,
    checkpoint: Option<&Checkpoint>,
    report: &Report,
) -> String {
    let mut faults = Vec::new();
    let text = Text::read(data, &mut faults);
    faults.iter().for_each(|fault| report.fault("text", 0, fault));
    let must = |holds, fault| report.must("text", holds, fault);
    must(data.len() <= usize::from(u16::MAX), "more than 65535 bytes");
    let Some(text) = text else { return String::new() };
    let shape = |grid: &[&[u8]]| grid.iter().map(|row| row.len()).collect::<Vec<_>>();
    let first = text.grids().next().map(shape).unwrap_or_default();
    let is_rectangle = first.iter().all(|width| *width == first[0]);
    let same = is_rectangle && text.grids().all(|grid| shape(grid) == first);
    must(same, "its grids are no rectangles of one size");
    let stated = text.index.zip(index);
    must(stated.is_none_or(|(a, b)| a == b), "its index is not that of the `index` line");
    let same = checkpoint.is_none_or(|it| it.block.as_bytes() == text.block);
    must(same, "its block id is not the origin's");

    let mut summary = format!("block    {}\n", shown(text.block));
    summary.extend(text.index.map(|index| format!("index    {index}\n")));
    summary += &format!("letters  {}\n", shown(text.letters));
    summary.extend(text.number.map(|number| format!("ticket   {}\n", shown(number))));
    for (number, grid) in (1..).zip(text.grids()) {
        summary += &format!("grid {number}\n");
        summary.extend(grid.iter().map(|row| format!("  {}\n", shown(row))));
    }
    summary
}
