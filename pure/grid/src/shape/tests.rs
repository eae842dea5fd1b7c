//! Shapes as the judge reads them: all their cells are filled, and the runs are counted anew.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use chance::StreamKey;
use game::{Direction, Grid, Letter};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

use super::{Along, Shape, Slot, Spec};

/// What is wrong with a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// There are more words than were asked for, or fewer.
    Count,
    /// A word is longer or shorter than was asked for, or leaves the grid.
    Length,
    /// What is read at the place of a word is another word: two share cells or follow each other.
    Joined,
    /// A word is read where none was laid: words touch.
    Accident,
    /// The words do not hang together.
    Islands,
}

/// A slot in an order of its own.
type Place = (bool, u8, u8, u8);

fn place(slot: &Slot) -> Place {
    (slot.along == Along::Column, slot.row, slot.column, slot.length)
}

fn fault(shape: &Shape, spec: Spec) -> Option<Fault> {
    if shape.slots.len() != usize::from(spec.words) {
        return Some(Fault::Count);
    }
    let fits = |slot: &Slot| {
        let (row, column) = slot.cell(slot.length - 1);
        let inside = row < shape.rows && column < shape.columns;
        inside && (spec.min..=spec.max).contains(&slot.length)
    };
    if (shape.rows, shape.columns) != (spec.rows, spec.columns) || !shape.slots.iter().all(fits) {
        return Some(Fault::Length);
    }
    let mut cells = vec![None; usize::from(shape.rows) * usize::from(shape.columns)];
    for (row, column) in shape.slots.iter().flat_map(|s| (0..s.length).map(|i| s.cell(i))) {
        let cell = usize::from(row) * usize::from(shape.columns) + usize::from(column);
        cells[cell] = Some(Letter::from_index(0));
    }
    let grid = Grid::new(shape.rows, shape.columns, cells);
    let is_down = |direction| direction == Direction::Down;
    let runs: Vec<Place> =
        grid.runs().map(|run| (is_down(run.direction), run.row, run.column, run.length)).collect();
    let words: BTreeSet<Place> = shape.slots.iter().map(place).collect();
    if words.len() < shape.slots.len() || words.iter().any(|word| !runs.contains(word)) {
        return Some(Fault::Joined);
    }
    if runs.len() != words.len() {
        return Some(Fault::Accident);
    }
    (!grid.is_connected()).then_some(Fault::Islands)
}

fn spec(rows: u8, columns: u8, words: u8, min: u8, max: u8) -> Spec {
    Spec { rows, columns, words, min, max }
}

/// Draws many shapes of a spec and looks at each and at its symmetries.
fn check_drawn(spec: Spec) -> Vec<Shape> {
    let key = StreamKey::new([17; 32]);
    let draw = |number| Shape::draw(&mut key.stream(number, 0), spec);
    let shapes: Vec<Shape> = (0..200).map(|number| draw(number).expect("a shape")).collect();
    for (number, shape) in shapes.iter().enumerate() {
        check_symmetries(shape, spec);
        assert_eq!(fault(shape, spec), None, "shape {number} of {spec:?}: {shape:?}");
    }
    shapes
}

/// Each symmetry is a sound shape with as many crossings, the shape itself is the first, and the
/// symmetries of a symmetry are the same ones.
fn check_symmetries(shape: &Shape, spec: Spec) {
    let sorted = |shape: &Shape| shape.slots.iter().map(place).collect::<BTreeSet<Place>>();
    let all = |shape: &Shape| shape.symmetries().iter().map(sorted).collect::<BTreeSet<_>>();
    let symmetries = shape.symmetries();
    assert_eq!(symmetries.len(), if spec.rows == spec.columns { 8 } else { 4 });
    assert_eq!(&symmetries[0], shape);
    for symmetry in &symmetries {
        assert_eq!(fault(symmetry, spec), None, "a symmetry of {shape:?}");
        assert_eq!(symmetry.crossings(), shape.crossings(), "a symmetry of {shape:?}");
        assert_eq!(all(symmetry), all(shape), "a symmetry of {shape:?}");
    }
}

/// There are only about 300 common words of three letters: a grid that has more than a few of them
/// repeats them from unit to unit.
#[test]
fn shapes_of_18_words_have_few_short_ones() {
    for shape in check_drawn(spec(11, 11, 18, 3, 8)) {
        let short = shape.slots.iter().filter(|slot| slot.length == 3).count();
        assert!(short <= 3, "{short} words of three letters: {shape:?}");
    }
}

#[test]
fn shapes_of_other_games_are_sound() {
    check_drawn(spec(9, 13, 14, 3, 8));
    check_drawn(spec(12, 12, 20, 3, 8));
}

#[test]
fn crowded_shapes_are_sound() {
    check_drawn(spec(5, 5, 6, 3, 5));
}

/// Drawn shapes are unlike each other.
#[test]
fn shapes_vary() {
    let shapes = check_drawn(spec(11, 11, 18, 3, 8));
    let different: BTreeSet<Vec<Place>> =
        shapes.iter().map(|shape| shape.slots.iter().map(place).collect()).collect();
    assert_eq!(different.len(), shapes.len());
}

/// What other makers' crosswords were found with.
#[test]
fn known_faults_of_shapes_are_found() {
    let across = |row, column, length| Slot { along: Along::Row, row, column, length };
    let down = |row, column, length| Slot { along: Along::Column, row, column, length };
    let shape = |slots: &[Slot]| Shape { rows: 5, columns: 5, slots: slots.to_vec() };
    let check = |slots: &[Slot], expected: Option<Fault>| {
        let spec = spec(5, 5, slots.len() as u8, 3, 4);
        assert_eq!(fault(&shape(slots), spec), expected, "{slots:?}");
    };
    check(&[across(0, 0, 3), down(0, 0, 4)], None);
    // One word lies on the end of another, or begins where it ends, or is laid twice.
    check(&[across(0, 0, 3), across(0, 2, 3)], Some(Fault::Joined));
    check(&[across(0, 0, 3), down(0, 0, 3), across(0, 1, 4)], Some(Fault::Joined));
    check(&[down(0, 1, 4), across(0, 1, 3), down(0, 1, 4)], Some(Fault::Joined));
    // A word below another, and one that ends beside another.
    check(&[across(0, 0, 3), across(1, 0, 3)], Some(Fault::Accident));
    check(&[down(0, 0, 4), across(0, 0, 3), across(3, 1, 3)], Some(Fault::Joined));
    check(&[down(0, 0, 3), down(2, 1, 3), across(0, 0, 3)], Some(Fault::Accident));
    check(&[across(0, 0, 3), across(2, 0, 3)], Some(Fault::Islands));
    check(&[across(0, 0, 3), down(0, 3, 4)], Some(Fault::Joined));
    check(&[across(0, 3, 3)], Some(Fault::Length));
    check(&[across(0, 0, 5)], Some(Fault::Length));
    let found = fault(&shape(&[across(0, 0, 3)]), spec(5, 5, 2, 3, 4));
    assert_eq!(found, Some(Fault::Count));
}

fn specs() -> impl Strategy<Value = Spec> {
    (3..=12_u8, 3..=12_u8, 1..=20_u8).prop_flat_map(|(rows, columns, words)| {
        let longest = rows.max(columns).min(8);
        (2..=longest).prop_flat_map(move |max| {
            (2..=max).prop_map(move |min| spec(rows, columns, words, min, max))
        })
    })
}

proptest! {
    /// Whatever is asked for: a sound shape, or none.
    #[test]
    fn every_shape_is_sound(spec in specs(), key in any::<[u8; 32]>()) {
        if let Ok(shape) = Shape::draw(&mut StreamKey::new(key).stream(0, 0), spec) {
            prop_assert_eq!(fault(&shape, spec), None, "{:?}", shape);
        }
    }
}
