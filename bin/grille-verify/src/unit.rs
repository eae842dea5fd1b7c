//! A unit: its text, its form and the judge (docs/spec/block.md, rule 5; docs/spec/game.md).

use std::collections::HashSet;

use crate::notation::{decimal, is_hex};
use crate::rules::Rules;

/// A word as one number, five bits a letter; 25 letters fit, more than any word list has.
pub type Packed = u128;

/// A word as one number.
#[must_use]
pub fn pack(word: &[u8]) -> Packed {
    word.iter().fold(0, |packed, letter| packed << 5 | Packed::from(letter & 31))
}

fn unpack(mut packed: Packed) -> String {
    let mut letters = Vec::new();
    while packed > 0 {
        letters.push(char::from(b'@' + (packed & 31) as u8));
        packed >>= 5;
    }
    letters.iter().rev().collect()
}

/// The lines of a unit's text.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The line with the block id.
    pub block: &'a [u8],
    /// The index, where its line is a number.
    pub index: Option<u64>,
    /// The salt's digits.
    pub salt: &'a [u8],
    /// The letters.
    pub letters: &'a [u8],
    /// Everything behind the letters: the grids.
    pub grids: &'a [u8],
    /// Whether letters and grids can be judged, whatever is wrong with the other lines.
    pub fit: bool,
}

/// Reads a unit's text; `rows` gets its rows, an empty one between two grids. Says every fault. A
/// text is answered where there are enough lines, even if one of them is faulty.
pub fn read<'a>(
    data: &'a [u8],
    rows: &mut Vec<&'a [u8]>,
    faults: &mut Vec<String>,
) -> Option<Text<'a>> {
    rows.clear();
    let Some(whole) = data.strip_suffix(b"\n") else {
        faults.push("the last line does not end".to_owned());
        return None;
    };
    let mut lines = whole.split(|byte| *byte == b'\n');
    let mut head = [&data[..0]; 5];
    let mut grids = 0;
    for line in &mut head {
        *line = lines.next().unwrap_or_default();
        grids += line.len() + 1;
    }
    rows.extend(lines);
    let [format, block, index, salt, letters] = head;
    if format != b"grille/unit/v1" {
        faults.push("line 1 is not `grille/unit/v1`".to_owned());
    }
    let index = decimal(index);
    if index.is_none() {
        faults.push("line 3 is not an index".to_owned());
    }
    if !is_hex(salt, 32) {
        faults.push("line 4 is not a salt of 32 digits".to_owned());
    }
    let before = faults.len();
    if letters.is_empty() || !letters.iter().all(u8::is_ascii_uppercase) {
        faults.push("line 5 is not letters A–Z".to_owned());
    }
    let mut after_empty = true;
    for (number, row) in (6..).zip(rows.iter()) {
        if row.is_empty() && after_empty {
            faults.push(format!("line {number} is empty, and no grid was before it"));
        }
        if !row.iter().all(|cell| cell.is_ascii_uppercase() || *cell == b'.') {
            faults.push(format!("line {number} is not a row of A–Z and `.`"));
        }
        after_empty = row.is_empty();
    }
    if after_empty {
        faults.push("the text ends where a grid should be".to_owned());
    }
    let fit = faults.len() == before;
    data.get(grids..).map(|grids| Text { block, index, salt, letters, grids, fit })
}

/// A run of letters.
#[derive(Clone, Copy, Default)]
struct Run {
    packed: Packed,
    /// Which letters it has: bit 1 is A.
    mask: u32,
    length: u64,
}

/// Buffers that are used again from unit to unit: nothing is allocated for a sound unit.
#[derive(Default)]
pub struct Judge {
    cells: Vec<u8>,
    runs: Vec<Run>,
    words: Vec<Packed>,
    stack: Vec<usize>,
}

impl Judge {
    /// Says every fault of a unit's form, and its amount or why it has none. `rows` are as many as
    /// the game says. Answers nothing where a grid has not the game's size.
    pub fn look(
        &mut self,
        (letters, rows): (&[u8], &[&[u8]]),
        rules: &Rules,
        list: Option<&HashSet<Packed>>,
        faults: &mut Vec<String>,
    ) -> Option<Result<u64, String>> {
        let has = letters.iter().fold(0_u32, |mask, letter| mask | 1 << (letter & 31));
        if letters.len() as u64 != rules.letters {
            faults.push(format!("{} letters instead of {}", letters.len(), rules.letters));
        }
        if has.count_ones() as usize != letters.len() {
            faults.push("a letter is there twice".to_owned());
        }
        self.words.clear();
        let mut amount = Some(Ok(0_u64));
        for (number, grid) in (1..).zip(rows.split(|row| row.is_empty())) {
            if let Some(row) = grid.iter().find(|row| row.len() as u64 != rules.columns) {
                faults.push(format!(
                    "grid {number}: a row of {} cells instead of {}",
                    row.len(),
                    rules.columns
                ));
                amount = None;
                continue;
            }
            self.look_at_grid(grid, number, rules, list, faults);
            let complete = self.runs.iter().filter(|run| run.mask & !has == 0).count() as u64;
            if let Some(Ok(sum)) = amount {
                amount = Some(match rules.pay(complete) {
                    None => {
                        Err(format!("grid {number}: {complete} complete words, above the pay list"))
                    }
                    Some(cents) if rules.sum => Ok(sum.saturating_add(cents)),
                    Some(cents) => Ok(sum.max(cents)),
                });
            }
        }
        self.words.sort_unstable();
        for pair in self.words.windows(2).filter(|pair| pair[0] == pair[1]) {
            faults.push(format!("the word {} stands twice", unpack(pair[0])));
        }
        amount
    }

    fn look_at_grid(
        &mut self,
        grid: &[&[u8]],
        number: usize,
        rules: &Rules,
        list: Option<&HashSet<Packed>>,
        faults: &mut Vec<String>,
    ) {
        // A border of grey cells on all sides spares every look at the grid's edge.
        let width = grid.first().map_or(0, |row| row.len()) + 2;
        self.cells.clear();
        self.cells.resize(width * (grid.len() + 2), b'.');
        for (row, into) in grid.iter().zip(self.cells.chunks_mut(width).skip(1)) {
            into[1..width - 1].copy_from_slice(row);
        }
        self.runs.clear();
        find_runs(self.cells.iter(), &mut self.runs);
        for column in 1..width - 1 {
            find_runs(self.cells[column..].iter().step_by(width), &mut self.runs);
        }
        if self.runs.len() as u64 != rules.words {
            faults.push(format!(
                "grid {number}: {} words instead of {}",
                self.runs.len(),
                rules.words
            ));
        }
        for run in &self.runs {
            if run.length < rules.shortest || run.length > rules.longest {
                faults.push(format!(
                    "grid {number}: the word {} has {} letters",
                    unpack(run.packed),
                    run.length
                ));
            }
            if list.is_some_and(|list| !list.contains(&run.packed)) {
                faults.push(format!(
                    "grid {number}: the word {} is not in the word list",
                    unpack(run.packed)
                ));
            }
            // Longer runs are no words of any list, and would not fit.
            if run.length <= 25 {
                self.words.push(run.packed);
            }
        }
        if !self.is_connected(width) {
            faults.push(format!("grid {number}: its letters are not connected"));
        }
    }

    /// Whether all letters can be reached from the first one; takes the letters away as it goes.
    fn is_connected(&mut self, width: usize) -> bool {
        self.stack.clear();
        self.stack.extend(self.cells.iter().position(|cell| *cell != b'.'));
        while let Some(at) = self.stack.pop() {
            if self.cells[at] != b'.' {
                self.cells[at] = b'.';
                self.stack.extend([at - width, at - 1, at + 1, at + width]);
            }
        }
        self.cells.iter().all(|cell| *cell == b'.')
    }
}

/// Finds the runs of a line of cells that ends with a grey one.
fn find_runs<'a>(line: impl Iterator<Item = &'a u8>, runs: &mut Vec<Run>) {
    let mut run = Run::default();
    for cell in line {
        if *cell != b'.' {
            run.packed = run.packed << 5 | Packed::from(cell & 31);
            run.mask |= 1 << (cell & 31);
            run.length += 1;
        } else {
            if run.length >= 2 {
                runs.push(run);
            }
            run = Run::default();
        }
    }
}
