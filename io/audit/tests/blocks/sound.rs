//! Sound blocks hold; the keys were fixed before anything was seen of them.

use audit::{Verdict, page, text};

use crate::sample::{Dealt, maxi, mots_croises};

#[test]
fn a_sound_block_holds_and_the_verdict_reads_well() {
    let audit = Dealt::new(&mots_croises(), 7).audit();
    assert_eq!(audit.verdict(), Verdict::Holds);
    insta::assert_snapshot!(text(&audit));
    let control = audit.control.as_ref().unwrap();
    assert!(control.interval.0 > 0.5, "the control is found: {:?}", control.interval);
}

#[test]
fn ten_more_sound_blocks_hold() {
    for share in 1..=10 {
        let game = if share % 2 == 0 { maxi() } else { mots_croises() };
        let audit = Dealt::new(&game, share).audit();
        assert_eq!(audit.verdict(), Verdict::Holds, "{}", text(&audit));
        let least = audit.trials.iter().map(|trial| trial.p).fold(1.0, f64::min);
        assert!(least > 1e-5, "far from the bounds: {least}");
    }
}

/// The report is one file: it asks nothing of the network, runs nothing, and its elements are
/// closed.
#[test]
fn the_report_stands_alone() {
    for (game, share) in [(maxi(), 7), (mots_croises(), 8)] {
        let audit = Dealt::new(&game, share).audit();
        let page = page(&audit);
        for piece in ["http:", "https:", "//", "url(", "@import", "<script", "<link", "src="] {
            assert!(!page.contains(piece), "{piece} is in the report");
        }
        assert_balanced(&page);
        assert!(page.contains(&audit.block.to_string()) && page.contains("Holds"));
    }
}

fn assert_balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split([' ', '\n']).next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if ["!DOCTYPE", "meta"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

/// A unit is shown nowhere: not its letters, not a row of its grids.
#[test]
fn the_report_shows_no_unit() {
    let dealt = Dealt::new(&maxi(), 9);
    let page = page(&dealt.audit());
    for (unit, _) in dealt.units() {
        let letters: String = unit.letters.iter().map(|letter| letter.char()).collect();
        assert!(!page.contains(&letters));
        for row in unit.grids.iter().flat_map(game::Grid::rows_text) {
            assert!(row.len() < 11 || !page.contains(&row));
        }
    }
}

#[test]
fn one_thread_finds_the_same_as_two() {
    let dealt = Dealt::new(&maxi(), 11);
    let one = dealt.audit_on(1);
    let two = dealt.audit_on(3);
    assert_eq!(page(&one), page(&two));
}
