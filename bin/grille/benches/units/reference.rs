//! The reference maker: what a careful first version would be. It is fixed for good, so that
//! ratios to it mean the same in any year.
//!
//! The same shapes; slots filled longest first by scanning the whole list into a fresh vector, one
//! random choice, begun again when there is none; letters by shuffling 26 characters and judging
//! the cells.

use block::{Purpose, Secret, shape_spec};
use chance::{Chance, shuffle};
use game::{Cents, Game, Grid, Letter, Unit, score};
use grid::{Lexicon, Shape, Slot};

pub(crate) struct Maker<'list> {
    game: &'list Game,
    words: Vec<&'list str>,
    shapes: Vec<Shape>,
    faces: chance::StreamKey,
    letters: chance::StreamKey,
}

impl<'list> Maker<'list> {
    pub(crate) fn new(game: &'list Game, lexicon: &'list Lexicon) -> Self {
        let secret = Secret::new(&[[7; 32]], b"", [1; 32], [2; 32]);
        let spec = shape_spec(game.crossword());
        let key = secret.streams(Purpose::Shape);
        let shapes = (0..64).map(|number| Shape::draw(&mut key.stream(number, 0), spec));
        let mut shapes: Vec<Shape> = shapes.map(|shape| shape.expect("a shape")).collect();
        for shape in &mut shapes {
            shape.slots.sort_by_key(|slot| std::cmp::Reverse(slot.length));
        }
        Self {
            game,
            words: lexicon.words().iter().map(|word| word.text.as_str()).collect(),
            shapes,
            faces: secret.streams(Purpose::Face),
            letters: secret.streams(Purpose::Letters),
        }
    }

    /// The grids of one unit, as rows of characters.
    pub(crate) fn face(&mut self, index: u64) -> Vec<Vec<Vec<char>>> {
        let mut chance = self.faces.stream(index, 0);
        let mut used: Vec<&str> = Vec::new();
        let mut grids = Vec::new();
        while grids.len() < usize::from(self.game.crossword().grids) {
            let before = used.len();
            match self.grid(&mut chance, &mut used) {
                Some(grid) => grids.push(grid),
                None => used.truncate(before),
            }
        }
        grids
    }

    fn grid<'maker>(
        &'maker self,
        chance: &mut impl Chance,
        used: &mut Vec<&'maker str>,
    ) -> Option<Vec<Vec<char>>> {
        let shape = &self.shapes[chance.below(self.shapes.len() as u32) as usize];
        let mut cells = vec![vec!['.'; usize::from(shape.columns)]; usize::from(shape.rows)];
        for slot in &shape.slots {
            let fitting: Vec<&str> = self
                .words
                .iter()
                .copied()
                .filter(|word| fits(word, slot, &cells) && !used.contains(word))
                .collect();
            if fitting.is_empty() {
                return None;
            }
            let word = fitting[chance.below(fitting.len() as u32) as usize];
            for (place, letter) in (0..).zip(word.chars()) {
                let (row, column) = slot.cell(place);
                cells[usize::from(row)][usize::from(column)] = letter;
            }
            used.push(word);
        }
        Some(cells)
    }

    /// One unit that wins `amount`.
    pub(crate) fn unit(&mut self, index: u64, amount: Cents) -> Unit {
        let face = self.face(index);
        let mut chance = self.letters.stream(index, 0);
        let grids: Vec<Grid> = face
            .iter()
            .map(|rows| {
                let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                Grid::from_rows(&rows).expect("a grid")
            })
            .collect();
        loop {
            let mut alphabet: Vec<char> = ('A'..='Z').collect();
            shuffle(&mut chance, &mut alphabet);
            alphabet.truncate(self.game.crossword().letters.into());
            let letters = alphabet.iter().map(|&letter| {
                Letter::from_ascii(u8::try_from(letter).expect("ASCII")).expect("a letter")
            });
            let unit = Unit { letters: letters.collect(), grids: grids.clone() };
            if score(self.game, &unit).is_ok_and(|score| score.lot == amount) {
                return unit;
            }
        }
    }
}

fn fits(word: &str, slot: &Slot, cells: &[Vec<char>]) -> bool {
    word.len() == usize::from(slot.length)
        && (0..).zip(word.chars()).all(|(place, letter)| {
            let (row, column) = slot.cell(place);
            let there = cells[usize::from(row)][usize::from(column)];
            there == '.' || there == letter
        })
}
