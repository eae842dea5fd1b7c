//! A unit: its text, its form and the judge (docs/spec/block.md, rule 5; docs/spec/game.md).

use crate::files::{decimal, is_hex};
use crate::report::shown;
use crate::rules::{Game, Lexicon, pack};

/// The lines of a unit's text.
pub(crate) struct Text<'a> {
    pub(crate) block: &'a [u8],
    pub(crate) index: Option<u64>,
    pub(crate) salt: &'a [u8],
    pub(crate) letters: &'a [u8],
    /// The rows of all grids, an empty one between two grids.
    pub(crate) rows: Vec<&'a [u8]>,
    /// On paper, the ticket's number.
    pub(crate) number: Option<&'a [u8]>,
    /// Whether letters and grids can be judged, whatever is wrong with the other lines.
    pub(crate) fit: bool,
}

impl<'a> Text<'a> {
    /// Reads a unit's text; what can be read is answered even if lines are faulty.
    pub(crate) fn read(data: &'a [u8], faults: &mut Vec<String>) -> Option<Self> {
        let Some(whole) = data.strip_suffix(b"\n") else {
            faults.push("the last line does not end".to_owned());
            return None;
        };
        let mut lines = whole.split(|byte| *byte == b'\n');
        let [format, block, index, salt, letters] =
            std::array::from_fn(|_| lines.next().unwrap_or_default());
        let (index, mut rows) = (decimal(index), lines.collect::<Vec<_>>());
        let number = match rows[..] {
            [.., b"", last] if is_number(last) => Some(last),
            _ => None,
        };
        rows.truncate(rows.len() - if number.is_some() { 2 } else { 0 });
        let mut must = |holds: bool, line: usize, what: &str| {
            faults.extend((!holds).then(|| format!("line {line} is not {what}")));
            holds
        };
        must(format == b"grille/unit/v1", 1, "`grille/unit/v1`");
        must(index.is_some(), 3, "an index");
        must(is_hex(salt, 32), 4, "a salt of 32 digits");
        let is_letters = !letters.is_empty() && letters.iter().all(u8::is_ascii_uppercase);
        let mut fit = must(is_letters, 5, "letters A–Z");
        // An empty line, and the end, stand behind a grid.
        let mut may_end = false;
        for (line, row) in (6..).zip(rows.iter().copied().chain([&b""[..]])) {
            let is_row = row.iter().all(|cell| cell.is_ascii_uppercase() || *cell == b'.');
            fit &= must(is_row && (may_end || !row.is_empty()), line, "a row of A–Z and `.`");
            may_end = !row.is_empty();
        }
        Some(Self { block, index, salt, letters, rows, number, fit })
    }

    pub(crate) fn grids(&self) -> impl Iterator<Item = &[&'a [u8]]> {
        self.rows.split(|row| row.is_empty())
    }

    /// Whether there are as many grids and rows as the game says (block.md, rule 5).
    pub(crate) fn has_rows(&self, game: &Game, faults: &mut Vec<String>) -> bool {
        let (grids, rows) = (game.crossword.grids, game.crossword.rows);
        let holds = self.grids().count() == grids && self.grids().all(|grid| grid.len() == rows);
        let here = || self.grids().map(<[_]>::len).collect::<Vec<_>>();
        faults.extend((!holds).then(|| format!("{:?} rows, not {grids} times {rows}", here())));
        holds
    }

    /// Says every fault of the form, and answers the amount: nothing where the grids are not of the
    /// game's size, nothing within where it is above the pay list.
    pub(crate) fn judge(
        &self,
        game: &Game,
        list: Option<&Lexicon>,
        faults: &mut Vec<String>,
    ) -> Option<Option<u64>> {
        let mut must = |holds: bool, fault: &dyn Fn() -> String| {
            faults.extend((!holds).then(fault));
            holds
        };
        let (rules, count, has) = (&game.crossword, self.letters.len(), mask(self.letters));
        must(count == rules.letters, &|| format!("{count} letters instead of {}", rules.letters));
        must(has.count_ones() as usize == count, &|| "a letter is there twice".to_owned());
        let is_even = |row: &&[u8]| row.is_empty() || row.len() == rules.columns;
        let columns = || format!("a row has not {} cells", rules.columns);
        if !must(self.rows.iter().all(is_even), &columns) {
            return None;
        }
        let lines: Vec<_> = self.grids().map(|rows| join_lines(rows, rules.columns)).collect();
        let (mut words, mut complete) = (Vec::with_capacity(64), Vec::new());
        for (grid, (rows, lines)) in (1..).zip(self.grids().zip(&lines)) {
            let first = words.len();
            let runs = lines.split(|cell| *cell == b'.').filter(|run| run.len() >= 2);
            words.extend(runs.map(|run| (pack(run), run)));
            let (count, right) = (words.len() - first, rules.words_per_grid);
            must(count == right, &|| format!("grid {grid}: {count} words instead of {right}"));
            for (packed, word) in &words[first..] {
                let length = word.len();
                let say = |what: &str| format!("grid {grid}: the word {} {what}", shown(word));
                let fits = rules.word_length.min <= length && length <= rules.word_length.max;
                must(fits, &|| say(&format!("has {length} letters")));
                let known = list.is_none_or(|list| list.contains(packed));
                must(known, &|| say("is not in the word list"));
            }
            let width = rules.columns + 1;
            let connected = is_connected(&lines[..rows.len() * width], width);
            must(connected, &|| format!("grid {grid}: its letters are not connected"));
            complete.push(words[first..].iter().filter(|word| mask(word.1) & !has == 0).count());
        }
        words.sort_unstable_by_key(|word| word.0);
        for pair in words.windows(2) {
            must(pair[0] != pair[1], &|| format!("the word {} stands twice", shown(pair[0].1)));
        }
        Some(game.amount(&complete))
    }
}

/// Whether this line has the form of a ticket's number (ticket.md, rule 4).
fn is_number(line: &[u8]) -> bool {
    let parts = line
        .split(|c| *c == b'-')
        .map(|part| if part.iter().all(u8::is_ascii_digit) { part.len() } else { 0 });
    parts.eq([5, 7, 3, 1])
}

/// The rows of a grid, and then its columns, with a grey cell behind each.
fn join_lines(rows: &[&[u8]], columns: usize) -> Vec<u8> {
    let mut lines = Vec::with_capacity(rows.len() * (columns + 1) + columns * (rows.len() + 1));
    for row in rows {
        lines.extend_from_slice(row);
        lines.push(b'.');
    }
    for column in 0..columns {
        lines.extend(rows.iter().map(|row| row[column]));
        lines.push(b'.');
    }
    lines
}

/// Whether all letters of rows, each with a grey cell behind it, can be reached from the first one;
/// takes the letters away as it goes.
fn is_connected(rows: &[u8], width: usize) -> bool {
    // Grey cells above and below spare every look at the edge.
    let grey = vec![b'.'; width];
    let mut cells = [&grey, rows, &grey].concat();
    let mut open = Vec::with_capacity(4 * cells.len());
    open.extend(cells.iter().position(|cell| *cell != b'.'));
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut cells[at], b'.') != b'.' {
            open.extend_from_slice(&[at - width, at - 1, at + 1, at + width]);
        }
    }
    cells.iter().all(|cell| *cell == b'.')
}

/// Which letters there are: bit 1 is A.
fn mask(letters: &[u8]) -> u32 {
    letters.iter().fold(0, |mask, letter| mask | 1 << (letter & 31))
}
