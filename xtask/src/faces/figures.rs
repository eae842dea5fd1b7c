//! The figures of many grids, and the bounds that they must keep.

use std::collections::BTreeMap;
use std::fmt::Write;

use block::Recipe;
use game::Grid;

/// What is counted.
pub(super) struct Figures {
    grids: u64,
    crossings: u64,
    fewest_crossings: usize,
    cells: u64,
    by_length: BTreeMap<u8, u64>,
    lengths: std::ops::RangeInclusive<u8>,
    /// Grids by how many three-letter words they have.
    short: BTreeMap<usize, u64>,
    words: BTreeMap<String, u64>,
    rows: Vec<u64>,
    columns: Vec<u64>,
    whole_square: u64,
    unsound: u64,
    words_per_grid: usize,
    /// Faces that were seen before.
    pub(super) equal: u64,
}

impl Figures {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let rules = recipe.game().crossword();
        Self {
            grids: 0,
            crossings: 0,
            fewest_crossings: usize::MAX,
            cells: 0,
            by_length: BTreeMap::new(),
            lengths: rules.word_length.min..=rules.word_length.max,
            short: BTreeMap::new(),
            words: BTreeMap::new(),
            rows: vec![0; rules.rows.into()],
            columns: vec![0; rules.columns.into()],
            whole_square: 0,
            unsound: 0,
            words_per_grid: rules.words_per_grid.into(),
            equal: 0,
        }
    }

    /// Counts one grid.
    pub(super) fn count(&mut self, grid: &Grid) {
        self.grids += 1;
        let columns = usize::from(grid.columns());
        let mut covered = vec![0_u8; grid.cells().len()];
        let (mut runs, mut short) = (0, 0);
        for run in grid.runs() {
            runs += 1;
            short += usize::from(run.length == 3);
            *self.by_length.entry(run.length).or_default() += 1;
            *self.words.entry(grid.run_text(&run)).or_default() += 1;
            for cell in grid.run_cells(&run) {
                covered[cell] += 1;
            }
        }
        *self.short.entry(short).or_default() += 1;
        let crossings = covered.iter().filter(|&&words| words == 2).count();
        self.crossings += crossings as u64;
        self.fewest_crossings = self.fewest_crossings.min(crossings);
        let (mut rows, mut used) = (vec![false; self.rows.len()], vec![false; columns]);
        for (cell, _) in covered.iter().enumerate().filter(|&(_, &words)| words > 0) {
            self.cells += 1;
            rows[cell / columns] = true;
            used[cell % columns] = true;
        }
        self.whole_square += u64::from(rows.iter().chain(&used).all(|&used| used));
        for (count, used) in self.rows.iter_mut().zip(rows) {
            *count += u64::from(used);
        }
        for (count, used) in self.columns.iter_mut().zip(used) {
            *count += u64::from(used);
        }
        self.unsound += u64::from(runs != self.words_per_grid || !grid.is_connected());
    }

    fn share(&self, part: u64, whole: u64) -> f64 {
        100.0 * part as f64 / whole.max(1) as f64
    }

    fn mean_crossings(&self) -> f64 {
        self.crossings as f64 / self.grids.max(1) as f64
    }

    fn length_share(&self, length: u8) -> f64 {
        let all = self.by_length.values().sum();
        self.share(self.by_length.get(&length).copied().unwrap_or(0), all)
    }

    /// The words that stand in most grids, with how many.
    fn top(&self) -> Vec<(&String, u64)> {
        let mut words: Vec<_> = self.words.iter().map(|(word, &grids)| (word, grids)).collect();
        words.sort_by_key(|&(word, grids)| (std::cmp::Reverse(grids), word.clone()));
        words
    }

    /// The figures as a text.
    pub(super) fn report(&self) -> String {
        let mut text = format!("{} grids\n", self.grids);
        let mut line = |name: &str, value: String| {
            writeln!(text, "  {name:<24}{value}").expect("writing to a text");
        };
        let mean = self.mean_crossings();
        line("crossings", format!("mean {mean:.2}, fewest {}", self.fewest_crossings));
        line("letters a grid", format!("mean {:.1}", self.cells as f64 / self.grids as f64));
        let used = |counts: &[u64]| {
            let shares = counts.iter().map(|&count| self.share(count, self.grids));
            format!("each used in {:.1} % or more", shares.fold(100.0, f64::min))
        };
        line("rows", used(&self.rows));
        line("columns", used(&self.columns));
        line(
            "every row and column",
            format!("in {:.1} %", self.share(self.whole_square, self.grids)),
        );
        let lengths = self.lengths.clone();
        let lengths = lengths.map(|length| format!("{length}: {:.1} %", self.length_share(length)));
        line("lengths", lengths.collect::<Vec<_>>().join("  "));
        let short = self.short.iter();
        let short =
            short.map(|(words, &grids)| format!("{words}: {:.1} %", self.share(grids, self.grids)));
        line("three-letter words", short.collect::<Vec<_>>().join("  "));
        let top = self.top();
        let shown = top.iter().take(12);
        let shown =
            shown.map(|&(word, grids)| format!("{word} {:.2} %", self.share(grids, self.grids)));
        line("words met most", shown.collect::<Vec<_>>().join("  "));
        line("different words", top.len().to_string());
        line("equal faces", self.equal.to_string());
        text
    }

    /// The figures that are out of bounds.
    pub(super) fn off(&self) -> Vec<String> {
        let mut off = Vec::new();
        let mut want = |holds: bool, what: String| {
            if !holds {
                off.push(what);
            }
        };
        want(self.unsound == 0, format!("{} grids are not of the game's form", self.unsound));
        want(self.mean_crossings() >= 20.0, format!("mean crossings {:.2}", self.mean_crossings()));
        let unused = self.rows.iter().chain(&self.columns).filter(|&&grids| grids == 0).count();
        want(unused == 0, format!("{unused} rows or columns are never used"));
        for length in self.lengths.clone() {
            let share = self.length_share(length);
            want(
                (5.0..=35.0).contains(&share),
                format!("{share:.1} % of words have {length} letters"),
            );
        }
        let most_short = self.short.last_key_value().map_or(0, |(&words, _)| words);
        want(most_short <= 3, format!("a grid has {most_short} three-letter words"));
        if let Some(&(word, grids)) = self.top().first() {
            let share = self.share(grids, self.grids);
            want(share <= 3.0, format!("{word} stands in {share:.2} % of grids"));
        }
        want(self.equal == 0, format!("{} faces are equal to another", self.equal));
        off
    }
}
