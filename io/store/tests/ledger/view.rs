//! What a screen has shown: it only grows, finishes a unit, and moves no money.

use store::{Millis, PlayId};

use crate::fixture::{NOON, World};

/// All fourteen tiles.
const ALL: u32 = 0b11_1111_1111_1111;

#[test]
fn a_view_only_grows_in_any_order() {
    let world = World::new(50, &[4]);
    let play = world.bought("one");
    let save = |zones| {
        let saved = world.store.save_view(world.player, play.id, zones, NOON).unwrap().unwrap();
        (saved.zones, saved.finished_at)
    };
    assert_eq!(save(0b100), (0b100, None));
    assert_eq!(save(0b001), (0b101, None), "a late message takes nothing back");
    assert_eq!(save(0), (0b101, None));
    assert_eq!(save(1 << 14), (0b101, None), "there is no fifteenth tile");
    assert_eq!(world.balance(), 5_000 - 300 + 1_300, "nothing moves but the view");
}

#[test]
fn a_unit_uncovered_whole_is_finished() {
    let world = World::new(50, &[4, 0]);
    let play = world.bought("one");
    let at = Millis(NOON.0 + 1);
    let saved = world.store.save_view(world.player, play.id, ALL, at).unwrap().unwrap();
    assert_eq!(saved.finished_at, Some(at));
    world.bought("two");
}

/// A finish repeated a thousand times paid a thousand times elsewhere.
#[test]
fn finishing_again_pays_nothing_and_changes_nothing() {
    let world = World::new(50, &[9]);
    let first = world.played("one");
    assert_eq!(first.gain.0, 3_000_000);
    for late in 1..100 {
        let at = Millis(NOON.0 + late);
        let again = world.store.finish(world.player, first.id, at).unwrap().unwrap();
        assert_eq!(again, first);
    }
    assert_eq!(world.balance(), 5_000 - 300 + 3_000_000);
}

#[test]
fn a_unit_that_is_not_there_is_nothing() {
    let world = World::new(50, &[0]);
    assert_eq!(world.store.play(world.player, PlayId(7)).unwrap(), None);
    assert_eq!(world.store.save_view(world.player, PlayId(7), 1, NOON).unwrap(), None);
    assert_eq!(world.store.finish(world.player, PlayId(7), NOON).unwrap(), None);
}

#[test]
fn a_history_has_the_unfinished_first_and_pages_newest_first() {
    let world = World::new(50, &[0; 6]);
    let finished: Vec<_> = ["a", "b", "c", "d", "e"].map(|id| world.played(id).id).into();
    let running = world.bought("f").id;
    let page = |before| {
        let history = world.store.plays(world.player, before, 2).unwrap();
        let ids = |plays: &[store::Play]| plays.iter().map(|play| play.id).collect::<Vec<_>>();
        (ids(&history.unfinished), ids(&history.finished), history.next)
    };
    assert_eq!(page(None), (vec![running], vec![finished[4], finished[3]], Some(finished[3])));
    let second = (vec![running], vec![finished[2], finished[1]], Some(finished[1]));
    assert_eq!(page(Some(finished[3])), second);
    assert_eq!(page(Some(finished[1])), (vec![running], vec![finished[0]], None));
}
