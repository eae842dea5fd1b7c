use serde_json::Value;

use super::*;

fn lines(game: &str, units: u32, control: bool, census: u32, threads: u32) -> String {
    let options = Options { game: game.to_owned(), units, control, key: None, census };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Bench::new(&root, &options).unwrap().lines(&options, threads).unwrap().concat()
}

fn column(lines: &str, key: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()[key].clone()).collect()
}

/// Each unit is judged while it is written, so it is enough that both ways come to an end.
#[test]
fn the_control_differs_in_its_faces_and_in_nothing_that_was_planned() {
    for game in ["mots-croises", "maxi-mots-croises"] {
        let real = lines(game, 60, false, 0, 1);
        let control = lines(game, 60, true, 0, 1);
        assert_eq!(column(&real, "prize_cents"), column(&control, "prize_cents"));
        assert_ne!(column(&real, "grids"), column(&control, "grids"));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let alone = lines("mots-croises", 25, true, 4, 1);
    assert_eq!(alone, lines("mots-croises", 25, true, 4, 3));
    let indexes: Vec<u64> = column(&alone, "index").iter().map(|it| it.as_u64().unwrap()).collect();
    assert!(indexes.into_iter().eq(0..25));
}

/// All sets of 14 letters but those above the pay list have an amount; each amount has a set, since
/// the face was accepted.
#[test]
fn the_census_counts_sets_for_every_amount() {
    let counted = column(&lines("mots-croises", 2, false, 1, 1), "sets");
    assert_eq!(counted[1], Value::Null);
    let counts: Vec<u64> =
        counted[0].as_object().unwrap().values().map(|it| it.as_u64().unwrap()).collect();
    assert_eq!(counts.len(), 9, "8 lots, and nothing won");
    assert!(counts.iter().all(|&count| count > 0));
    assert!(counts.iter().sum::<u64>() <= 9_657_700, "26 choose 14");
}
