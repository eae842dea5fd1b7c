use block::{AmountId, Amounts, Maker, Recipe, Secret};
use game::{Cell, Grid, Letter, Unit, check_form};
use vault::Rules;

use super::Reader;
use crate::fault::Faults;
use crate::sample::Sample;
use crate::words::WordList;

const GAMES: [&str; 2] = [
    include_str!("../../../../games/mots-croises.toml"),
    include_str!("../../../../games/maxi-mots-croises.toml"),
];

/// The quick reading against the slow one that the house's other programs use, on units as they are
/// made and on the same with a cell or a letter changed.
#[test]
fn what_passes_has_no_fault_of_form() {
    let lexicon = include_bytes!("../../../../lexicon/fr.txt");
    let sample = Sample::of(&[5; 32]);
    for text in GAMES {
        let rules = Rules::parse(text.as_bytes().to_vec(), lexicon.to_vec()).expect("it ships");
        let (amounts, words) = (Amounts::new(&rules.game), WordList::new(&rules.lexicon));
        let secret = Secret::new(&[[5; 32]], b"", [0; 32], [0; 32]);
        let recipe = Recipe::new(rules.game.clone(), &rules.lexicon, &secret).expect("it ships");
        let mut maker = Maker::new(&recipe);
        let mut reader = Reader::new(&rules.game, &amounts, &words);
        let (mut sound, mut broken) = (0, 0);
        for index in 0..300 {
            let unit = maker.unit(index, AmountId(0)).expect("it can be made");
            let bits = sample.bits(index);
            for unit in [changed(&unit, bits), unit] {
                let known = unit.grids.iter().all(|grid| {
                    grid.runs().all(|run| words.number_of(&grid.run_text(&run)).is_some())
                });
                let expected = known && check_form(&rules.game, &unit).is_empty();
                let mut faults = Faults::default();
                let read = reader.read(index, &unit, &mut faults);
                assert_eq!(reader.is_sound(&unit), expected);
                assert_eq!(faults.is_empty(), expected && read.is_some());
                if expected { sound += 1 } else { broken += 1 }
            }
        }
        assert!(sound >= 300 && broken >= 100, "{sound} sound, {broken} not");
    }
}

/// The unit with one cell, or one of the player's letters, made another.
fn changed(unit: &Unit, bits: u64) -> Unit {
    let mut unit = unit.clone();
    let letter = Letter::from_index((bits >> 32) as u8 % 26);
    if bits.is_multiple_of(8) {
        unit.letters[0] = letter;
        return unit;
    }
    let grid = &unit.grids[0];
    let mut cells: Vec<Cell> = grid.cells().to_vec();
    let at = bits as usize / 8 % cells.len();
    cells[at] = if cells[at].is_some() && bits.is_multiple_of(3) { None } else { Some(letter) };
    unit.grids[0] = Grid::new(grid.rows(), grid.columns(), cells);
    unit
}
