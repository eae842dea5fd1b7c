use block::{AmountId, Amounts, Layout, Maker, Recipe, Secret};
use game::{Cell, Grid, Letter, Unit, check_form, score};
use vault::Rules;

use super::Reader;
use crate::fault::Faults;
use crate::sample::Sample;
use crate::words::{LONGEST_KEY, WordList, grown};

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
        let (amounts, words) = (Amounts::new(&rules.game), word_list(&rules));
        let layout = Layout::of(&rules.game);
        let secret = Secret::new(&[[5; 32]], b"", [0; 32], [0; 32]);
        let recipe = Recipe::new(rules.game.clone(), &rules.lexicon, &secret).expect("it ships");
        let mut maker = Maker::new(&recipe);
        let mut reader = Reader::new(&rules.game, &amounts, &words, layout);
        let (mut sound, mut broken) = (0, 0);
        for index in 0..300 {
            let unit = maker.unit(index, AmountId(0)).expect("it can be made");
            let bits = sample.bits(index);
            for unit in [changed(&unit, bits), unit] {
                let known = unit.grids.iter().all(|grid| {
                    grid.runs().all(|run| words.number_of(&grid.run_text(&run)).is_some())
                });
                let expected = known && check_form(&rules.game, &unit).is_empty();
                let (mut plain, mut faults) = (Vec::new(), Faults::default());
                layout.write(&[7; 16], &unit, &mut plain);
                let read = reader.read(index, &plain, &mut faults);
                assert_eq!(reader.is_sound(&plain), expected);
                assert_eq!(faults.is_empty(), expected && read.is_some());
                if let Ok(score) = score(&rules.game, &unit) {
                    let id = amounts.id(score.lot).ok();
                    assert_eq!(read, id.map(|id| (id, expected)));
                    assert!(id.is_none() || reader.reading.complete == score.complete);
                } else {
                    assert_eq!(read, None);
                }
                if expected { sound += 1 } else { broken += 1 }
            }
        }
        assert!(sound >= 300 && broken >= 100, "{sound} sound, {broken} not");
    }
}

fn word_list(rules: &Rules) -> WordList {
    WordList::new(&rules.lexicon, rules.game.crossword().word_length)
}

/// Each word of the list is found by its key where the game can use it, and by its text anyhow;
/// other runs are not.
#[test]
fn words_are_found_and_others_are_not() {
    let lexicon = include_bytes!("../../../../lexicon/fr.txt");
    let rules = Rules::parse(GAMES[0].as_bytes().to_vec(), lexicon.to_vec()).expect("it ships");
    let words = word_list(&rules);
    let key = |word: &str| word.bytes().fold(0, |key, byte| grown(key, byte - b'A'));
    for (number, word) in (0..).zip(rules.lexicon.words()) {
        let fits = (3..=8).contains(&word.text.len());
        if word.text.len() <= LONGEST_KEY as usize {
            assert_eq!(words.number(key(&word.text)), fits.then_some(number), "{}", word.text);
        }
        assert_eq!(words.number_of(&word.text), Some(number));
    }
    for none in ["ZZZ", "AAAA", "CHATX", "XYZXYZXY"] {
        assert_eq!((words.number(key(none)), words.number_of(none)), (None, None), "{none}");
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
