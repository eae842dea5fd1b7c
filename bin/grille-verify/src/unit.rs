//! A unit: its text, its form and the judge (docs/spec/block.md, rule 5; docs/spec/game.md).

use crate::files::{decimal, is_hex};
use crate::rules::{Game, Packed, pack};

/// The lines of a unit's text.
pub(crate) struct Text<'a> {
    pub(crate) block: &'a [u8],
    pub(crate) index: Option<u64>,
    pub(crate) salt: &'a [u8],
    pub(crate) letters: &'a [u8],
    /// The rows of all grids, an empty one between two grids.
    pub(crate) rows: Vec<&'a [u8]>,
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
        let (index, rows) = (decimal(index), lines.collect::<Vec<_>>());
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
        Some(Self { block, index, salt, letters, rows, fit })
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
    pub(crate) fn judge(&self, game: &Game, faults: &mut Vec<String>) -> Option<Option<u64>> {
        let mut must = |holds: bool, fault: &dyn Fn() -> String| {
            faults.extend((!holds).then(fault));
            holds
        };
        let (rules, count) = (&game.crossword, self.letters.len());
        let has = self.letters.iter().fold(0_u32, |mask, letter| mask | 1 << (letter & 31));
        must(count == rules.letters, &|| format!("{count} letters instead of {}", rules.letters));
        must(has.count_ones() as usize == count, &|| "a letter is there twice".to_owned());
        let is_even = |row: &&[u8]| row.is_empty() || row.len() == rules.columns;
        let columns = || format!("a row has not {} cells", rules.columns);
        if !must(self.rows.iter().all(is_even), &columns) {
            return None;
        }
        let (mut words, mut complete) = (Vec::new(), Vec::new());
        for (grid, rows) in (1..).zip(self.grids()) {
            let cells = Cells::new(rows, rules.columns);
            let runs = cells.runs();
            let (count, right) = (runs.len(), rules.words_per_grid);
            must(count == right, &|| format!("grid {grid}: {count} words instead of {right}"));
            for Run { word, length, .. } in &runs {
                let say = |what: &str| format!("grid {grid}: the word {} {what}", unpack(*word));
                let fits = rules.word_length.min <= *length && *length <= rules.word_length.max;
                must(fits, &|| say(&format!("has {length} letters")));
                let known = game.words.as_ref().is_none_or(|words| words.contains(word));
                must(known, &|| say("is not in the word list"));
            }
            must(cells.are_connected(), &|| format!("grid {grid}: its letters are not connected"));
            words.extend(runs.iter().map(|run| run.word));
            complete.push(runs.iter().filter(|run| run.mask & !has == 0).count());
        }
        words.sort_unstable();
        for pair in words.windows(2) {
            must(pair[0] != pair[1], &|| format!("the word {} stands twice", unpack(pair[0])));
        }
        Some(game.amount(&complete))
    }
}

#[derive(Default)]
struct Run {
    word: Packed,
    /// Which letters it has: bit 1 is A.
    mask: u32,
    length: usize,
}

/// The cells of a grid with a border of grey cells, which spares every look at the edge.
struct Cells {
    cells: Vec<u8>,
    width: usize,
}

impl Cells {
    fn new(rows: &[&[u8]], columns: usize) -> Self {
        let width = columns + 2;
        let mut cells = vec![b'.'; width * (rows.len() + 2)];
        for (row, into) in rows.iter().zip(cells.chunks_mut(width).skip(1)) {
            into[1..=columns].copy_from_slice(row);
        }
        Self { cells, width }
    }

    /// All runs, across and then down: every line ends with a grey cell.
    fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::with_capacity(32);
        let mut run = Run::default();
        let mut look = |cell: &u8| {
            if *cell != b'.' {
                run.word = pack(run.word, cell);
                run.mask |= 1 << (cell & 31);
                run.length += 1;
            } else if run.length > 0 {
                runs.extend(Some(std::mem::take(&mut run)).filter(|run| run.length >= 2));
            }
        };
        self.cells.iter().for_each(&mut look);
        for column in 1..self.width {
            self.cells[column..].iter().step_by(self.width).for_each(&mut look);
        }
        runs
    }

    /// Whether all letters can be reached from the first one; takes the letters away as it goes.
    fn are_connected(self) -> bool {
        let (mut cells, width) = (self.cells, self.width);
        let mut open = Vec::from_iter(cells.iter().position(|cell| *cell != b'.'));
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut cells[at], b'.') != b'.' {
                let beside = [at - width, at - 1, at + 1, at + width];
                open.extend(beside.into_iter().filter(|at| cells[*at] != b'.'));
            }
        }
        cells.iter().all(|cell| *cell == b'.')
    }
}

/// The letters of a word, as far as they fit.
fn unpack(word: Packed) -> String {
    let letters = (0..25).rev().map(|at| (word >> (5 * at) & 31) as u8);
    letters.filter(|letter| *letter > 0).map(|letter| char::from(b'@' + letter)).collect()
}
